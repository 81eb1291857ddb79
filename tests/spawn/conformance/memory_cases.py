"""Case 25: after each request, whatever became of it, the daemon's readable memory holds nothing that it was given: no value or
name of its environment, no directory, no token; neither does it after a line that was no request."""

import os

from canaries import LARGE, SMALL, Mint
from descriptor_limit import DescriptorLimit
from memory_room import MemoryRoom
from memory_scan import hits
from raw_lines import LINES
from venomx_testing import Closed


class Memory(MemoryRoom):
    def test_25_the_scan_finds(self):
        """What a client types and a program prints is screen content: it stays, and the scan sees it."""
        shown = Mint()
        pane = self.owner.request("window.create", {"session": self.session, "argv": ["cat"]})["pane"]
        self.owner.request("pane.send", {"pane": pane, "text": shown.value() + "\n"})
        self.daemon.screen_holds(self.owner, pane, shown.marker)
        self.assertNotEqual([], hits(self.daemon.pid, [shown.marker.encode()]))
        self.owner.request("pane.close", {"pane": pane, "grace_ms": 0})

    def test_25_requests(self):
        def ask(surface):
            for kind in self.kinds.all():
                self.check(surface, *kind)

        self.each(25, ask)

    def test_25_rights(self):
        _, nothing = self.principal([])
        _, some = self.principal([{"right": "spawn", "scope": f"session:{self.session}"}])
        self.tokens |= {nothing, some}

        def denied(surface):
            self.check(surface, "denied", "window.create", self.kinds.full(), "denied.spawn")
            self.check(surface, "denied split", "pane.split", self.kinds.full(pane=self.source), "denied.spawn")

        def limited(surface):
            grants = [{"right": "admin", "scope": "*"}]
            self.check(surface, "delegation", "window.create", self.kinds.full(grants=grants), ("denied.delegation", {"index": 0}))
            made = []
            while True:
                kind, answer = surface.call("window.create", {"session": self.session, **self.kinds.full()})
                self.assert_clean(f"a start by {surface.name}")
                if kind == "error":
                    break
                made.append(answer["pane"])
            self.assertEqual("conflict.limit", answer["code"])
            for pane in made:
                self.owner.request("pane.close", {"pane": pane, "grace_ms": 0})

        self.each_as(25, [nothing], denied)
        self.each_as(25, [some], limited)

    def test_25_lines(self):
        """Each is the last of its connection; looked for while it stands and after it has gone. The wire alone carries these."""
        for what, line, code in LINES:
            for size in (SMALL, LARGE):
                with self.subTest(line=what, size=size), self.daemon.wire() as wire:
                    wire.send_bytes(line.replace(b"%s", self.mint.value(size).encode()) + b"\n")
                    self.assertEqual(code, wire.read_frame()["error"]["code"])
                    self.assert_clean(f"a line with {what}")
                    wire.close()
                    self.assert_clean(f"a connection whose last line had {what}")

    def test_25_escaped(self):
        """Escapes are decoded into memory of the request's own."""
        escaped = "".join(f"\\u{ord(letter):04x}" for letter in self.mint.value(LARGE // 4)).encode()
        for line in (b'{"id":1,"verb":"window.create","params":{"session":"none","cwd":"/%s","env":[{"name":"A","value":"%s"}]}}',
                     b'{"id":1,"verb":"whoami","params":{"%s":1}}', b'{"id":1,"verb":"%s"}', b'{"%s":1}'):
            with self.daemon.wire() as wire:
                wire.send_bytes(line.replace(b"%s", escaped) + b"\n")
                self.assertIn("error", wire.read_frame())
                self.assert_clean("a line of escapes")

    def test_25_cut_connections(self):
        line = b'{"id":1,"verb":"window.create","params":{"session":"s0","cwd":"/%s'
        for size in (SMALL, LARGE, 900_000):
            with self.daemon.wire() as wire:
                wire.send_bytes(line.replace(b"%s", self.mint.value(size).encode()))
            self.assert_clean("a client that went in the middle of a line")
        with self.daemon.wire() as wire:
            wire.send_bytes(line.replace(b"%s", self.mint.value(2_000_000).encode()))
            self.assertEqual("protocol.frame_too_large", wire.read_frame()["error"]["code"])
            with self.assertRaises(Closed):
                wire.read_frame()
        self.assert_clean("a line that was too long")

    def test_25_greetings(self):
        hello = b'{"id":0,"verb":"hello","params":{"protocol":%d,"token":"%s","client":"%s"}}\n'
        for protocol, code in ((1, "denied.token"), (9, "protocol.version")):
            for token in (self.mint.token(), self.mint.token("venomx", "g1"), self.mint.token("venomx", "owner"), self.mint.value(LARGE)):
                with self.daemon.wire(hello=False) as wire:
                    wire.send_bytes(hello % (protocol, token.encode(), self.mint.value().encode()))
                    self.assertEqual(code, wire.read_frame()["error"]["code"])
                    self.assert_clean("a wrong greeting")
        with self.daemon.wire(hello=False) as wire:
            wire.send_bytes(b'{"id":0,"verb":"window.create","params":{"cwd":"/%s"}}\n' % self.mint.value(LARGE).encode())
            self.assertEqual("protocol.hello", wire.read_frame()["error"]["code"])
            self.assert_clean("a request before the greeting")

    def test_25_principals_tokens(self):
        def ask(surface):
            kind, made = surface.call("principal.create", {"grants": []})
            self.assertEqual("ok", kind, made)
            self.tokens.add(made["token"])
            self.assert_clean("a principal's creation", [made["token"]])
            self.owner.request("principal.revoke", {"principal": made["principal"]})
            with self.daemon.wire(token=made["token"], hello=False) as wire:
                self.assertEqual("denied.token", wire.refusal("hello", {"protocol": 1, "token": made["token"]})["code"])
                self.assert_clean("a revoked token", [made["token"]])

        self.each(25, ask)

    def test_25_starts_that_the_system_refuses(self):
        """Reasons `resource` and `other`: no descriptor is left; the program is being written."""
        busy = os.path.join(self.folder("busy"), "tool")
        limit = DescriptorLimit(self.daemon, self.at_rest)
        self.addCleanup(limit.lift)

        def ask(surface):
            with open("/bin/true", "rb") as program, open(busy, "wb") as copy:
                copy.write(program.read())
            os.chmod(busy, 0o755)
            with open(busy, "r+b"):
                self.check(surface, "other", "window.create", self.kinds.full(program=busy), ("unavailable.spawn", {"reason": "other"}))
            for free in range(3):
                limit.leave(free, surface)
                self.check(surface, "resource", "window.create", self.kinds.full(), ("unavailable.spawn", {"reason": "resource"}))
            limit.lift()
            os.unlink(busy)

        self.each(25, ask)
