"""The installed tree: moved as a whole, it serves; docs/writing-plugins.md works from it as pasted; its plugins answer everywhere."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

import venomx_testing
from venomx_testing import BUILD, SANITIZED, Daemon

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATIENCE = 900  # compilers run


def mcp_call(daemon, tool, arguments):
    """The result of one tool call through `venomx mcp`."""
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize",
         "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}},
    ]
    environment = {**daemon.environment, "VENOMX_SOCKET": daemon.socket, "VENOMX_TOKEN": "@owner"}
    with subprocess.Popen([venomx_testing.VENOMX, "mcp"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        for request in requests:
            server.stdin.write(json.dumps(request).encode() + b"\n")
        server.stdin.flush()
        answers = {}
        while 2 not in answers:
            answer = json.loads(server.stdout.readline())
            answers[answer.get("id")] = answer
        server.stdin.close()
        server.wait(venomx_testing.DEADLINE)
    return answers[2]["result"]


@unittest.skipIf(SANITIZED, "what strangers build has no sanitizer, and is refused for that")
class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="venomx-test-installed-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        first = os.path.join(cls.folder, "first")
        subprocess.run(["cmake", "--install", BUILD, "--prefix", first], check=True, stdout=subprocess.DEVNULL)
        cls.prefix = os.path.join(cls.folder, "moved")
        os.rename(first, cls.prefix)
        cls.work = os.path.join(cls.folder, "work")
        os.mkdir(cls.work)
        patch = mock.patch.object(venomx_testing, "VENOMX", os.path.join(cls.prefix, "bin", "venomx"))
        patch.start()
        cls.addClassCleanup(patch.stop)
        cls.said = cls.as_pasted()

    @classmethod
    def environment(cls):
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("VENOMX_", "CMAKE_"))}
        environment.update(PATH=os.path.join(cls.prefix, "bin") + ":" + os.environ["PATH"], CMAKE_PREFIX_PATH=cls.prefix,
                           XDG_CACHE_HOME=os.path.join(cls.folder, "cache"), XDG_CONFIG_HOME=os.path.join(cls.folder, "config"),
                           TMPDIR=cls.folder, CMAKE_BUILD_PARALLEL_LEVEL="2")
        if shutil.which("ccache"):
            environment["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
        return environment

    @classmethod
    def as_pasted(cls):
        """All commands of the document, in one shell; what they print."""
        with open(os.path.join(ROOT, "docs", "writing-plugins.md"), encoding="utf-8") as file:
            blocks = BLOCK.findall(file.read())
        script = "set -e\numask 022\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n" + "\n".join(blocks)
        done = subprocess.run(["bash", "-m", "-c", script], cwd=cls.work, env=cls.environment(), capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        if done.returncode != 0:
            raise AssertionError(f"exit {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def daemon(self, **options):
        folders = ",".join(os.path.join(self.work, name, "build") for name in ("hello", "job"))
        return Daemon(settings={"plugins.extra_dirs": folders}, **options)

    def test_the_layout(self):
        for path in ("bin/venomx", "lib/venomx/venomxd", "lib/libvenomx-sdk.so.1", "include/venomx/sdk/plugin.h", "include/venomx/sdk/testing.h",
                     "lib/cmake/venomx-sdk/venomx-sdk-config.cmake", "lib/libvenomx-testing.a", "share/venomx/template/CMakeLists.txt"):
            self.assertTrue(os.path.exists(os.path.join(self.prefix, path)), path)
        plugins = os.listdir(os.path.join(self.prefix, "lib/venomx/plugins"))
        self.assertEqual(["doctor.so", "pane.so", "spawn.so", "window.so"], sorted(plugins))

    def test_nothing_of_the_installation_knows_where_it_was_built(self):
        for folder, _, names in os.walk(os.path.join(self.prefix, "lib", "cmake")):
            for name in names:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    self.assertNotIn(ROOT, file.read(), name)
        for path in ("lib/venomx/venomxd", "lib/venomx/plugins/pane.so"):
            dynamic = subprocess.run(["objdump", "-p", os.path.join(self.prefix, path)], capture_output=True, text=True, check=True).stdout
            self.assertRegex(dynamic, r"RUNPATH +\$ORIGIN")
            self.assertNotIn(ROOT, dynamic)

    def test_the_template_is_short(self):
        with open(os.path.join(self.work, "hello", "CMakeLists.txt"), encoding="utf-8") as file:
            lines = [line for line in file.read().splitlines() if line.strip()]
        self.assertLessEqual(len(lines), 9)

    def test_the_document_shows_what_it_says(self):
        self.assertIn("hello, world\n", self.said)
        self.assertIn('{"greeting":"hello, world!"}\n', self.said)
        self.assertIn('{"id":2,"ok":{"greeting":"hello, wire"}}\n', self.said)
        self.assertIn('{"status":{"code":3},"output":"/\\r\\nhi\\r\\n"}\n', self.said)
        self.assertIn('{"letters":[{"letter":"e","count":1},{"letter":"h","count":1},{"letter":"l","count":2},{"letter":"o","count":1}]}\n', self.said)
        self.assertEqual(3, self.said.count("100% tests passed"), self.said)

    def test_a_strangers_verbs_on_every_surface(self):
        run = {"argv": ["/bin/sh", "-c", "printf $X"], "env": [{"name": "X", "value": "y"}]}
        with self.daemon() as daemon, daemon.wire() as wire:
            self.assertEqual({"greeting": "hello, wire"}, wire.request("hello.greet", {"name": "wire"}))
            self.assertEqual({"greeting": "hello, cli"}, daemon.json("hello", "greet", "--name", "cli"))
            result = mcp_call(daemon, "hello_greet", {"name": "mcp"})
            self.assertEqual({"greeting": "hello, mcp"}, result["structuredContent"])
            done = {"status": {"code": 0}, "output": "y"}
            self.assertEqual(done, wire.request("job.run", run))
            self.assertEqual(done, daemon.json("job", "run", "--env", "X=y", "--", "/bin/sh", "-c", "printf $X"))
            self.assertEqual(done, mcp_call(daemon, "job_run", run)["structuredContent"])
            self.assertEqual("not_found.cwd", wire.refusal("job.run", {"cwd": daemon.folder + "/gone"})["code"])
            counters = wire.request("doctor")["counters"]
            self.assertEqual(3, counters["hello.greeted"])
            self.assertEqual(3, counters["requests"]["job.run"]["ok"])
        with self.daemon() as daemon:
            self.assertEqual(4, daemon.cli("hello", "greet", "--name", "x", owner=False, env={"VENOMX_TOKEN": "wrong"}).returncode)

    def test_a_waiting_job_ends_with_the_daemon_and_with_its_cancel(self):
        with self.daemon() as daemon, daemon.wire() as wire, daemon.wire() as other:
            waiting = wire.start("job.run", {"argv": ["sleep", "1000"]})
            venomx_testing.wait_until(lambda: other.request("doctor")["counters"]["job.running"] == 1, "the job runs")
            venomx_testing.wait_until(lambda: len(daemon.children()) == 1, "its process runs")
            wire.send({"cancel": waiting})
            self.assertEqual("unavailable.cancelled", wire.answer(waiting)["error"]["code"])
            venomx_testing.wait_until(lambda: daemon.children() == [], "its process has gone")

    def new(self, *words):
        return subprocess.run([venomx_testing.VENOMX, "plugin", "new", *words], cwd=self.folder, env=self.environment(), capture_output=True,
                              text=True, timeout=60, check=False)

    def test_new_plugins_names(self):
        done = self.new("my-tools", "--json")
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        made = json.loads(done.stdout)
        self.assertEqual("my-tools", made["plugin"])
        for path in made["files"]:
            with open(os.path.join(self.folder, path), encoding="utf-8") as file:
                text = file.read()
            self.assertNotIn("my-plugin", text)
            self.assertNotIn("my_plugin", text)
        with open(os.path.join(self.folder, "my-tools", "src", "greet.cpp"), encoding="utf-8") as file:
            self.assertIn('"my_tools.greet"', file.read())
        self.assertEqual(5, self.new("my-tools").returncode)  # it is there
        for wrong in ("My", "1a", "a_b", "a--b", "a-", "", "a" * 32, "../x", "window"):
            with self.subTest(name=wrong):
                done = self.new(wrong)
                self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertEqual(2, self.new().returncode)
        self.assertEqual(2, self.new("a", "b").returncode)
        self.assertIn("NAME", self.new("--help").stdout)

    def test_without_the_template(self):
        prefix = os.path.join(self.folder, "runtime")
        subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix, "--component", "runtime"], check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run([os.path.join(prefix, "bin", "venomx"), "plugin", "new", "x"], cwd=self.folder, capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual(6, done.returncode)
        self.assertIn("venomx-dev", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "x")))
        self.assertFalse(os.path.exists(os.path.join(prefix, "include")))


if __name__ == "__main__":
    unittest.main()
