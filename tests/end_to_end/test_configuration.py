"""Configuration: the commented reference is what the code knows; wrong keys and values stop the start and say where."""

import os
import re
import subprocess
import tempfile
import unittest

from venomx_testing import VENOMX, Daemon

REFERENCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "etc", "venomx.properties")


class Configuration(unittest.TestCase):
    def test_the_reference_holds_every_key_with_its_default(self):
        with Daemon() as daemon:
            known = {entry["key"]: entry for entry in daemon.json("config", "list")["settings"]}
        with open(REFERENCE, encoding="utf-8") as file:
            text = file.read()
        written = dict(re.findall(r"^#([a-z_]+\.[a-z_]+) =[ ]?(.*)$", text, re.MULTILINE))
        self.assertEqual({key: entry["default"] for key, entry in known.items()}, written)
        for key, entry in known.items():
            line = f"# {entry['summary']}{' (reload)' if entry['reloadable'] else ''}\n#{key} ="
            self.assertIn(line, text)

    def test_the_reference_uncommented_is_accepted(self):
        with open(REFERENCE, encoding="utf-8") as file:
            text = re.sub(r"^#([a-z_]+\.[a-z_]+ =)", r"\1", file.read(), flags=re.MULTILINE)
        with tempfile.NamedTemporaryFile("w", suffix=".properties") as file:
            file.write(text)
            file.flush()
            with Daemon(arguments=["--config", file.name]) as daemon:
                sources = {entry["source"] for entry in daemon.json("config", "list")["settings"]}
                self.assertNotIn("default", sources)

    def serve(self, text=None, *words):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "test.properties")
            if text is not None:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                words = ["--config", path, *words]
            done = subprocess.run([VENOMX, "serve", "--socket", os.path.join(folder, "s", "venomx.sock"), *words], capture_output=True,
                                  timeout=60, check=False)
            return done.returncode, done.stderr.decode(), path

    def test_mistakes_name_file_line_and_key(self):
        for line, key, hint in (("pane.scrolback = 5", "pane.scrolback", "pane.scrollback"), ("limits.pending = many", "limits.pending", ""),
                                ("limits.pending = -1", "limits.pending", ""), ("pane.threads = 99999", "pane.threads", "")):
            with self.subTest(line=line):
                status, log, path = self.serve(f"# a comment\n\n{line}\n")
                self.assertEqual(2, status, log)
                self.assertIn(key, log)
                self.assertIn(hint, log)
                self.assertIn(f"{path}:3", log.replace(", line ", ":").replace(" line ", ":"))
        self.assertEqual(2, self.serve(None, "-D", "no.such=1")[0])
        self.assertEqual(2, self.serve(None, "--config", "/nonexistent/file")[0])
        self.assertEqual(2, self.serve(None, "--no-such-option")[0])

    def test_an_empty_path_is_not_ignored(self):
        for option in ("--socket", "--config", "--plugins"):
            for words in ((option, ""), (option + "=",)):
                with self.subTest(words=words):
                    self.assertEqual((2, f"venomx: {option} needs a path\n"), self.serve(None, *words)[:2])
        self.assertEqual(2, self.check("--config", "").returncode)

    def check(self, *words):
        return subprocess.run([VENOMX, "plugin", "check", *words, "/no/such/file.so"], capture_output=True, timeout=60, check=False)

    def test_a_mistake_is_told_without_what_a_terminal_obeys(self):
        status, log, path = self.serve("limits.\x1b[2Jpanes\x07 = 3\n")
        self.assertEqual((2, f"venomx: {path}:1: unknown key limits.\\x1B[2Jpanes\\x07; did you mean limits.panes?\n"), (status, log))


if __name__ == "__main__":
    unittest.main()
