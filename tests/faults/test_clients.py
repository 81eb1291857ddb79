"""Clients that were stopped (SIGSTOP) do not hold up the daemon's stop, and find its end when they go on."""

import signal
import subprocess
import time
import unittest

from faults_testing import saw
from venomx_testing import DEADLINE, VENOMX, Daemon, wait_until

MUCH = 4 << 20  # bytes


def state_of(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        return file.read().rsplit(")", 1)[1].split()[0]


class Stopped(unittest.TestCase):
    def client(self, daemon, *words):
        environment = dict(daemon.environment, VENOMX_SOCKET=daemon.socket, VENOMX_TOKEN="@owner")
        process = subprocess.Popen([VENOMX, *words], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def stop(self, client):
        client.send_signal(signal.SIGSTOP)
        wait_until(lambda: state_of(client.pid) == "T", "the client is stopped")

    def test_a_stop_does_not_wait_for_them(self):
        daemon = Daemon()
        self.addCleanup(daemon.kill)
        with daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            flood = wire.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", "while :; do echo flood; done"]})["pane"]
            events = self.client(daemon, "events")
            output = self.client(daemon, "pane", "output", "--pane", flood)
            mcp = self.client(daemon, "mcp")
            for stream in (events, output):
                stream.stdout.read(1)  # it has begun
            mcp.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
            mcp.stdin.flush()
            mcp.stdout.readline()
            for client in (events, output, mcp):
                self.stop(client)
            written = wire.request("pane.info", {"pane": flood})["bytes_out"]
            wait_until(lambda: wire.request("pane.info", {"pane": flood})["bytes_out"] > written + MUCH, "more waits than a socket takes")
        begun = time.monotonic()
        daemon.stop()  # exit 0, no socket, no owner file
        took = time.monotonic() - begun
        statuses = {}
        for name, client in (("events", events), ("output", output), ("mcp", mcp)):
            client.send_signal(signal.SIGCONT)
            client.communicate(timeout=DEADLINE)
            statuses[name] = client.returncode
        # All of the events had room in the socket; of the output the rest was cut off, which its reader is told.
        self.assertEqual({"events": 0, "output": 6, "mcp": 0}, statuses)
        saw("clients are stopped at shutdown", f"exit 0 after {took:.1f} s; gone on, they ended with {statuses}")


if __name__ == "__main__":
    unittest.main()
