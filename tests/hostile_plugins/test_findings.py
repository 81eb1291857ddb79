"""A sanitizer's report fails the test that it comes in, however the daemon or the client ends."""

import os
import unittest

from hostile_testing import Folder, copy, daemon_with
from sanitizers import FINDING, SANITIZED, require_no_report
from venomx_testing import DEADLINE, Closed, Daemon

REPORT = "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018"
# plugin, whether its verb ends the daemon at once, a word of the report
SLIPS = {
    "address": [("verb-leaks", False, "LeakSanitizer"), ("verb-reads-beyond", True, "heap-buffer-overflow"),
                ("verb-shifts-too-far", True, "shift exponent 32 is too large")],
    "thread": [("verb-races", True, "data race")],
}


class Harness(unittest.TestCase):
    def ended(self, end):
        """What the test is told when a daemon with a report in its log ends so."""
        daemon = Daemon(preexec=lambda: os.write(2, REPORT.encode() + b"\n"))
        with self.assertRaises(AssertionError) as told:
            end(daemon)
        self.assertFalse(daemon.alive())
        self.assertFalse(os.path.exists(daemon.folder))
        return str(told.exception)

    def test_however_the_daemon_ends_its_report_fails_the_test(self):
        for end in (Daemon.stop, Daemon.kill):
            with self.subTest(end.__name__):
                self.assertIn(REPORT, self.ended(end))

    def test_a_program_that_a_finding_ended_fails_the_test(self):
        require_no_report(b"venomx: no daemon listens\n", 3)
        for said, status in ((REPORT.encode(), 0), ("a.cpp:7:3: runtime error: signed integer overflow", 1), (b"", FINDING)):
            with self.subTest(said), self.assertRaises(AssertionError):
                require_no_report(said, status)


@unittest.skipUnless(SANITIZED, "nobody else sees these slips")
class Slips(unittest.TestCase):
    def test_a_finding_in_the_daemon_ends_it_and_fails_the_test(self):
        folder = Folder(self)
        for name, at_once, word in SLIPS[SANITIZED]:
            with self.subTest(name):
                copy(name, folder.path)
                daemon = daemon_with(folder.path)
                self.addCleanup(daemon.kill)
                with daemon.wire() as wire:
                    verb = name.replace("-", "_") + ".run"
                    if at_once:
                        with self.assertRaises(Closed):
                            wire.call(verb)
                        self.assertEqual(FINDING, daemon.process.wait(DEADLINE))
                    else:
                        self.assertEqual({}, wire.request(verb))
                with self.assertRaisesRegex(AssertionError, word):
                    daemon.stop()


if __name__ == "__main__":
    unittest.main()
