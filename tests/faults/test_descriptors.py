"""A daemon that has not one descriptor left for who connects: nobody is lost, and it does not spin."""

import re
import resource
import time
import unittest

from faults_testing import saw
from venomx_testing import Closed, Daemon, wait_until

NONE = 3
PAUSES = 5


class NoDescriptor(unittest.TestCase):
    def test_who_connects_waits_for_one(self):
        with Daemon() as daemon, daemon.wire() as early, daemon.wire(hello=False) as silent:
            early.request("whoami")
            usual = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (NONE, usual[1]))
            try:
                late = daemon.wire(hello=False)
                self.addCleanup(late.close)
                wait_until(lambda: self.pauses(early) > 0, "the daemon finds that it has none")
                self.assertIn("the last for the reason", daemon.log_text())
                # Whoever says nothing makes room, though it is not enough here.
                self.assertEqual("unavailable.busy", silent.read_frame()["error"]["code"])
                with self.assertRaises((Closed, ConnectionError)):
                    silent.read_frame()
                before, began = self.pauses(early), time.monotonic()
                wait_until(lambda: self.pauses(early) >= before + PAUSES, "it tries again")
                # A tenth of a second lies between two tries; those that are in are served all along.
                self.assertGreater(time.monotonic() - began, (PAUSES - 1) / 10)
                self.assertEqual("owner", early.request("whoami")["principal"])
                checks = {check["name"]: check["status"] for check in early.request("doctor")["checks"]}
                self.assertEqual(("fail", "ok", "ok"), tuple(checks[name] for name in ("spawn.pty", "kernel.socket", "kernel.owner_file")))
            finally:
                resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, usual)
            late.greet(daemon.owner_token)
            self.assertEqual("owner", late.request("whoami")["principal"])
            # A stop in the midst of a pause is a stop.
            resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (NONE, usual[1]))
            before = self.pauses(early)
            last = daemon.wire(hello=False)
            self.addCleanup(last.close)
            wait_until(lambda: self.pauses(early) > before, "it has none again")
        saw("no descriptor for who connects", "it waits in the queue, ten tries a second, and is served; those that are in go on")

    def pauses(self, wire):
        text = wire.request("doctor", {"format": "prometheus"})["text"]
        found = re.search(r'connections[a-z_]*\{[a-z]*="system"\} (\d+)', text)
        self.assertIsNotNone(found, text)
        return int(found[1])


if __name__ == "__main__":
    unittest.main()
