"""Crowds of connections: a pane without any grant that opens all it can locks nobody out, and silence has a deadline."""

import resource
import sys
import time
import unittest

from venomx_testing import Closed, Daemon, Wire, wait_until

LIMIT = 160
# Two processes that open 90 sockets each and leave those that the daemon closes. They say hello or not; when they persist, they open
# another for each that is closed, and otherwise they say when none is left.
CROWD = """
import os, select, socket

def fill():
    while len(held) < 90:
        made = socket.socket(socket.AF_UNIX)
        made.connect(os.environ["VENOMX_SOCKET"])
        if %(greets)r:
            try:
                made.send(b'{"id":0,"verb":"hello","params":{"protocol":1}}\\n')
            except ConnectionError:
                pass
        held.append(made)
    print("held", flush=True)

os.fork()
held = []
fill()
while held:
    for one in select.select(held, [], [])[0]:
        try:
            if one.recv(4096):
                continue
        except ConnectionError:
            pass
        one.close()
        held.remove(one)
    if %(persists)r:
        fill()
print("none left", flush=True)
select.select([], [], [])
"""
SILENT = CROWD % {"greets": False, "persists": False}
# Three connections; what the third is told.
THREE = """
import os, socket
held = [socket.socket(socket.AF_UNIX) for _ in range(3)]
for one in held:
    one.connect(os.environ["VENOMX_SOCKET"])
print(held[2].recv(99).decode(), end="")
print("end", held[2].recv(99), flush=True)
held[0].recv(1)
"""


class Crowds(unittest.TestCase):
    def serve(self, **settings):
        """A daemon with few descriptors, and a session in it."""
        daemon = Daemon(preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (LIMIT, LIMIT)),
                        settings={name.replace("__", "."): value for name, value in settings.items()})
        self.addCleanup(daemon.stop)
        owner = daemon.wire()
        self.addCleanup(owner.close)
        owner.request("session.create", {"name": "a"})
        return daemon, owner

    def flood(self, owner, program, **more):
        return owner.request("window.create", {"session": "s0", "grants": [], "argv": [sys.executable, "-c", program], **more})["pane"]

    def shows(self, owner, pane, text):
        owner.request("pane.wait", {"pane": pane, "until": "match", "match": text})

    def refused(self, owner):
        return owner.request("doctor")["counters"]["connections.refused"]

    def assertTheOwnerIsServed(self, daemon):
        begun = time.monotonic()
        with daemon.wire() as wire:
            self.assertEqual("owner", wire.greeting["principal"])
            entered = time.monotonic() - begun
            made = wire.request("window.create", {"session": "s0", "argv": ["/bin/sleep", "1000"]})
            wire.request("pane.close", {"pane": made["pane"], "grace_ms": 0})
        self.assertLess(entered, 1)

    def test_a_silent_crowd_in_a_pane_ends_by_the_deadline(self):
        daemon, owner = self.serve(limits__hello_ms=2000)
        pane = self.flood(owner, SILENT)
        self.shows(owner, pane, "held")
        self.assertTheOwnerIsServed(daemon)
        wait_until(lambda: owner.request("pane.capture", {"pane": pane})["text"].count("none left") == 2, "all of the crowd is closed")
        wait_until(lambda: owner.request("doctor")["counters"]["connections"] == 1, "the owner's connection is the only one")
        counted = self.refused(owner)
        # All are counted once: half of the descriptors, and a quarter of that for one pane.
        self.assertEqual(180, sum(counted.values()), counted)
        self.assertEqual({"principal": 180 - LIMIT // 8, "daemon": 0, "room": 0, "hello": LIMIT // 8, "system": 0}, counted)
        self.assertEqual(1, daemon.log_text().count("connections refused or ended"))

    def test_crowds_that_fill_the_daemon_and_come_again(self):
        for greets in (False, True):
            with self.subTest(greets=greets):
                daemon, owner = self.serve(limits__hello_ms=60000)
                # Each pane may hold a quarter: these hold all there is.
                panes = [self.flood(owner, CROWD % {"greets": greets, "persists": True}) for _ in range(5)]
                wait_until(lambda: self.refused(owner)["daemon"] > 0, "the daemon is full")
                for _ in range(5):
                    self.assertTheOwnerIsServed(daemon)
                self.assertGreater(self.refused(owner)["room"], 0)
                for pane in panes:
                    owner.request("pane.close", {"pane": pane, "grace_ms": 0})
                wait_until(lambda: owner.request("doctor")["counters"]["connections"] == 1, "the crowds are gone with their panes")
                self.assertLessEqual(daemon.log_text().count("connections refused or ended"), 2)

    def test_no_descriptors_left(self):
        """More connections are allowed than there are descriptors."""
        daemon, owner = self.serve(limits__connections=4 * LIMIT, limits__hello_ms=60000)
        pane = self.flood(owner, CROWD % {"greets": True, "persists": True})
        wait_until(lambda: self.refused(owner)["daemon"] > 0, "no descriptor is left")
        for _ in range(5):
            with daemon.wire() as wire:
                self.assertEqual("owner", wire.greeting["principal"])
        owner.request("pane.signal", {"pane": pane, "signal": "KILL"})
        wait_until(lambda: owner.request("doctor")["counters"]["connections"] == 1, "the crowd is gone with its pane")
        self.assertTheOwnerIsServed(daemon)

    def test_hello_has_a_deadline_that_activity_does_not_move(self):
        daemon = Daemon(settings={"limits.hello_ms": 500})
        self.addCleanup(daemon.stop)
        with daemon.wire() as owner, Wire(daemon.socket, hello=False) as wire:
            begun = time.monotonic()
            answers = []
            with self.assertRaises(Closed):
                while True:
                    try:
                        wire.send({"id": 1, "verb": "whoami"})
                    except BrokenPipeError:
                        pass
                    answers.append(wire.read_frame()["error"])
                    time.sleep(0.05)
            self.assertGreaterEqual(time.monotonic() - begun, 0.45)
            self.assertEqual("the first request must be hello", answers[0]["message"])
            self.assertEqual({"code": "protocol.hello", "message": "hello was not said in time", "data": {}}, answers[-1])
            self.assertEqual("owner", owner.request("whoami")["principal"])
            self.assertEqual(1, self.refused(owner)["hello"])

    def test_past_its_share_a_pane_is_told_so(self):
        daemon = Daemon(settings={"limits.connections_per_principal": 2})
        self.addCleanup(daemon.stop)
        with daemon.wire() as owner:
            token = owner.request("principal.create", {"grants": [{"right": "read", "scope": "*"}]})["token"]
            with daemon.wire(token), daemon.wire(token), daemon.wire(token, hello=False) as third:
                busy = {"code": "unavailable.busy", "message": "too many connections", "data": {}}
                self.assertEqual(busy, third.refusal("hello", {"protocol": 1, "token": token}))
                with self.assertRaises(Closed):
                    third.read_frame()
            owner.request("session.create", {"name": "a"})
            pane = self.flood(owner, THREE, cols=120)
            self.shows(owner, pane, "end b''")
            text = owner.request("pane.capture", {"pane": pane})["text"]
            self.assertIn('{"id":null,"error":{"code":"unavailable.busy","message":"too many connections","data":{}}}', text)
            self.assertEqual(2, self.refused(owner)["principal"])


if __name__ == "__main__":
    unittest.main()
