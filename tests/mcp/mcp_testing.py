"""What the tests of `venomx mcp` stand on: the server over its pipes, and the part of JSON Schema that its tools use."""

import functools
import json
import os
import select
import subprocess
import time

from sanitizers import require_no_report
from venomx_testing import DEADLINE, VENOMX, Daemon

NEWEST = "2025-11-25"
STATELESS = "2026-07-28"
META = "io.modelcontextprotocol/"
FIXTURES = os.environ.get("VENOMX_FIXTURES", "")


def extended_daemon():
    """With the plugin of fixtures/, a third party's as far as all others know."""
    return Daemon(settings={"plugins.extra_dirs": FIXTURES})


class Server:
    """A `venomx mcp` of its own. `token`: a token, "@owner", or None for none; `socket`: None for the daemon's; `stateless`: ask in
    the era without a handshake."""

    def __init__(self, daemon, token="@owner", socket=None, arguments=(), env=None, greet=True, stateless=False):
        environment = dict(daemon.environment, VENOMX_SOCKET=socket or daemon.socket)
        if token is not None:
            environment["VENOMX_TOKEN"] = token
        environment.update(env or {})
        self.process = subprocess.Popen([VENOMX, "mcp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment)
        self.buffer = b""
        self.parked = []
        self.next_id = 0
        self.stateless = stateless
        if greet and not stateless:
            self.request("initialize", {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
            self.notify("notifications/initialized")

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        try:
            if failure is None and self.process.poll() is None:
                status, _, _, said = self.end()
                if (status, said) != (0, b""):
                    raise AssertionError(f"the server ended with {status}: {said}")
        finally:
            self.kill()

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def receive(self, seconds=DEADLINE):
        """The next message in the order of arrival; None when there is none for so long, or the output has ended."""
        end = time.monotonic() + seconds
        while b"\n" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = self.process.stdout.read1(1 << 16)
            if not data:
                return None
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def start(self, method, params=None):
        """Sends a request; its id."""
        self.next_id += 1
        if self.stateless:
            params = {**(params or {}), "_meta": {**envelope(), **(params or {}).get("_meta", {})}}
        self.send({"jsonrpc": "2.0", "id": self.next_id, "method": method, **({} if params is None else {"params": params})})
        return self.next_id

    def answer(self, request_id):
        """The message that answers `request_id`; others are parked."""
        for index, message in enumerate(self.parked):
            if message.get("id") == request_id:
                return self.parked.pop(index)
        while True:
            message = self.receive()
            if message is None:
                raise AssertionError(f"no answer to {request_id}; parked: {self.parked}")
            if message.get("id") == request_id:
                return message
            self.parked.append(message)

    def ask(self, method, params=None):
        """The whole answer."""
        return self.answer(self.start(method, params))

    def request(self, method, params=None):
        """The result; an error fails the test."""
        answer = self.ask(method, params)
        if "result" not in answer:
            raise AssertionError(f"{method}: {answer}")
        return answer["result"]

    def start_tool(self, name, arguments=None, progress=None):
        params = {"name": name, **({} if arguments is None else {"arguments": arguments})}
        return self.start("tools/call", params if progress is None else {**params, "_meta": {"progressToken": progress}})

    def tool(self, name, arguments=None):
        """The tool's result as it was sent."""
        answer = self.answer(self.start_tool(name, arguments))
        if "result" not in answer:
            raise AssertionError(f"{name}: {answer}")
        return answer["result"]

    def good(self, name, arguments=None):
        """The structured content of a success, which the text repeats."""
        result = self.tool(name, arguments)
        content = result.get("structuredContent")
        if set(result) != {"content", "structuredContent", "isError"} | self.common() or result["isError"] is not False:
            raise AssertionError(f"{name}: {result}")
        if len(result["content"]) != 1 or set(result["content"][0]) != {"type", "text"} or json.loads(result["content"][0]["text"]) != content:
            raise AssertionError(f"{name}: text and structured content differ: {result}")
        return content

    def common(self):
        """The members that each result has besides its own."""
        return {"resultType", "_meta"} if self.stateless else set()

    def pieces(self, name, arguments=None):
        """The pieces of a result, the last without `next`."""
        arguments = dict(arguments or {})
        pieces = [self.good(name, arguments)]
        while isinstance(pieces[-1].get("next"), str):
            pieces.append(self.good(name, {**arguments, "next": pieces[-1]["next"]}))
        return pieces

    def whole(self, name, arguments=None):
        """A result that may come in pieces, put together."""
        pieces = [{key: value for key, value in piece.items() if key != "next"} for piece in self.pieces(name, arguments)]
        return functools.reduce(joined, pieces)

    def bad(self, name, arguments=None):
        """The error object of a refusal, and the texts after it."""
        return refusal_of(self.tool(name, arguments))

    def told(self, method, seconds=DEADLINE):
        """The parameters of the next notification of that method; others stay parked. None when there is none for so long."""
        for index, message in enumerate(self.parked):
            if message.get("method") == method:
                return self.parked.pop(index).get("params")
        end = time.monotonic() + seconds
        while (message := self.receive(max(0, end - time.monotonic()))) is not None:
            if message.get("method") == method:
                return message.get("params")
            self.parked.append(message)
        return None

    def end(self):
        """Closes the input; (exit status, seconds, what else came out, standard error)."""
        began = time.monotonic()
        out, said = self.process.communicate(timeout=DEADLINE)
        status, seconds = self.process.returncode, time.monotonic() - began
        require_no_report(said, status)
        return status, seconds, self.buffer + out, said

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        said = b"" if self.process.stderr.closed else self.process.stderr.read()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        require_no_report(said)


def envelope(version=STATELESS, capabilities=None):
    """What a request of the era without a handshake carries in `_meta`."""
    return {META + "protocolVersion": version, META + "clientCapabilities": capabilities or {},
            META + "clientInfo": {"name": "test", "version": "1"}}


def joined(first, second):
    """Two pieces of one value: texts and lists go on where they ended, and an item that was cut too."""
    if isinstance(first, dict):
        return {name: joined(first[name], second[name]) for name in first}
    if isinstance(first, list):
        if first and second and isinstance(first[-1], dict) and "plugin" in first[-1] and first[-1]["plugin"] == second[0]["plugin"]:
            return first[:-1] + [joined(first[-1], second[0])] + second[1:]
        return first + second
    if isinstance(first, str) and first != second:
        return first + second
    return first


def refusal_of(result):
    """(error object, texts after it) of a tool's refusal."""
    if not {"content", "isError"} <= set(result) or result["isError"] is not True:
        raise AssertionError(f"no refusal: {result}")
    document = json.loads(result["content"][0]["text"])
    if set(document) != {"error"} or set(document["error"]) != {"code", "message", "data"}:
        raise AssertionError(f"no refusal: {result}")
    return document["error"], [block["text"] for block in result["content"][1:]]


KINDS = {"string": str, "boolean": bool, "array": list, "object": dict, "number": (int, float), "integer": int}
KNOWN = {"type", "enum", "const", "minimum", "maximum", "items", "properties", "required", "additionalProperties", "description", "default"}


def schema_faults(schema, value, path="$"):
    """Why `value` does not fit `schema`, a line each. A keyword that is not known here is a fault too."""
    faults = [f"{path}: unknown keyword {word}" for word in set(schema) - KNOWN]
    kind = schema.get("type")
    if kind is not None and (not isinstance(value, KINDS[kind]) or (kind in ("integer", "number") and isinstance(value, bool))):
        return [*faults, f"{path}: {value!r} is no {kind}"]
    if "enum" in schema and value not in schema["enum"]:
        faults.append(f"{path}: {value!r} is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        faults.append(f"{path}: {value!r} is not {schema['const']}")
    if value < schema.get("minimum", value) if kind == "integer" else False:
        faults.append(f"{path}: {value} is too small")
    if value > schema.get("maximum", value) if kind == "integer" else False:
        faults.append(f"{path}: {value} is too large")
    for index, item in enumerate(value if kind == "array" else ()):
        faults += schema_faults(schema.get("items", {}), item, f"{path}[{index}]")
    if kind == "object":
        faults += [f"{path}: {name} is missing" for name in schema.get("required", ()) if name not in value]
        for name, member in value.items():
            if name in schema.get("properties", {}):
                faults += schema_faults(schema["properties"][name], member, f"{path}.{name}")
            elif schema.get("additionalProperties") is False:
                faults.append(f"{path}: {name} is unknown")
    return faults


def open_objects(schema, path="$"):
    """Places in an input schema where unknown members would be taken."""
    found = [path] if schema.get("type") == "object" and schema.get("additionalProperties") is not False else []
    for name, member in schema.get("properties", {}).items():
        found += open_objects(member, f"{path}.{name}")
    if "items" in schema:
        found += open_objects(schema["items"], f"{path}[]")
    return found
