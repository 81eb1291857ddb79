"""The operator's side: docs/operating.md as pasted, strict configuration with its layers, reload, readiness, units."""

import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

from venomx_testing import BUILD, DEADLINE, VENOMX, Daemon, wait_until

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
UNITS = os.path.join(ROOT, "etc", "systemd")


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="venomx-test-operating-")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class Document(Folder):
    def test_the_commands_as_pasted(self):
        with open(os.path.join(ROOT, "docs", "operating.md"), encoding="utf-8") as file:
            blocks = BLOCK.findall(file.read())
        self.assertGreater(len(blocks), 4)
        environment = {k: v for k, v in os.environ.items() if not k.startswith("VENOMX_")}
        environment.update(PATH=os.path.dirname(VENOMX) + ":" + os.environ["PATH"], TMPDIR=self.folder, XDG_CACHE_HOME=self.folder,
                           XDG_CONFIG_HOME=self.folder)
        script = "set -e\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n" + "\n".join(blocks)
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=DEADLINE * 3,
                              check=False)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        for text in ("limits.pending", "spawn.path", "window", '"source":"default"'):
            self.assertIn(text, done.stdout)


class Layers(Folder):
    def test_the_later_over_the_earlier(self):
        self.write("xdg/venomx/venomx.properties", "limits.pending = 10\nlimits.waits = 11\nlimits.panes = 12\n")
        named = self.write("named.properties", "# mine\nlimits.waits = 21\nlimits.panes = 22\n")
        with Daemon(env={"XDG_CONFIG_HOME": os.path.join(self.folder, "xdg")}, arguments=["--config", named, "-D", "limits.panes=32"]) as daemon:
            entries = {entry["key"]: entry for entry in daemon.json("config", "list")["settings"]}
        found = {key: (entries[key]["value"], entries[key]["source"]) for key in ("limits.pending", "limits.waits", "limits.panes", "events.ring")}
        user = os.path.join(self.folder, "xdg", "venomx", "venomx.properties")
        self.assertEqual({"limits.pending": ("10", user + ":1"), "limits.waits": ("21", named + ":2"), "limits.panes": ("32", "command line"),
                          "events.ring": ("65536", "default")}, found)

    def test_the_users_file_without_the_variable(self):
        self.write(".config/venomx/venomx.properties", "limits.pending = 10\n")
        with Daemon(env={"XDG_CONFIG_HOME": "", "HOME": self.folder}) as daemon:
            entries = {entry["key"]: entry for entry in daemon.json("config", "list")["settings"]}
        self.assertEqual("10", entries["limits.pending"]["value"])

    def refused(self, *words, env=None):
        done = subprocess.run([VENOMX, "serve", "--socket", os.path.join(self.folder, "s", "v.sock"), *words], capture_output=True, text=True,
                              timeout=DEADLINE, check=False, env={**os.environ, "XDG_CONFIG_HOME": self.folder, **(env or {})})
        self.assertEqual((2, ""), (done.returncode, done.stdout), done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "s", "v.sock")))
        return done.stderr

    def test_mistakes_are_told_with_their_place(self):
        mistakes = {
            "log.level = loud": ("log.level", "debug"),
            "log.levl = debug": ("log.levl", "log.level"),
            "spawn.nothing = 1": ("spawn.nothing", ""),
            "authority.owner_from_panes = perhaps": ("authority.owner_from_panes", ""),
            "authority.unknown_grants = look *": ("authority.unknown_grants", "rights: read, write, spawn, admin"),
            "authority.unknown_grants = read *, read pane:build": ("authority.unknown_grants", "scopes: *, self, session:ID"),
            "plugins.digests = /nowhere/plugins.sha256": ("plugins.digests", "/nowhere/plugins.sha256"),
            "plugins.stop_ms = 0": ("plugins.stop_ms", "1"),
            "plugins.stop_ms = 5s": ("plugins.stop_ms", ""),
            "no key here": ("", ""),
        }
        for line, (key, hint) in mistakes.items():
            with self.subTest(line=line):
                path = self.write("bad.properties", f"# one\nlimits.panes = 5\n{line}\n")
                said = self.refused("--config", path)
                self.assertIn(f"{path}:3", said)
                self.assertIn(key, said)
                self.assertIn(hint, said)
                self.assertEqual(1, said.count("\n"), said)


