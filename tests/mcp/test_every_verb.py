"""Every verb's every example, as a tool and on the command line: the results fit the tool's schema, and are the same but for what
differs from one daemon to the next."""

import contextlib
import json
import os
import stat
import subprocess
import tempfile
import unittest

from mcp_testing import Server, schema_faults
from venomx_testing import DEADLINE, VENOMX, Daemon

# What no two daemons have alike: times, processes, secrets, measures, what happens meanwhile, places.
VARIES = {"pid", "created", "at", "started", "token", "boot", "principal", "waited_ms", "bytes_out", "bytes_in", "bytes", "offset", "next", "counters",
          "text", "value", "entries", "hash", "daemon", "summary", "detail", "frames", "count", "worst_ms", "status", "origin", "checks"}
# What an example asks for that is not there: a directory, room beside a pane that has the whole row.
REFUSED = {"pane.split": {"not_found.cwd"}, "window.create": {"not_found.cwd"}, "pane.resize": {"conflict.no_space"}}
PROGRAM = "trap 'exit 0' TERM; echo PASSED; while read -r line; do echo \"$line\"; done"


def steady(value):
    """The value without what varies; of that only that it is there."""
    if isinstance(value, dict):
        return {name: "..." if name in VARIES else steady(member) for name, member in value.items()}
    return [steady(item) for item in value] if isinstance(value, list) else value


class World:
    """A daemon with session s0 (build), window w0, panes p0 and p1 and principals up to g3."""

    def __init__(self, verb, tools):
        self.daemon = Daemon(env={"PATH": tools + os.pathsep + os.environ["PATH"], "SHELL": "/bin/sh"})
        with self.daemon.wire() as wire:
            wire.request("session.create", {} if verb == "session.create" else {"name": "build"})
            wire.request("window.create", {"session": "s0", "argv": ["/bin/sh", "-c", PROGRAM]})
            wire.request("pane.split", {"pane": "p0", "axis": "rows", "argv": ["/bin/cat"]})
            wire.request("principal.create", {"grants": []})
            self.daemon.screen_holds(wire, "p0", "PASSED")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.daemon.kill()


class EveryVerb(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="venomx-test-bin-")
        cls.addClassCleanup(folder.cleanup)
        cls.tools = folder.name
        with open(os.path.join(cls.tools, "make"), "w", encoding="ascii") as file:
            file.write("#!/bin/sh\nexec cat\n")
        os.chmod(file.name, stat.S_IRWXU)
        cls.shared = World("", cls.tools)
        cls.addClassCleanup(cls.shared.daemon.stop)

    def command(self, world, verb, params):
        """What the command line prints for these parameters, each as JSON."""
        words = verb["name"].replace("_", "-").split(".")
        for name, value in params.items():
            flag = "--" + name.replace("_", "-")
            if isinstance(value, bool):
                words.append(flag if value else flag.replace("--", "--no-", 1))
            else:
                words.append(f"{flag}={value if isinstance(value, str) else json.dumps(value)}")
        environment = {**world.daemon.environment, "VENOMX_SOCKET": world.daemon.socket, "VENOMX_TOKEN": "@owner"}
        done = subprocess.run([VENOMX, *words, "--json"], env=environment, capture_output=True, timeout=DEADLINE, check=False)
        return json.loads(done.stdout)

    def end_program(self, world, params):
        """For a wait that would otherwise last."""
        if params.get("until") == "exit":
            with world.daemon.wire() as wire:
                wire.request("pane.signal", {"pane": "p0", "signal": "TERM", "group": "all"})

    def world(self, verb, params):
        """One of its own for what changes something; for all that only look the same."""
        if verb["effect"] == "read" and params.get("until") != "exit":
            return contextlib.nullcontext(self.shared)
        return World(verb["name"], self.tools)

    def run_example(self, verb, params, schema):
        name = verb["name"].replace(".", "_")
        with self.world(verb, params) as world, Server(world.daemon) as server:
            self.end_program(world, params)
            result = server.tool(name, params)
            if result["isError"]:
                answer = json.loads(result["content"][0]["text"])
                self.assertIn(answer["error"]["code"], REFUSED.get(verb["name"], set()))
            else:
                pieces = server.pieces(name, params) if verb["effect"] == "read" else [result["structuredContent"]]
                self.assertEqual([[]] * len(pieces), [schema_faults(schema, piece) for piece in pieces])
                answer = server.whole(name, params) if len(pieces) > 1 else result["structuredContent"]
        if verb.get("stream"):
            return
        with self.world(verb, params) as world:
            self.end_program(world, params)
            self.assertEqual(steady(self.command(world, verb, params)), steady(answer))

    def test_each_example(self):
        with Daemon() as daemon, Server(daemon) as server, daemon.wire() as wire:
            schemas = {tool["name"]: tool["outputSchema"] for tool in server.request("tools/list")["tools"]}
            verbs = [verb for plugin in wire.request("manifest.get")["manifest"]["plugins"] for verb in plugin["verbs"]]
        self.assertEqual({verb["name"].replace(".", "_") for verb in verbs}, set(schemas))
        for verb in verbs:
            self.assertTrue(verb["examples"], verb["name"])
            for example in verb["examples"]:
                with self.subTest(verb=verb["name"], params=example["params"]):
                    self.run_example(verb, example["params"], schemas[verb["name"].replace(".", "_")])


if __name__ == "__main__":
    unittest.main()
