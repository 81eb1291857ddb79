"""Cases of finding and executing the program: 9 to 12, 23, and 27 to 29."""

import os
import resource
import unittest

from room import SLEEP, TABLE, Room, script
from surfaces import ALL, arguments_of, environment_of
from venomx_testing import Daemon, wait_until


def small_stack():
    """What the system takes for arguments and environment is a quarter of this."""
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, resource.RLIM_INFINITY))


class SearchCases(Room):
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
                ({"program": "/bin/sleep", "argv": []}, "argv", "empty"), ({"argv": [""]}, "argv", "empty"),
                ({"argv": ["a", "b\0"]}, "argv", "nul"),
                ({"program": "/bin/sleep"}, "argv", "empty"),
            ]
            for params, param, reason in table:
                self.refused(surface, params, "invalid_params.argv", {"param": param, "reason": reason})

        self.each(29, ask)


class SmallStack(unittest.TestCase):
    """Case 23: more than the system takes, though each part is within the rules."""

    def test_23_too_large(self):
        with Daemon(preexec=small_stack) as daemon, daemon.wire() as owner:
            session = owner.request("session.create")["session"]
            params = {"session": session, "argv": ["/bin/sleep", "x" * 60000, "y" * 60000],
                      "env": [{"name": f"N{number}", "value": "v" * 60000} for number in range(4)]}
            state = lambda: (owner.request("pane.list"), owner.request("window.list"), daemon.children(), daemon.descriptors())
            before = state()
            row = TABLE.rows.setdefault(23, {})
            for kind in ALL:
                row[kind.name] = "FAIL"
                surface = kind(daemon)
                try:
                    outcome, error = surface.call("window.create", params)
                finally:
                    surface.close()
                self.assertEqual(("error", "unavailable.spawn", {"reason": "too_large"}), (outcome, error["code"], error["data"]))
                row[kind.name] = "ok"
            wait_until(lambda: before == state(), "nothing is left")
