"""Very many requests on one pane: they delay nobody else, and a daemon that stops among them stops cleanly."""

import signal
import sys
import unittest

from pane_testing import create
from venomx_testing import DEADLINE, Daemon

PAINTED = """
import sys
line = "".join(f"\\033[3{number % 8};4{number % 7}mx" for number in range(400))
sys.stdout.write((line + "\\r\\n") * 700 + "painted")
sys.stdout.flush()
sys.stdin.read()
"""


class CrowdedRequests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.stop)
        self.wire = self.daemon.wire()
        self.addCleanup(self.wire.close)

    def test_a_stop_amid_waits_that_conclude(self):
        for _ in range(3):
            daemon = Daemon()
            self.addCleanup(daemon.stop)
            with daemon.wire() as waiting, daemon.wire() as other:
                pane = create(other, ["/bin/cat"])
                asked = [waiting.start("pane.wait", {"pane": pane, "until": "match", "match": f"never {number}"}) for number in range(1000)]
                self.assertEqual("owner", waiting.request("whoami")["principal"])
                other.request("pane.send", {"pane": pane, "text": "hello\r" * 100})
                other.request("pane.close", {"pane": pane, "grace_ms": 0})
                daemon.process.send_signal(signal.SIGTERM)
                self.assertEqual("exit", waiting.answer(asked[0])["ok"]["reason"])
                self.assertEqual(0, daemon.process.wait(DEADLINE))

    def test_long_captures_leave_room_for_others(self):
        pane = create(self.wire, [sys.executable, "-c", PAINTED], cols=400)
        self.daemon.screen_holds(self.wire, pane, "painted")
        capture = {"pane": pane, "format": "cells", "scrollback": -1}
        with self.daemon.wire() as greedy:
            asked = [greedy.start("pane.capture", capture) for _ in range(60)]
            made = create(self.wire, ["/bin/cat"])
            self.wire.request("pane.close", {"pane": made, "grace_ms": 0})
            # What still waits is cancelled at once, and answered before what runs has come to its turn.
            greedy.send({"cancel": asked[-1]})
            self.assertEqual("unavailable.cancelled", greedy.answer(asked[-1])["error"]["code"])
            self.assertGreaterEqual(len(greedy.answer(asked[0])["ok"]["cells"]), 701)
        # Its connection's end cancels the others.
        self.assertIn("ok", self.wire.call("pane.capture", capture))


if __name__ == "__main__":
    unittest.main()
