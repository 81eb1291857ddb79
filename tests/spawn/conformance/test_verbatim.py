"""What is asked for is what the process gets, to the letter: directories, arguments and values that a shell, a template or a
terminal multiplexer would read something into; and every combination of what may be asked."""

import itertools
import os
import unittest

from room import Room
from surfaces import CliSurface, arguments_of, directory_of, environment_of

VERBS = ("window.create", "pane.split")
ODD_WORDS = ("", ";", "--", "\n", "${HOME}", "$HOME", "$(touch x)", "`id`", "%d", "%s%n", "#{x}", "#{session_name}", "#(id)", "~", "*",
             "?", "-rf", "--cwd", "--json", "-", "{", "[", "[]", "{}", "[\"a\"]", "@owner", "@file", "a=b", " ", "  trailing  ", "\t",
             "\r\n", "\\", "\\n", "\"", "'", "é", "e\u0301", "日本", "\U0001f600", "\x01\x1b[31m\x7f", "\u2028", "null", "true", "0",
             "x" * (100 * 1024))
ODD_NAMES = ("x#{session_name}", "#(id)", "$HOME", "${HOME}", "~", "-rf", "--", "with some blanks", "new\nline", "é", "e\u0301",
             "trailing  ", " leading", "%d", "*", "\\", "\"quoted\"", "'", "\x1b[31m", "{}", "[\"a\"]", "a:b", "\U0001f600", ";", "...",
             "n" * 255)
WAITS = ["/bin/sh", "-c", "read line"]  # and keeps its arguments


class Verbatim(Room):
    def each_way(self, params, look):
        for surface in self.surfaces:
            for verb in VERBS:
                with self.subTest(surface=surface.name, verb=verb):
                    pid, pane = self.started(surface, params, verb)
                    look(pid)
                    self.owner.request("pane.close", {"pane": pane, "grace_ms": 0})

    def test_directories(self):
        for name in ODD_NAMES:
            path = os.path.join(self.root, name)
            os.mkdir(path)

            def look(pid, path=path):
                self.assertEqual(path, directory_of(pid))
                self.assertEqual(path.encode(), environment_of(pid)[b"PWD"])

            with self.subTest(name=name):
                self.each_way({"argv": WAITS, "cwd": path}, look)

    def test_arguments(self):
        argv = [*WAITS, "sh", *ODD_WORDS]
        wanted = [word.encode() for word in argv]
        self.each_way({"argv": argv}, lambda pid: self.assertEqual(wanted, arguments_of(pid)))

    def test_arguments_one_by_one(self):
        for word in ODD_WORDS:
            with self.subTest(word=word[:20]):
                wanted = [word.encode() for word in (*WAITS, word)]
                self.each_way({"argv": [*WAITS, word]}, lambda pid, wanted=wanted: self.assertEqual(wanted, arguments_of(pid)))

    def test_arguments_after_the_dashes_and_as_json(self):
        """The command line's two ways to the same vector."""
        short = [word for word in ODD_WORDS if len(word) < 1000]
        for argv in ([*WAITS, "sh", *ODD_WORDS], [*WAITS, "--", *short]):
            made = self.daemon.json("window", "create", "--session", self.session, "--", *argv)
            self.assertEqual([word.encode() for word in argv], arguments_of(made["pid"]))
        params = {"session": self.session, "argv": [*WAITS, "sh", *short]}
        words = CliSurface.words("window.create", params)
        self.assertIn("--argv", words)
        made = self.surfaces[0].call("window.create", params)[1]
        self.assertEqual([word.encode() for word in params["argv"]], arguments_of(made["pid"]))

    def test_values(self):
        values = [*(word for word in ODD_WORDS if len(word) <= 65536), "é" * 32768]
        env = [{"name": f"V{number}", "value": value} for number, value in enumerate(values)]
        wanted = {entry["name"].encode(): entry["value"].encode() for entry in env}

        def look(pid):
            child = environment_of(pid)
            self.assertEqual(wanted, {name: child.get(name) for name in wanted})

        self.each_way({"argv": WAITS, "env": env}, look)

    def test_argv0_is_free(self):
        for word in ODD_WORDS[1:]:
            with self.subTest(word=word[:20]):
                argv = [word, *WAITS[1:]]
                wanted = [part.encode() for part in argv]
                self.each_way({"program": "/bin/sh", "argv": argv}, lambda pid, wanted=wanted: self.assertEqual(wanted, arguments_of(pid)))


class Combinations(Room):
    """Each of the sixteen: the directory, variables to set, names to remove, a program of its own, there or not."""

    options = {"env": {"PATH": "/usr/bin:/bin", "BASE": "base", "GONE": "there"}}

    def test_each_combination_honours_all_of_it(self):
        for chosen in itertools.product((False, True), repeat=4):
            has_cwd, has_env, has_unset, has_program = chosen
            folder = self.folder("combination")
            tools = self.folder("tools")
            os.symlink("/bin/sleep", os.path.join(tools, "only-there"))
            params = {"argv": ["-tool" if has_program else "sleep", "1016"]}
            if has_cwd:
                params["cwd"] = folder
            if has_env:
                given = {"BASE": "request", "NEW": "1", "PATH": tools + ":/bin"}
                params["env"] = [{"name": name, "value": value} for name, value in given.items()]
            if has_unset:
                params["env_unset"] = ["GONE", "NEVER_THERE"]
            if has_program:
                # With variables it is found on the PATH that they give.
                params["program"] = "only-there" if has_env else os.path.join(tools, "only-there")
            for surface, verb in itertools.product(self.surfaces, VERBS):
                with self.subTest(cwd=has_cwd, env=has_env, env_unset=has_unset, program=has_program, surface=surface.name, verb=verb):
                    pid, pane = self.started(surface, params, verb)
                    self.assert_honoured(pid, params, folder if has_cwd else self.daemon.folder, chosen)
                    self.owner.request("pane.close", {"pane": pane, "grace_ms": 0})

    def assert_honoured(self, pid, params, directory, chosen):
        has_cwd, has_env, has_unset, _ = chosen
        child = environment_of(pid)
        self.assertEqual(directory, directory_of(pid))
        self.assertEqual(directory.encode() if has_cwd else os.environb.get(b"PWD"), child.get(b"PWD"))
        self.assertEqual((b"request", b"1") if has_env else (b"base", None), (child[b"BASE"], child.get(b"NEW")))
        self.assertEqual(None if has_unset else b"there", child.get(b"GONE"))
        self.assertEqual([word.encode() for word in params["argv"]], arguments_of(pid))
        self.assertEqual(os.path.realpath("/bin/sleep"), os.readlink(f"/proc/{pid}/exe"))


if __name__ == "__main__":
    unittest.main()
