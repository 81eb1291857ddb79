"""`venomx pane run`: a program in a pane of its own, from its start to the pane's end, in one call."""

import json
import signal
import subprocess
import unittest

from venomx_testing import DEADLINE, VENOMX, Daemon, wait_until

RUN = ("pane", "run", "--session", "work")


class PaneRun(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.addClassCleanup(cls.daemon.stop)
        cls.wire = cls.daemon.wire()
        cls.addClassCleanup(cls.wire.close)
        cls.wire.request("session.create", {"name": "work"})

    def tearDown(self):
        self.assertEqual([], self.wire.request("pane.list")["panes"])

    def run_shell(self, script, *flags):
        return self.daemon.cli(*RUN, *flags, "--", "/bin/sh", "-c", script)

    def test_output_and_status_are_the_programs(self):
        wide = "x" * 300
        done = self.run_shell(f"seq 1 500; echo {wide}; pwd; echo; echo \"$GREETING\"; exit 3", "--cwd", "/", "--env", "GREETING=hi there")
        self.assertEqual((3, ""), (done.returncode, done.stderr))
        self.assertEqual([*map(str, range(1, 501)), wide, "/", "", "hi there"], done.stdout.splitlines())
        silent = self.run_shell("exit 0")
        self.assertEqual((0, "", ""), (silent.returncode, silent.stdout, silent.stderr))

    def test_a_signal_is_told_as_shells_do(self):
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGRTMIN + 2):
            self.assertEqual(128 + number, self.run_shell(f"kill -{int(number)} $$").returncode)

    def test_json(self):
        done = self.run_shell("echo one; exit 4", "--json")
        answer = json.loads(done.stdout)
        self.assertEqual({"pane", "status", "text", "scrollback"}, set(answer))
        self.assertEqual((4, {"code": 4}, "one\n", 0), (done.returncode, answer["status"], answer["text"], answer["scrollback"]))
        long = json.loads(self.run_shell("seq 1 100", "--json", "--rows", "10").stdout)
        self.assertEqual((91, "1\n"), (long["scrollback"], long["text"][:2]))
        mine = json.loads(self.run_shell("echo error >&2; exit 3", "--json").stdout)
        none = json.loads(self.daemon.cli("pane", "run", "--session", "none", "--json", "--", "/bin/true", check=3).stdout)
        self.assertEqual(({"code": 3}, {"error"}), (mine["status"], set(none)))

    def test_a_text_whose_beginning_has_gone(self):
        with Daemon(settings={"pane.scrollback": 50}) as daemon:
            daemon.json("session", "create", "--name", "work")
            answer = json.loads(daemon.cli(*RUN, "--rows", "10", "--json", "--", "/usr/bin/seq", "1", "100", check=0).stdout)
            self.assertEqual((50, [*map(str, range(42, 101))]), (answer["scrollback"], answer["text"].splitlines()))

    def test_the_words_are_passed_as_they_are(self):
        words = ["--json", "--help", "-h", "", "$HOME", "*", "a b", "--", "--socket"]
        done = self.daemon.cli(*RUN, "--", "/usr/bin/printf", "[%s]\\n", *words, check=0)
        self.assertEqual([f"[{word}]" for word in words], done.stdout.splitlines())

    def test_what_goes_wrong_before_is_its_error(self):
        for words, status, said in ((RUN, 3, "not_found.cwd"), (("pane", "run"), 2, "invalid_params.schema"),
                                    (("pane", "run", "--session", "none"), 3, "not_found.session")):
            done = self.daemon.cli(*words, "--cwd", "/dev/null/none", "--", "/bin/true", check=status)
            self.assertEqual(("", True), (done.stdout, f"({said})" in done.stderr))
        self.daemon.cli(*RUN, "--", "/bin/true", owner=False, check=4)
        for words, said in (((), "no program to run: give it after -- (invalid_params.usage)\n  see: venomx pane run --help\n"),
                            (("--",), "(invalid_params.argv)"),
                            (("--cwdd", "/", "--", "/bin/true"), "unknown flag --cwdd for pane run; did you mean --cwd? (invalid_params.usage)\n"
                                                                 "  see: venomx pane run --help\n"),
                            (("ls",), "as in: venomx pane run [--flag value ...] -- argv ...\n")):
            self.assertIn(said, self.daemon.cli(*RUN, *words, check=2).stderr)
        self.assertIn("\n  --session is required\n", self.daemon.cli("pane", "run", "--", "/bin/true", check=2).stderr)

    def test_nothing_of_it_stays(self):
        self.assertEqual("up\n", self.run_shell("setsid sleep 1000 </dev/null >/dev/null 2>&1 & echo up").stdout)
        wait_until(lambda: self.daemon.children() == [], "all that the program started has ended")

    def test_an_interrupt_closes_the_pane(self):
        environment = {**self.daemon.environment, "VENOMX_SOCKET": self.daemon.socket, "VENOMX_TOKEN": "@owner"}
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            command = [VENOMX, *RUN, "--", "/bin/sleep", "1000"]
            with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asker:
                wait_until(lambda: self.wire.request("pane.list")["panes"], "the program runs")
                asker.send_signal(number)
                self.assertEqual((b"", b""), asker.communicate(timeout=DEADLINE))
            self.assertEqual(128 + number, asker.returncode)
            self.assertEqual([], self.wire.request("pane.list")["panes"])


if __name__ == "__main__":
    unittest.main()
