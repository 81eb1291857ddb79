"""A third party's verb, of which nothing but its plugin knows, on every surface."""

import json
import os
import subprocess
import tempfile
import unittest

from mcp_testing import FIXTURES, Server, extended_daemon
from venomx_testing import DEADLINE, VENOMX

GIVEN = {"text": "hé\"llo", "colour": "green", "count": 7, "share": 0.5, "loud": True, "words": ["a", "b c"],
         "pairs": [{"name": "N", "value": "v=1"}]}
FLAGS = ["--text", "hé\"llo", "--colour", "green", "--count", "7", "--share", "0.5", "--loud", "--pairs", "N=v=1", "--", "a", "b c"]


class ThirdParty(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(extended_daemon())

    def test_the_same_answer_everywhere(self):
        with self.daemon.wire() as wire:
            self.assertEqual({"given": GIVEN}, wire.request("test.every_kind", GIVEN))
        self.assertEqual({"given": GIVEN}, self.daemon.json("test", "every-kind", *FLAGS))
        for stateless in (False, True):
            with Server(self.daemon, stateless=stateless) as server:
                self.assertEqual({"given": GIVEN}, server.good("test_every_kind", GIVEN))

    def test_the_same_refusals_everywhere(self):
        wrong = {"invalid_params.schema": ({"text": "x", "colour": "blue"}, {"param": "colour", "reason": "choice"})}
        for code, (params, data) in wrong.items():
            with self.daemon.wire() as wire:
                error = wire.refusal("test.every_kind", params)
            self.assertEqual((code, data), (error["code"], error["data"]))
            words = [word for name, value in params.items() for word in ("--" + name, value)]
            self.assertEqual({"error": error}, self.daemon.json("test", "every-kind", *words))
            with Server(self.daemon) as server:
                self.assertEqual((error, []), server.bad("test_every_kind", params))
        done = self.daemon.cli("test", "error-handling", check=5)
        self.assertEqual("venomx: this tool refuses always (conflict.fixture)\n", done.stderr)

    def test_help_completion_and_documents(self):
        text = self.daemon.cli("test", "every-kind", "--help", check=0).stdout
        for part in ("Give back what arrived", "--colour red|green", "--pairs NAME=VALUE", "--loud", "One of two", "venomx test every-kind --text hello"):
            self.assertIn(part, text)
        done = self.daemon.cli("completion", "candidates", "3", "test", "every-kind", "--colour", "", check=0)
        self.assertEqual(["red", "green"], [line.strip() for line in done.stdout.splitlines()])
        self.assertIn("test.every_kind", self.daemon.cli("docs", check=0).stdout)
        self.assertIn("Give back what arrived", self.daemon.cli("man", "test", "every-kind", check=0).stdout)
        self.assertIn("venomx test every-kind", self.daemon.cli("skill", check=0).stdout)
        self.assertIn("test.every_kind", self.daemon.cli("manifest", check=0).stdout)

    def test_help_without_a_daemon(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "venomx"))
            with open(os.path.join(folder, "venomx", "venomx.properties"), "w", encoding="ascii") as file:
                file.write(f"plugins.extra_dirs = {FIXTURES}\n")
            done = subprocess.run([VENOMX, "test", "every-kind", "--help"], capture_output=True, text=True, timeout=DEADLINE, check=True,
                                  env=dict(self.daemon.environment, XDG_CONFIG_HOME=folder, VENOMX_SOCKET="/nonexistent/socket"))
        self.assertEqual(self.daemon.cli("test", "every-kind", "--help", check=0).stdout, done.stdout)

    def test_each_example_is_taken(self):
        with self.daemon.wire() as wire:
            manifest = wire.request("manifest.get")["manifest"]
            verb = next(verb for plugin in manifest["plugins"] for verb in plugin["verbs"] if verb["name"] == "test.every_kind")
            for example in verb["examples"]:
                given = wire.request("test.every_kind", example["params"])["given"]
                self.assertEqual(example["params"], {name: given[name] for name in example["params"]})
        json.dumps(manifest)


if __name__ == "__main__":
    unittest.main()
