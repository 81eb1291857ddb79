"""The three ways to ask for a process: the wire, the command line, MCP. Each answers ("ok", result) or ("error", error)."""

import json
import os
import subprocess
import threading

from venomx_testing import DEADLINE, VENOMX, wait_until


class WireSurface:
    name = "wire"

    def __init__(self, daemon, token="@owner"):
        self.wire = daemon.wire(token=token)

    def call(self, verb, params):
        frame = self.wire.call(verb, params)
        return ("ok", frame["ok"]) if "ok" in frame else ("error", frame["error"])

    def carries(self, _params):
        return True

    def close(self):
        self.wire.close()


class CliSurface:
    name = "CLI"

    def __init__(self, daemon, token="@owner"):
        self.daemon = daemon
        self.token = token

    @staticmethod
    def carries(params):
        """No NUL can stand on a command line outside of JSON."""
        return not any("\0" in value for value in params.values() if isinstance(value, str))

    @staticmethod
    def words(verb, params):
        words = verb.split(".")
        for name, value in params.items():
            flag = "--" + name.replace("_", "-")
            if isinstance(value, bool):
                words.append(flag if value else "--no-" + flag[2:])
            elif isinstance(value, (str, int)):
                words += [flag, str(value)]
            elif name == "env" and sum(len(entry["value"]) for entry in value) > 50000 and all("\0" not in entry["name"] for entry in value):
                # One JSON word would pass the system's limit for a word.
                for entry in value:
                    words += [flag, f"{entry['name']}={entry['value']}"]
            elif name == "argv" and sum(map(len, value)) > 100000:
                continue
            else:
                words += [flag, json.dumps(value)]
        if sum(map(len, params.get("argv", ()))) > 100000:
            return [*words, "--json", "--", *params["argv"]]
        return [*words, "--json"]

    def call(self, verb, params):
        environment = None if self.token == "@owner" else {"VENOMX_TOKEN": self.token}
        done = self.daemon.cli(*self.words(verb, params), env=environment)
        answer = json.loads(done.stdout)
        if done.returncode == 0:
            return "ok", answer
        statuses = {"internal": 1, "protocol": 1, "invalid_params": 2, "not_found": 3, "denied": 4, "conflict": 5, "unavailable": 6}
        wanted = statuses[answer["error"]["code"].split(".")[0]]
        if done.returncode != wanted:
            raise AssertionError(f"exit {done.returncode} for {answer}")
        return "error", answer["error"]

    def close(self):
        pass


class McpSurface:
    name = "MCP"

    def __init__(self, daemon, token="@owner"):
        environment = dict(daemon.environment, VENOMX_SOCKET=daemon.socket)
        environment["VENOMX_TOKEN"] = daemon.owner_token if token == "@owner" else token
        self.process = subprocess.Popen([VENOMX, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        self.next_id = 0
        greeting = self.rpc("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "conformance", "version": "1"}})
        if greeting["result"]["protocolVersion"] != "2025-06-18":
            raise AssertionError(greeting)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def rpc(self, method, params=None):
        self.next_id += 1
        self.send({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params or {}})
        timer = threading.Timer(DEADLINE, self.process.kill)
        timer.start()
        try:
            while True:
                line = self.process.stdout.readline()
                if not line:
                    raise AssertionError(f"the MCP server went: {self.process.stderr.read().decode()}")
                message = json.loads(line)
                if message.get("id") == self.next_id:
                    return message
        finally:
            timer.cancel()

    @staticmethod
    def carries(_params):
        return True

    def call(self, verb, params):
        answer = self.rpc("tools/call", {"name": verb.replace(".", "_"), "arguments": params})
        if "result" not in answer:
            raise AssertionError(answer)
        result = answer["result"]
        shown = json.loads(result["content"][0]["text"])
        if result.get("isError"):
            return "error", shown["error"]
        if shown != result["structuredContent"]:
            raise AssertionError(f"text and structuredContent differ: {result}")
        return "ok", shown

    def close(self):
        self.process.stdin.close()
        status = self.process.wait(DEADLINE)
        for pipe in (self.process.stdout, self.process.stderr):
            pipe.close()
        if status != 0:
            raise AssertionError(f"venomx mcp ended with {status}")


ALL = (WireSurface, CliSurface, McpSurface)


def of_process(pid, name):
    """A file of /proc that the kernel fills in the last steps of an exec: not yet there at the instant that vfork returns."""

    def read():
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()

    return wait_until(read, f"process {pid} has its {name}")


def environment_of(pid):
    """The environment that a process was started with, byte for byte."""
    return dict(entry.split(b"=", 1) for entry in of_process(pid, "environ").split(b"\0") if entry)


def arguments_of(pid):
    return of_process(pid, "cmdline").split(b"\0")[:-1]


def directory_of(pid):
    return os.readlink(f"/proc/{pid}/cwd")
