"""Eleven tasks that an agent gets, each done with what the skill says alone: its commands are in it, and they do the task."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from venomx_testing import DEADLINE, VENOMX, Daemon, wait_until

TASKS = {
    "run": "Run a command that fails, and report its exit status and all that it printed.",
    "place": "Start a program in a directory with one variable set and another removed, with no shell in between.",
    "parallel": "Run two commands at once and report when both have ended.",
    "talk": "Ask a program that waits for input a question, and read its answer.",
    "serve": "Start a server, go on when it says that it is ready, and leave it running.",
    "interrupt": "Interrupt a program that does not end, and say what ended it.",
    "beside": "Run something beside a pane that is there.",
    "find": "Say what runs in a session that somebody else made.",
    "handover": "Let somebody else type into a pane and nothing else, and take that back.",
    "follow": "Tell which panes have ended since you looked last.",
    "tidy": "Close all that you made and nothing else.",
}


class Skill(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.addClassCleanup(cls.daemon.stop)
        cls.folder = tempfile.mkdtemp(prefix="venomx-test-skill-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.skill = cls.daemon.cli("skill", check=0).stdout

    def venomx(self, *words):
        """Runs a command that the skill must name, flags and all; its JSON."""
        at = words.index("--") if "--" in words else len(words)
        command = [word for word in words[:at] if not word.startswith("--")][:2]
        named = "venomx " + " ".join(command if f"venomx {' '.join(command)}" in self.skill else command[:1])
        self.assertIn(named, self.skill)
        for flag in (word for word in words[:at] if word.startswith("--")):
            self.assertIn(flag, self.skill, f"the skill does not tell of {flag}")
        done = subprocess.run([VENOMX, *words[:at], "--json", *words[at:]], capture_output=True, text=True, timeout=DEADLINE, check=False,
                              cwd=self.folder, env={**self.daemon.environment, "VENOMX_SOCKET": self.daemon.socket, "VENOMX_TOKEN": "@owner"})
        self.assertEqual((0, ""), (done.returncode, done.stderr), done.stdout)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return lines if len(lines) != 1 else lines[0]

    def session(self, name):
        return self.venomx("session", "create", "--name", name)["session"]

    def window(self, session, *argv, flags=()):
        return self.venomx("window", "create", "--session", session, *flags, "--", *argv)["pane"]

    def test_the_skill_is_short_and_each_task_is_tested(self):
        self.assertLess(len(self.skill.splitlines()), 300)
        self.assertEqual(11, len(TASKS))
        self.assertEqual({"test_" + name for name in TASKS} - set(dir(self)), set())
        self.assertTrue(re.match(r"---\nname: venomx\ndescription: .+\n---\n", self.skill))

    def test_run(self):
        pane = self.window(self.session("run"), "sh", "-c", "seq 1 60; exit 3")
        self.assertEqual({"code": 3}, self.venomx("pane", "wait", "--pane", pane, "--until", "exit", "--timeout-ms", "20000")["status"])
        text = self.venomx("pane", "capture", "--pane", pane, "--scrollback", "-1", "--join")["text"]
        self.assertEqual([str(number) for number in range(1, 61)], text.split())

    def test_place(self):
        session = self.session("place")
        pane = self.window(session, "sh", "-c", 'pwd; echo "$GREETING ${HOME-none} $0" "$@"', "a  b", "*",
                           flags=("--cwd", self.folder, "--env", "GREETING=hi", "--env-unset", "HOME"))
        self.venomx("pane", "wait", "--pane", pane, "--until", "exit")
        text = self.venomx("pane", "capture", "--pane", pane, "--join")["text"]
        self.assertEqual([self.folder, "hi none a  b *"], text.splitlines()[:2])

    def test_parallel(self):
        session = self.session("parallel")
        panes = [self.window(session, "sh", "-c", f"read line; exit {status}") for status in (4, 5)]
        for pane in panes:
            self.venomx("pane", "send", "--pane", pane, "--text", "go\n")
        self.assertEqual([{"code": 4}, {"code": 5}], [self.venomx("pane", "wait", "--pane", pane, "--until", "exit")["status"] for pane in panes])

    def test_talk(self):
        pane = self.window(self.session("talk"), "sh", "-c", 'while read -r line; do echo "you said [$line]"; done')
        since = self.venomx("pane", "info", "--pane", pane)["bytes_out"]
        self.venomx("pane", "send", "--pane", pane, "--text", "two words\n")
        found = self.venomx("pane", "wait", "--pane", pane, "--until", "match", "--match", r"said \[.*\]", "--since", str(since))
        self.assertEqual(("match", "said [two words]"), (found["reason"], found["match"]))

    def test_serve(self):
        pane = self.window(self.session("serve"), "sh", "-c", "echo starting; echo ready; exec cat")
        self.assertEqual("match", self.venomx("pane", "wait", "--pane", pane, "--until", "match", "--match", "^ready")["reason"])
        self.assertEqual("running", self.venomx("pane", "info", "--pane", pane)["state"])

    def test_interrupt(self):
        pane = self.window(self.session("interrupt"), "sleep", "1000")
        self.venomx("pane", "signal", "--pane", pane, "--signal", "INT")
        self.assertEqual({"signal": "SIGINT", "core": False}, self.venomx("pane", "wait", "--pane", pane, "--until", "exit")["status"])

    def test_beside(self):
        pane = self.window(self.session("beside"), "cat")
        beside = self.venomx("pane", "split", "--pane", pane, "--axis", "cols", "--cwd", self.folder, "--", "cat")
        self.assertEqual({pane, beside["pane"]}, {entry["pane"] for entry in self.venomx("pane", "list", "--window", beside["window"])["panes"]})

    def test_find(self):
        session = self.session("find")
        pane = self.window(session, "cat")
        window = self.venomx("window", "list", "--session", "find")["windows"][0]["window"]
        self.assertIn({"session": session, "name": "find", "windows": [window]},
                      [{key: entry[key] for key in ("session", "name", "windows")} for entry in self.venomx("session", "list")["sessions"]])
        self.assertEqual([(pane, "cat", "running")], [(entry["pane"], entry["argv0"], entry["state"]) for entry in
                                                      self.venomx("pane", "list", "--window", window)["panes"]])

    def test_handover(self):
        pane = self.window(self.session("handover"), "sh", "-c", "stty -echo; read -r line; echo got $line; exec cat")
        other = self.window("handover", "cat")
        grants = json.dumps([{"right": right, "scope": f"pane:{pane}"} for right in ("read", "write")])
        answer = self.venomx("principal", "create", "--grants", grants)
        token = os.path.join(self.folder, "token")
        with open(token, "w", encoding="ascii", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(answer["token"])
        self.venomx("pane", "send", "--pane", pane, "--text", "hello\n", "--token-file", token)
        self.assertEqual("match", self.venomx("pane", "wait", "--pane", pane, "--until", "match", "--match", "got hello", "--token-file", token)["reason"])
        self.daemon.cli("pane", "send", "--pane", other, "--text", "x", "--token-file", token, check=4)
        self.venomx("principal", "revoke", "--principal", answer["principal"])
        done = self.daemon.cli("pane", "info", "--pane", pane, "--token-file", token, check=4)
        self.assertEqual("  the token in the file of --token-file is not one of this daemon, or no longer", done.stderr.splitlines()[1])

    def test_follow(self):
        before = self.venomx("events", "--since", "0", "--no-follow")[-1]["seq"]
        pane = self.window(self.session("follow"), "true")
        self.venomx("pane", "wait", "--pane", pane, "--until", "exit")

        def ended():
            news = self.venomx("events", "--since", str(before + 1), "--no-follow")
            return [event["data"]["pane"] for event in news if event["kind"] == "pane.exited"]

        self.assertIn(pane, wait_until(ended, "the end of the pane is told"))

    def test_tidy(self):
        other = self.window(self.session("tidy-other"), "cat")
        session = self.session("tidy")
        panes = [self.window(session, "cat") for _ in range(2)]
        self.assertEqual(sorted(panes), sorted(self.venomx("session", "close", "--session", session)["panes"]))
        left = [entry["pane"] for entry in self.venomx("pane", "list")["panes"]]
        self.assertIn(other, left)
        self.assertFalse(set(panes) & set(left))


if __name__ == "__main__":
    unittest.main()
