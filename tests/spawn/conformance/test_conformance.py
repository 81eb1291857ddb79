"""The conformance matrix of process starts: cases 1 to 29, through the wire, the command line and MCP.

Cases 8, 19 (its count of file system calls), 22 and 25 (its seam) need an injected failure: their in-process half is in
tests/spawn/*.cpp and tests/pane/*.cpp; what can be asked of them from outside is asked here too. The table at the end of the
run shows each case and surface.
"""

import os
import secrets
import sys
import unittest

from surfaces import ALL, arguments_of, directory_of, environment_of
from venomx_testing import Daemon, wait_until

SLEEP = ["/bin/sleep", "1000"]
OWNER_SHAPED = "vnt1.venomx.owner." + "A" * 43


def venom_token(tool="venom", principal="g7"):
    return f"vnt1.{tool}.{principal}.{secrets.token_urlsafe(32)}"


def script(path, text, mode=0o755):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


class Matrix(unittest.TestCase):
    outcomes = {}
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        base = {
            "PATH": os.environ["PATH"], "HOME": "/root", "BASE": "1", "LANG": "C", "X_TOKEN": "canary-x", "VENOM_PRINCIPAL": "g1",
            "VENOMX_DEBUG": "1", "FOO": "before " + OWNER_SHAPED + " after", "VENOMX_TOKEN": "@owner",
        }
        cls.daemon = Daemon(base_env={}, env=base)
        cls.addClassCleanup(cls.daemon.stop)
        cls.owner = cls.daemon.wire()
        cls.addClassCleanup(cls.owner.close)
        cls.session = cls.owner.request("session.create", {"name": "matrix"})["session"]
        cls.source = cls.owner.request("window.create", {"session": cls.session, "argv": SLEEP, "cols": 1000, "rows": 1000})["pane"]
        cls.surfaces = [kind(cls.daemon) for kind in ALL]
        for surface in cls.surfaces:
            cls.addClassCleanup(surface.close)
        cls.root = os.path.join(cls.daemon.folder, "work")
        os.mkdir(cls.root)

    @classmethod
    def tearDownClass(cls):
        print("\ncase  " + "  ".join(f"{kind.name:>5}" for kind in ALL), file=sys.stderr)
        for case in sorted(cls.outcomes):
            print(f"{case:>4}  " + "  ".join(f"{cls.outcomes[case].get(kind.name, '-'):>5}" for kind in ALL), file=sys.stderr)

    def each(self, case, ask):
        """Runs ask(surface) for each surface and notes the outcome in the table."""
        row = self.outcomes.setdefault(case, {})
        for surface in self.surfaces:
            row[surface.name] = "FAIL"
            with self.subTest(case=case, surface=surface.name):
                ask(surface)
                row[surface.name] = "ok"

    def snapshot(self):
        events = self.owner.start("events", {"since": 0, "follow": False})
        head = self.owner.answer(events)["ok"]
        kinds = [self.owner.answer(events)["event"]["kind"] for _ in range(head["count"])]
        self.owner.answer(events)
        ask = self.owner.request
        return {
            "sessions": ask("session.list"), "windows": ask("window.list"), "panes": [pane["pane"] for pane in ask("pane.list")["panes"]],
            "principals": [entry["principal"] for entry in ask("principal.list")["principals"]],
            "children": sorted(self.daemon.children()), "descriptors": self.daemon.descriptors(), "events": kinds,
        }

    def started(self, surface, params, verb="window.create"):
        """Starts it, gives (pid, pane) to the test, and closes the pane at the end."""
        target = {"session": self.session} if verb == "window.create" else {"pane": self.source, "axis": "cols"}
        kind, result = surface.call(verb, {**target, **params})
        self.assertEqual("ok", kind, result)
        self.addCleanup(self.owner.call, "pane.close", {"pane": result["pane"], "grace_ms": 0})
        return result["pid"], result["pane"]

    def refused(self, surface, params, code, data, verbs=("window.create", "pane.split")):
        """Both verbs refuse it alike, with no side effects."""
        if not surface.carries(params):
            return
        for verb in verbs:
            target = {"session": self.session} if verb == "window.create" else {"pane": self.source, "axis": "rows"}
            before = self.snapshot()
            kind, error = surface.call(verb, {**target, **params})
            self.assertEqual("error", kind, error)
            self.assertEqual((code, data), (error["code"], error["data"]))
            self.assertEqual(before, self.snapshot())

    def folder(self, name):
        path = os.path.join(self.root, name + "-" + secrets.token_hex(4))
        os.mkdir(path)
        return path

    # The cases.

    def test_01_base(self):
        def ask(surface):
            for verb in ("window.create", "pane.split"):
                pid, pane = self.started(surface, {"argv": SLEEP}, verb)
                child = environment_of(pid)
                self.assertEqual(self.daemon.folder, directory_of(pid))
                self.assertEqual(b"1", child[b"BASE"])
                self.assertEqual(pane.encode(), child[b"VENOMX_PANE"])
                self.assertEqual(self.daemon.socket.encode(), child[b"VENOMX_SOCKET"])
                listed = next(entry for entry in self.owner.request("pane.list")["panes"] if entry["pane"] == pane)
                self.assertEqual(listed["principal"].encode(), child[b"VENOMX_PRINCIPAL"])
                self.assertRegex(child[b"VENOMX_TOKEN"].decode(), r"^vnt1\.venomx\." + listed["principal"] + r"\.[A-Za-z0-9_-]{43}$")
                self.assertEqual(b"xterm-256color", child[b"TERM"])

        self.each(1, ask)

    def test_02_stripped(self):
        def ask(surface):
            pid, _ = self.started(surface, {"argv": SLEEP})
            child = environment_of(pid)
            for name in (b"X_TOKEN", b"VENOM_PRINCIPAL", b"VENOMX_DEBUG", b"FOO"):
                self.assertNotIn(name, child)
            self.assertNotEqual(b"@owner", child[b"VENOMX_TOKEN"])
            kind, report = surface.call("doctor", {})
            self.assertEqual("ok", kind)
            check = next(check for check in report["checks"] if check["name"] == "spawn.base_env")
            self.assertEqual({"token_name": 2, "principal_name": 1, "venomx_name": 1, "token_value": 1}, check["detail"]["stripped"])
            self.assertNotIn("X_TOKEN", repr(report))
            self.assertNotIn("canary-x", repr(report))

        self.each(2, ask)

    def test_03_symlinked_directory(self):
        def ask(surface):
            real = self.folder("real")
            link = real + "-link"
            os.symlink(real, link)
            for given in (real, link):
                pid, _ = self.started(surface, {"argv": SLEEP, "cwd": given})
                self.assertEqual(real, directory_of(pid))
                self.assertEqual(real.encode(), environment_of(pid)[b"PWD"])

        self.each(3, ask)

    def test_04_pwd_is_the_callers_choice(self):
        def ask(surface):
            folder = self.folder("pwd")
            pid, _ = self.started(surface, {"argv": SLEEP, "cwd": folder, "env": [{"name": "PWD", "value": "/elsewhere"}]})
            self.assertEqual((folder, b"/elsewhere"), (directory_of(pid), environment_of(pid)[b"PWD"]))
            pid, _ = self.started(surface, {"argv": SLEEP, "cwd": folder, "env_unset": ["PWD"]})
            self.assertNotIn(b"PWD", environment_of(pid))

        self.each(4, ask)

    def test_05_set_and_unset(self):
        def ask(surface):
            canary = secrets.token_hex(8)
            pid, _ = self.started(surface, {
                "argv": SLEEP, "env": [{"name": "BASE", "value": "2"}, {"name": "NEW", "value": canary}], "env_unset": ["LANG", "ABSENT"]})
            child = environment_of(pid)
            self.assertEqual((b"2", canary.encode()), (child[b"BASE"], child[b"NEW"]))
            self.assertNotIn(b"LANG", child)

        self.each(5, ask)

    def test_06_directory_syntax(self):
        def ask(surface):
            for given, reason in ((".", "relative"), ("", "relative"), ("/" + "x" * 4095, "size"), ("/a\0b", "nul")):
                self.refused(surface, {"argv": SLEEP, "cwd": given}, "invalid_params.cwd", {"param": "cwd", "reason": reason})

        self.each(6, ask)

    def test_07_directory_resolution(self):
        def ask(surface):
            folder = self.folder("shut")
            regular = script(os.path.join(folder, "file"), "")
            self.refused(surface, {"argv": SLEEP, "cwd": folder + "/missing"}, "not_found.cwd", {})
            self.refused(surface, {"argv": SLEEP, "cwd": regular}, "not_found.cwd", {})
            self.refused(surface, {"argv": SLEEP, "cwd": regular + "/below"}, "not_found.cwd", {})
            loop = os.path.join(folder, "loop")
            os.symlink(loop, loop)
            self.refused(surface, {"argv": SLEEP, "cwd": loop}, "unavailable.cwd", {"reason": "other"})
            if os.geteuid() != 0:  # to root every directory is open
                os.chmod(folder, 0)
                try:
                    self.refused(surface, {"argv": SLEEP, "cwd": folder + "/inside"}, "unavailable.cwd", {"reason": "permission"})
                finally:
                    os.chmod(folder, 0o700)

        self.each(7, ask)

    def test_09_final_path(self):
        def ask(surface):
            folder = self.folder("bin")
            script(os.path.join(folder, "tool"), "#!/bin/sh\nexec /bin/sleep 1009\n")
            pid, _ = self.started(surface, {"argv": ["tool"], "env": [{"name": "PATH", "value": folder}]})
            wait_until(lambda: arguments_of(pid) == [b"/bin/sleep", b"1009"], "the tool of the child's PATH runs")

        self.each(9, ask)

    def test_10_empty_and_relative_entries(self):
        def ask(surface):
            folder = self.folder("cwd")
            script(os.path.join(folder, "tool"), "#!/bin/sh\nexec /bin/sleep 1010\n")
            path = [{"name": "PATH", "value": ":.:relative:"}]
            self.refused(surface, {"argv": ["tool"], "cwd": folder, "env": path}, "unavailable.spawn", {"reason": "not_found"})
            pid, _ = self.started(surface, {"argv": ["./tool"], "cwd": folder, "env": path})
            wait_until(lambda: arguments_of(pid) == [b"/bin/sleep", b"1010"], "./tool runs")

        self.each(10, ask)

    def test_11_no_path(self):
        def ask(surface):
            pid, _ = self.started(surface, {"argv": ["sleep", "1011"], "env_unset": ["PATH"]})
            self.assertEqual([b"sleep", b"1011"], arguments_of(pid))
            self.assertNotIn(b"PATH", environment_of(pid))

        self.each(11, ask)

    def test_12_candidates(self):
        def ask(surface):
            first, second = self.folder("first"), self.folder("second")
            script(os.path.join(first, "tool"), "#!/bin/sh\n", 0o644)
            path = [{"name": "PATH", "value": first}]
            self.refused(surface, {"argv": ["tool"], "env": path}, "unavailable.spawn", {"reason": "permission"})
            script(os.path.join(second, "tool"), "#!/bin/sh\nexec /bin/sleep 1012\n")
            pid, _ = self.started(surface, {"argv": ["tool"], "env": [{"name": "PATH", "value": f"{first}:{second}"}]})
            wait_until(lambda: arguments_of(pid) == [b"/bin/sleep", b"1012"], "the later candidate runs")
            script(os.path.join(first, "plain"), "exec /bin/sleep 1012\n")
            self.refused(surface, {"argv": ["plain"], "env": path}, "unavailable.spawn", {"reason": "exec_format"})
            self.refused(surface, {"argv": ["missing"], "env": path}, "unavailable.spawn", {"reason": "not_found"})

        self.each(12, ask)

    def test_13_environment_rules(self):
        def one(name, value="v"):
            return {"env": [{"name": name, "value": value}]}

        many = [{"name": f"N{number}", "value": ""} for number in range(257)]
        total = [{"name": f"N{number}", "value": "v" * 65520} for number in range(4)] + [{"name": "LAST", "value": "v" * 35}]
        total[-1]["value"] = "v" * (262145 - sum(len(e["name"]) + len(e["value"]) + 2 for e in total[:-1]) - len("LAST") - 2)
        self.assertEqual(262145, sum(len(e["name"]) + len(e["value"]) + 2 for e in total))
        table = [
            (one("1X"), "env.0.name", "syntax"), (one("A-B"), "env.0.name", "syntax"), (one("N" * 256), "env.0.name", "syntax"),
            (one("A", "v" * 65537), "env.0.value", "size"), (one("A\0B"), "env.0.name", "nul"), (one("A", "a\0b"), "env.0.value", "nul"),
            ({"env": many}, "env", "count"), ({"env_unset": [entry["name"] for entry in many]}, "env_unset", "count"), ({"env": total}, "env", "size"),
            ({"env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]}, "env.1.name", "duplicate"),
            ({"env": [{"name": "A", "value": "1"}], "env_unset": ["A"]}, "env_unset.0", "duplicate"),
        ]

        def ask(surface):
            for params, param, reason in table:
                self.refused(surface, {"argv": SLEEP, **params}, "invalid_params.env", {"param": param, "reason": reason}, ("window.create",))
            self.refused(surface, {"argv": SLEEP, **one("1X")}, "invalid_params.env", {"param": "env.0.name", "reason": "syntax"}, ("pane.split",))

        self.each(13, ask)

    def test_14_reserved(self):
        def ask(surface):
            for name in ("VENOMX_TOKEN", "VENOMX_SOCKET", "VENOMX_ANYTHING"):
                self.refused(surface, {"argv": SLEEP, "env": [{"name": name, "value": "x"}]}, "invalid_params.env",
                             {"param": "env.0.name", "reason": "reserved"})
                self.refused(surface, {"argv": SLEEP, "env_unset": [name]}, "invalid_params.env", {"param": "env_unset.0", "reason": "reserved"})

        self.each(14, ask)

    def test_15_venomx_tokens(self):
        def ask(surface):
            pid, _ = self.started(surface, {"argv": SLEEP})
            token = environment_of(pid)[b"VENOMX_TOKEN"].decode()
            for name, reason, param in (("VENOMX_TOKEN", "reserved", "env.0.name"), ("OTHER", "credential", "env.0.value")):
                self.refused(surface, {"argv": SLEEP, "env": [{"name": name, "value": token}]}, "invalid_params.env",
                             {"param": param, "reason": reason}, ("window.create",))

        self.each(15, ask)

    def test_16_owner_credentials(self):
        def ask(surface):
            for name, value in (("VENOM_TOKEN", "@owner"), ("VENOM_TOKEN", venom_token(principal="owner")),
                                ("NOTE", "prefix " + venom_token("venom-mem", "owner"))):
                self.refused(surface, {"argv": SLEEP, "env": [{"name": name, "value": value}]}, "invalid_params.env",
                             {"param": "env.0.value", "reason": "owner_credential"})

        self.each(16, ask)

    def test_17_another_tools_token(self):
        def ask(surface):
            token, canary = venom_token(), secrets.token_hex(12)
            pid, _ = self.started(surface, {"argv": SLEEP, "env": [
                {"name": "VENOM_TOKEN", "value": token}, {"name": "VENOM_PRINCIPAL", "value": "g7"}, {"name": "GITHUB_TOKEN", "value": canary}]})
            child = environment_of(pid)
            self.assertEqual((token.encode(), b"g7", canary.encode()), (child[b"VENOM_TOKEN"], child[b"VENOM_PRINCIPAL"], child[b"GITHUB_TOKEN"]))

        self.each(17, ask)

    def test_18_misplaced_tokens(self):
        def ask(surface):
            for name, value in (("VENOM_MEM_TOKEN", venom_token()), ("VENOM_TOKEN", venom_token() + " trailing")):
                self.refused(surface, {"argv": SLEEP, "env": [{"name": name, "value": value}]}, "invalid_params.env",
                             {"param": "env.0.value", "reason": "credential"})

        self.each(18, ask)

    def test_19_denied_before_anything_else(self):
        _, plain_token = self.principal([])
        _, spawner_token = self.principal([{"right": "spawn", "scope": "self"}])
        row = self.outcomes.setdefault(19, {})
        bad = {"env": [{"name": "1X", "value": ""}], "cwd": "/missing", "argv": SLEEP}
        for kind in ALL:
            row[kind.name] = "FAIL"
            with self.subTest(surface=kind.name):
                for token in (plain_token, spawner_token):
                    surface = kind(self.daemon, token=token)
                    try:
                        answers = [surface.call("pane.split", {"pane": pane, "axis": "cols", **bad}) for pane in (self.source, "p9999")]
                        answers += [surface.call("window.create", {"session": session, **bad}) for session in (self.session, "s99", "no-name")]
                    finally:
                        surface.close()
                    for answer in answers:
                        self.assertEqual(("error", "denied.spawn", {"right": "spawn"}), (answer[0], answer[1]["code"], answer[1]["data"]))
                row[kind.name] = "ok"

    def principal(self, grants):
        """A pane principal with just these grants: (pane, token)."""
        made = self.owner.request("window.create", {"session": self.session, "argv": SLEEP, "grants": grants})
        self.addCleanup(self.owner.call, "pane.close", {"pane": made["pane"], "grace_ms": 0})
        return made["pane"], environment_of(made["pid"])[b"VENOMX_TOKEN"].decode()

    def test_20_delegation_before_syntax(self):
        _, token = self.principal([{"right": "spawn", "scope": f"session:{self.session}"}])
        row = self.outcomes.setdefault(20, {})
        for kind in ALL:
            row[kind.name] = "FAIL"
            with self.subTest(surface=kind.name):
                surface = kind(self.daemon, token=token)
                try:
                    params = {"session": self.session, "argv": SLEEP, "env": [{"name": "1X", "value": ""}],
                              "grants": [{"right": "read", "scope": "self"}, {"right": "admin", "scope": "*"}]}
                    kind_of, error = surface.call("window.create", params)
                finally:
                    surface.close()
                self.assertEqual(("error", "denied.delegation", {"index": 1}), (kind_of, error["code"], error["data"]))
                row[kind.name] = "ok"

    def test_21_exited_source(self):
        def ask(surface):
            _, pane = self.started(surface, {"argv": ["/bin/true"]})
            wait_until(lambda: self.owner.request("pane.list") and next(
                entry for entry in self.owner.request("pane.list")["panes"] if entry["pane"] == pane)["state"] == "exited", "the pane exits")
            kind, error = surface.call("pane.split", {"pane": pane, "axis": "cols", "cwd": self.root, "argv": SLEEP})
            self.assertEqual(("error", "conflict.pane_exited"), (kind, error["code"]))

        self.each(21, ask)

    def test_26_socket_of_this_daemon(self):
        def ask(surface):
            output = os.path.join(self.folder("whoami"), "out")
            from venomx_testing import VENOMX
            argv = ["/bin/sh", "-c", '"$1" whoami --json > "$2.tmp"; mv "$2.tmp" "$2"; exec sleep 1000', "probe", VENOMX, output]
            pid, pane = self.started(surface, {"argv": argv})
            wait_until(lambda: os.path.exists(output), "the child has asked who it is")
            import json
            with open(output, encoding="utf-8") as file:
                answer = json.load(file)
            listed = next(entry for entry in self.owner.request("pane.list")["panes"] if entry["pane"] == pane)
            self.assertEqual((listed["principal"], pane), (answer["principal"], answer["pane"]))
            self.assertEqual(self.daemon.socket.encode(), environment_of(pid)[b"VENOMX_SOCKET"])

        self.each(26, ask)

    def test_27_program(self):
        def ask(surface):
            folder = self.folder("program")
            os.symlink("/bin/sleep", os.path.join(folder, "tool"))
            for verb in ("window.create", "pane.split"):
                for params in ({"program": os.path.join(folder, "tool")}, {"program": "tool", "env": [{"name": "PATH", "value": folder}]}):
                    pid, _ = self.started(surface, {"argv": ["-tool", "1027"], **params}, verb)
                    self.assertEqual([b"-tool", b"1027"], arguments_of(pid))

        self.each(27, ask)

    def test_28_program_search(self):
        def ask(surface):
            folder = self.folder("here")
            os.symlink("/bin/sleep", os.path.join(folder, "tool"))
            path = [{"name": "PATH", "value": ":.:relative"}]
            pid, _ = self.started(surface, {"program": "./tool", "argv": ["-tool", "1028"], "cwd": folder})
            self.assertEqual([b"-tool", b"1028"], arguments_of(pid))
            gone = ("unavailable.spawn", {"reason": "not_found"})
            self.refused(surface, {"program": "tool", "argv": ["-tool"], "cwd": folder, "env": path}, *gone)
            self.refused(surface, {"program": "missing", "argv": ["-tool"]}, *gone)
            self.refused(surface, {"argv": ["-tool"]}, *gone)

        self.each(28, ask)

    def test_29_program_syntax(self):
        def ask(surface):
            table = [
                ({"program": "", "argv": ["x"]}, "program", "empty"), ({"program": "a\0b", "argv": ["x"]}, "program", "nul"),
                ({"program": "/bin/sleep", "argv": []}, "argv", "empty"), ({"argv": [""]}, "argv", "empty"), ({"argv": ["a", "b\0"]}, "argv", "nul"),
                ({"program": "/bin/sleep"}, "argv", "empty"),
            ]
            for params, param, reason in table:
                self.refused(surface, params, "invalid_params.argv", {"param": param, "reason": reason})

        self.each(29, ask)


class SmallStack(unittest.TestCase):
    """Case 23: more than the system takes, though each part is within the rules."""

    def test_23_too_large(self):
        import resource

        def small_stack():
            resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, resource.RLIM_INFINITY))

        with Daemon(preexec=small_stack) as daemon, daemon.wire() as owner:
            session = owner.request("session.create")["session"]
            params = {"session": session, "argv": ["/bin/sleep", "x" * 60000, "y" * 60000],
                      "env": [{"name": f"N{number}", "value": "v" * 60000} for number in range(4)]}
            before = (owner.request("pane.list"), owner.request("window.list"), daemon.children(), daemon.descriptors())
            row = Matrix.outcomes.setdefault(23, {})
            for kind in ALL:
                row[kind.name] = "FAIL"
                surface = kind(daemon)
                try:
                    outcome, error = surface.call("window.create", params)
                finally:
                    surface.close()
                self.assertEqual(("error", "unavailable.spawn", {"reason": "too_large"}), (outcome, error["code"], error["data"]))
                row[kind.name] = "ok"
            wait_until(lambda: before == (owner.request("pane.list"), owner.request("window.list"), daemon.children(), daemon.descriptors()),
                       "nothing is left")


def load_tests(loader, _tests, _pattern):
    """Case 23 first, so that its row is in the table that the matrix prints at its end."""
    return unittest.TestSuite([loader.loadTestsFromTestCase(SmallStack), loader.loadTestsFromTestCase(Matrix)])


if __name__ == "__main__":
    unittest.main()
