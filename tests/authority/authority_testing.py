"""What the tests of authority from outside stand on: agents that speak to the daemon from within a pane."""

import contextlib
import json
import os
import shlex
import socket
import sys
import tempfile

from venomx_testing import DEADLINE, Wire, wait_until

AGENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agent.py")
FORGED = "vnt1.venomx.owner." + "A" * 43

# Where in its pane's tree the agent stands: a shell command that starts it, as {agent}.
PANE = "exec {agent}"
CHILD = "{agent} & wait"
GRANDCHILD = "sh -c '{agent} & wait' & wait"
SETSID = "setsid {agent} & wait"
ORPHAN = "(setsid {agent} &); exec sleep 1000"


def parent_of(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
        return int(stat.read().rsplit(")", 1)[1].split()[1])


class Agent:
    """An agent in a pane of its own, in a new window of `session`. `more`: parameters of window.create."""

    def __init__(self, owner, session, stands=PANE, **more):
        self.folder = tempfile.TemporaryDirectory(prefix="venomx-agent-")
        path = os.path.join(self.folder.name, "control")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(path)
            listener.listen(1)
            listener.settimeout(DEADLINE)
            command = stands.format(agent=f"{shlex.quote(sys.executable)} -B {AGENT} {path}")
            self.made = owner.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", command], **more})
            self.control = listener.accept()[0]
        self.control.settimeout(DEADLINE)
        self.lines = self.control.makefile("rb")
        self.pane, self.window, self.principal = self.made["pane"], self.made["window"], self.made["principal"]
        about = json.loads(self.lines.readline())
        self.pid, self.token = about["pid"], about["token"]
        if about["pane"] != self.pane:
            raise AssertionError(f"{about} in {self.pane}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.lines.close()
        self.control.close()
        self.folder.cleanup()

    def tell(self, *words, descriptors=()):
        socket.send_fds(self.control, [json.dumps(words).encode()], descriptors)

    def read(self, path):
        """The text of a file, as the agent reads it."""
        self.tell("read", path)
        return json.loads(self.lines.readline())

    def say(self, wire, frame):
        """The frame that answers this one when the agent sends it on our connection."""
        self.tell("say", json.dumps(frame) + "\n", descriptors=[wire.socket.fileno()])
        return json.loads(json.loads(self.lines.readline()))

    def connect(self, daemon):
        """A connection that the agent made."""
        self.tell("connect", daemon.socket)
        _, descriptors, _, _ = socket.recv_fds(self.control, 1, 1)
        return Wire.over(socket.socket(fileno=descriptors[0]))

    def wire(self, daemon, token=None):
        wire = self.connect(daemon)
        wire.greet(token)
        return wire


def greeting(wire, token=None):
    """The principal that `hello` gives, with its grants; or the code of its error."""
    with contextlib.closing(wire):
        frame = wire.call("hello", {"protocol": 1, **({} if token is None else {"token": token})})
        if "error" in frame:
            return frame["error"]["code"]
        who = wire.request("whoami")
        if who["principal"] != frame["ok"]["principal"]:
            raise AssertionError(f"{who} after {frame}")
        return who["principal"], [f"{grant['right']} {grant['scope']}" for grant in who["grants"]]


def adopted(daemon, pid):
    """Waits until the daemon is the parent of `pid`."""
    wait_until(lambda: parent_of(pid) == daemon.pid, f"the daemon adopts {pid}")