class Reload(Folder):
    def test_what_follows_at_once_and_what_takes_a_restart(self):
        path = self.write("v.properties", "log.level = notice\n")
        with Daemon(arguments=["--config", path]) as daemon, daemon.wire(token=None) as stranger:
            stranger.request("session.list")
            self.write("v.properties", "log.level = debug\nauthority.unknown_grants =\nlimits.frame = 8192\n")
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: "configuration taken over" in daemon.log_text(), "the configuration is taken over")
            self.assertIn("this takes a restart: limits.frame", daemon.log_text())
            with daemon.wire(token=None) as later:
                self.assertEqual("denied.read", later.refusal("doctor")["code"])
            entries = {entry["key"]: entry["value"] for entry in daemon.json("config", "list")["settings"]}
            self.assertEqual(("debug", "", "1048576"),
                             (entries["log.level"], entries["authority.unknown_grants"], entries["limits.frame"]))

    def test_a_mistake_is_not_taken_over(self):
        path = self.write("v.properties", "limits.panes = 7\n")
        with Daemon(arguments=["--config", path]) as daemon:
            self.write("v.properties", "limits.panes = 8\nlimits.pains = 9\n")
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: "configuration not taken over" in daemon.log_text(), "the mistake is told")
            self.assertIn(f"{path}:2", daemon.log_text())
            entries = {entry["key"]: entry["value"] for entry in daemon.json("config", "list")["settings"]}
            self.assertEqual("7", entries["limits.panes"])

    def test_grants_that_make_no_sense_change_nothing(self):
        path = self.write("v.properties", "limits.panes = 7\n")
        with Daemon(arguments=["--config", path]) as daemon:
            self.write("v.properties", "limits.panes = 8\nauthority.unknown_grants = all\n")
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: f"configuration not taken over: {path}:2: authority.unknown_grants takes" in daemon.log_text(),
                       "the mistake is told")
            entries = {entry["key"]: entry["value"] for entry in daemon.json("config", "list")["settings"]}
            self.assertEqual(("7", "read *"), (entries["limits.panes"], entries["authority.unknown_grants"]))

    def test_the_service_manager_is_told(self):
        path = os.path.join(self.folder, "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(path)
            manager.settimeout(DEADLINE)
            with Daemon(env={"NOTIFY_SOCKET": path}) as daemon:
                self.assertEqual(b"READY=1", manager.recv(256))
                daemon.process.send_signal(signal.SIGHUP)
                self.assertRegex(manager.recv(256), rb"\ARELOADING=1\nMONOTONIC_USEC=\d+\Z")
                self.assertEqual(b"READY=1", manager.recv(256))
            self.assertEqual(b"STOPPING=1", manager.recv(256))


class Log(unittest.TestCase):
    def lines(self, daemon):
        return [line for line in daemon.log_text().splitlines() if not line.startswith("venomx: listening")]

    def reload(self, daemon):
        daemon.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "configuration taken over" in daemon.log_text(), "a line is logged")

    def test_json_lines(self):
        with Daemon(settings={"log.format": "json", "log.level": "notice"}) as daemon:
            self.reload(daemon)
            for line in self.lines(daemon):
                self.assertIn("level", json.loads(line), line)

    def test_levels(self):
        with Daemon(settings={"log.level": "error"}) as daemon:
            daemon.process.send_signal(signal.SIGHUP)
            with daemon.wire() as wire:
                wire.request("whoami")
            self.assertEqual([], self.lines(daemon))


