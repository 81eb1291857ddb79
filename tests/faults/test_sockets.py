"""Several daemons started at once at one place, and a daemon whose socket is taken away while it runs."""

import os
import signal
import socket
import subprocess
import unittest

from faults_testing import Place, saw
from venomx_testing import DEADLINE, VENOMX, Wire, wait_until

AT_ONCE = 6


class AtOnce(unittest.TestCase):
    def setUp(self):
        self.place = Place(self)
        self.socket = os.path.join(self.place.folder, "run", "venomx.sock")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("VENOMX_")}
        self.environment.update({f"XDG_{kind}": self.place.folder for kind in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR")})

    def serve(self):
        process = subprocess.Popen([VENOMX, "serve", "--socket", self.socket], env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def winner(self):
        """Of those started at one time: the one that serves, when all others have ended."""
        started = [self.serve() for _ in range(AT_ONCE)]
        wait_until(lambda: sum(process.poll() is not None for process in started) >= AT_ONCE - 1, "all but one end")
        ended = [process for process in started if process.poll() is not None]
        self.assertEqual([5] * (AT_ONCE - 1), [process.returncode for process in ended])
        for process in ended:
            self.assertEqual(("", f"venomx: another daemon listens on {self.socket}\n"), process.communicate(timeout=DEADLINE))
        return next(process for process in started if process not in ended)

    def answers(self, process):
        def token():
            with open(self.socket + ".owner", encoding="ascii") as file:
                return file.read().strip()

        self.assertEqual("venomx: listening on " + self.socket + "\n", process.stderr.readline())
        with Wire(self.socket, token()) as wire:
            self.assertEqual(process.pid, wire.request("daemon.info")["pid"])

    def test_one_serves_and_the_others_say_so(self):
        rounds = 4
        for _ in range(rounds):
            serving = self.winner()
            self.answers(serving)
            # The next ones find what a crash leaves.
            serving.kill()
            serving.wait()
            self.assertTrue(os.path.exists(self.socket))
        serving = self.winner()
        self.answers(serving)
        serving.send_signal(signal.SIGTERM)
        self.assertEqual(0, serving.wait(DEADLINE))
        self.assertFalse(os.path.exists(self.socket))
        saw("daemons are started at once", f"{rounds + 1} times {AT_ONCE}: each time one served and the others ended with 5")


class TakenAway(unittest.TestCase):
    def test_what_is_connected_goes_on_and_a_restart_mends_it(self):
        place = Place(self)
        with place.daemon() as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            os.unlink(daemon.socket)
            self.assertEqual("fail", self.check(wire)["status"])
            pane = wire.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", "echo lives; exec sleep 1000"]})["pane"]
            daemon.screen_holds(wire, pane, "lives")
            done = daemon.cli("whoami", owner=False)
            self.assertEqual(6, done.returncode)
            self.assertIn("a daemon runs, but its socket is not there (unavailable.daemon)", done.stderr)
            self.assertIn(f"end process {daemon.pid}, and", done.stderr)
            second = subprocess.run([VENOMX, "serve", "--socket", daemon.socket], env=daemon.environment, capture_output=True, text=True,
                                    timeout=DEADLINE, check=False)
            self.assertEqual((5, f"venomx: another daemon listens on {daemon.socket}\n"), (second.returncode, second.stderr))
            # What somebody else puts there meanwhile is not the daemon's to remove.
            with socket.socket(socket.AF_UNIX) as foreign:
                foreign.bind(daemon.socket)
                foreign.listen()
                daemon.process.send_signal(signal.SIGTERM)
                self.assertEqual(0, daemon.process.wait(DEADLINE))
                self.assertTrue(os.path.exists(daemon.socket))
            os.unlink(daemon.socket)
        with place.daemon() as daemon, daemon.wire() as wire:
            self.assertEqual("ok", self.check(wire)["status"])
        saw("the socket is removed while the daemon runs",
            "who is connected goes on, others find no daemon (6), doctor fails, no second one starts (5), "
            "a stop is clean, a restart mends it")

    def serve(self, daemon):
        """Another one at the same place."""
        process = subprocess.Popen([VENOMX, "serve", "--socket", daemon.socket], env=daemon.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_without_its_lock_it_is_still_the_one(self):
        """And where its socket is gone as well, whoever starts there takes its place, which the first one's doctor says."""
        place = Place(self)
        with place.daemon() as daemon, daemon.wire() as wire:
            os.unlink(daemon.socket + ".lock")
            for second in [self.serve(daemon) for _ in range(3)]:
                self.assertEqual(("", f"venomx: another daemon listens on {daemon.socket}\n"), second.communicate(timeout=DEADLINE))
                self.assertEqual(5, second.returncode)
            self.assertEqual("ok", self.check(wire)["status"])
            with daemon.wire() as new:
                self.assertEqual(daemon.pid, new.request("daemon.info")["pid"])
            os.unlink(daemon.socket)
            second = self.serve(daemon)
            self.assertEqual(f"venomx: listening on {daemon.socket}\n", second.stderr.readline())
            found = self.check(wire)
            self.assertEqual(("fail", "the socket that clients find is not this daemon's", True, False),
                             (found["status"], found["summary"], found["detail"]["present"], found["detail"]["same"]))
            # The first one's end is its own alone.
            daemon.process.send_signal(signal.SIGTERM)
            self.assertEqual(0, daemon.process.wait(DEADLINE))
            with daemon.wire() as new:
                self.assertEqual(second.pid, new.request("daemon.info")["pid"])
                self.assertEqual("ok", self.check(new)["status"])
            second.send_signal(signal.SIGTERM)
            self.assertEqual(0, second.wait(DEADLINE))
            self.assertEqual([], [name for name in os.listdir(os.path.dirname(daemon.socket)) if not name.endswith(".lock")])
        saw("the lock is removed while the daemon runs",
            "no second one starts beside it (5); when its socket is removed too, one does, and the first one's doctor fails")

    @staticmethod
    def check(wire):
        return next(check for check in wire.request("doctor")["checks"] if check["name"] == "kernel.socket")


if __name__ == "__main__":
    unittest.main()
