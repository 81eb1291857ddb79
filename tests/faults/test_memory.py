"""Too little memory. A start ends with a line that says so, or makes a daemon that answers and stops as ever: nothing in between. A daemon
that runs refuses clients for whom it has no room, goes on, and takes others once there is room again."""

import collections
import os
import resource
import signal
import socket
import subprocess
import tempfile
import unittest

from faults_testing import saw
from venomx_testing import DEADLINE, SANITIZED, VENOMX, Closed, Daemon, Wire, wait_until

MEGABYTE = 1 << 20
SIZES = [16, 20, 24, 28, 31, 32, 33, 34, 35, 36, 37, 38, 40, 44, 48, 64, 128, 512]  # from where nothing is loaded to where all is


def address_space(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


@unittest.skipIf(SANITIZED, "a sanitizer takes more address space than any limit leaves")
class Start(unittest.TestCase):
    def test_it_ends_or_answers(self):
        kinds = collections.Counter()
        for megabytes in SIZES:
            with tempfile.TemporaryDirectory(prefix="venomx-fault-") as folder, self.subTest(megabytes=megabytes):
                path = os.path.join(folder, "run", "venomx.sock")
                process = self.serve(folder, path, megabytes * MEGABYTE)
                try:
                    kinds[self.what_comes(path, process)] += 1
                finally:
                    process.kill()
                    process.communicate()
        self.assertGreater(kinds["serves"], 0)
        self.assertGreater(kinds["ends"], 0)
        saw("no memory at the start", f"{len(SIZES)} limits from {SIZES[0]} to {SIZES[-1]} MB: {dict(kinds)}")

    @staticmethod
    def serve(folder, path, limit):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("VENOMX_")}
        environment.update({f"XDG_{kind}": folder for kind in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR")})
        words = ["prlimit", f"--as={limit}", VENOMX, "serve", "--socket", path]
        return subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def what_comes(self, path, process):
        said = wait_until(lambda: hello(path) or process.poll() is not None, "the daemon ends, or answers")
        if said is True:
            err = process.communicate(timeout=DEADLINE)[1]
            # Before the program itself runs it is the loader's to say.
            self.assertIn(process.returncode, (6, 127), err)
            self.assertRegex(err, r"\Avenomx: [^\n]+\n\Z" if process.returncode == 6 else "error while loading shared libraries")
            return "ends"
        process.send_signal(signal.SIGTERM)
        self.assertEqual(0, process.wait(DEADLINE))
        return said


@unittest.skipIf(SANITIZED, "a sanitizer takes more address space than any limit leaves")
class Running(unittest.TestCase):
    def test_it_refuses_who_it_has_no_room_for(self):
        """Each client takes a buffer of a megabyte, from its first byte on; what is left serves those that are in."""
        with Daemon() as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            pane = wire.request("window.create", {"session": session, "argv": ["/bin/cat"]})["pane"]
            wire.request("doctor")
            usual = resource.prlimit(daemon.pid, resource.RLIMIT_AS)
            resource.prlimit(daemon.pid, resource.RLIMIT_AS, (address_space(daemon.pid) + 8 * MEGABYTE, usual[1]))
            kinds, held = self.crowd(daemon)
            self.assertGreater(kinds["in"], 0)
            self.assertGreater(kinds["refused"], 20)
            for text in ("lives", "still"):
                wire.request("pane.send", {"pane": pane, "text": text + "\n"})
                daemon.screen_holds(wire, pane, text)
            self.assertEqual(kinds["in"], sum("ok" in other.call("whoami") for other in held))
            for other in held:
                other.close()
            self.assertEqual("serves", wait_until(lambda: self.again(daemon), "there is room again"))
            resource.prlimit(daemon.pid, resource.RLIMIT_AS, usual)
            self.assertLess(len(daemon.log_text().splitlines()), 10)
        saw("no memory while it runs", f"40 clients in 8 MB: {dict(kinds)}; the others go on, and there is room again when they leave")

    @staticmethod
    def crowd(daemon):
        kinds, held = collections.Counter(), []
        for _ in range(40):
            wire = daemon.wire(hello=False)
            try:
                wire.greet(daemon.owner_token)
                held.append(wire)
                kinds["in"] += 1
            except (Closed, ConnectionError, AssertionError):
                wire.close()
                kinds["refused"] += 1
        return kinds, held

    @staticmethod
    def again(daemon):
        return hello(daemon.socket) == "serves" and "serves"


def hello(path):
    """What becomes of a connection; None before there is a socket."""
    with socket.socket(socket.AF_UNIX) as connected:
        try:
            connected.connect(path)
            wire = Wire.over(connected)
            wire.start("hello", {"protocol": 1})
            return "serves" if "ok" in wire.read_frame() else "refuses all"
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        except (Closed, ConnectionError):
            return "refuses all"


if __name__ == "__main__":
    unittest.main()
