"""The operator's side: docs/operating.md as pasted, strict configuration with its layers, reload, log."""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from venomx_testing import DEADLINE, VENOMX, Daemon, wait_until

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="venomx-test-operating-")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class Document(Folder):
    def test_the_commands_as_pasted(self):
        with open(os.path.join(ROOT, "docs", "operating.md"), encoding="utf-8") as file:
            blocks = BLOCK.findall(file.read())
        self.assertGreater(len(blocks), 4)
        environment = {k: v for k, v in os.environ.items() if not k.startswith("VENOMX_")}
        environment.update(PATH=os.path.dirname(VENOMX) + ":" + os.environ["PATH"], TMPDIR=self.folder, XDG_CACHE_HOME=self.folder,
                           XDG_CONFIG_HOME=self.folder)
        script = "set -e\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n" + "\n".join(blocks)
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=DEADLINE * 3,
                              check=False)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        for text in ("limits.pending", "spawn.path", "window", '"source":"default"'):
            self.assertIn(text, done.stdout)


class Layers(Folder):
    def test_the_later_over_the_earlier(self):
        self.write("xdg/venomx/venomx.properties", "limits.pending = 10\nlimits.waits = 11\nlimits.panes = 12\n")
        named = self.write("named.properties", "# mine\nlimits.waits = 21\nlimits.panes = 22\n")
        with Daemon(env={"XDG_CONFIG_HOME": os.path.join(self.folder, "xdg")}, arguments=["--config", named, "-D", "limits.panes=32"]) as daemon:
            entries = {entry["key"]: entry for entry in daemon.json("config", "list")["settings"]}
        found = {key: (entries[key]["value"], entries[key]["source"]) for key in ("limits.pending", "limits.waits", "limits.panes", "events.ring")}
        user = os.path.join(self.folder, "xdg", "venomx", "venomx.properties")
        self.assertEqual({"limits.pending": ("10", user + ":1"), "limits.waits": ("21", named + ":2"), "limits.panes": ("32", "command line"),
                          "events.ring": ("65536", "default")}, found)

    def test_the_users_file_without_the_variable(self):
        self.write(".config/venomx/venomx.properties", "limits.pending = 10\n")
        with Daemon(env={"XDG_CONFIG_HOME": "", "HOME": self.folder}) as daemon:
            entries = {entry["key"]: entry for entry in daemon.json("config", "list")["settings"]}
        self.assertEqual("10", entries["limits.pending"]["value"])

    def refused(self, *words, env=None):
        done = subprocess.run([VENOMX, "serve", "--socket", os.path.join(self.folder, "s", "v.sock"), *words], capture_output=True, text=True,
                              timeout=DEADLINE, check=False, env={**os.environ, "XDG_CONFIG_HOME": self.folder, **(env or {})})
        self.assertEqual((2, ""), (done.returncode, done.stdout), done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "s", "v.sock")))
        return done.stderr

    def test_mistakes_are_told_with_their_place(self):
        mistakes = {
            "log.level = loud": ("log.level", "debug"),
            "log.levl = debug": ("log.levl", "log.level"),
            "spawn.nothing = 1": ("spawn.nothing", ""),
            "authority.owner_from_panes = perhaps": ("authority.owner_from_panes", ""),
            "authority.unknown_grants = look *": ("authority.unknown_grants", "rights: read, write, spawn, admin"),
            "authority.unknown_grants = read *, read pane:build": ("authority.unknown_grants", "scopes: *, self, session:ID"),
            "plugins.digests = /nowhere/plugins.sha256": ("plugins.digests", "/nowhere/plugins.sha256"),
            "plugins.stop_ms = 0": ("plugins.stop_ms", "1"),
            "plugins.stop_ms = 5s": ("plugins.stop_ms", ""),
            "no key here": ("", ""),
        }
        for line, (key, hint) in mistakes.items():
            with self.subTest(line=line):
                path = self.write("bad.properties", f"# one\nlimits.panes = 5\n{line}\n")
                said = self.refused("--config", path)
                self.assertIn(f"{path}:3", said)
                self.assertIn(key, said)
                self.assertIn(hint, said)
                self.assertEqual(1, said.count("\n"), said)


