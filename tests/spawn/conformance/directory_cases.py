"""Cases of the working directory: 3, 4, 6, 7 and 8."""

import errno
import os
import secrets

from room import SLEEP, Room, script
from surfaces import directory_of, environment_of


class DirectoryCases(Room):
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

    def test_07_directory_closed_to_root_too(self):
        watched = self.watched()
        if watched is None:
            self.skipTest("needs the right to mount")
        watched.rules["shut"] = lambda _asker: errno.EACCES

        def ask(surface):
            for path in (watched.path("shut"), watched.path("shut/inside")):
                self.refused(surface, {"argv": SLEEP, "cwd": path}, "unavailable.cwd", {"reason": "permission"})

        self.each(7, ask)

    def test_08_directory_changes_before_it_is_entered(self):
        self.run_in_process(8)
        watched = self.watched()
        if watched is None:
            return self.in_process_only(8)
        table = {"gone": (errno.ENOENT, "changed"), "replaced": (errno.ENOTDIR, "changed"), "shut": (errno.EACCES, "permission"),
                 "broken": (errno.EIO, "other")}
        for name, (number, _) in table.items():
            # The daemon finds the directory, and its child does not.
            watched.rules[name] = lambda asker, number=number: 0 if asker == self.daemon.pid else number

        def ask(surface):
            for name, (_, reason) in table.items():
                params = {"argv": SLEEP, "cwd": watched.path(name), "env": [{"name": "A", "value": secrets.token_hex(8)}]}
                self.refused(surface, params, "unavailable.cwd", {"reason": reason})

        self.each(8, ask)
