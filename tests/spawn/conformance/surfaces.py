"""The three ways to ask for a process: the wire, the command line, MCP. Each answers ("ok", result) or ("error", error)."""

import json
import os
import signal
import subprocess
import threading

from venomx_testing import DEADLINE, VENOMX, wait_until


class Surface:
    """What each way keeps for those who look for what must not be shown: all that was asked by it, and all that it said."""

    stands = True  # one connection for all calls

    def __init__(self):
        self.asked = []
        self.said = []

    def call(self, verb, params):
        self.asked.append(params)
        outcome, answer = self.ask(verb, params)
        self.said.append(json.dumps(answer, ensure_ascii=False))
        return outcome, answer

    def give_up(self, verb, params, begun):
        """Asks, waits until `begun()`, cancels in this way's own manner, and returns when the asker has its end."""
        raise NotImplementedError

    @staticmethod
    def carries(_params):
        return True


class WireSurface(Surface):
    name = "wire"

    def __init__(self, daemon, token="@owner"):
        super().__init__()
        self.wire = daemon.wire(token=token)

    def ask(self, verb, params):
        frame = self.wire.call(verb, params)
        return ("ok", frame["ok"]) if "ok" in frame else ("error", frame["error"])

    def give_up(self, verb, params, begun):
        request = self.wire.start(verb, params)
        wait_until(begun, "the request is under way")
        self.wire.send({"cancel": request})
        error = self.wire.answer(request)["error"]
        if error["code"] != "unavailable.cancelled":
            raise AssertionError(error)

    def close(self):
        self.wire.close()


class CliSurface(Surface):
    name = "CLI"
    stands = False

    def __init__(self, daemon, token="@owner"):
        super().__init__()
        self.daemon = daemon
        self.token = token

    @staticmethod
    def carries(params):
        """No NUL can stand on a command line outside of JSON; other than flags that the verb has, and values of its kinds, the
        command line refuses by itself."""
        known = not any(value is None or isinstance(value, dict) for value in params.values()) and "unknown" not in params
        return known and not any("\0" in value for value in params.values() if isinstance(value, str))

    @staticmethod
    def too_long_for_a_word(env):
        plain = all(set(entry) == {"name", "value"} and "\0" not in entry["name"] + entry["value"] for entry in env)
        return plain and len(json.dumps(env)) > 100000

    @classmethod
    def words(cls, verb, params):
        words = verb.split(".")
        for name, value in params.items():
            flag = "--" + name.replace("_", "-")
            if isinstance(value, bool):
                words.append(flag if value else "--no-" + flag[2:])
            elif isinstance(value, (str, int)):
                words += [flag, str(value)]
            elif name == "env" and cls.too_long_for_a_word(value):
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

    def give_up(self, verb, params, begun):
        environment = {**self.daemon.environment, "VENOMX_SOCKET": self.daemon.socket, "VENOMX_TOKEN": self.token}
        command = [VENOMX, *self.words(verb, params)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asker:
            wait_until(begun, "the request is under way")
            asker.send_signal(signal.SIGINT)
            output, errors = asker.communicate(timeout=DEADLINE)
        self.said.append((output + errors).decode())
        if asker.returncode != 130:
            raise AssertionError(f"exit {asker.returncode} when interrupted")

    def ask(self, verb, params):
        environment = None if self.token == "@owner" else {"VENOMX_TOKEN": self.token}
        done = self.daemon.cli(*self.words(verb, params), env=environment)
        self.said.append(done.stderr)
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


class McpSurface(Surface):
    name = "MCP"

    def __init__(self, daemon, token="@owner"):
        super().__init__()
        environment = dict(daemon.environment, VENOMX_SOCKET=daemon.socket)
        environment["VENOMX_TOKEN"] = daemon.owner_token if token == "@owner" else token
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen([VENOMX, "mcp"], env=environment, **pipes)
        self.next_id = 0
        client = {"name": "conformance", "version": "1"}
        greeting = self.rpc("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        if greeting["result"]["protocolVersion"] != "2025-06-18":
            raise AssertionError(greeting)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def give_up(self, verb, params, begun):
        self.next_id += 1
        self.send({"jsonrpc": "2.0", "id": self.next_id, "method": "tools/call", "params": self.tool(verb, params)})
        wait_until(begun, "the request is under way")
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": self.next_id}})
        self.rpc("ping")

    @staticmethod
    def tool(verb, params):
        return {"name": verb.replace(".", "_"), "arguments": params}

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

    def ask(self, verb, params):
        answer = self.rpc("tools/call", self.tool(verb, params))
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
        self.said.append(self.process.stderr.read().decode())
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
