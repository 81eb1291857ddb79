"""The official suite's two frozen requirement sets, against this server behind the bridge. Nothing that a set requires may fail."""

import glob
import json
import os
import re
import tempfile
import unittest

from bridge import Bridge
from mcp_testing import extended_daemon
from official_testing import MODULES, need_packages, run_node

SUITE = os.path.join(MODULES, "@modelcontextprotocol", "conformance", "dist", "index.js")
REQUIRED = {"2025-11-25": 30, "2026-07-28": 37}
# What the suite runs besides, for visibility, and this server does not pass. Anything else that fails is a failure.
TASKS = "an extension that is not offered: waits are tools of their own"
UNSCORED = {
    "2025-11-25": {},
    "2026-07-28": {
        **{f"tasks-{name}": TASKS for name in ("lifecycle", "capability-negotiation", "wire-fields", "request-state-removal", "mrtr-input",
                                               "request-headers", "dispatch-and-envelope", "required-task-error", "mrtr-composition")},
        "http-header-validation": "of the bridge: this server speaks no HTTP",
        "http-custom-header-server-validation": "of the bridge: this server speaks no HTTP",
    },
}
# A daemon's verbs stay as they are while it runs, so no tool can change them.
WARNINGS = {"2025-11-25": set(), "2026-07-28": {"sep-2575-server-sends-tools-list-changed-on-subscription"}}


def setUpModule():
    need_packages()


class Conformance(unittest.TestCase):
    maxDiff = None

    def checks(self, folder):
        """(scenario, id, status) of each check."""
        for path in glob.glob(os.path.join(folder, "*", "checks.json")):
            scenario = re.fullmatch(r"server-(.*)-\d{4}-\d{2}-\d{2}T.*", os.path.basename(os.path.dirname(path))).group(1)
            with open(path, encoding="utf-8") as file:
                yield from ((scenario, check["id"], check["status"]) for check in json.load(file))

    def run_set(self, revision):
        with extended_daemon() as daemon, tempfile.TemporaryDirectory() as folder:
            bridge = Bridge(dict(daemon.environment, VENOMX_SOCKET=daemon.socket, VENOMX_TOKEN="@owner"))
            try:
                done = run_node(SUITE, "server", "--url", bridge.url, "--requirements", revision, "-o", folder, check=None, timeout=200)
            finally:
                bridge.close()
            checks = list(self.checks(folder))
        summary = {name: int(failed) for name, failed in re.findall(r"^[✓✗] (\S+): \d+ passed, (\d+) failed$", done.stdout, re.MULTILINE)}
        unscored = set(re.findall(r"^  [✓✗] (\S+) \(", done.stdout, re.MULTILINE))
        scored = set(summary) - unscored
        print(f"\n{revision}: {len(scored)} required scenarios, {sum(1 for check in checks if check[0] in scored and check[2] == 'SUCCESS')} checks"
              f" passed; {len(unscored)} scenarios more, {len(UNSCORED[revision])} of them known to fail")
        for scenario, reason in UNSCORED[revision].items():
            print(f"  {scenario}: {reason}")
        self.assertEqual(REQUIRED[revision], len(scored), done.stdout)
        self.assertEqual(set(), {check for check in checks if check[0] in scored and check[2] == "FAILURE"})
        self.assertEqual(WARNINGS[revision], {check[1] for check in checks if check[0] in scored and check[2] == "WARNING"})
        self.assertEqual(set(UNSCORED[revision]), {name for name in unscored if summary[name] > 0})
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)

    def test_the_handshake_revision(self):
        self.run_set("2025-11-25")

    def test_the_stateless_revision(self):
        self.run_set("2026-07-28")


if __name__ == "__main__":
    unittest.main()
