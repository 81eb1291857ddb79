"""Clients that send garbage, half frames and giant lines, or never read: they harm nobody but themselves."""

import json
import os
import random
import socket
import struct
import unittest

from venomx_testing import Closed, Daemon, Wire, wait_until

FRAME = 1 << 20


class HostileClients(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(settings={"limits.stall_ms": 1000, "limits.output": 65536})
        self.addCleanup(self.daemon.stop)
        self.bystander = self.daemon.wire()
        self.addCleanup(self.bystander.close)

    def assertHealthy(self):
        self.assertEqual("owner", self.bystander.request("whoami")["principal"])

    def test_garbage_gets_one_error_a_line_and_loses_nothing(self):
        dice = random.Random(7)
        with self.daemon.wire() as wire:
            sent = 0
            for _ in range(300):
                line = bytes(dice.choice([b for b in range(256) if b != 10]) for _ in range(dice.randrange(1, 200)))
                if not line.strip(b" \t\r"):
                    continue
                wire.send_bytes(line + b"\n")
                sent += 1
            answers = [wire.read_frame()["error"]["code"] for _ in range(sent)]
            self.assertEqual(set(), set(answers) - {"protocol.syntax", "protocol.encoding"})
            self.assertEqual("owner", wire.request("whoami")["principal"])
        self.assertHealthy()

    def test_each_kind_of_bad_line(self):
        deep = b'{"id":5,"verb":"whoami","params":' + b"[" * 31 + b"]" * 31 + b"}"
        deepest = b'{"id":5,"verb":"whoami","params":{"a":' + b"[" * 30 + b"]" * 30 + b"}}"
        table = [
            (b"nonsense", None, "protocol.syntax"),
            (b"[1]", None, "protocol.syntax"),
            (b'"text"', None, "protocol.syntax"),
            (b'{"id":1,"verb":"whoami"} x', 1, "protocol.syntax"),
            (b'{"id":2,"verb":"whoami","verb":"whoami"}', 2, "protocol.syntax"),
            (b'{"id":3,"verb":"whoami","more":1}', 3, "protocol.syntax"),
            (b'{"id":4,"verb":"whoami","params":{"a\\u0000b":1}}', 4, "protocol.syntax"),
            (deep.replace(b"[" * 31, b"[" * 32).replace(b"]" * 31, b"]" * 32), 5, "protocol.syntax"),
            (deepest, 5, "invalid_params.schema"),
            (b'{"id":-1,"verb":"whoami"}', None, "protocol.id"),
            (b'{"id":1.0,"verb":"whoami"}', None, "protocol.id"),
            (b'{"id":"1","verb":"whoami"}', None, "protocol.id"),
            (b'{"id":9007199254740992,"verb":"whoami"}', None, "protocol.id"),
            (b'{"id":99999999999999999999,"verb":"whoami"}', None, "protocol.id"),
            (b'{"verb":"whoami"}', None, "protocol.id"),
            (b'{"id":6,"verb":"no.such"}', 6, "not_found.verb"),
            (b'{"id":7,"verb":"whoami","params":{"x":1}}', 7, "invalid_params.schema"),
            (b'{"id":8,"verb":"hello","params":{"protocol":1}}', 8, "protocol.hello"),
            (b'{"id":9,"verb":"pane.capture","params":{}}', 9, "invalid_params.schema"),
        ]
        with self.daemon.wire() as wire:
            for line, request_id, code in table:
                with self.subTest(line=line[:60]):
                    wire.send_bytes(b" \r\n\n" + line + b"\r\n")
                    frame = wire.read_frame()
                    self.assertEqual((request_id, code), (frame["id"], frame["error"]["code"]))
                    self.assertIsInstance(frame["error"]["data"], dict)
            wire.send_bytes(b'{"id":10,"verb":"who\xff"}\n')
            self.assertEqual("protocol.encoding", wire.read_frame()["error"]["code"])
            self.assertEqual("owner", wire.request("whoami")["principal"])
        self.assertHealthy()

    def test_requests_before_hello(self):
        with self.daemon.wire(hello=False) as wire:
            self.assertEqual("protocol.hello", wire.refusal("whoami")["code"])
            error = wire.refusal("hello", {"protocol": 99})
            self.assertEqual(("protocol.version", {"supported": [1]}), (error["code"], error["data"]))
            self.assertEqual(1, wire.request("hello", {"protocol": 1})["protocol"])
            self.assertEqual("unknown", wire.request("whoami")["principal"])
        for token in ("", "vnt1.venomx.owner." + "A" * 43, "vnt1.venomx.g1.short", "@owner"):
            with self.subTest(token=token), self.daemon.wire(hello=False) as wire:
                self.assertEqual("denied.token", wire.refusal("hello", {"protocol": 1, "token": token})["code"])
                with self.assertRaises(Closed):
                    wire.read_frame()

    def test_half_frames_at_every_cut(self):
        line = b'{"id":1,"verb":"hello","params":{"protocol":1,"client":"half"}}\n'
        for cut in range(len(line)):
            with Wire(self.daemon.socket, hello=False) as wire:
                wire.send_bytes(line[:cut])
                if cut % 3 == 0:
                    continue  # gone in the middle
                wire.send_bytes(line[cut:])
                self.assertEqual("unknown", wire.read_frame()["ok"]["principal"])
        self.assertHealthy()

    def test_a_line_over_the_limit_closes_after_its_answer(self):
        with self.daemon.wire() as wire:
            wire.send_bytes(b'{"id":1,"verb":"whoami"}\n')
            self.assertIn("ok", wire.read_frame())
            try:
                wire.send_bytes(b'{"id":2,"verb":"' + b"a" * (2 * FRAME) + b'"}\n')
            except (BrokenPipeError, ConnectionResetError):
                pass
            self.assertEqual("protocol.frame_too_large", wire.read_frame()["error"]["code"])
            with self.assertRaises(Closed):
                wire.read_frame()
        self.assertHealthy()

    def test_the_largest_frame_is_served(self):
        head, tail = b'{"id":1,"verb":"whoami","params":{}', b"}\n"
        with self.daemon.wire() as wire:
            wire.send_bytes(head + b" " * (FRAME - len(head) - len(tail)) + tail)
            self.assertEqual("owner", wire.read_frame()["ok"]["principal"])

    def test_one_that_never_reads_is_cut_and_delays_nobody(self):
        sloth = self.daemon.wire()
        sloth.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line = json.dumps({"id": 1, "verb": "pane.list", "params": {}}).encode() + b"\n"
        sloth.socket.settimeout(0.2)
        sent = 0
        try:
            while sent < 64 << 20:
                sent += sloth.socket.send(line * 100)
        except (TimeoutError, BrokenPipeError, ConnectionResetError):
            pass
        self.assertLess(sent, 64 << 20, "reading stopped")
        self.assertHealthy()

        def cut():
            try:
                sloth.socket.send(b"\n" * 1000)
            except TimeoutError:
                return False
            except (BrokenPipeError, ConnectionResetError):
                return True
            return False

        wait_until(cut, "the connection that does not drain is closed")
        sloth.close()
        self.assertHealthy()

    def test_cancel_and_pending_limits(self):
        with self.daemon.wire() as wire:
            wire.send({"cancel": 12345})
            stream = wire.start("events", {"follow": True})
            self.assertIn("ok", wire.answer(stream))
            wire.send({"id": stream, "verb": "whoami"})
            self.assertEqual((None, "protocol.id"), (lambda f: (f["id"], f["error"]["code"]))(wire.read_frame()))
            wire.send({"cancel": stream})
            self.assertEqual({"reason": "cancelled"}, wire.answer(stream)["end"])
            for _ in range(5):  # more at once than limits.pending
                requests = [wire.start("whoami") for _ in range(400)]
                for request in requests:
                    self.assertEqual("owner", wire.answer(request)["ok"]["principal"])

    def test_answers_after_half_close_and_resets(self):
        with self.daemon.wire() as wire:
            requests = [wire.start("whoami") for _ in range(50)]
            wire.socket.shutdown(socket.SHUT_WR)
            for request in requests:
                self.assertIn("ok", wire.answer(request))
            with self.assertRaises(Closed):
                wire.read_frame()
        before = self.daemon.descriptors()
        for number in range(100):
            wire = self.daemon.wire()
            wire.start("events", {"follow": True})
            if number % 2:
                wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            wire.close()
        wait_until(lambda: before is None or self.daemon.descriptors() <= before, "the descriptors of gone clients are back")
        self.assertHealthy()

    def test_the_socket_is_private(self):
        self.assertEqual(0o600, os.stat(self.daemon.socket).st_mode & 0o777)
        self.assertEqual(0o600, os.stat(self.daemon.socket + ".owner").st_mode & 0o777)
        self.assertEqual(0o700, os.stat(os.path.dirname(self.daemon.socket)).st_mode & 0o777)


if __name__ == "__main__":
    unittest.main()
