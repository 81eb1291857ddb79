"""A daemon without a free descriptor closes its panes all the same: every close is answered, and once there are some again nothing of
the panes is left."""

import contextlib
import os
import resource
import socket
import tempfile
import time
import unittest

from venomx_testing import Daemon, wait_until

# The pane's process, a child of it, and a double-forked process in a session of its own that hears no SIGHUP.
FAMILY = """
cd "$0"
sleep 1001 & echo $! > child.new; mv child.new child
(setsid sh -c 'trap "" HUP; echo $$ > orphan.new; mv orphan.new orphan; while :; do sleep 0.05; done' </dev/null >/dev/null 2>&1 &)
exec sleep 1000
"""
GRACE_MS = 300
PATIENCE = 2.0  # for what has been killed; the answer comes after it when not all can be seen
MARGIN = 10.0


def read_pid(path):
    wait_until(lambda: os.path.exists(path), f"{path} is written")
    with open(path, encoding="ascii") as file:
        return int(file.read())


class CloseWithoutDescriptors(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.daemon = Daemon(settings={"pane.grace_ms": GRACE_MS})
        self.addCleanup(self.daemon.kill)
        self.wire = self.daemon.wire()
        self.addCleanup(self.wire.close)

    def family(self, session):
        """(window, pane, process ids) of a pane with descendants."""
        place = tempfile.mkdtemp(dir=self.folder)
        made = self.wire.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", FAMILY, place]})
        return made["window"], made["pane"], [made["pid"], *(read_pid(os.path.join(place, name)) for name in ("child", "orphan"))]

    def families(self, count):
        session = self.wire.request("session.create")["session"]
        return session, [self.family(session) for _ in range(count)]

    @contextlib.contextmanager
    def limit(self, most):
        """No descriptor of a number from `most` on can be made meanwhile."""
        usual = resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE, (most, usual[1]))
        try:
            yield
        finally:
            if self.daemon.alive():
                resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE, usual)

    def expect_gone(self, pids):
        for pid in pids:
            wait_until(lambda pid=pid: not os.path.exists(f"/proc/{pid}"), f"process {pid} is gone")

    def strays(self):
        return next(check for check in self.wire.request("doctor")["checks"] if check["name"] == "panes.strays")

    @contextlib.contextmanager
    def crowd(self):
        """Connections take all descriptors but those that are kept for looking at processes."""
        most = len(self.daemon.links()) + 10
        with self.limit(most), contextlib.ExitStack() as connections:
            for _ in range(40):
                connections.enter_context(socket.socket(socket.AF_UNIX)).connect(self.daemon.socket)
            # Two may be free while it changes its guests, which is fewer than the members of one tree.
            wait_until(lambda: len(self.daemon.links()) >= most - 2, "the daemon has no descriptor")
            yield

    def test_every_descriptor_is_a_connection(self):
        _, [(_, first, first_pids), (window, _, second_pids)] = self.families(2)
        with self.crowd():
            begun = time.monotonic()
            one = self.wire.request("pane.close", {"pane": first, "grace_ms": 0})
            self.assertEqual({"pane": first, "status": {"signal": "SIGKILL", "core": False}}, one)
            self.assertEqual(window, self.wire.request("window.close", {"window": window, "grace_ms": 0})["window"])
            self.assertLess(time.monotonic() - begun, PATIENCE)
            self.expect_gone(first_pids + second_pids)
        self.daemon.stop()

    def test_stop_when_every_descriptor_is_a_connection(self):
        _, families = self.families(3)
        with self.crowd():
            self.daemon.process.terminate()
            self.assertEqual(0, self.daemon.process.wait(20))
            for _, _, pids in families:
                self.expect_gone(pids)

    def test_nothing_can_be_opened(self):
        session, families = self.families(4)
        windows, panes, pids = zip(*families)
        other = self.wire.request("session.create")["session"]
        far = self.family(other)
        with self.limit(4):
            begun = time.monotonic()
            asked = [("pane", self.wire.start("pane.close", {"pane": panes[0], "grace_ms": 0})),
                     ("pane", self.wire.start("pane.close", {"pane": panes[1]})),
                     ("window", self.wire.start("window.close", {"window": windows[2], "grace_ms": 0})),
                     ("session", self.wire.start("session.close", {"session": other, "grace_ms": 0}))]
            joined = self.wire.start("pane.close", {"pane": panes[0], "grace_ms": 0})
            cancelled = self.wire.start("pane.close", {"pane": panes[3], "grace_ms": 0})
            self.wire.send({"cancel": cancelled})
            for member, request in [*asked, ("pane", joined), ("pane", cancelled)]:
                self.assertIn(member, self.wire.answer(request).get("ok", {}))
            self.assertLess(time.monotonic() - begun, GRACE_MS / 1000 + PATIENCE + MARGIN)
            self.expect_gone([family[0] for family in (*pids, far[2])])
            self.assertEqual([], self.wire.request("pane.list")["panes"])
            check = self.strays()
            self.assertEqual("warn", check["status"])
            self.assertEqual({"strays": 0, "unseen_trees": 5, "complete": False}, check["detail"])
        self.expect_gone(pid for family in (*pids, far[2]) for pid in family)
        wait_until(lambda: self.strays()["status"] == "ok", "all has been seen")
        self.assertEqual([], self.daemon.children())
        self.assertEqual([session], [one["session"] for one in self.wire.request("session.list")["sessions"]])
        self.daemon.stop()

    def test_signal_to_what_cannot_be_seen(self):
        _, [(_, pane, pids)] = self.families(1)
        with self.limit(4):
            error = self.wire.refusal("pane.signal", {"pane": pane, "signal": "KILL", "group": "all"})
            self.assertEqual("unavailable.busy", error["code"])
        self.wire.request("pane.signal", {"pane": pane, "signal": "KILL", "group": "all"})
        self.expect_gone(pids[1:])
        self.daemon.stop()

    def test_stop(self):
        # The close that runs ends first, then the others.
        _, families = self.families(3)
        with self.limit(4):
            asked = self.wire.start("pane.close", {"pane": families[0][1], "grace_ms": 0})
            begun = time.monotonic()
            self.daemon.process.terminate()
            self.assertEqual(0, self.daemon.process.wait(20))
            self.assertLess(time.monotonic() - begun, PATIENCE + GRACE_MS / 1000 + PATIENCE + MARGIN)
            self.assertIn("ok", self.wire.answer(asked))
        for _, _, pids in families:
            self.expect_gone(pids[:1])
            for pid in pids[1:]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, 9)  # out of the daemon's sight, which is gone


if __name__ == "__main__":
    unittest.main()
