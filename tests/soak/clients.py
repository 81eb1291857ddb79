"""Clients at random work, one a thread: of the wire, of the command line, of MCP; killed and cut off at random points."""

import contextlib
import json
import os
import random
import signal
import subprocess
import threading

from drawing import STREAMS, Requests, flags
from sanitizers import require_no_report
from venomx_testing import VENOMX

# Codes that any request may meet.
GENERAL = {"invalid_params.schema", "invalid_params.usage", "unavailable.cancelled", "unavailable.busy", "not_found.verb", "denied.read", "denied.write", "denied.spawn",
           "denied.admin", "conflict.limit"}
GARBAGE = [b"\n", b"{\n", b"[1,2]\n", b"\xff\xfe\n", b'{"id":-1,"verb":"whoami"}\n', b'{"id":1,"id":1,"verb":"whoami"}\n', b'{"cancel":99999}\n']


class Client(threading.Thread):
    """Works until told to stop; `failure` holds what went wrong, `counts` what it did."""

    kind = "?"

    def __init__(self, daemon, manifest, known, gate, stop, seed):
        super().__init__(name=f"{self.kind} {seed}", daemon=True)
        self.venomx = daemon
        self.rng = random.Random(seed)
        self.requests = Requests(manifest, known, self.rng)
        self.known = known
        self.gate = gate
        self.stopped = stop
        self.counts = {}
        self.failure = None

    def run(self):
        try:
            self.open()
            while not self.stopped.is_set():
                with self.gate.work():
                    self.step()
            self.close()
        except BaseException as failure:  # pylint: disable=broad-except
            self.failure = failure
            self.stopped.set()

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def check(self, verb, params, answer):
        """An answer is a result that teaches ids, or an error that the verb declares."""
        if "ok" in answer:
            self.known.learn(answer["ok"])
            self.count("ok")
            return
        error = answer["error"]
        code = error["code"]
        if code not in GENERAL and code not in self.requests.declared(verb):
            raise AssertionError(f"{verb} {json.dumps(params)[:300]}: undeclared {error}")
        if not isinstance(error["data"], dict) or not error["message"]:
            raise AssertionError(f"{verb}: a shapeless error {error}")
        self.count(code.split(".")[0])


class WireClient(Client):
    kind = "wire"

    def open(self):
        self.wire = self.venomx.wire()

    def close(self):
        self.wire.close()

    def reopen(self):
        self.wire.close()
        self.open()

    def step(self):
        roll = self.rng.random()
        if roll < 0.03:
            return self.cut_off()
        if roll < 0.06:
            return self.garbage()
        return self.burst()

    def burst(self):
        """Several requests at once, some cancelled; all answers are waited for."""
        asked = {}
        for _ in range(self.rng.randint(1, 6)):
            verb, params = self.requests.draw()
            asked[self.wire.start(verb, params)] = (verb, params)
            if self.rng.random() < 0.05:
                self.wire.send({"cancel": self.wire.next_id})
                self.count("cancel")
        for number, (verb, params) in asked.items():
            answer = self.wire.answer(number)
            self.check(verb, params, answer)
            if verb in STREAMS and "ok" in answer:
                self.drain(number)

    def drain(self, number):
        self.wire.send({"cancel": number})
        while "end" not in self.wire.answer(number):
            self.count("stream frames")

    def cut_off(self):
        """Goes in the midst of requests, and of a line."""
        for _ in range(self.rng.randint(1, 5)):
            self.wire.start(*self.requests.draw())
        line = json.dumps({"id": 77, "verb": "whoami"}).encode()
        with contextlib.suppress(OSError):
            self.wire.send_bytes(line[:self.rng.randint(0, len(line))])
        self.count("cut off")
        self.reopen()

    def garbage(self):
        self.wire.send_bytes(self.rng.choice(GARBAGE))
        self.count("garbage")
        answer = self.wire.call("whoami")
        if "ok" not in answer:
            raise AssertionError(f"after garbage: {answer}")
        self.wire.parked.clear()


class CliClient(Client):
    kind = "CLI"

    def open(self):
        self.environment = dict(self.venomx.environment, VENOMX_SOCKET=self.venomx.socket, VENOMX_TOKEN="@owner")

    def close(self):
        pass

    def step(self):
        verb, params = self.requests.draw()
        process = subprocess.Popen([VENOMX, *flags(verb, params)], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        follows = verb in STREAMS and params.get("follow", True) is not False
        if follows or self.rng.random() < 0.05:
            # A follower, as streams are unless told otherwise, never ends by itself.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(self.rng.random() * 0.05)
            process.send_signal(self.rng.choice([signal.SIGKILL, signal.SIGINT]))
            require_no_report(process.communicate()[1], process.returncode)
            return self.count("killed")
        out, err = process.communicate(timeout=60)
        require_no_report(err, process.returncode)
        if process.returncode not in range(7):
            raise AssertionError(f"{verb}: exit {process.returncode}: {err[-300:]}")
        if verb in STREAMS or (process.returncode == 2 and not out):
            return self.count("usage" if process.returncode else "ok")
        try:
            answer = json.loads(out)
        except ValueError as wrong:
            raise AssertionError(f"{verb} {params}: exit {process.returncode}, no JSON: {out[-300:]} {err[-300:]}") from wrong
        if process.returncode == 0 or (verb == "doctor" and "error" not in answer):
            answer = {"ok": answer}
        return self.check(verb, params, answer)


class McpClient(Client):
    kind = "MCP"

    def open(self):
        environment = dict(self.venomx.environment, VENOMX_SOCKET=self.venomx.socket, VENOMX_TOKEN=self.venomx.owner_token)
        self.said = os.path.join(self.venomx.folder, f"said by {self.name}")
        with open(self.said, "ab") as said:
            self.process = subprocess.Popen([VENOMX, "mcp"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said)
        self.number = 0
        self.rpc("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def close(self):
        self.process.stdin.close()
        if self.process.wait(60) != 0:
            raise AssertionError(f"venomx mcp ended with {self.process.returncode}: {self.words()}")
        self.process.stdout.close()

    def words(self):
        """The end of what the servers said on their standard errors."""
        with open(self.said, encoding="utf-8", errors="replace") as said:
            return said.read()[-8000:]

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def rpc(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"venomx mcp ended: {self.words()}")
            message = json.loads(line)
            if message.get("id") == self.number:
                return message

    def step(self):
        if self.rng.random() < 0.02:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.count("killed")
            return self.open()
        verb, params = self.requests.draw()
        answer = self.rpc("tools/call", {"name": verb.replace(".", "_"), "arguments": params})
        if "error" in answer:
            if answer["error"]["code"] != -32602:
                raise AssertionError(f"{verb}: {answer}")
            return self.count("rpc error")
        result = answer["result"]
        if result.get("isError"):
            return self.check(verb, params, json.loads(result["content"][0]["text"].splitlines()[0]))
        return self.check(verb, params, {"ok": result.get("structuredContent", {})})


KINDS = (WireClient, WireClient, CliClient, McpClient)
