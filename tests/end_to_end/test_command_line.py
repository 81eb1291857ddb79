"""The command line against a real daemon: exit statuses, error texts, habits, help."""

import json
import unittest

from venomx_testing import VENOMX, Daemon


class CommandLine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.addClassCleanup(cls.daemon.stop)
        cls.daemon.json("session", "create", "--name", "build")
        cls.daemon.json("window", "create", "--session", "build", "--", "/bin/cat")

    def test_the_errors_that_the_contract_shows(self):
        split = ["pane", "split", "--pane", "p0", "--axis", "cols"]
        table = [
            ([*split, "--cwd", ".", "--argv", '["/bin/sh"]'], 2,
             {"code": "invalid_params.cwd", "message": "cwd must be an absolute path", "data": {"param": "cwd", "reason": "relative"}}),
            ([*split, "--cwd", "/nonexistent/dir", "--argv", '["/bin/sh"]'], 3,
             {"code": "not_found.cwd", "message": "working directory not found", "data": {}}),
            ([*split, "--env", '[{"name":"PATH","value":"/opt/empty"}]', "--argv", '["sh"]'], 6,
             {"code": "unavailable.spawn", "message": "executable not found", "data": {"reason": "not_found"}}),
            ([*split, "--env", '[{"name":"VENOMX_TOKEN","value":"x"}]', "--argv", '["/bin/sh"]'], 2,
             {"code": "invalid_params.env", "message": "reserved environment variable", "data": {"param": "env.0.name", "reason": "reserved"}}),
            (["pane", "capture", "--pane", "p999"], 3, {"code": "not_found.pane", "message": "no such pane", "data": {}}),
        ]
        before = self.daemon.json("pane", "list")
        for words, status, error in table:
            with self.subTest(words=words):
                done = self.daemon.cli(*words, "--json", check=status)
                self.assertEqual({"error": error}, json.loads(done.stdout))
                done = self.daemon.cli(*words, check=status)
                self.assertEqual(f"venomx: {error['message']} ({error['code']})", done.stderr.splitlines()[0])
                self.assertEqual("", done.stdout)
        self.assertEqual(before, self.daemon.json("pane", "list"))

    def test_unknown_may_read_but_nothing_else(self):
        self.daemon.cli("pane", "list", owner=False, check=0)
        done = self.daemon.cli("session", "create", "--json", owner=False, check=4)
        self.assertEqual({"error": {"code": "denied.spawn", "message": "permission denied", "data": {"right": "spawn"}}}, json.loads(done.stdout))
        missing = self.daemon.cli("window", "create", "--session", "s99", "--json", owner=False, check=4)
        present = self.daemon.cli("window", "create", "--session", "s0", "--json", owner=False, check=4)
        self.assertEqual(present.stdout, missing.stdout)

    def test_habits(self):
        made = self.daemon.json("window", "create", "--session=build", "--env", "GREETING=hello you", "--env", "B=2", "--env-unset", "HOME",
                                "--env-unset", "LANG", "--", "/bin/sh", "-c", 'echo "$GREETING $B ${HOME-no home}"; exec cat')
        with self.daemon.wire() as wire:
            self.daemon.screen_holds(wire, made["pane"], "hello you 2 no home")
            self.daemon.cli("pane", "send", "--pane", made["pane"], "--text", "-", stdin=b"from a pipe\n", check=0)
            self.daemon.screen_holds(wire, made["pane"], "from a pipe\nfrom a pipe")
        self.daemon.cli("pane", "close", "--pane", made["pane"], "--grace-ms", "0", check=0)

    def test_wrong_usage_is_two_and_names_the_cure(self):
        for words, hint in [
            (["pane", "splt"], "split"),
            (["pan", "list"], "pane"),
            (["pane", "capture", "--pan", "p0"], "--pane"),
            (["window", "create", "--session", "s0", "--env", "NAME"], "NAME"),
            (["whoami", "--token", "vnt1.venomx.owner." + "A" * 43], "token"),
            (["pane", "capture"], "pane"),
        ]:
            with self.subTest(words=words):
                done = self.daemon.cli(*words, check=2)
                self.assertIn(hint, done.stderr)
                self.assertNotIn("AAAA", done.stderr)
                self.assertEqual("", done.stdout)

    def test_a_command_line_where_a_program_is_wanted(self):
        advice = ("venomx: executable not found (unavailable.spawn)\n  there is no shell in between: give the words one by one after --, "
                  "or start one, as in: -- sh -c 'COMMAND LINE'\n")
        for words in (["window", "create"], ["pane", "run"]):
            with self.subTest(words):
                words = [*words, "--session", "build"]
                self.assertEqual(advice, self.daemon.cli(*words, "--", "ls -l secret", check=6).stderr)
                self.assertNotIn("shell", self.daemon.cli(*words, "--json", "--", "ls -l", check=6).stdout)
                for plain in (["--", "nothing-of-this-name"], ["--", "no such", "word"], ["--program", "nothing", "--", "a b"]):
                    self.assertEqual("venomx: executable not found (unavailable.spawn)\n  reason=not_found\n",
                                     self.daemon.cli(*words, *plain, check=6).stderr)
        self.assertIn("not_found.cwd", self.daemon.cli("window", "create", "--session", "build", "--cwd", "/none", "--", "a b", check=3).stderr)

    def test_help_at_three_levels(self):
        self.assertIn("pane", self.daemon.cli("--help", check=0).stdout)
        self.assertIn("split", self.daemon.cli("pane", "--help", check=0).stdout)
        text = self.daemon.cli("pane", "split", "--help", check=0).stdout
        for word in ("--pane", "--axis", "--env-unset", "--cwd", "unavailable.spawn"):
            self.assertIn(word, text)
        text = self.daemon.cli("doctor", "--help", check=0).stdout
        self.assertIn("\nIt needs the right read, see its error denied.read.\n", text)
        self.assertIn("\n  denied.read (4) ", text)
        words = self.daemon.cli("pane", "list", "--help", check=0).stdout.split()
        self.assertIn("It needs the right read on the session, if one is given; read on the window, if one is given.", " ".join(words))

    def test_no_daemon(self):
        done = self.daemon.cli("whoami", "--json", owner=False, env={"VENOMX_SOCKET": "/nonexistent/socket"}, check=6)
        self.assertEqual("unavailable.daemon", json.loads(done.stdout)["error"]["code"])
        done = self.daemon.cli("whoami", owner=False, env={"VENOMX_SOCKET": "/nonexistent/socket"}, check=6)
        self.assertIn("venomx serve", done.stderr)

    def test_a_second_daemon_on_the_socket_is_refused(self):
        import subprocess
        done = subprocess.run([VENOMX, "serve", "--socket", self.daemon.socket], capture_output=True, env=self.daemon.environment, check=False)
        self.assertEqual(5, done.returncode)
        self.assertIn("another daemon listens on", done.stderr.decode())
        self.daemon.cli("whoami", check=0)

    def test_doctor_and_plugins(self):
        report = self.daemon.json("doctor")
        checks = {check["name"]: check for check in report["checks"]}
        for name in ("spawn.path", "spawn.base_env", "spawn.cwd", "kernel.plugins"):
            self.assertIn(name, checks)
        self.assertEqual(0, report["counters"]["not_found.cwd"] * 0)
        self.assertEqual({"doctor", "pane", "spawn", "window"}, {plugin["name"] for plugin in report["daemon"]["plugins"]})
        plugins = self.daemon.json("plugin", "list")["plugins"]
        self.assertEqual({"started"}, {plugin["state"] for plugin in plugins})
        self.assertIn("spawn.path", self.daemon.cli("doctor", check=0).stdout)


if __name__ == "__main__":
    unittest.main()
