"""Cases of the environment: 1, 2, 5, 13 to 18, and 26."""

import hashlib
import json
import os
import secrets
import socket
import sys
import threading

from room import SLEEP, Room, venom_token
from surfaces import directory_of, environment_of
from venomx_testing import DEADLINE, VENOMX, wait_until


# What a child does to learn who it is to another tool's daemon.
ASK_STAND_IN = """
import os, socket, sys, time
with socket.socket(socket.AF_UNIX) as peer:
    peer.connect(sys.argv[1])
    peer.sendall(os.environ["VENOM_TOKEN"].encode() + b"\\n")
    answer = peer.makefile("rb").readline()
with open(sys.argv[2] + ".tmp", "wb") as file:
    file.write(answer)
os.rename(sys.argv[2] + ".tmp", sys.argv[2])
time.sleep(1000)
"""


class StandIn:
    """Another tool's daemon: it knows its principals by the digests of their tokens, and caps what they may do by a floor."""

    GRANTED, FLOOR = ["read", "write"], ["read"]

    def __init__(self, folder, tokens):
        self.path = os.path.join(folder, "socket")
        self.principals = {hashlib.sha256(token.encode()).hexdigest(): principal for token, principal in tokens.items()}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self.listener.settimeout(DEADLINE)
        self.thread = threading.Thread(target=self.answer_one)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.thread.join()
        self.listener.close()

    def answer_one(self):
        peer, _ = self.listener.accept()
        with peer, peer.makefile("rwb") as lines:
            principal = self.principals.get(hashlib.sha256(lines.readline().strip()).hexdigest(), "unknown")
            grants = [right for right in self.GRANTED if right in self.FLOOR]
            lines.write(json.dumps({"principal": principal, "grants": grants}).encode() + b"\n")


class EnvironmentCases(Room):
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

    def test_05_set_and_unset(self):
        def ask(surface):
            canary = secrets.token_hex(8)
            pid, _ = self.started(surface, {
                "argv": SLEEP, "env": [{"name": "BASE", "value": "2"}, {"name": "NEW", "value": canary}], "env_unset": ["LANG", "ABSENT"]})
            child = environment_of(pid)
            self.assertEqual((b"2", canary.encode()), (child[b"BASE"], child[b"NEW"]))
            self.assertNotIn(b"LANG", child)

        self.each(5, ask)

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
            ({"env": many}, "env", "count"), ({"env_unset": [entry["name"] for entry in many]}, "env_unset", "count"),
            ({"env": total}, "env", "size"),
            ({"env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]}, "env.1.name", "duplicate"),
            ({"env": [{"name": "A", "value": "1"}], "env_unset": ["A"]}, "env_unset.0", "duplicate"),
        ]

        def ask(surface):
            for params, param, reason in table:
                self.refused(surface, {"argv": SLEEP, **params}, "invalid_params.env", {"param": param, "reason": reason})

        self.each(13, ask)

    def test_14_reserved(self):
        def ask(surface):
            for name in ("VENOMX_TOKEN", "VENOMX_SOCKET", "VENOMX_ANYTHING"):
                self.refused(surface, {"argv": SLEEP, "env": [{"name": name, "value": "x"}]}, "invalid_params.env",
                             {"param": "env.0.name", "reason": "reserved"})
                self.refused(surface, {"argv": SLEEP, "env_unset": [name]}, "invalid_params.env",
                             {"param": "env_unset.0", "reason": "reserved"})

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
            token, canary, answer = venom_token(), secrets.token_hex(12), os.path.join(self.folder("stand-in"), "answer")
            with StandIn(self.folder("venom"), {token: "g7"}) as venom:
                asked = {"VENOM_TOKEN": token, "VENOM_PRINCIPAL": "g7", "GITHUB_TOKEN": canary}
                env = [{"name": name, "value": value} for name, value in asked.items()]
                pid, _ = self.started(surface, {"argv": [sys.executable, "-c", ASK_STAND_IN, venom.path, answer], "env": env})
                child = environment_of(pid)
                self.assertEqual(asked, {name: child[name.encode()].decode() for name in asked})
                wait_until(lambda: os.path.exists(answer), "the child knows who it is to the other daemon")
            with open(answer, encoding="utf-8") as file:
                self.assertEqual({"principal": "g7", "grants": ["read"]}, json.load(file))

        self.each(17, ask)

    def test_18_misplaced_tokens(self):
        def ask(surface):
            for name, value in (("VENOM_MEM_TOKEN", venom_token()), ("VENOM_TOKEN", venom_token() + " trailing")):
                self.refused(surface, {"argv": SLEEP, "env": [{"name": name, "value": value}]}, "invalid_params.env",
                             {"param": "env.0.value", "reason": "credential"})

        self.each(18, ask)

    def test_26_socket_of_this_daemon(self):
        def ask(surface):
            output = os.path.join(self.folder("whoami"), "out")
            argv = ["/bin/sh", "-c", '"$1" whoami --json > "$2.tmp"; mv "$2.tmp" "$2"; exec sleep 1000', "probe", VENOMX, output]
            pid, pane = self.started(surface, {"argv": argv})
            wait_until(lambda: os.path.exists(output), "the child has asked who it is")
            with open(output, encoding="utf-8") as file:
                answer = json.load(file)
            listed = next(entry for entry in self.owner.request("pane.list")["panes"] if entry["pane"] == pane)
            self.assertEqual((listed["principal"], pane), (answer["principal"], answer["pane"]))
            self.assertEqual(self.daemon.socket.encode(), environment_of(pid)[b"VENOMX_SOCKET"])

        self.each(26, ask)
