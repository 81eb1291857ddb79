"""The protocol over HTTP in front of `venomx mcp`, as far as the official suite needs it: each client of the handshake era, and each
request of the other one, has a server of its own. It changes no message; what HTTP alone asks for (headers, hosts, statuses) is its."""

import contextlib
import http.server
import json
import queue
import subprocess
import threading
import uuid

from venomx_testing import VENOMX

VERSION = "io.modelcontextprotocol/protocolVersion"
STATUSES = {-32601: 404, -32602: 400, -32020: 400, -32021: 400, -32022: 400}
SECONDS = 30


class Child:
    """One `venomx mcp`. Each request that waits has a queue; what belongs to none goes to all."""

    def __init__(self, environment):
        self.process = subprocess.Popen([VENOMX, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.lock = threading.Lock()
        self.waiting = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            key = json.dumps(message.get("id"))
            with self.lock:
                targets = [self.waiting[key]] if "method" not in message and key in self.waiting else list(self.waiting.values())
            for target in targets:
                target.put(message)
        with self.lock:
            for target in self.waiting.values():
                target.put(None)

    def expect(self, request_id):
        answers = queue.Queue()
        with self.lock:
            self.waiting[json.dumps(request_id)] = answers
        return answers

    def forget(self, request_id):
        with self.lock:
            self.waiting.pop(json.dumps(request_id), None)

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def end(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(SECONDS)
        self.process.stdout.close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, document=None, headers=()):
        body = b"" if document is None else json.dumps(document).encode()
        self.send_response(status)
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status, code, text, request_id=None):
        self.reply(status, {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": text}})

    def is_local(self):
        """A page of another site must not reach a server on this machine by a name of its own."""
        names = (self.headers.get("Host", ""), self.headers.get("Origin", "http://localhost").split("://")[-1])
        return all(name.rsplit(":", 1)[0] in ("localhost", "127.0.0.1", "[::1]") for name in names)

    def do_GET(self):
        self.reply(405, headers=[("Allow", "POST, DELETE")])

    def do_DELETE(self):
        child = self.server.sessions.pop(self.headers.get("Mcp-Session-Id"), None)
        if child is not None:
            child.end()
        self.reply(200 if child is not None else 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.is_local():
            return self.refuse(403, -32600, "the host is not this machine")
        try:
            message = json.loads(body)
        except ValueError:
            return self.refuse(400, -32700, "the message is not JSON")
        params = message.get("params")
        meta = params.get("_meta") if isinstance(params, dict) else None
        told = (self.headers.get("MCP-Protocol-Version") or "").strip()
        stateless = (isinstance(meta, dict) and VERSION in meta) or told.startswith("2026")
        return self.serve_alone(message, meta or {}, told) if stateless else self.serve_session(message)

    def mismatch(self, message, meta, told):
        named = message.get("params", {}).get("name", message.get("params", {}).get("uri"))
        method, name = ((value or "").strip() or None for value in (self.headers.get("Mcp-Method"), self.headers.get("Mcp-Name")))
        return (VERSION in meta and told != meta[VERSION]) or method not in (None, message.get("method")) or (named and name not in (None, named))

    def serve_alone(self, message, meta, told):
        if self.mismatch(message, meta, told):
            return self.refuse(400, -32020, "the headers do not fit the message", message.get("id"))
        child = Child(self.server.environment)
        try:
            self.pass_on(child, message, True)
        finally:
            child.end()

    def serve_session(self, message):
        headers = []
        if message.get("method") == "initialize":
            session, child = uuid.uuid4().hex, Child(self.server.environment)
            self.server.sessions[session] = child
            headers = [("Mcp-Session-Id", session)]
        else:
            child = self.server.sessions.get(self.headers.get("Mcp-Session-Id"))
            if child is None:
                return self.refuse(404 if self.headers.get("Mcp-Session-Id") else 400, -32600, "there is no such session", message.get("id"))
        self.pass_on(child, message, False, headers)

    def pass_on(self, child, message, stateless, headers=()):
        if "id" not in message or "method" not in message:
            child.send(message)
            return self.reply(202, headers=headers)
        answers = child.expect(message["id"])
        try:
            child.send(message)
            self.stream(answers, stateless, headers)
        finally:
            child.forget(message["id"])

    def stream(self, answers, stateless, headers):
        """An answer that comes first is a document, with the status that its error stands for; all else is a stream of events."""
        first = answers.get(timeout=SECONDS)
        if first is not None and "method" not in first:
            status = STATUSES.get(first.get("error", {}).get("code"), 200) if stateless else 200
            return self.reply(status, first, headers)
        self.send_response(200)
        for name, value in (("Content-Type", "text/event-stream"), ("Connection", "close"), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        message = first
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, queue.Empty):
            while message is not None:
                self.wfile.write(b"data: " + json.dumps(message).encode() + b"\n\n")
                self.wfile.flush()
                if "method" not in message:
                    break
                message = answers.get(timeout=SECONDS)


class Bridge:
    """The address is `url`; the environment is that of each server."""

    def __init__(self, environment):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.environment = environment
        self.server.sessions = {}
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/mcp"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        for child in self.server.sessions.values():
            child.end()
