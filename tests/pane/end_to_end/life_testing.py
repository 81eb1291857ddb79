"""What the tests of waits, exits, endings and events share: a reader of events beside the requests, and looks at a daemon's processes."""

import os
import threading
import time

import ledger
from venomx_testing import DEADLINE, Closed, wait_until

# A program that lets go of its terminal as its session's, so that its end hangs up nobody; then the descendant runs {child} and the
# program itself {parent}.
LETTING_GO = """
import fcntl, os, signal, sys, termios, time
signal.signal(signal.SIGHUP, signal.SIG_IGN)
fcntl.ioctl(0, termios.TIOCNOTTY)
if os.fork() == 0:
    {child}
{parent}
"""


def count_of(wire, kind):
    return sum(one == kind for _, one, _ in ledger.events(wire))


class Clocked(threading.Thread):
    """Reads a connection's frames until there are as many as wanted, each with the time of its arrival."""

    def __init__(self, wire, wanted):
        super().__init__(daemon=True)
        self.wire = wire
        self.wanted = wanted
        self.frames = []
        self.start()

    def run(self):
        try:
            while len(self.frames) < self.wanted:
                frame = self.wire.read_frame()
                self.frames.append((time.monotonic(), frame))
        except (Closed, OSError):
            pass

    def all(self):
        self.join(DEADLINE)
        if len(self.frames) != self.wanted:
            raise AssertionError(f"{len(self.frames)} frames instead of {self.wanted}: {self.frames[-2:]}")
        return self.frames


def quantiles(times):
    ordered = sorted(times)
    at = {name: ordered[min(len(ordered) - 1, int(len(ordered) * part))] for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1))}
    return ", ".join(f"{name} {1000 * value:.1f} ms" for name, value in at.items())


def descendants(pid):
    """Numbers of all processes below, with their states."""
    parents = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as stat:
                state, parent = stat.read().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        parents.setdefault(int(parent), []).append((int(entry), state))
    found, open_ones = {}, [pid]
    while open_ones:
        for child, state in parents.get(open_ones.pop(), []):
            found[child] = state
            open_ones.append(child)
    return found


def number_in(path):
    """The number that a program writes there, once it has."""

    def read():
        try:
            with open(path, encoding="ascii") as file:
                text = file.read()
        except FileNotFoundError:
            return None
        return int(text) if text.endswith("\n") else None

    return wait_until(read, f"a number in {os.path.basename(path)}")
