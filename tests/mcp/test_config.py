"""`venomx mcp config`: each host's configuration to the letter, and one of them started as its host would."""

import json
import os
import subprocess
import tempfile
import unittest

from venomx_testing import DEADLINE, VENOMX, Daemon

PROGRAM = os.path.realpath(VENOMX)
SERVER = {"command": PROGRAM, "args": ["mcp"]}


def config(*words, env=None, status=0):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VENOMX_")}
    environment.update(env or {})
    done = subprocess.run([VENOMX, "mcp", "config", *words], env=environment, capture_output=True, text=True, timeout=DEADLINE, check=False)
    if done.returncode != status:
        raise AssertionError(done)
    return done


class Config(unittest.TestCase):
    maxDiff = None

    GOLDEN = {
        "claude-code": {"mcpServers": {"venomx": {"type": "stdio", **SERVER, "env": {"VENOMX_SOCKET": "${VENOMX_SOCKET:-}",
                                                                                     "VENOMX_TOKEN": "${VENOMX_TOKEN:-}"}}}},
        "claude-desktop": {"mcpServers": {"venomx": {**SERVER, "env": {"VENOMX_SOCKET": "/run/x/venomx/venomx.sock", "VENOMX_TOKEN": "<token>"}}}},
        "vscode": {"inputs": [{"type": "promptString", "id": "venomx-token", "description": "Token for venomx", "password": True}],
                   "servers": {"venomx": {"type": "stdio", **SERVER, "env": {"VENOMX_SOCKET": "${env:VENOMX_SOCKET}",
                                                                             "VENOMX_TOKEN": "${input:venomx-token}"}}}},
        "cursor": {"mcpServers": {"venomx": {**SERVER, "env": {"VENOMX_SOCKET": "${env:VENOMX_SOCKET}", "VENOMX_TOKEN": "${env:VENOMX_TOKEN}"}}}},
        "inspector": {"mcpServers": {"venomx": {"type": "stdio", **SERVER, "env": {"VENOMX_SOCKET": "/run/x/venomx/venomx.sock",
                                                                                   "VENOMX_TOKEN": "<token>"}}}},
    }

    def test_each_host(self):
        for host, wanted in self.GOLDEN.items():
            with self.subTest(host):
                printed = config("--client", host, env={"XDG_RUNTIME_DIR": "/run/x"}).stdout
                self.assertEqual(wanted, json.loads(printed))
                self.assertEqual(1, printed.count("\n"))
        self.assertEqual(f'[mcp_servers.venomx]\ncommand = "{PROGRAM}"\nargs = ["mcp"]\nenv_vars = ["VENOMX_SOCKET", "VENOMX_TOKEN"]\n',
                         config("--client", "codex").stdout)

    def test_what_is_given_is_written_out(self):
        for host in self.GOLDEN:
            with self.subTest(host), tempfile.TemporaryDirectory() as folder:
                document = json.loads(config(f"--client={host}", "--socket", "/run/v.sock", "--token-file", folder + "/token").stdout)
                self.assertNotIn("inputs", document)
                server = document["servers" if host == "vscode" else "mcpServers"]["venomx"]
                self.assertEqual((["mcp", "--token-file", folder + "/token"], {"VENOMX_SOCKET": "/run/v.sock"}), (server["args"], server["env"]))
                server = json.loads(config("--client", host, "--token", "@owner").stdout)["servers" if host == "vscode" else "mcpServers"]["venomx"]
                self.assertEqual("@owner", server["env"]["VENOMX_TOKEN"])
        self.assertEqual(f'[mcp_servers.venomx]\ncommand = "{PROGRAM}"\nargs = ["mcp"]\n'
                         'env = { VENOMX_SOCKET = "/run/v.sock", VENOMX_TOKEN = "@owner" }\n',
                         config("--client", "codex", "--socket", "/run/v.sock", "--token", "@owner").stdout)
        self.assertEqual(os.getcwd() + "/here", json.loads(config("--client", "cursor", "--token-file", "here").stdout)
                         ["mcpServers"]["venomx"]["args"][2])

    def test_the_servers_own_flags_are_handed_on(self):
        args = lambda *words: json.loads(config("--client", "cursor", *words).stdout)["mcpServers"]["venomx"]["args"]
        self.assertEqual(["mcp", "--budget", "4096", "--toolset", "core", "--token-file", "/t"],
                         args("--toolset=core", "--token-file", "/t", "--budget", "4096"))
        self.assertEqual(["mcp"], args("--toolset", "full", "--budget", "16384"))
        self.assertIn('args = ["mcp", "--toolset", "core"]\n', config("--client", "codex", "--toolset", "core").stdout)
        for words in (["--toolset", "half"], ["--budget", "1"], ["--toolset"], ["--toolste", "core"]):
            config("--client", "cursor", *words, status=2)

    def test_a_token_is_never_written(self):
        token = "vnt1.venomx.g7." + "A" * 43
        for host in [*self.GOLDEN, "codex"]:
            self.assertNotIn("AAAA", config("--client", host, env={"VENOMX_TOKEN": token}).stdout)

    def test_usage(self):
        hosts = "claude-code, claude-desktop, codex, vscode, cursor, inspector"
        for words in ([], ["--client", "emacs"], ["--client="]):
            self.assertEqual(f"venomx: --client takes one of {hosts} (invalid_params.usage)\n  see: venomx mcp config --help\n",
                             config(*words, status=2).stderr)
        config("--client", status=2)
        config("x", status=2)
        self.assertIn("claude_desktop_config.json", config("--help").stdout)

    def test_it_starts_a_server(self):
        with Daemon() as daemon:
            server = json.loads(config("--client", "cursor", "--socket", daemon.socket, "--token", "@owner").stdout)["mcpServers"]["venomx"]
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami"}}
            done = subprocess.run([server["command"], *server["args"]], env=server["env"], input=json.dumps(call), capture_output=True, text=True,
                                  timeout=DEADLINE, check=True)
            self.assertEqual("owner", json.loads(done.stdout)["result"]["structuredContent"]["principal"])


if __name__ == "__main__":
    unittest.main()
