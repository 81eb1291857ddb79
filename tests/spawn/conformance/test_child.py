"""What a process finds when it starts: signals, descriptors, limits, session and terminal are those of a fresh login, whatever the
daemon was started with and whatever else it has open. Looked at from outside, through /proc, and by the process itself."""

import os
import re
import resource
import unittest

from raw_process import ALL, mask_of, with_signals
from room import SLEEP, Room
from surfaces import of_process
from venomx_testing import SANITIZED, Daemon, wait_until

VERBS = ("window.create", "pane.split")
INHERITED = (9, 300, 5000)
LIMITS = {resource.RLIMIT_NOFILE: (700, 6000), resource.RLIMIT_CORE: (4096, 8192), resource.RLIMIT_MEMLOCK: (8192, 65536),
          resource.RLIMIT_STACK: (4 << 20, resource.RLIM_INFINITY), resource.RLIMIT_FSIZE: (1 << 30, 1 << 31)}
if SANITIZED:
    del LIMITS[resource.RLIMIT_CORE]  # a sanitizer takes it away before the daemon begins
LIMIT_NAMES = {resource.RLIMIT_NOFILE: "Max open files", resource.RLIMIT_CORE: "Max core file size",
               resource.RLIMIT_MEMLOCK: "Max locked memory", resource.RLIMIT_STACK: "Max stack size",
               resource.RLIMIT_FSIZE: "Max file size"}


def status_of(text):
    return dict(line.split(":\t", 1) for line in text.decode(errors="replace").splitlines() if ":\t" in line)


def limits_of(text):
    rows = re.findall(r"^(.+?) {2,}(\S+) +(\S+)", text.decode(), re.MULTILINE)[1:]
    number = lambda word: resource.RLIM_INFINITY if word == "unlimited" else int(word)
    return {name: (number(soft), number(hard)) for name, soft, hard in rows}


def printed(wire, pane):
    """What the pane shows, once it shows something."""
    return wait_until(lambda: wire.request("pane.capture", {"pane": pane})["text"].strip(), f"{pane} shows something")


def odd_start():
    """Everything that a careless parent can leave to a daemon."""
    null = os.open(os.devnull, os.O_RDWR)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for number in INHERITED:
        os.dup2(null, number)
    for which, pair in LIMITS.items():
        resource.setrlimit(which, pair)
    os.umask(0o027)
    os.nice(3)
    with_signals(ignored=ALL, blocked=ALL)()


class Child(Room):
    """A daemon started with ignored and blocked signals, odd descriptors, mask, priority and limits."""

    options = {"preexec": odd_start}
    size = {"cols": 300, "rows": 300}

    def every_way(self, params, look):
        """Starts it on every surface by both verbs, and calls look(pid, pane) for each."""
        for surface in self.surfaces:
            for verb in VERBS:
                with self.subTest(surface=surface.name, verb=verb):
                    look(*self.started(surface, params, verb))

    def assert_plain_signals(self, status):
        none = "0" * 16
        self.assertEqual((none, none, none), (status["SigIgn"], status["SigCgt"], status["SigBlk"]))
        self.assertEqual((none, none), (status["SigPnd"], status["ShdPnd"]))

    def test_the_daemon_was_started_so(self):
        """The test's own footing: without it the others show nothing."""
        with open(f"/proc/{self.daemon.pid}/status", "rb") as file:
            status = status_of(file.read())
        untouched = mask_of((21, 32, 40, 64))  # what a daemon and libc have no use for stays as it was
        self.assertEqual(untouched, int(status["SigIgn"], 16) & untouched)
        self.assertEqual("0077", status["Umask"])
        with open(f"/proc/{self.daemon.pid}/limits", "rb") as file:
            self.assertEqual((6000, 6000), limits_of(file.read())["Max open files"])

    def test_signals_are_default_and_unblocked(self):
        self.every_way({"argv": SLEEP}, lambda pid, _pane: self.assert_plain_signals(status_of(of_process(pid, "status"))))

    def test_the_process_itself_finds_them_so(self):
        for surface in self.surfaces:
            folder = self.folder("self")
            self.started(surface, {"argv": ["/bin/cp", "/proc/self/status", "/proc/self/limits", folder]})
            copied = folder + "/limits"
            wait_until(lambda copied=copied: os.path.exists(copied) and os.path.getsize(copied), "cp has looked at itself")
            with open(folder + "/status", "rb") as status:
                self.assert_plain_signals(status_of(status.read()))

    def test_mask_priority_and_limits_are_the_original_ones(self):
        original = {LIMIT_NAMES[which]: pair for which, pair in LIMITS.items()}

        def look(pid, _pane):
            self.assertEqual("0027", status_of(of_process(pid, "status"))["Umask"])
            limits = limits_of(of_process(pid, "limits"))
            self.assertEqual(original, {name: limits[name] for name in original})
            self.assertEqual(os.getpriority(os.PRIO_PROCESS, 0) + 3, os.getpriority(os.PRIO_PROCESS, pid))

        self.every_way({"argv": SLEEP}, look)

    def assert_three_descriptors(self, pid, _pane):
        # The loader opens and closes the program's libraries; what was inherited stays.
        wait_until(lambda: set(os.listdir(f"/proc/{pid}/fd")) == {"0", "1", "2"}, f"process {pid} has its three descriptors alone")
        names = {name: os.readlink(f"/proc/{pid}/fd/{name}") for name in "012"}
        self.assertEqual(1, len(set(names.values())))
        self.assertRegex(names["0"], r"^/dev/pts/\d+$")

    def test_exactly_three_descriptors(self):
        self.every_way({"argv": SLEEP}, self.assert_three_descriptors)

    def test_exactly_three_among_fifty_panes_and_clients(self):
        clients = [self.daemon.wire() for _ in range(50)]
        try:
            panes = [client.request("window.create", {"session": self.session, "argv": SLEEP}) for client in clients]
            for pane in panes:
                self.addCleanup(self.owner.call, "pane.close", {"pane": pane["pane"], "grace_ms": 0})
                self.assert_three_descriptors(pane["pid"], pane["pane"])
            self.every_way({"argv": SLEEP, "cwd": "/", "env": [{"name": "A", "value": "1"}]}, self.assert_three_descriptors)
        finally:
            for client in clients:
                client.close()

    def test_a_session_and_terminal_of_its_own(self):
        def look(pid, pane):
            self.assertEqual([str(pid)] * 4, printed(self.owner, pane).split())
            stat = of_process(pid, "stat").rsplit(b")", 1)[1].split()
            self.assertEqual([pid, pid, pid], [int(stat[at]) for at in (2, 3, 5)])
            terminal = os.stat(os.readlink(f"/proc/{pid}/fd/0")).st_rdev
            self.assertEqual(os.major(terminal), int(stat[4]) >> 8 & 0xFFF)

        # The shell has no job control here: ps runs in its group, and tells of it.
        self.every_way({"argv": ["/bin/sh", "-c", "ps -o pid=,sid=,pgid=,tpgid= -p $$; exec sleep 1000"]}, look)


