"""16 connections ask for 300 processes each, all at once, half of them for programs that do not exist: each gets its own answer,
nobody waits for another's child, and afterwards nothing is left."""

import os
import threading
import time
import unittest

from ledger import event_faults, events, faults
from stuck import Lease, Mount, can_mount
from venomx_testing import SANITIZED, Daemon, wait_until

CONNECTIONS = 16
EACH = 30 if SANITIZED else 300


class Client(threading.Thread):
    """Sends all its requests, then reads all answers: (request's number, answer) as they come."""

    def __init__(self, daemon, number, session):
        super().__init__()
        self.wire = daemon.wire()
        self.number = number
        self.session = session
        self.answers = {}
        self.failure = None

    def words(self, turn):
        """The arguments of a program that tells who it is; its number stands after the point."""
        return ["/bin/sleep", f"1000.{self.number:02}{turn:03}"]

    def run(self):
        try:
            turns = {}
            for turn in range(EACH):
                argv = self.words(turn) if turn % 2 == 0 else [f"/no/such/program-{turn}"]
                params = {"session": self.session, "argv": argv, **({"cwd": "/tmp"} if turn % 3 == 0 else {})}
                turns[self.wire.start("window.create", params)] = turn
            for _ in range(EACH):
                frame = self.wire.read_frame()
                self.answers[turns.pop(frame["id"])] = frame
        except BaseException as failure:
            self.failure = failure


def command_of(pid):
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        return [word.decode() for word in file.read().split(b"\0")[:-1]]


class Crowd(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.daemon = Daemon(settings={"spawn.timeout_ms": 600_000})
        self.addCleanup(self.daemon.stop)
        self.owner = self.daemon.wire()
        self.addCleanup(self.owner.close)
        self.sessions = [self.owner.request("session.create")["session"] for _ in range(CONNECTIONS)]
        self.crowd = [Client(self.daemon, number, session) for number, session in enumerate(self.sessions)]
        for client in self.crowd:
            self.addCleanup(client.wire.close)

    def owned(self):
        return len(self.daemon.children()), self.daemon.descriptors(), self.daemon.terminals()

    def run_crowd(self):
        for client in self.crowd:
            client.start()
        for client in self.crowd:
            client.join()
            self.assertIsNone(client.failure)

    def check_answers(self):
        pids = {}
        for client in self.crowd:
            self.assertEqual(set(range(EACH)), set(client.answers))
            for turn, frame in client.answers.items():
                if turn % 2:
                    error = frame["error"]
                    self.assertEqual(("unavailable.spawn", {"reason": "not_found"}), (error["code"], error["data"]))
                    continue
                made = frame["ok"]
                self.assertEqual(client.session, made["session"])
                # The kernel fills it in during the last steps of an exec.
                wait_until(lambda pid=made["pid"], words=client.words(turn): command_of(pid) == words, "the process is the one asked for")
                pids[made["pid"]] = made["pane"]
        self.assertEqual(CONNECTIONS * (EACH // 2), len(pids))
        self.assertEqual(len(pids), len(set(pids.values())))
        return pids

    def close_all(self):
        closing = [self.owner.start("session.close", {"session": session, "grace_ms": 0}) for session in self.sessions]
        for request in closing:
            self.assertIn("ok", self.owner.answer(request))

    def test_each_gets_its_own(self):
        before = self.owned()
        self.run_crowd()
        pids = self.check_answers()
        self.assertEqual([], faults(self.daemon, self.owner))
        self.assertEqual(sorted(pids), sorted(self.daemon.children()))
        self.close_all()
        wait_until(lambda: self.owned() == before, "children, descriptors and terminals are back")
        self.assertEqual([], self.owner.request("pane.list")["panes"])
        self.assertEqual([], event_faults(events(self.owner), set()))
        counters = self.owner.request("doctor")["counters"]
        half = CONNECTIONS * EACH // 2
        self.assertEqual((half, half, half),
                         (counters["spawn.started"], counters["spawn.rolled_back"], counters["unavailable.spawn"]["not_found"]))


class Stuck(unittest.TestCase):
    """Starts that do not come to an end delay nobody else."""

    def setUp(self):
        self.daemon = Daemon(settings={"spawn.timeout_ms": 600_000})
        self.addCleanup(self.daemon.stop)
        self.owner = self.daemon.wire()
        self.addCleanup(self.owner.close)
        self.session = self.owner.request("session.create")["session"]

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
        self.assertLess(time.monotonic() - began, 2)

    def test_a_program_that_cannot_be_opened_yet(self):
        slow = os.path.join(self.daemon.folder, "slow")
        with open(slow, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n")
        os.chmod(slow, 0o755)
        lease = Lease(slow)
        self.addCleanup(lease.give_back)
        with self.daemon.wire() as wire:
            stuck = [self.start(wire, argv=[slow]) for _ in range(5)]
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

    def refused_at_the_limit(self):
        began = time.monotonic()
        requests = [self.start(self.owner, cwd="/") for _ in range(3)]
        for request in requests:
            error = self.owner.answer(request)["error"]
            self.assertEqual(("unavailable.cwd", {"reason": "other"}), (error["code"], error["data"]))
        self.assertLess(time.monotonic() - began, 2)


if __name__ == "__main__":
    unittest.main()
