"""Too few descriptors. A start ends with a line that says so, or makes a daemon that answers and stops as ever. A daemon that has not one
left for who connects loses nobody, and does not spin."""

import collections
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from faults_testing import saw
from venomx_testing import DEADLINE, SANITIZED, VENOMX, Closed, Daemon, Wire, wait_until

NONE = 3
PAUSES = 5
# From where the program itself is loaded to where all is; a sanitizer may have one of its own.
FEWEST = 6 if SANITIZED else 4
MOST = 48


class Start(unittest.TestCase):
    def test_it_ends_or_answers(self):
        kinds = collections.Counter(self.what_comes(limit) for limit in range(FEWEST, MOST))
        self.assertGreater(kinds["ends"], 0)
        self.assertGreater(kinds["serves"], 0)
        saw("no descriptors at the start", f"each limit from {FEWEST} to {MOST - 1}: {dict(kinds)}")

    def what_comes(self, limit):
        with tempfile.TemporaryDirectory(prefix="venomx-fault-") as folder, self.subTest(limit=limit):
            environment = {name: value for name, value in os.environ.items() if not name.startswith("VENOMX_")}
            environment.update({f"XDG_{kind}": folder for kind in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR")})
            path = os.path.join(folder, "run", "venomx.sock")
            process = subprocess.Popen(["prlimit", f"--nofile={limit}", VENOMX, "serve", "--socket", path], env=environment,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                said = []
                while line := process.stderr.readline():
                    said.append(line)
                    if line == f"venomx: listening on {path}\n":
                        return self.serves(process, path)
                # The last line is the reason; those before it are of plugins that the daemon would have done without.
                self.assertEqual(6, process.wait(DEADLINE), said)
                self.assertRegex(said[-1], r"\Avenomx: [^\n]+: Too many open files\n\Z")
                self.assertFalse([line for line in said[:-1] if " error: " not in line])
                self.assertEqual([], [name for name in os.listdir(os.path.join(folder, "run")) if not name.endswith(".lock")]
                                 if os.path.isdir(os.path.join(folder, "run")) else [])
                return "ends"
            finally:
                process.kill()
                process.stderr.close()
                process.wait()

    def serves(self, process, path):
        with open(path + ".owner", encoding="ascii") as token, Wire(path, token.read().strip()) as wire:
            wire.request("whoami")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(0, process.wait(DEADLINE))
        return "serves"


class NoDescriptor(unittest.TestCase):
    def test_who_connects_waits_for_one(self):
        with Daemon() as daemon, daemon.wire() as early, daemon.wire(hello=False) as silent:
            early.request("whoami")
            usual = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (NONE, usual[1]))
            try:
                late = daemon.wire(hello=False)
                self.addCleanup(late.close)
                wait_until(lambda: self.pauses(early) > 0, "the daemon finds that it has none")
                self.assertIn("the last for the reason", daemon.log_text())
                # Whoever says nothing makes room, though it is not enough here.
                self.assertEqual("unavailable.busy", silent.read_frame()["error"]["code"])
                with self.assertRaises((Closed, ConnectionError)):
                    silent.read_frame()
                before, began = self.pauses(early), time.monotonic()
                wait_until(lambda: self.pauses(early) >= before + PAUSES, "it tries again")
                # A tenth of a second lies between two tries; those that are in are served all along.
                self.assertGreater(time.monotonic() - began, (PAUSES - 1) / 10)
                self.assertEqual("owner", early.request("whoami")["principal"])
                checks = {check["name"]: check["status"] for check in early.request("doctor")["checks"]}
                self.assertEqual(("fail", "ok", "ok"), tuple(checks[name] for name in ("spawn.pty", "kernel.socket", "kernel.owner_file")))
            finally:
                resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, usual)
            late.greet(daemon.owner_token)
            self.assertEqual("owner", late.request("whoami")["principal"])
            # A stop in the midst of a pause is a stop.
            resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (NONE, usual[1]))
            before = self.pauses(early)
            last = daemon.wire(hello=False)
            self.addCleanup(last.close)
            wait_until(lambda: self.pauses(early) > before, "it has none again")
        saw("no descriptor for who connects", "it waits in the queue, ten tries a second, and is served; those that are in go on")

    def pauses(self, wire):
        text = wire.request("doctor", {"format": "prometheus"})["text"]
        found = re.search(r'connections[a-z_]*\{[a-z]*="system"\} (\d+)', text)
        self.assertIsNotNone(found, text)
        return int(found[1])


if __name__ == "__main__":
    unittest.main()
