"""Framing, ids, JSON-RPC errors, the handshake and the end: what needs no daemon. None is there, and none is started."""

import json
import os
import select
import subprocess
import tempfile
import time
import types
import unittest

from mcp_testing import NEWEST, Server
from venomx_testing import VENOMX

PONG = {"jsonrpc": "2.0", "id": "end", "result": {}}
LARGEST = 10 * 1024 * 1024


def request(request_id, method="ping", **members):
    return {"jsonrpc": "2.0", "id": request_id, "method": method, **members}


class Protocol(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="venomx-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        environment = {name: value for name, value in os.environ.items() if not name.startswith("VENOMX_")}
        environment.update(XDG_CACHE_HOME=os.path.join(self.folder, "cache"), XDG_RUNTIME_DIR=os.path.join(self.folder, "run"))
        self.daemon = types.SimpleNamespace(environment=environment, socket=os.path.join(self.folder, "none.sock"))

    def server(self, **options):
        server = Server(self.daemon, token=None, greet=False, **options)
        self.addCleanup(server.kill)
        return server

    def answers(self, data):
        """What the server says to these bytes, as bytes; a ping at the end makes sure that all was said."""
        server = self.server()
        server.send_bytes(data + b"\n" + json.dumps(request("end")).encode() + b"\n")
        said = []
        while True:
            message = server.receive()
            self.assertIsNotNone(message)
            if message.get("id") == "end":
                break
            said.append(message)
        self.assertEqual((0, b"", b""), tuple(part for index, part in enumerate(server.end()) if index != 1))
        return said

    def refusal(self, code, request_id=None):
        messages = {-32700: "the message is not JSON", -32600: "the message is no request of JSON-RPC 2.0",
                    -32601: "the server has no such method", -32602: "the parameters do not fit the method"}
        return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": messages[code]}}

    def test_ids_come_back_with_their_type(self):
        for text in ("0", "7", "-3", "9007199254740993", "18446744073709551617", "1.50", '"7"', '""', '"\\u00e9\\n"', '"é"'):
            with self.subTest(text):
                server = self.server()
                server.send_bytes(f'{{"jsonrpc":"2.0","id":{text},"method":"ping"}}\n'.encode())
                line = server.process.stdout.readline()
                self.assertEqual(f'{{"jsonrpc":"2.0","id":{text},"result":{{}}}}\n'.encode(), line)

    def test_what_is_no_message(self):
        table = [
            (b"nonsense", self.refusal(-32700)),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping"', self.refusal(-32700)),
            (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', self.refusal(-32700)),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping"} x', self.refusal(-32700)),
            (b"[]", self.refusal(-32600)),
            (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', self.refusal(-32600)),
            (b"7", self.refusal(-32600)),
            (b"{}", self.refusal(-32600)),
            (b'{"id":1,"method":"ping"}', self.refusal(-32600, 1)),
            (b'{"jsonrpc":"1.0","id":"a","method":"ping"}', self.refusal(-32600, "a")),
            (b'{"jsonrpc":"2.0","id":1}', self.refusal(-32600, 1)),
            (b'{"jsonrpc":"2.0","id":1,"method":7}', self.refusal(-32600, 1)),
            (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', self.refusal(-32600)),
            (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', self.refusal(-32600)),
            (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', self.refusal(-32600)),
            (b'{"jsonrpc":"2.0","id":4,"method":"ping","id":5}', self.refusal(-32600)),
            (b'{"jsonrpc":"2.0","id":4,"method":"ping","x":' + b"[" * 600 + b"]" * 600 + b"}", self.refusal(-32600, 4)),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', self.refusal(-32602, 1)),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', self.refusal(-32602, 1)),
            (b'{"jsonrpc":"2.0","id":1,"method":"no/such"}', self.refusal(-32601, 1)),
            (b'{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}', self.refusal(-32601, 1)),
            (b'{"jsonrpc":"2.0","id":1,"method":"initialize"}', self.refusal(-32602, 1)),
            (b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}', self.refusal(-32602, 1)),
            (b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}', self.refusal(-32602, 1)),
            (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}', self.refusal(-32602, 1)),
        ]
        for data, wanted in table:
            with self.subTest(data=data[:80]):
                self.assertEqual([wanted], self.answers(data))

    def test_cursors_that_are_none(self):
        for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list", "skills/list"):
            for cursor in ("x", "0", "zz", "", 7, None):
                with self.subTest(method=method, cursor=cursor):
                    self.assertEqual([{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "the cursor is none of this list"}}],
                                     self.answers(json.dumps(request(1, method, params={"cursor": cursor})).encode()))

    def test_what_is_never_answered(self):
        for data in (b"", b"  \t", b"\r", b'{"jsonrpc":"2.0","method":"notifications/initialized"}', b'{"jsonrpc":"2.0","method":"no/such"}',
                     b'{"jsonrpc":"2.0","method":"ping"}', b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"whoami"}}',
                     b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
                     b'{"jsonrpc":"2.0","method":"notifications/cancelled"}', b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}',
                     b'{"jsonrpc":"2.0","id":1,"result":{}}', b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}'):
            with self.subTest(data=data):
                self.assertEqual([], self.answers(data))

    def test_lines_of_every_shape(self):
        server = self.server()
        for byte in b' {"jsonrpc":"2.0","id":1,"method":"ping"}\r\n':
            server.send_bytes(bytes([byte]))
        self.assertEqual({"jsonrpc": "2.0", "id": 1, "result": {}}, server.receive())
        server.send_bytes(b"".join(json.dumps(request(number)).encode() + b"\n" for number in range(2000)))
        self.assertEqual([{"jsonrpc": "2.0", "id": number, "result": {}} for number in range(2000)], [server.receive() for _ in range(2000)])

    def test_the_largest_line_and_one_byte_more(self):
        frame = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"%s"}}'
        fits = frame % (b"x" * (LARGEST - len(frame) + 2))
        self.assertEqual(LARGEST, len(fits))
        self.assertEqual([{"jsonrpc": "2.0", "id": 1, "result": {}}], self.answers(fits))
        too_long = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "the message is longer than 10 MiB"}}
        self.assertEqual([too_long], self.answers(fits[:-3] + b"x" + fits[-3:]))
        self.assertEqual([too_long], self.answers(b"x" * (3 * LARGEST)))

    def test_revisions(self):
        for asked, given in (("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("2025-03-26", NEWEST),
                             ("1999-01-01", NEWEST), ("", NEWEST)):
            with self.subTest(asked):
                result = self.server().request("initialize", {"protocolVersion": asked, "capabilities": {},
                                                              "clientInfo": {"name": "t", "version": "1"}})
                self.assertEqual({"protocolVersion", "capabilities", "serverInfo", "instructions"}, set(result))
                self.assertEqual(given, result["protocolVersion"])
                self.assertEqual({"tools": {"listChanged": True}, "resources": {"subscribe": True, "listChanged": True}, "prompts": {}, "logging": {},
                                  "completions": {}, "extensions": {"io.modelcontextprotocol/skills": {}}}, result["capabilities"])
                version = json.loads(subprocess.run([VENOMX, "version", "--json"], capture_output=True, check=True).stdout)["version"]
                self.assertEqual({"name": "venomx", "title": "venomx", "version": version}, result["serverInfo"])

    def test_the_start_does_nothing_but_answer(self):
        server = self.server()
        began = time.monotonic()
        self.assertEqual({}, server.request("ping"))
        self.assertLess(time.monotonic() - began, 10)
        server.request("initialize", {"protocolVersion": NEWEST, "capabilities": {}})
        server.notify("notifications/initialized")
        self.assertEqual({}, server.request("ping"))
        self.assertEqual([], os.listdir(self.folder))

    def test_without_a_daemon(self):
        server = self.server()
        error = {"code": "unavailable.daemon", "message": "no daemon is running", "data": {"hint": 'start one with: venomx serve --socket "$VENOMX_SOCKET"'}}
        self.assertEqual({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "the daemon's tools cannot be listed",
                                                             "data": {"error": error}}}, server.ask("tools/list"))
        self.assertEqual((error, []), server.bad("whoami"))
        self.assertEqual((error, []), server.bad("pane_list", {}))
        arguments = {"jsonrpc": "2.0", "id": 4, "error": {"code": -32602, "message": "the arguments of a tool are an object"}}
        self.assertEqual(arguments, server.ask("tools/call", {"name": "whoami", "arguments": []}))
        arguments["id"] = 5
        self.assertEqual(arguments, server.ask("tools/call", {"name": "whoami", "arguments": None}))
        self.assertEqual([], os.listdir(self.folder))

    def test_ends(self):
        idle = self.server()
        self.assertEqual({}, idle.request("ping"))
        status, seconds, out, err = idle.end()
        self.assertEqual((0, b"", b""), (status, out, err))
        self.assertLess(seconds, 10)
        # The last line may lack its end, and whatever was asked is answered.
        server = self.server()
        server.send_bytes(json.dumps(request(1)).encode() + b"\n" + json.dumps(request(2)).encode())
        status, _, out, err = server.end()
        self.assertEqual((0, b'{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc":"2.0","id":2,"result":{}}\n', b""), (status, out, err))

    def test_files_for_pipes(self):
        path = os.path.join(self.folder, "in")
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(request(1)) + "\n")
        with open(path, "rb") as source, open(path + ".out", "wb") as sink:
            done = subprocess.run([VENOMX, "mcp"], stdin=source, stdout=sink, stderr=subprocess.PIPE, timeout=30, check=False)
        with open(path + ".out", "rb") as sink:
            self.assertEqual((0, b"", b'{"jsonrpc":"2.0","id":1,"result":{}}\n'), (done.returncode, done.stderr, sink.read()))

    def test_a_reader_that_stops_and_one_that_goes(self):
        server = self.server()
        pings = b"".join(json.dumps(request(number)).encode() + b"\n" for number in range(20000))
        server.send_bytes(pings)
        self.assertEqual(list(range(20000)), [server.receive()["id"] for _ in range(20000)])
        server.process.stdout.close()
        self.assertEqual(1, server.process.wait(20))

    def test_a_reader_that_never_reads(self):
        """The server stops reading before it holds much, and still sees the end of its input."""
        server = self.server()
        pings = b"".join(json.dumps(request("x" * 1000)).encode() + b"\n" for _ in range(1000))
        os.set_blocking(server.process.stdin.fileno(), False)
        taken = 0
        while taken < 32 << 20 and select.select([], [server.process.stdin], [], 1)[1]:
            taken += os.write(server.process.stdin.fileno(), pings[taken % len(pings):][:1 << 16])
        self.assertGreater(taken, 16 << 20)
        self.assertLess(taken, 18 << 20)
        began = time.monotonic()
        server.process.stdin.close()
        self.assertEqual(0, server.process.wait(20))
        self.assertLess(time.monotonic() - began, 10)

    def test_usage(self):
        for words, said in ((["config-not"], "unexpected word config-not after mcp"), (["--budget", "1023"], "--budget takes a number of bytes"),
                            (["--budget=8388609"], "--budget takes"), (["--budget", "9k"], "--budget takes"), (["--budget"], "--budget needs a value"),
                            (["--toolset", "some"], "--toolset takes full or core"), (["--token", "vnt1.venomx.owner." + "A" * 43], "--token takes only @owner"),
                            (["--token-file"], "--token-file needs a value")):
            with self.subTest(words):
                done = subprocess.run([VENOMX, "mcp", *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
                self.assertEqual((2, b""), (done.returncode, done.stdout))
                self.assertIn(said.encode(), done.stderr)
                self.assertNotIn(b"AAAA", done.stderr)
        done = subprocess.run([VENOMX, "mcp", "--help"], stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
        self.assertEqual((0, b"venomx mcp: Serve the Model Context Protocol on standard input and output"), (done.returncode, done.stdout.split(b"\n")[0]))


if __name__ == "__main__":
    unittest.main()