class Reload(Folder):
    def test_what_follows_at_once_and_what_takes_a_restart(self):
        path = self.write("v.properties", "log.level = notice\n")
        with Daemon(arguments=["--config", path]) as daemon, daemon.wire(token=None) as stranger:
            stranger.request("session.list")
            self.write("v.properties", "log.level = debug\nauthority.unknown_grants =\nlimits.frame = 8192\n")
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: "configuration taken over: authority.unknown_grants, log.level\n" in daemon.log_text(), "it is taken over")
            self.assertIn("this takes a restart: limits.frame", daemon.log_text())
            with daemon.wire(token=None) as later:
                self.assertEqual("denied.read", later.refusal("doctor")["code"])
            entries = {entry["key"]: entry["value"] for entry in daemon.json("config", "list")["settings"]}
            self.assertEqual(("debug", "", "1048576"),
                             (entries["log.level"], entries["authority.unknown_grants"], entries["limits.frame"]))
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: "configuration taken over: nothing has changed\n" in daemon.log_text(), "the same is taken over again")
            self.assertEqual(2, daemon.log_text().count("this takes a restart: limits.frame"))

    def test_a_mistake_is_not_taken_over(self):
        path = self.write("v.properties", "limits.panes = 7\n")
        with Daemon(arguments=["--config", path]) as daemon:
            self.write("v.properties", "limits.panes = 8\nlimits.pains = 9\n")
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: "configuration not taken over" in daemon.log_text(), "the mistake is told")
            self.assertIn(f"{path}:2", daemon.log_text())
            entries = {entry["key"]: entry["value"] for entry in daemon.json("config", "list")["settings"]}
            self.assertEqual("7", entries["limits.panes"])
            check = lambda: next(entry for entry in daemon.json("doctor")["checks"] if entry["name"] == "kernel.configuration")
            self.assertEqual(("warn", {"refused": 1}), (check()["status"], check()["detail"]))
            daemon.cli("doctor", "--strict", check=1)
            self.write("v.properties", "limits.panes = 8\n")
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: check()["status"] == "ok", "it is taken over")
            self.assertEqual({"refused": 0}, check()["detail"])

    def test_grants_that_make_no_sense_change_nothing(self):
        path = self.write("v.properties", "limits.panes = 7\n")
        with Daemon(arguments=["--config", path]) as daemon:
            self.write("v.properties", "limits.panes = 8\nauthority.unknown_grants = all\n")
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: f"configuration not taken over: {path}:2: authority.unknown_grants takes" in daemon.log_text(),
                       "the mistake is told")
            entries = {entry["key"]: entry["value"] for entry in daemon.json("config", "list")["settings"]}
            self.assertEqual(("7", "read *"), (entries["limits.panes"], entries["authority.unknown_grants"]))


class Log(unittest.TestCase):
    def lines(self, daemon):
        return [line for line in daemon.log_text().splitlines() if not line.startswith("venomx: listening")]

    def reload(self, daemon):
        daemon.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "configuration taken over" in daemon.log_text(), "a line is logged")

    def test_json_lines(self):
        with Daemon(settings={"log.format": "json", "log.level": "notice"}) as daemon:
            self.reload(daemon)
            for line in self.lines(daemon):
                self.assertIn("level", json.loads(line), line)

    def test_levels(self):
        with Daemon(settings={"log.level": "error"}) as daemon:
            daemon.process.send_signal(signal.SIGHUP)
            with daemon.wire() as wire:
                wire.request("whoami")
            self.assertEqual([], self.lines(daemon))

    def test_nobody_who_reads_it_is_waited_for(self):
        reading, writing = os.pipe()
        with open(reading, "rb") as reader:
            with open(writing, "wb", buffering=0) as full:
                fcntl.fcntl(full, fcntl.F_SETPIPE_SZ, 4096)
                full.write(b"x" * fcntl.fcntl(full, fcntl.F_GETPIPE_SZ))
                daemon = Daemon(preexec=lambda: os.dup2(full.fileno(), 2))
            with daemon, daemon.wire() as wire:
                daemon.process.send_signal(signal.SIGHUP)
                self.assertEqual("owner", wire.request("whoami")["principal"])
                self.assertEqual(b"xx", reader.read(4096)[-2:])
                # A pipe of one page has no room for a second line until the first was read.
                fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 1 << 16)
                daemon.process.send_signal(signal.SIGHUP)
                self.assertRegex(reader.readline(), rb"Z warning: lines of the log that nobody took and that are lost: [12]\n")
                self.assertRegex(reader.readline(), rb"Z notice: configuration taken over: nothing has changed\n")

    def test_the_journal(self):
        """Its prefixes stand before text and JSON, and only where the service manager says that standard error leads to it."""
        reading, writing = os.pipe()
        with open(reading, "rb") as reader, open(writing, "wb", buffering=0) as journal:
            told = os.fstat(writing)
            environment = {"JOURNAL_STREAM": f"{told.st_dev}:{told.st_ino}"}
            with Daemon(preexec=lambda: os.dup2(journal.fileno(), 2), env=environment) as daemon:
                self.assertEqual(f"<5>listening on {daemon.socket}\n", reader.readline().decode())
                daemon.process.send_signal(signal.SIGHUP)
                self.assertEqual(b"<5>configuration taken over: nothing has changed\n", reader.readline())
            with Daemon(preexec=lambda: os.dup2(journal.fileno(), 2), env=environment, settings={"log.format": "json"}) as daemon:
                line = reader.readline()
                self.assertEqual((b"<5>", "listening on " + daemon.socket), (line[:3], json.loads(line[3:])["text"]))
            subprocess.run([VENOMX, "serve", "-D", "log.level=loud"], stderr=journal, env={**os.environ, **environment}, timeout=DEADLINE,
                           check=False)
            self.assertEqual(b"<3>command line: log.level takes one of error warning notice information debug\n", reader.readline())
        with Daemon(env=environment, settings={"log.level": "notice"}) as daemon:
            self.assertEqual(f"venomx: listening on {daemon.socket}\n", daemon.log_text())


if __name__ == "__main__":
    unittest.main()
