"""docs/security.md: its configuration starts a daemon, its commands run there, in the order in which they stand, and say what it says."""

import json
import os
import re
import subprocess
import tempfile
import unittest

from venomx_testing import DEADLINE, VENOMX, Daemon

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "security.md")


def blocks(language):
    with open(PAGE, encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


class Security(unittest.TestCase):
    def daemon(self):
        (text,) = blocks("properties")
        with tempfile.NamedTemporaryFile("w", suffix=".properties") as file:
            file.write(text)
            file.flush()
            return Daemon(arguments=["--config", file.name])

    def test_the_configuration_does_what_it_says(self):
        with self.daemon() as daemon, daemon.wire(token=None) as unknown, daemon.wire() as owner:
            self.assertEqual({"principal": "unknown", "grants": []}, unknown.request("whoami"))
            self.assertEqual("denied.read", unknown.refusal("pane.info", {"pane": "p0"})["code"])
            self.assertEqual("unavailable.verb", owner.refusal("daemon.shutdown")["code"])
            in_force = {entry["key"]: entry["value"] for entry in owner.request("config.list")["settings"]}
            (text,) = blocks("properties")
            for key, value in re.findall(r"^([a-z_.]+) =(.*)$", text, re.MULTILINE):
                self.assertEqual(value.strip(), in_force[key])

    def test_the_commands_as_pasted(self):
        commands = blocks("sh")
        self.assertEqual(4, len(commands))
        with self.daemon() as daemon, tempfile.TemporaryDirectory() as folder:
            # Ids come from the answers: the first one is taken.
            self.assertEqual("g1", daemon.json("principal", "create")["principal"])
            environment = {**daemon.environment, "VENOMX_SOCKET": daemon.socket, "TMPDIR": folder}
            environment["PATH"] = os.path.dirname(VENOMX) + ":" + environment["PATH"]
            done = subprocess.run(["bash", "-c", "\n".join(commands)], env=environment, capture_output=True, text=True, timeout=DEADLINE * 2, check=False)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        whoami, window, revoked, refused, *denials = done.stdout.splitlines()
        self.assertEqual({"principal": "g2", "grants": [{"right": "read", "scope": "*"}]}, json.loads(whoami))
        self.assertEqual("g3", json.loads(window)["principal"])
        self.assertEqual({"principal": "g2"}, json.loads(revoked))
        self.assertEqual("refused: 4", refused)
        self.assertIn("(denied.token)", done.stderr)
        self.assertEqual([("unknown", "hello", [], "denied.token")],
                         [(line["principal"], line["verb"], line["targets"], line["outcome"]) for line in map(json.loads, denials)])
        self.assertNotIn("vnt1.", done.stdout + done.stderr)

    def test_its_keys_and_fields_exist(self):
        with open(PAGE, encoding="utf-8") as file:
            page = file.read()
        with Daemon() as daemon, daemon.wire() as wire:
            known = {entry["key"] for entry in wire.request("config.list")["settings"]}
            verbs = {verb["name"] for plugin in wire.request("manifest.get")["manifest"]["plugins"] for verb in plugin["verbs"]}
            checks = {check["name"] for check in wire.request("doctor")["checks"]}
        for word in re.findall(r"`((?:audit|authority|limits|plugins)\.[a-z_]+)(?: = [a-z]+)?`", page):
            if word != "audit.jsonl":
                self.assertIn(word, known)
        for word in re.findall(r"`((?:pane|session|window|daemon|principal)\.[a-z_]+)`", page):
            self.assertIn(word, verbs)
        for word in re.findall(r"`(kernel\.[a-z_]+)`", page):
            self.assertIn(word, checks)


if __name__ == "__main__":
    unittest.main()