class Units(unittest.TestCase):
    def test_they_say_what_the_daemon_does(self):
        with open(os.path.join(UNITS, "venomx.service"), encoding="utf-8") as file:
            service = file.read()
        for line in ("Type=notify", "ExecStart=/usr/bin/venomx serve", "ExecReload=/bin/kill -HUP $MAINPID", "WatchdogSec=30"):
            self.assertIn(line + "\n", service)
        with open(os.path.join(UNITS, "venomx.socket"), encoding="utf-8") as file:
            self.assertIn("ListenStream=%t/venomx/venomx.sock\nSocketMode=0600\nDirectoryMode=0700\n", file.read())

    @unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze here")
    def test_systemd_accepts_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("venomx.service", "venomx.socket"):
                with open(os.path.join(UNITS, name), encoding="utf-8") as file:
                    text = file.read().replace("/usr/bin/venomx", VENOMX)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            os.mkdir(os.path.join(folder, "venomx.service.d"))
            shutil.copy(os.path.join(UNITS, "hardening.conf"), os.path.join(folder, "venomx.service.d"))
            environment = {**os.environ, "XDG_RUNTIME_DIR": folder, "SYSTEMD_UNIT_PATH": folder + ":"}
            done = subprocess.run(["systemd-analyze", "--user", "verify", "--man=no", os.path.join(folder, "venomx.service"),
                                   os.path.join(folder, "venomx.socket")], capture_output=True, text=True, timeout=DEADLINE, check=False,
                                  env=environment)
        self.assertEqual((0, ""), (done.returncode, "".join(line for line in done.stderr.splitlines(True) if folder in line)), done.stderr)


@unittest.skipUnless(shutil.which("dpkg-deb") and os.path.exists(os.path.join(BUILD, "pages", "stamp")), "no packages here")
class Packages(Folder):
    def links_lead_somewhere(self, files):
        (package,) = glob.glob(os.path.join(self.folder, "venomx_*.deb"))
        subprocess.run(["dpkg-deb", "-x", package, os.path.join(self.folder, "root")], check=True, timeout=DEADLINE)
        pages = {path for path in files if path.startswith("/usr/share/doc/venomx/") and path.endswith(".md")}
        written = {os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "docs", "*.md"))} | {"README.md"}
        self.assertEqual(written, {os.path.basename(path) for path in pages})
        checked = 0
        for path in pages:
            with open(os.path.join(self.folder, "root") + path, encoding="utf-8") as file:
                for link in re.findall(r"\]\(([^)#:]+)\)", file.read()):
                    self.assertIn(os.path.normpath(os.path.join(os.path.dirname(path), link)), files, path)
                    checked += 1
        self.assertGreater(checked, 10)

    def test_what_is_in_them(self):
        subprocess.run(["cpack", "-G", "DEB", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", self.folder], check=True,
                       cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=DEADLINE * 6)
        listed = {}
        for name in os.listdir(self.folder):
            if name.endswith(".deb"):
                listing = subprocess.run(["dpkg-deb", "-c", os.path.join(self.folder, name)], capture_output=True, text=True, check=True).stdout
                listed[name.split("_")[0]] = [line.split(None, 5) for line in listing.splitlines()]
        self.assertEqual({"venomx", "venomx-dev"}, set(listed))
        files = {package: {line[5].split(" -> ")[0][1:] for line in lines if not line[0].startswith("d")} for package, lines in listed.items()}
        for path in ("/usr/bin/venomx", "/usr/lib/venomx/venomxd", "/usr/lib/venomx/plugins/pane.so", "/usr/lib/libvenomx-sdk.so.1",
                     "/usr/lib/systemd/user/venomx.service", "/usr/lib/systemd/user/venomx.socket", "/usr/share/man/man1/venomx.1.gz",
                     "/usr/share/man/man1/venomx-pane-split.1.gz", "/usr/share/doc/venomx/copyright",
                     "/usr/share/doc/venomx/examples/venomx.properties"):
            self.assertIn(path, files["venomx"])
        for path in ("/usr/include/venomx/sdk/plugin.h", "/usr/lib/libvenomx-sdk.so", "/usr/lib/libvenomx-testing.a",
                     "/usr/lib/cmake/venomx-sdk/venomx-sdk-config.cmake", "/usr/share/venomx/template/src/greet.cpp",
                     "/usr/share/venomx/examples/job/CMakeLists.txt", "/usr/share/doc/venomx-dev/writing-plugins.md"):
            self.assertIn(path, files["venomx-dev"])
        self.assertEqual(set(), files["venomx"] & files["venomx-dev"])
        self.links_lead_somewhere(files["venomx"])
        for package, lines in listed.items():
            for mode, owner, *_ in lines:
                self.assertEqual("root/root", owner, package)
                if mode[0] != "l":
                    self.assertNotRegex(mode[1:], r"^.{4}w|^.{7}w", package)


if __name__ == "__main__":
    unittest.main()