class Sizes(Room):
    """The terminal has its size before the program runs: its first look finds it."""

    def first_look(self, surface, cols, rows):
        kind, made = surface.call("window.create", {"session": self.session, "argv": ["stty", "size"], "cols": cols, "rows": rows})
        self.assertEqual("ok", kind, made)
        end = self.owner.request("pane.wait", {"pane": made["pane"], "until": "exit"})
        self.assertEqual(("exit", {"code": 0}), (end["reason"], end["status"]))
        text = self.owner.request("pane.capture", {"pane": made["pane"], "join": True, "scrollback": -1})["text"]
        self.owner.request("pane.close", {"pane": made["pane"]})
        return text.strip()

    def sizes(self, count):
        return [(20 + 37 * turn % 981, 3 + 53 * turn % 198) for turn in range(count)]

    def test_three_hundred_by_wire(self):
        sizes = self.sizes(300)
        looks = [self.first_look(self.surfaces[0], cols, rows) for cols, rows in sizes]
        self.assertEqual([f"{rows} {cols}" for cols, rows in sizes], looks)

    def test_the_extremes_by_every_surface(self):
        for surface in self.surfaces:
            for cols, rows in ((7, 1), (1000, 1000), (1000, 1), *self.sizes(10)):
                with self.subTest(surface=surface.name, cols=cols, rows=rows):
                    self.assertEqual(f"{rows} {cols}", self.first_look(surface, cols, rows))

    def test_without_a_size_and_by_a_split(self):
        for surface in self.surfaces:
            for params, verb, at in (({}, "window.create", {"cols": 80, "rows": 24}),
                                     ({"axis": "cols", "size": 40}, "pane.split", {"cols": 40}),
                                     ({"axis": "rows", "size": 9}, "pane.split", {"rows": 9})):
                with self.subTest(surface=surface.name, params=params):
                    _, pane = self.started(surface, {"argv": ["/bin/sh", "-c", "stty size; exec sleep 1000"], **params}, verb)
                    listed = self.owner.request("pane.info", {"pane": pane})
                    self.assertEqual(f"{listed['rows']} {listed['cols']}", printed(self.owner, pane))
                    self.assertEqual(at, {name: listed[name] for name in at})


class Signals(unittest.TestCase):
    """Each odd start by itself, so that none hides another."""

    def child_of(self, preexec):
        with Daemon(preexec=preexec) as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            made = wire.request("window.create", {"session": session, "argv": SLEEP})
            status = status_of(of_process(made["pid"], "status"))
            # The daemon works: it learns that its child ends.
            wire.request("pane.signal", {"pane": made["pane"], "signal": "TERM"})
            end = wire.request("pane.wait", {"pane": made["pane"], "until": "exit"})
            self.assertEqual(("exit", {"signal": "SIGTERM", "core": False}), (end["reason"], end["status"]))
            return [status[name] for name in ("SigIgn", "SigCgt", "SigBlk")]

    def test_each(self):
        starts = {
            "pipe, hangup, terminal input, child ignored": {"ignored": (13, 1, 21, 17)},
            "libc's own ignored": {"ignored": (32, 33)},
            "libc's own blocked": {"blocked": (32, 33)},
            "real-time ignored and blocked": {"ignored": range(34, 65), "blocked": range(34, 65)},
            "child blocked": {"blocked": (17,)},
            "the stopping ones blocked": {"blocked": (1, 2, 15)},
            "the stopping ones ignored": {"ignored": (1, 2, 15)},
        }
        for what, signals in starts.items():
            with self.subTest(what=what):
                self.assertEqual(["0" * 16] * 3, self.child_of(with_signals(**signals)))


if __name__ == "__main__":
    unittest.main()
