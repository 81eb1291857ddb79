"""Runs the soak: soak.py [--minutes M] [--clients N] [--seed S]. Prints what was done; exits with 1 at the first broken invariant."""

import argparse
import collections
import random
import signal
import sys
import threading
import time

from clients import KINDS
from gate import Gate
from invariants import check_workspace, close_everything, resident
from drawing import Known
from venomx_testing import SANITIZED, Closed, Daemon, wait_until
from watcher import Watcher

CHECK_SECONDS = 3.0
CROWD = 60  # panes; past it the oldest are closed, so that the machine is not what gives out
ROOM = 48 << 20  # bytes that the daemon may have grown by between two moments of rest


def thin_out(wire):
    panes = [pane["pane"] for pane in wire.request("pane.list")["panes"]]
    for pane in panes[:max(0, len(panes) - CROWD)]:
        wire.call("pane.close", {"pane": pane, "grace_ms": 0})


def look(gate, wire, clients, watcher):
    """One look at the invariants, with every client held."""
    with gate.quiet():
        thin_out(wire)
        panes = check_workspace(wire)
    for worker in (*clients, watcher):
        if worker.failure is not None:
            raise AssertionError(f"{worker.name}: {worker.failure!r}") from worker.failure
    return panes


def rest(daemon, gate, wire, settled):
    """Everything closed: children and terminals gone, descriptors as at the start, memory not above the last rest's."""
    with gate.quiet():
        close_everything(daemon, wire)
        memory = resident(daemon.pid)
        wire.request("session.create", {"name": "ground"})
    if settled and not SANITIZED and memory > settled + ROOM:
        raise AssertionError(f"memory grew from {settled} to {memory} bytes between two moments of rest")
    return memory


def soak(options):
    seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    print(f"soak: seed {seed}, {options.clients} clients, {options.minutes} minutes", flush=True)
    with Daemon(settings={"pane.scrollback": 2000, "log.level": "warning", "pane.grace_ms": 300}) as daemon:
        try:
            siege(daemon, options, seed)
        except BaseException:
            print(f"soak: the daemon's status is {daemon.process.poll()}, its log:\n{daemon.log_text()[-20000:]}", file=sys.stderr)
            raise


def siege(daemon, options, seed):
    totals, looks, most = collections.Counter(), 0, 0
    with daemon.wire() as wire:
        manifest = wire.request("manifest.get")
        manifest = manifest.get("manifest", manifest)
        before = daemon.descriptors()
        stop, gate, known = threading.Event(), Gate(), Known()
        wire.request("session.create", {"name": "ground"})
        watcher = Watcher(daemon, stop)
        watcher.start()
        clients = [KINDS[i % len(KINDS)](daemon, manifest, known, gate, stop, seed + i) for i in range(options.clients)]
        for client in clients:
            client.start()
        end = time.monotonic() + options.minutes * 60
        settled = 0
        while time.monotonic() < end and not stop.wait(CHECK_SECONDS):
            most = max(most, look(gate, wire, clients, watcher))
            looks += 1
            if looks % 20 == 0:
                settled = max(settled, rest(daemon, gate, wire, settled))
        stop.set()
        for client in clients:
            client.join(60)
            if client.is_alive():
                raise AssertionError(f"{client.name} is stuck")
            totals.update({f"{client.kind} {what}": count for what, count in client.counts.items()})
        look(gate, wire, clients, watcher)
        close_everything(daemon, wire)
        last = wire.request("events", {"since": 1, "follow": False})["next"] - 1
        wait_until(lambda: watcher.seen >= last or watcher.failure, "the watcher has seen every event")
        watcher.close()
        if watcher.failure or watcher.living:
            raise AssertionError(f"the events left {sorted(watcher.living)} alive; {watcher.failure!r}")
        wait_until(lambda: before is None or daemon.descriptors() <= before, f"descriptors are {before} again, not {daemon.descriptors()}")
        print(f"soak: {sum(totals.values())} steps, {looks} looks, at most {most} panes at a look, {watcher.seen} events")
        for what, count in sorted(totals.items()):
            print(f"  {what}: {count}")
        print("  events: " + ", ".join(f"{kind} {count}" for kind, count in sorted(watcher.kinds.items())))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seed", type=int)
    # A shell that runs this in the background has it ignore interrupts, and with it every client that is to be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        soak(parser.parse_args())
    except (AssertionError, Closed, OSError) as broken:
        print(f"soak: BROKEN: {type(broken).__name__}: {broken}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
