"""Case 25 where the directory itself fails or never answers: the start is refused, cancelled, left by its client or timed out, and
what it was given is wiped all the same; while the system still looks at the path, all but the path."""

import errno
import secrets

from memory_room import MemoryRoom
from venomx_testing import wait_until
from watched_folder import NEVER

LOOKERS = ("daemon", "child")


class WatchedRoom(MemoryRoom):
    def setUp(self):
        super().setUp()
        self.watched_folder = self.watched()
        if self.watched_folder is None:
            self.skipTest("needs the right to mount")

    def hanging(self, looker, name):
        """A request whose directory gives that one's look no answer."""
        self.watched_folder.rules[name] = lambda asker: NEVER if (asker == self.daemon.pid) == (looker == "daemon") else 0
        return self.kinds.full(cwd=self.watched_folder.path(name))


class Hung(WatchedRoom):
    def test_25_directories_that_fail(self):
        watched = self.watched_folder

        def ask(surface):
            for number, spared, reason in ((errno.EACCES, 0, "permission"), (errno.ENOENT, self.daemon.pid, "changed"),
                                           (errno.EACCES, self.daemon.pid, "permission"), (errno.EIO, self.daemon.pid, "other")):
                name = self.mint.value()
                watched.rules[name] = lambda asker, number=number, spared=spared: 0 if asker == spared else number
                params = self.kinds.full(cwd=watched.path(name))
                self.check(surface, reason, "window.create", params, ("unavailable.cwd", {"reason": reason}))

        self.each(25, ask)

    def test_25_given_up(self):
        """Cancelled in each way's own manner."""

        def ask(surface):
            for looker in LOOKERS:
                params = self.hanging(looker, "hung-" + secrets.token_hex(4))
                surface.give_up("window.create", {"session": self.session, **params}, lambda: self.watched_folder.waiting)
                self.assert_clean(f"a start given up by {surface.name} while the {looker} hangs")
                self.watched_folder.release()
                self.assert_clean(f"a start given up by {surface.name} when the {looker} is free")

        self.each(25, ask)

    def test_25_gone_while_starting(self):
        for looker in LOOKERS:
            with self.daemon.wire() as wire:
                wire.start("window.create", {"session": self.session, **self.hanging(looker, self.mint.value())})
                wait_until(lambda: self.watched_folder.waiting, "the start hangs")
            self.watched_folder.release()
            self.assert_clean(f"a client that went while its start hung in the {looker}")


class TimedOut(WatchedRoom):
    options = {"settings": {"spawn.timeout_ms": 500}}

    def test_25_timed_out(self):
        def ask(surface):
            for looker in LOOKERS:
                params = self.hanging(looker, "hung-" + secrets.token_hex(4))
                self.check(surface, f"a time-out in the {looker}", "window.create", params, ("unavailable.cwd", {"reason": "other"}))
                self.watched_folder.release()
                self.assert_clean(f"a time-out in the {looker}, which is free")

        self.each(25, ask)
