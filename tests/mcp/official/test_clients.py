"""Both generations of the official client, and the official Inspector's command line, against this server over its pipes."""

import json
import os
import shutil
import unittest

from mcp_testing import extended_daemon
from official_testing import FOLDER, MODULES, need_packages, run_node
from venomx_testing import VENOMX

INSPECTOR = os.path.join(MODULES, "@modelcontextprotocol", "inspector", "clients", "cli", "build", "index.js")
MODES = ("legacy", "auto", "modern")


def setUpModule():
    need_packages()


class Official(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(extended_daemon())
        cls.environment = dict(cls.daemon.environment, VENOMX_SOCKET=cls.daemon.socket, VENOMX_TOKEN="@owner")
        cls.wire = cls.enterClassContext(cls.daemon.wire())
        session = cls.wire.request("session.create", {"name": "official"})["session"]
        cls.pane = cls.wire.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", "echo here; exec cat"]})["pane"]
        cls.daemon.screen_holds(cls.wire, cls.pane, "here")
        # Modules are looked for beside the program that imports them.
        cls.client = os.path.join(FOLDER, "client.mjs")
        shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "client.mjs"), cls.client)

    def verbs(self):
        return [verb for plugin in self.wire.request("manifest.get")["manifest"]["plugins"] for verb in plugin["verbs"]]

    def test_both_generations_of_the_client(self):
        seen = []
        for generation, mode in (("1", "legacy"), ("2", "legacy"), ("2", "auto"), ("2", "2026-07-28")):
            with self.subTest(generation=generation, mode=mode):
                done = run_node(self.client, generation, mode, VENOMX, self.pane, env=self.environment)
                seen.append(json.loads(done.stdout))
                # Two of the test plugin's tools are no verbs, and one of its verbs is no tool.
                self.assertEqual(len(self.verbs()) - 1 + 2, seen[-1].pop("tools"))
                self.assertEqual({"server": "venomx", "whoami": {"principal": "owner", "grants": seen[-1]["whoami"]["grants"]}, "capture": self.pane,
                                  "refused": [True, "not_found.pane"], "progress": True, "screen": "here", "prompt": 1, "image": "image",
                                  "completion": [self.pane], "resources": seen[-1]["resources"],
                                  "prompts": ["hand_over_pane", "run_and_report", "test_prompt_with_arguments", "test_simple_prompt", "watch_until"]},
                                 seen[-1])
                self.assertLessEqual({"venomx://doctor", "skill://venomx/SKILL.md", f"venomx://pane/{self.pane}/screen"}, set(seen[-1]["resources"]))
        self.assertEqual([seen[0]] * 4, seen)

    def inspect(self, mode, method, *words, check=0):
        config = os.path.join(self.daemon.folder, "inspector.json")
        with open(config, "w", encoding="ascii") as file:
            json.dump({"mcpServers": {"venomx": {"command": VENOMX, "args": ["mcp"],
                                                 "env": {name: self.environment[name] for name in ("VENOMX_SOCKET", "VENOMX_TOKEN")}}}}, file)
        done = run_node(INSPECTOR, "--config", config, "--server", "venomx", "--protocol-era", mode, "--quiet", "--format", "json", "--method",
                        method, *words, env=self.environment, check=check)
        document = json.loads(done.stdout)
        return document.get("result", document)

    def test_the_inspector_in_each_mode(self):
        for mode in MODES:
            with self.subTest(mode):
                self.assertEqual(len(self.verbs()) + 1, len(self.inspect(mode, "tools/list", "--strict")["tools"]))
                called = self.inspect(mode, "tools/call", "--tool-name", "pane_capture", "--tool-arg", f"pane={self.pane}")
                self.assertEqual(self.wire.request("pane.capture", {"pane": self.pane})["text"], called["structuredContent"]["text"])
        read = self.inspect("legacy", "resources/read", "--uri", f"venomx://pane/{self.pane}/screen")
        self.assertEqual(["here"], read["contents"][0]["text"].split())
        self.assertIn("watch_until", [prompt["name"] for prompt in self.inspect("auto", "prompts/list")["prompts"]])
        self.assertEqual("skill://venomx/SKILL.md", self.inspect("modern", "skills/list")["skills"][0]["uri"])


if __name__ == "__main__":
    unittest.main()
