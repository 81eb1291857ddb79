"""Clients that go, or give up, while what they asked for is being made: they leave whole panes or nothing."""

import contextlib
import os
import random
import signal
import subprocess
import time
import unittest

from ledger import events, faults, snapshot
from mcp_testing import Server
from patient_testing import PatientTest
from stuck import Mount, can_mount
from venomx_testing import DEADLINE, VENOMX, wait_until

SLEEP = ["/bin/sleep", "1000"]


class Departures(PatientTest):
    def setUp(self):
        super().setUp()
        made = self.owner.request("window.create", {"session": self.session, "argv": SLEEP, "cols": 1000, "rows": 1000})
        self.pane = made["pane"]
        self.before = snapshot(self.daemon, self.owner)

    def target(self, verb):
        return {"session": self.session} if verb == "window.create" else {"pane": self.pane, "axis": "rows", "size": 1}

    def both(self, params):
        return [(verb, {**self.target(verb), **params}) for verb in ("window.create", "pane.split")]

    def nothing_is_seen(self):
        """Of what is being made; its child and its terminal are there already."""
        now = snapshot(self.daemon, self.owner)
        for key in ("sessions", "windows", "panes", "principals", "events"):
            self.assertEqual(self.before[key], now[key])

    def settles_as_before(self):
        wait_until(lambda: snapshot(self.daemon, self.owner) == self.before or None, "everything is as before")

    def settles_whole(self):
        """Whatever was made is whole, and when it has been closed nothing is left. How many panes that were."""
        told = self.before.pop("events")
        made, wrong = set(), []

        def settled():
            wrong[:] = faults(self.daemon, self.owner)
            if wrong:
                return False
            panes = {pane["pane"] for pane in self.owner.request("pane.list")["panes"]} - {self.pane}
            made.update(panes)
            for request in [self.owner.start("pane.close", {"pane": pane, "grace_ms": 0}) for pane in panes]:
                self.assertIn("ok", self.owner.answer(request))
            now = snapshot(self.daemon, self.owner)
            return now.pop("events")[:len(told)] == told and now == self.before

        try:
            wait_until(settled, "everything is as before")
        finally:
            self.assertEqual([], wrong)
        return len(made)

    def requests(self, dice):
        kinds = [{"argv": SLEEP}, {"argv": SLEEP, "cwd": "/tmp"}, {"argv": ["/no/such/program"]}, {"argv": SLEEP, "cwd": "/no/such/folder"},
                 {"argv": ["/bin/sh", "-c", "exec sleep 1000"], "env": [{"name": "A", "value": "v" * 5000}]}]
        return [dice.choice(self.both(dice.choice(kinds))) for _ in range(dice.randrange(1, 7))]

    def test_connections_that_close_at_any_moment(self):
        dice = random.Random(3)
        for _ in range(120):
            wire = self.daemon.wire()
            asked = [wire.start(verb, params) for verb, params in self.requests(dice)]
            for _ in range(dice.randrange(len(asked) + 1)):
                wire.read_frame()
            time.sleep(dice.choice((0, 0, dice.random() * 0.004)))
            if dice.random() < 0.5:
                for request in asked:
                    wire.send({"cancel": request})
            wire.close()
        made = self.settles_whole()
        self.assertGreater(made, 0)
        self.assertLess(made, 120 * 6)

    def test_cancels_at_any_moment(self):
        """Each is answered once: with the pane, which is there, or as cancelled or refused, and then it is not."""
        dice = random.Random(4)
        made = set()
        with self.daemon.wire() as wire:
            for _ in range(150):
                asked = [wire.start(verb, params) for verb, params in self.requests(dice)]
                time.sleep(dice.choice((0, 0, dice.random() * 0.003)))
                for request in asked:
                    wire.send({"cancel": request})
                for request in asked:
                    frame = wire.answer(request)
                    if "ok" in frame:
                        made.add(frame["ok"]["pane"])
                    else:
                        self.assertIn(frame["error"]["code"], ("unavailable.cancelled", "unavailable.spawn", "not_found.cwd"))
            self.assertEqual(made | {self.pane}, {pane["pane"] for pane in wire.request("pane.list")["panes"]})
        self.assertEqual(len(made), self.settles_whole())

    def test_a_program_that_cannot_be_opened_yet(self):
        self.lease()
        for verb, params in self.both({"argv": [self.slow], "cwd": "/tmp"}):
            for cancels in (True, False):
                with self.subTest(verb=verb, cancels=cancels), self.daemon.wire() as wire:
                    asked = wire.start(verb, params)
                    wait_until(lambda: len(self.daemon.children()) == 2, "the child waits for its program")
                    self.nothing_is_seen()
                    if cancels:
                        wire.send({"cancel": asked})
                        self.assertEqual("unavailable.cancelled", wire.answer(asked)["error"]["code"])
                self.settles_as_before()

    def test_many_at_once(self):
        """Some wait for their program, some run, some fail; all clients go in one moment."""
        self.lease()
        wires = [self.daemon.wire() for _ in range(8)]
        for number, wire in enumerate(wires):
            for verb, params in self.both({"argv": [self.slow]}) if number < 4 else self.both({"argv": SLEEP}) * 10:
                wire.start(verb, params)
        wait_until(lambda: len(self.daemon.children()) > 8, "children wait for their program")
        for wire in wires:
            wire.close()
        self.settles_whole()

    @unittest.skipIf(can_mount(), can_mount() or "")
    def test_a_directory_that_does_not_answer(self):
        for below, stuck_children in (("/inside", 0), ("", 1)):
            for verb in ("window.create", "pane.split"):
                mount = Mount(os.path.join(self.daemon.folder, f"dead{stuck_children}-{verb}"))
                self.addCleanup(mount.abandon)
                with self.subTest(verb=verb, stuck_children=stuck_children):
                    params = {**self.target(verb), "argv": SLEEP, "cwd": mount.folder + below}
                    with self.daemon.wire() as wire:
                        asked = [wire.start(verb, params), wire.start(verb, params)]
                        wait_until(lambda: mount.waiting, "they are stuck")
                        wait_until(lambda: len(self.daemon.children()) == 1 + 2 * stuck_children, "so are their children")
                        began = time.monotonic()
                        wire.send({"cancel": asked[0]})
                        self.assertEqual("unavailable.cancelled", wire.answer(asked[0])["error"]["code"])
                        self.assertLess(time.monotonic() - began, 10)
                    self.nothing_is_seen()
                    made = self.owner.request("window.create", {"session": self.session, "argv": SLEEP, "cwd": "/"})
                    self.owner.request("pane.close", {"pane": made["pane"], "grace_ms": 0})
                    mount.abandon()
                self.before["events"] = [kind for _, kind, _ in events(self.owner)]
                self.settles_as_before()

    def command_line(self, verb, params):
        words = [*verb.split("."), "--session" if "session" in params else "--pane", params.get("session") or params["pane"]]
        if "pane" in params:
            words += ["--axis", params["axis"], "--size", str(params["size"])]
        environment = dict(self.daemon.environment, VENOMX_SOCKET=self.daemon.socket, VENOMX_TOKEN="@owner")
        return subprocess.Popen([VENOMX, *words, "--json", "--", *params["argv"]], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def test_command_lines_that_are_ended(self):
        self.lease()
        for verb, params in self.both({"argv": [self.slow]}):
            for number in (signal.SIGKILL, signal.SIGINT):
                with self.subTest(verb=verb, signal=number):
                    process = self.command_line(verb, params)
                    wait_until(lambda: len(self.daemon.children()) == 2, "the child waits for its program")
                    process.send_signal(number)
                    self.assertNotEqual(0, process.wait(DEADLINE))
                    self.settles_as_before()

    def test_command_lines_that_are_ended_at_any_moment(self):
        dice = random.Random(5)
        for _ in range(30):
            process = self.command_line(*dice.choice(self.both({"argv": SLEEP})))
            time.sleep(dice.random() * 0.02)
            process.send_signal(dice.choice((signal.SIGKILL, signal.SIGINT)))
            process.wait(DEADLINE)
        self.settles_whole()

    def test_mcp_requests_that_are_cancelled(self):
        self.lease()
        with Server(self.daemon) as server:
            for verb, params in self.both({"argv": [self.slow]}):
                asked = server.start_tool(verb.replace(".", "_"), params)
                wait_until(lambda: len(self.daemon.children()) == 2, "the child waits for its program")
                server.notify("notifications/cancelled", {"requestId": asked, "reason": "enough"})
                wait_until(lambda: len(self.daemon.children()) == 1, "the child is gone")
                # A cancelled request gets no answer: the next message is the next request's.
                self.assertEqual("owner", server.good("whoami")["principal"])
                self.assertEqual([], server.parked)
        self.settles_as_before()

    def test_mcp_servers_that_are_killed_at_any_moment(self):
        dice = random.Random(6)
        for _ in range(12):
            server = Server(self.daemon)
            with contextlib.suppress(BrokenPipeError):
                for verb, params in self.requests(dice):
                    server.start_tool(verb.replace(".", "_"), params)
            time.sleep(dice.random() * 0.02)
            server.kill()
        self.settles_whole()


if __name__ == "__main__":
    unittest.main()
