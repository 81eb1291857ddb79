"""16 connections ask for 300 processes each, half of them for programs that do not exist: each gets its own answer, nobody waits
for another's child, and afterwards nothing is left."""

import os
import threading
import time
import unittest

from ledger import event_faults, events
from patient_testing import PatientTest
from stuck import Mount, can_mount
from venomx_testing import SANITIZED, Daemon, wait_until

CONNECTIONS = 16
EACH = 60 if SANITIZED else 300
AT_ONCE = 64  # a connection: all together they hold at most half as many of the machine's terminals as there are requests under way


class Client(threading.Thread):
    """Has many requests under way, takes their answers as they come, and closes each pane once it has seen whose process it is."""

    def __init__(self, daemon, number, session):
        super().__init__()
        self.wire = daemon.wire()
        self.number = number
        self.session = session
        self.asked = {}  # id: the request's number, or None for a close
        self.panes = {}  # of each request that made one
        self.failure = None

    def words(self, turn):
        """The arguments of a program that tells who it is; its number stands after the point."""
        return ["/bin/sleep", f"1000.{self.number:02}{turn:03}"]

    def run(self):
        try:
            for turn in range(EACH):
                while len(self.asked) >= AT_ONCE:
                    self.take()
                argv = self.words(turn) if turn % 2 == 0 else [f"/no/such/program-{turn}"]
                params = {"session": self.session, "argv": argv, **({"cwd": "/tmp"} if turn % 3 == 0 else {})}
                self.asked[self.wire.start("window.create", params)] = turn
            while self.asked:
                self.take()
        except BaseException as failure:
            self.failure = failure

    def take(self):
        frame = self.wire.read_frame()
        turn = self.asked.pop(frame["id"])
        if turn is None:
            if frame["ok"]["status"] != {"signal": "SIGKILL", "core": False}:
                raise AssertionError(frame)
        elif turn % 2:
            if (frame["error"]["code"], frame["error"]["data"]) != ("unavailable.spawn", {"reason": "not_found"}):
                raise AssertionError(frame)
        else:
            made = frame["ok"]
            # The kernel fills it in during the last steps of an exec.
            wait_until(lambda: command_of(made["pid"]) == self.words(turn), "the process is the one asked for")
            self.panes[turn] = made["pane"]
            self.asked[self.wire.start("pane.close", {"pane": made["pane"], "grace_ms": 0})] = None


def command_of(pid):
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        return [word.decode() for word in file.read().split(b"\0")[:-1]]


class Crowd(unittest.TestCase):
    maxDiff = None

    def test_each_gets_its_own(self):
        with Daemon() as daemon, daemon.wire() as owner:
            sessions = [owner.request("session.create")["session"] for _ in range(CONNECTIONS)]
            crowd = [Client(daemon, number, session) for number, session in enumerate(sessions)]
            for client in crowd:
                self.addCleanup(client.wire.close)
            before = (daemon.children(), daemon.descriptors(), daemon.terminals())
            for client in crowd:
                client.start()
            for client in crowd:
                client.join()
            self.assertEqual([None] * CONNECTIONS, [client.failure for client in crowd])
            for client in crowd:
                self.assertEqual(set(range(0, EACH, 2)), set(client.panes))
            half = CONNECTIONS * EACH // 2
            self.assertEqual(half, len({pane for client in crowd for pane in client.panes.values()}))
            self.assertEqual(before, (daemon.children(), daemon.descriptors(), daemon.terminals()))
            self.assertEqual([], owner.request("pane.list")["panes"])
            self.assertEqual([], event_faults(events(owner), set()))
            counters = owner.request("doctor")["counters"]
            self.assertEqual((half, half, half),
                             (counters["spawn.started"], counters["spawn.rolled_back"], counters["unavailable.spawn"]["not_found"]))


class Stuck(PatientTest):
    """Starts that do not come to an end delay nobody else."""

    def start(self, wire, **params):
        return wire.start("window.create", {"session": self.session, "argv": ["/bin/sleep", "1000"], **params})

    def others_go_on(self, **params):
        """Forty of them, far more than there are workers; each is closed again."""
        with self.daemon.wire() as wire:
            made = [wire.answer(request)["ok"]["pane"] for request in [self.start(wire, **params) for _ in range(40)]]
            for request in [wire.start("pane.close", {"pane": pane, "grace_ms": 0}) for pane in made]:
                self.assertIn("ok", wire.answer(request))

    def cancelled_at_once(self, wire, requests):
        began = time.monotonic()
        for request in requests:
            wire.send({"cancel": request})
        for request in requests:
            self.assertEqual("unavailable.cancelled", wire.answer(request)["error"]["code"])
        self.assertLess(time.monotonic() - began, 10)

    def test_a_program_that_cannot_be_opened_yet(self):
        self.lease()
        with self.daemon.wire() as wire:
            stuck = [self.start(wire, argv=[self.slow]) for _ in range(5)]
            wait_until(lambda: len(self.daemon.children()) == 5, "they wait for their program")
            self.others_go_on()
            self.others_go_on(cwd="/tmp")
            self.assertEqual(5, len(self.daemon.children()))
            self.cancelled_at_once(wire, stuck)
        wait_until(lambda: not self.daemon.children(), "nothing is left")

    @unittest.skipIf(can_mount(), can_mount() or "")
    def test_directories_that_do_not_answer(self):
        mount = Mount(os.path.join(self.daemon.folder, "dead"))
        self.addCleanup(mount.abandon)
        before = self.daemon.descriptors()
        with self.daemon.wire() as wire:
            stuck = [self.start(wire, cwd=mount.folder) for _ in range(11)]
            wait_until(lambda: len(self.daemon.children()) == 11, "eleven are stuck")
            self.others_go_on(cwd="/tmp")
            stuck.append(self.start(wire, cwd=mount.folder))
            wait_until(lambda: len(self.daemon.children()) == 12, "twelve are stuck")
            self.refused_at_the_limit()
            self.others_go_on()
            self.cancelled_at_once(wire, stuck)
            self.assertEqual(12, len(self.daemon.children()))
            self.refused_at_the_limit()  # they are stuck still, with nobody waiting for them
            self.others_go_on()
        mount.abandon()
        wait_until(lambda: not self.daemon.children(), "nothing is left")
        self.others_go_on(cwd="/tmp")
        self.assertEqual([], self.owner.request("window.list")["windows"])
        wait_until(lambda: self.daemon.descriptors() == before, "no descriptor is left")

    @unittest.skipIf(can_mount(), can_mount() or "")
    def test_programs_on_a_file_system_that_does_not_answer(self):
        """More of them than there are workers, each given up with its child in the kernel for good."""
        mount = Mount(os.path.join(self.daemon.folder, "dead"))
        self.addCleanup(mount.abandon)
        with self.daemon.wire() as wire:
            for count in (12, 24):
                stuck = [self.start(wire, argv=[os.path.join(mount.folder, "program")]) for _ in range(12)]
                wait_until(lambda count=count: len(self.daemon.children()) == count, "they wait for their program")
                self.cancelled_at_once(wire, stuck)
                self.others_go_on()
                self.others_go_on(cwd="/tmp")
        mount.abandon()
        wait_until(lambda: not self.daemon.children(), "nothing is left")

    def refused_at_the_limit(self):
        began = time.monotonic()
        requests = [self.start(self.owner, cwd="/") for _ in range(3)]
        for request in requests:
            error = self.owner.answer(request)["error"]
            self.assertEqual(("unavailable.cwd", {"reason": "other"}), (error["code"], error["data"]))
        self.assertLess(time.monotonic() - began, 10)


if __name__ == "__main__":
    unittest.main()
