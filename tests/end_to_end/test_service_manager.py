"""Under a service manager: what it is told, the sockets that it hands over, and the units, as systemd's own programs see them."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import types
import unittest

from mcp_testing import Server
from venomx_testing import DEADLINE, VENOMX, Daemon, Wire, wait_until

UNITS = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "etc", "systemd"))
RELOADING = rb"\ARELOADING=1\nMONOTONIC_USEC=\d+\Z"


@contextlib.contextmanager
def manager_at(path):
    """The socket on which a service manager is told."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(DEADLINE)
        yield manager


class Told(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="venomx-test-manager-")
        self.addCleanup(shutil.rmtree, self.folder)

    def test_a_mistake_that_is_found_late_changes_nothing(self):
        """The manager is told that it is over, whatever became of it."""
        path = os.path.join(self.folder, "v.properties")
        with open(path, "w", encoding="ascii"):
            pass
        with manager_at(os.path.join(self.folder, "notify")) as manager, \
                Daemon(arguments=["--config", path], env={"NOTIFY_SOCKET": manager.getsockname()}) as daemon:
            self.assertEqual(b"READY=1", manager.recv(256))
            os.unlink(path)
            daemon.process.send_signal(signal.SIGHUP)
            self.assertRegex(manager.recv(256), RELOADING)
            self.assertEqual(b"READY=1", manager.recv(256))
            self.assertIn(f"configuration not taken over: {path}: no such file\n", daemon.log_text())

    def test_signs_of_life_only_where_they_are_asked_for(self):
        """20 of them would come while two seconds pass; of those for another process, none does."""
        wanted = (({"WATCHDOG_USEC": "200000"}, {b"WATCHDOG=1"}), ({"WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1"}, set()), ({}, set()),
                  ({"WATCHDOG_USEC": "0"}, set()), ({"WATCHDOG_USEC": "often"}, set()))
        with contextlib.ExitStack() as stack:
            managers = []
            for number, (environment, signs) in enumerate(wanted):
                manager = stack.enter_context(manager_at(os.path.join(self.folder, f"notify{number}")))
                stack.enter_context(Daemon(env={"NOTIFY_SOCKET": manager.getsockname(), **environment}))
                managers.append((manager, signs))
                self.assertEqual(b"READY=1", manager.recv(256))
            for _ in range(20):
                self.assertEqual(b"WATCHDOG=1", managers[0][0].recv(256))
            for manager, signs in managers:
                manager.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        self.assertIn(manager.recv(256), signs)

    def test_the_service_manager_is_told(self):
        with manager_at(os.path.join(self.folder, "notify")) as manager:
            with Daemon(env={"NOTIFY_SOCKET": manager.getsockname()}) as daemon:
                self.assertEqual(b"READY=1", manager.recv(256))
                daemon.process.send_signal(signal.SIGHUP)
                self.assertRegex(manager.recv(256), RELOADING)
                self.assertEqual(b"READY=1", manager.recv(256))
            self.assertEqual(b"STOPPING=1", manager.recv(256))


@unittest.skipUnless(shutil.which("systemd-socket-activate"), "no systemd-socket-activate here")
class Activated(unittest.TestCase):
    """By systemd's own stand-in for a socket unit: it listens, and becomes the daemon when the first client comes."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="venomx-test-activated-")
        self.addCleanup(shutil.rmtree, self.folder)

    def activate(self, *options):
        process = subprocess.Popen(["systemd-socket-activate", *options, "--setenv=HOME=" + self.folder, VENOMX, "serve"],
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def connected(self, address, family=socket.AF_UNIX, kind=socket.SOCK_STREAM):
        made = socket.socket(family, kind)
        self.addCleanup(made.close)
        wait_until(lambda: made.connect_ex(address) == 0, "somebody listens")
        return made

    def test_the_first_client_starts_it(self):
        path = os.path.join(self.folder, "v.sock")
        with manager_at(os.path.join(self.folder, "notify")) as manager:
            process = self.activate("--listen=" + path, "--setenv=NOTIFY_SOCKET=" + manager.getsockname())
            wire = Wire.over(self.connected(path))
            wire.greet()
            self.assertEqual("unknown", wire.greeting["principal"])
            self.assertEqual(b"READY=1", manager.recv(256))
            with open(path + ".owner", encoding="ascii") as file, Wire(path, file.read().strip()) as owner:
                session = owner.request("session.create")["session"]
                shown = "env | grep -cE '^(LISTEN_|NOTIFY_SOCKET|WATCHDOG_)'; echo whole; exec cat"
                pane = owner.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", shown]})["pane"]
                owner.request("pane.wait", {"pane": pane, "until": "match", "match": "whole"})
                self.assertEqual("0\nwhole", owner.request("pane.capture", {"pane": pane})["text"].strip())
                os.chmod(path, 0o600)  # as the unit asks for
                check = next(one for one in owner.request("doctor")["checks"] if one["name"] == "kernel.socket")
                self.assertEqual(("ok", True, True), (check["status"], check["detail"]["same"], check["detail"]["folder"]))
            process.terminate()
            self.assertEqual(0, process.wait(DEADLINE))
            self.assertEqual(b"STOPPING=1", manager.recv(256))
        self.assertTrue(os.path.exists(path))  # it is the manager's
        self.assertFalse(os.path.exists(path + ".owner"))

    def test_the_owner_may_be_the_first(self):
        """Whose token's file is not there yet, or still that of a daemon that died."""
        path = os.path.join(self.folder, "v.sock")
        asked = types.SimpleNamespace(socket=path, environment={**os.environ, "XDG_CACHE_HOME": self.folder, "XDG_CONFIG_HOME": self.folder})

        def command():
            done = subprocess.run([VENOMX, "whoami", "--socket", path, "--token", "@owner", "--json"], env=asked.environment,
                                  capture_output=True, text=True, timeout=DEADLINE, check=False)
            self.assertEqual((0, ""), (done.returncode, done.stderr))
            return json.loads(done.stdout)["principal"]

        def tool():
            with Server(asked) as server:
                return server.good("whoami")["principal"]

        for ask, left in ((command, None), (command, "0" * 64), (tool, None)):
            with self.subTest(ask=ask.__name__, left=left):
                process = self.activate("--listen=" + path)
                if left is not None:
                    with open(path + ".owner", "w", encoding="ascii") as file:
                        file.write(left + "\n")
                wait_until(lambda: os.path.exists(path), "somebody listens")
                self.assertEqual("owner", ask())
                process.terminate()
                self.assertEqual(0, process.wait(DEADLINE))
                os.unlink(path)

    def refused(self, process, line):
        self.assertEqual(2, process.wait(DEADLINE))
        self.assertIn(f"\nvenomx: {line}\n", process.stderr.read())

    def test_what_cannot_be_served_is_a_mistake_of_the_configuration(self):
        first, second = (os.path.join(self.folder, name) for name in ("a.sock", "b.sock"))
        process = self.activate("--listen=" + first, "--listen=" + second)
        self.connected(second)
        self.refused(process, "more than one socket was handed over")
        datagrams = os.path.join(self.folder, "d.sock")
        process = self.activate("--datagram", "--listen=" + datagrams)
        self.connected(datagrams, kind=socket.SOCK_DGRAM).send(b"x")
        self.refused(process, "what was handed over is no unix stream socket that listens")
        abstract = f"venomx-test-{os.getpid()}"
        process = self.activate("--listen=@" + abstract)
        self.connected("\0" + abstract)
        self.refused(process, "the socket handed over has no absolute path")


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


if __name__ == "__main__":
    unittest.main()
