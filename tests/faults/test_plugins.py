"""A plugin that holds up the loop costs the others time and nothing else; one that leaks every descriptor leaves a daemon that says so,
refuses what takes one, closes its panes and stops. What throws, never answers or answers twice is in tests/hostile_plugins."""

import os
import resource
import unittest

from faults_testing import saw
from venomx_testing import Daemon

SETTINGS = {"plugins.extra_dirs": os.environ["VENOMX_WARD"]}


def check(wire, name):
    return next(check for check in wire.request("doctor")["checks"] if check["name"] == name)


class Plugins(unittest.TestCase):
    def test_one_that_blocks(self):
        with Daemon(settings=SETTINGS) as daemon, daemon.wire() as wire, daemon.wire() as other:
            session = wire.request("session.create")["session"]
            flood = wire.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", "while :; do echo flood; done"]})["pane"]
            before = wire.request("pane.info", {"pane": flood})["bytes_out"]
            wire.request("doctor")
            blocked = wire.start("ward.block", {"ms": 500})
            asked = [other.start("pane.info", {"pane": flood}) for _ in range(50)]
            self.assertIn("ok", wire.answer(blocked))
            self.assertEqual(50, sum("ok" in other.answer(number) for number in asked))
            self.assertGreater(wire.request("pane.info", {"pane": flood})["bytes_out"], before)
            loop = check(wire, "kernel.loop")
            self.assertEqual("warn", loop["status"])
            self.assertGreaterEqual(loop["detail"]["worst_ms"], 500)
        saw("a plugin blocks", f"50 requests behind it were answered; doctor warns of {loop['detail']['worst_ms']} ms")

    def test_one_that_leaks(self):
        bound = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (512, 512))
        with Daemon(settings=SETTINGS, preexec=bound) as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            pane = wire.request("window.create", {"session": session, "argv": ["/bin/cat"]})["pane"]
            taken = wire.request("ward.leak")["descriptors"]
            self.assertGreater(taken, 300)
            self.assertNotEqual("ok", check(wire, "spawn.pty")["status"])
            error = wire.refusal("window.create", {"session": session, "argv": ["/bin/true"]})
            self.assertEqual(("unavailable.spawn", {"reason": "resource"}), (error["code"], error["data"]))
            wire.request("pane.send", {"pane": pane, "text": "lives\n"})
            daemon.screen_holds(wire, pane, "lives")
            self.assertEqual({"signal": "SIGHUP", "core": False}, wire.request("pane.close", {"pane": pane})["status"])
        saw("a plugin leaks descriptors", f"all {taken} of them: doctor tells, a start is refused, a pane is closed, the stop is clean")


if __name__ == "__main__":
    unittest.main()
