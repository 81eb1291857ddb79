"""The time of day jumps while the daemon runs, by years, forwards and back, to before 1970: what is told carries the new time, what waits
waits as long as it should, nothing spins, and the stop is clean."""

import mmap
import os
import struct
import tempfile
import time
import unittest

from audit_testing import wait_for
from faults_testing import saw
from venomx_testing import SANITIZED, Daemon

JUMP = os.environ["VENOMX_CLOCK_JUMP"]
YEAR = 31_556_952
JUMPS = (10 * YEAR, -70 * YEAR, 150 * YEAR, 0)


def cpu(pid):
    """Seconds of the processor that the daemon took."""
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@unittest.skipIf(SANITIZED, "a sanitizer's runtime must be the first library")
class Jumps(unittest.TestCase):
    def setUp(self):
        file = tempfile.NamedTemporaryFile(prefix="venomx-clock-")
        self.addCleanup(file.close)
        file.write(struct.pack("q", 0))
        file.flush()
        self.offset = mmap.mmap(file.fileno(), 8)
        self.addCleanup(self.offset.close)
        self.environment = {"LD_PRELOAD": JUMP, "FAULT_CLOCK": file.name}

    def jump(self, seconds):
        self.offset[:] = struct.pack("q", seconds)

    def about(self, text, seconds):
        """Is that the time of day, so far off?"""
        year = time.gmtime(time.time() + seconds).tm_year
        self.assertIn(int(text[:4]), (year - 1, year, year + 1), text)
        self.assertRegex(text, r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")

    def test_nothing_minds(self):
        with Daemon(env=self.environment) as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            quiet = wire.request("window.create", {"session": session, "argv": ["/bin/cat"]})["pane"]
            for number, seconds in enumerate(JUMPS):
                with self.subTest(years=seconds // YEAR):
                    self.one(daemon, wire, session, quiet, seconds, number)
            follow = wire.start("events", {"since": 1, "follow": False})
            count = wire.answer(follow)["ok"]["count"]
            self.assertEqual(list(range(1, count + 1)), [wire.answer(follow)["event"]["seq"] for _ in range(count)])
            begun = cpu(daemon.pid)
            wire.request("pane.wait", {"pane": quiet, "until": "match", "match": "never", "timeout_ms": 1000})
            self.assertLess(cpu(daemon.pid) - begun, 0.5)
        years = [seconds // YEAR for seconds in JUMPS]
        saw("the clock jumps", f"by {years} years: waits and closes took as long as ever, times told are the new ones")

    def one(self, daemon, wire, session, quiet, seconds, number):
        waits = [wire.start("pane.wait", {"pane": quiet, "until": "match", "match": "never", "timeout_ms": 400}),
                 wire.start("pane.wait", {"pane": quiet, "until": "idle", "idle_ms": 300, "timeout_ms": 60_000})]
        self.jump(seconds)
        reasons = []
        for wait in waits:
            result = wire.answer(wait)["ok"]
            reasons.append(result["reason"])
            self.assertLess(result["waited_ms"], 30_000)
        self.assertEqual(["timeout", "idle"], reasons)
        stubborn = ["/bin/sh", "-c", "trap '' HUP; echo ready; while :; do sleep 1; done"]
        pane = wire.request("window.create", {"session": session, "argv": stubborn})["pane"]
        self.about(wire.request("pane.info", {"pane": pane})["created"], seconds)
        daemon.screen_holds(wire, pane, "ready")
        closed = wire.request("pane.close", {"pane": pane, "grace_ms": 100})
        self.assertEqual({"signal": "SIGKILL", "core": False}, closed["status"])
        last = wait_for(daemon, 2 + 2 * (number + 1))[-1]
        self.assertEqual("pane.close", last["verb"])
        self.about(last["at"], seconds)


if __name__ == "__main__":
    unittest.main()
