"""The daemon is killed at random points of busy work, again and again at the same places: each time the next one starts at once, knows
nothing of what was, finds a sound audit, and the programs of the dead one are gone. FAULT_ROUNDS says how often (10)."""

import os
import random
import signal
import threading
import time
import unittest

from audit_testing import lines
from faults_testing import ROUNDS, Place, having, saw
from venomx_testing import Closed, wait_until

MARK = "FAULT_MARK"
LONGEST = 0.5  # seconds of work before the kill


class Worker(threading.Thread):
    """Makes, uses and closes panes until its daemon is gone."""

    def __init__(self, daemon, mark, seed):
        super().__init__(daemon=True)
        self.venomx, self.mark, self.dice = daemon, mark, random.Random(seed)
        self.answers = 0
        self.wrong = None

    def run(self):
        try:
            with self.venomx.wire() as wire:
                self.session = wire.request("session.create")["session"]
                while True:
                    self.life(wire)
        except (Closed, OSError):
            pass  # the kill
        except BaseException as wrong:  # pylint: disable=broad-except
            self.wrong = wrong

    def life(self, wire):
        program = self.dice.choice([["/bin/sleep", "1000"], ["/bin/true"], ["/bin/sh", "-c", "while :; do echo busy; done"]])
        env = [{"name": MARK, "value": self.mark}]
        pane = wire.request("window.create", {"session": self.session, "argv": program, "env": env})["pane"]
        asked = [wire.start("pane.send", {"pane": pane, "text": "x\n"}),
                 wire.start("pane.capture", {"pane": pane, "format": "html"}),
                 wire.start("pane.split", {"pane": pane, "axis": self.dice.choice(["rows", "cols"]), "argv": ["/bin/sleep", "1000"],
                                           "env": env}),
                 wire.start("pane.resize", {"pane": pane, "cols": self.dice.randint(2, 80)})]
        if self.dice.random() < 0.7:
            asked.append(wire.start("pane.close", {"pane": pane, "grace_ms": 0}))
        for number in asked:
            wire.answer(number)
            self.answers += 1


class Kills(unittest.TestCase):
    def test_each_next_daemon_starts_clean(self):
        seed = int(os.environ.get("FAULT_SEED", random.randrange(1 << 32)))
        print(f"kills: seed {seed}, {ROUNDS} rounds", flush=True)
        dice, place, tokens = random.Random(seed), Place(self), set()
        answers, slowest = 0, 0.0
        for number in range(ROUNDS):
            begun = time.monotonic()
            daemon = place.daemon()
            slowest = max(slowest, time.monotonic() - begun)
            try:
                self.clean(daemon, tokens)
                mark = f"{os.getpid()}.{number}"
                workers = [Worker(daemon, mark, dice.random()) for _ in range(4)]
                for worker in workers:
                    worker.start()
                time.sleep(dice.random() * LONGEST)  # the random point
            finally:
                daemon.process.kill()
                daemon.process.wait()
                daemon.log.close()
            for worker in workers:
                worker.join(60)
                self.assertFalse(worker.is_alive(), "a client does not notice that its daemon is dead")
                self.assertIsNone(worker.wrong)
                answers += worker.answers
            entry = f"{MARK}={mark}".encode()
            wait_until(lambda entry=entry: not having(entry), "the programs of the dead daemon go")
        with place.daemon() as daemon:
            self.clean(daemon, tokens)
        saw("the daemon is killed",
            f"{ROUNDS} kills amid {answers} answers; each next one served, the slowest after {slowest:.2f} s; nothing was left")

    def clean(self, daemon, tokens):
        """A daemon that has just started is like the very first one."""
        self.assertNotIn(daemon.owner_token, tokens)
        with daemon.wire() as wire:
            self.assertEqual([], wire.request("session.list")["sessions"])
            self.assertEqual([], wire.request("pane.list")["panes"])
            for token in sorted(tokens)[-1:]:
                with daemon.wire(hello=False) as old:
                    self.assertEqual("denied.token", old.refusal("hello", {"protocol": 1, "token": token})["code"])
            session = wire.request("session.create")["session"]
            pane = wire.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", "echo lives; exec sleep 1000"]})["pane"]
            daemon.screen_holds(wire, pane, "lives")
            wire.request("session.close", {"session": session, "grace_ms": 0})
            bad = [check for check in wire.request("doctor")["checks"] if check["status"] == "fail"]
            self.assertEqual([], bad)
        tokens.add(daemon.owner_token)
        self.sound(daemon)

    def sound(self, daemon):
        """Each line of the audit is whole; each life of the daemon numbers its own from 1, without a gap."""
        before = 0
        for line in lines(daemon):
            self.assertIn(line["seq"], (before + 1, 1))
            before = line["seq"]


if __name__ == "__main__":
    unittest.main()
