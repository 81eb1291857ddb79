"""How a process ended, told once, exactly, and after the last byte is on the screen; whoever keeps its terminal open delays that by
pane.drain_ms and no longer."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest

from life_testing import LETTING_GO, count_of, number_in
from pane_testing import create
from venomx_testing import Daemon, wait_until

LINES = 50_000
BYTES = sum(len(str(number)) + 2 for number in range(1, LINES + 1))
# Where Python knows no name, or another of two.
NAMES = {signal.SIGRTMIN: "SIGRTMIN", signal.SIGRTMIN + 3: "SIGRTMIN+3", signal.SIGIO: "SIGPOLL"}
# These do not end a program, or are the C library's own.
HARMLESS = {signal.SIGCHLD, signal.SIGCONT, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGURG,
            signal.SIGWINCH, 32, 33}


def name_of(number):
    return NAMES.get(number) or signal.Signals(number).name


def status_of(script, folder):
    """How a shell with that script ends when nothing but this test is its parent."""
    done = subprocess.Popen(["/bin/sh", "-c", script], cwd=folder, stderr=subprocess.DEVNULL)
    _, status = os.waitpid(done.pid, 0)
    done.returncode = 0
    if os.WIFEXITED(status):
        return {"code": os.WEXITSTATUS(status)}
    return {"signal": name_of(os.WTERMSIG(status)), "core": os.WCOREDUMP(status)}


class ExitTest(unittest.TestCase):
    def serve(self, **options):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.daemon = self.enterContext(Daemon(**options))
        self.wire = self.enterContext(self.daemon.wire())

    def wait(self, pane, **params):
        return self.wire.request("pane.wait", {"pane": pane, "until": "exit", **params})

    def told(self, pane):
        """All that is said of the pane's end: by the event, the wait, the pane object and the close."""
        waited = self.wait(pane)
        info = self.wire.request("pane.info", {"pane": pane})
        self.assertEqual("exited", info["state"])
        request = self.wire.start("events", {"since": 0, "follow": False, "kinds": ["pane.exited"], "pane": pane})
        self.assertEqual(1, self.wire.answer(request)["ok"]["count"])
        event = self.wire.answer(request)["event"]["data"]
        self.assertEqual({"reason": "done"}, self.wire.answer(request)["end"])
        self.assertEqual({"pane": pane, "status": event["status"]}, event)
        return [waited["status"], info["status"], event["status"], self.wire.request("pane.close", {"pane": pane})["status"]]

    def test_statuses(self):
        """As the kernel tells a parent; a code or a signal, never both."""
        self.serve()
        scripts = [f"exit {code}" for code in (0, 1, 3, 126, 127, 128, 129, 137, 255)] + ["exec /bin/false"]
        deadly = sorted({*range(1, signal.SIGRTMIN), *NAMES} - HARMLESS)
        scripts += [f"ulimit -c 0; kill -{number} $$" for number in deadly]
        scripts += ["ulimit -c unlimited; kill -ABRT $$", "trap '' TERM; kill -TERM $$; exit 6"]
        panes = [create(self.wire, ["/bin/sh", "-c", script], cwd=self.folder) for script in scripts]
        for script, pane in zip(scripts, panes):
            self.assertEqual([status_of(script, self.folder)] * 4, self.told(pane), script)
        self.assertEqual(len(scripts), count_of(self.wire, "pane.exited"))

    def test_an_ignored_sigchld_is_not_inherited(self):
        """A parent that ignores it has the kernel throw statuses away."""
        self.serve(preexec=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        pane = create(self.wire, ["/bin/sh", "-c", "exit 3"])
        self.assertEqual([{"code": 3}] * 4, self.told(pane))

    def test_a_stop_is_no_end(self):
        self.serve()
        pane = create(self.wire, ["/bin/sh", "-c", "echo up; kill -STOP $$; exit 9"])
        self.daemon.screen_holds(self.wire, pane, "up")
        pid = self.wire.request("pane.info", {"pane": pane})["pid"]

        def stopped():
            with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] == "T"

        wait_until(stopped, "the program is stopped")
        self.assertEqual("timeout", self.wait(pane, timeout_ms=50)["reason"])
        self.assertEqual("running", self.wire.request("pane.info", {"pane": pane})["state"])
        self.wire.request("pane.signal", {"pane": pane, "signal": "CONT"})
        self.assertEqual([{"code": 9}] * 4, self.told(pane))

    def last_lines(self, times, at_once):
        """As soon as pane.exited is read, the last line is on the screen, and all was counted."""
        follow = self.enterContext(self.daemon.wire())
        events = follow.start("events", {"kinds": ["pane.exited"]})
        follow.answer(events)
        session = self.wire.request("session.create")["session"]
        argv = ["/bin/sh", "-c", f"seq 1 {LINES}; exit 3"]
        for _ in range(times // at_once):
            asked = [self.wire.start("window.create", {"session": session, "argv": argv}) for _ in range(at_once)]
            made = {self.wire.answer(request)["ok"]["pane"] for request in asked}
            for _ in range(at_once):
                event = follow.answer(events)["event"]["data"]
                pane = event["pane"]
                made.remove(pane)
                capture = self.wire.request("pane.capture", {"pane": pane})
                self.assertEqual({"code": 3}, event["status"])
                self.assertEqual(f"{LINES - 1}\n{LINES}\n\n", capture["text"][-13:])
                self.assertEqual(BYTES, self.wire.request("pane.info", {"pane": pane})["bytes_out"])
                self.wire.request("pane.close", {"pane": pane})
            self.assertEqual(set(), made)
        self.assertEqual(times, count_of(self.wire, "pane.exited"))

    def test_the_last_line_two_hundred_times(self):
        self.serve(settings={"pane.scrollback": "100"})
        self.last_lines(200, 20)

    def test_no_patience_loses_no_line(self):
        """However short the time for others is, what the process itself has written is shown first."""
        self.serve(settings={"pane.drain_ms": "0", "pane.scrollback": "100"})
        self.last_lines(40, 20)

    def held_open(self, child, parent):
        """A pane whose process has ended with 5, and whose terminal a descendant keeps open."""
        script = LETTING_GO.format(child=child, parent=f"{parent}; os._exit(5)")
        pane = create(self.wire, [sys.executable, "-c", script], cwd=self.folder)
        pid = self.wire.request("pane.info", {"pane": pane})["pid"]
        wait_until(lambda: not os.path.exists(f"/proc/{pid}"), "the program has ended and is reaped")
        return pane, number_in(os.path.join(self.folder, "child"))

    CHILD = "open('child.part', 'w').write(f'{os.getpid()}\\n'); os.rename('child.part', 'child'); "
    PARENT = "exec('while not os.path.exists(\"child\"): time.sleep(0.005)'); print('last words', flush=True)"

    def test_no_end_before_the_terminal_is_let_go(self):
        self.serve(settings={"pane.drain_ms": "60000"})
        pane, child = self.held_open(self.CHILD + "time.sleep(1000)", self.PARENT)
        self.assertEqual("timeout", self.wait(pane, timeout_ms=100)["reason"])
        self.assertEqual("running", self.wire.request("pane.info", {"pane": pane})["state"])
        self.assertEqual(0, count_of(self.wire, "pane.exited"))
        os.kill(child, signal.SIGKILL)
        self.assertEqual("last words\n", self.captured_at_the_end(pane))
        self.assertEqual([{"code": 5}] * 4, self.told(pane))

    def captured_at_the_end(self, pane):
        self.assertEqual("exit", self.wait(pane)["reason"])
        return self.wire.request("pane.capture", {"pane": pane})["text"][:11]

    def test_not_hostage_to_a_grandchild(self):
        self.serve(settings={"pane.drain_ms": "300"})
        pane, child = self.held_open(self.CHILD + "time.sleep(1000)", self.PARENT)
        self.assertEqual("last words\n", self.captured_at_the_end(pane))
        terminal = os.readlink(f"/proc/{child}/fd/1")
        self.assertRegex(terminal, r"^/dev/pts/\d+$")
        self.assertEqual([{"code": 5}] * 4, self.told(pane))
        self.assertFalse(os.path.exists(f"/proc/{child}"))

    def test_not_hostage_to_a_flood(self):
        self.serve(settings={"pane.drain_ms": "300"})
        flood = self.CHILD + "exec('while True: os.write(1, b\"flood\\\\n\" * 1000)')"
        pane, child = self.held_open(flood, self.PARENT)
        self.assertEqual("exit", self.wait(pane)["reason"])
        self.assertTrue(os.path.exists(f"/proc/{child}"))
        self.assertEqual([{"code": 5}] * 4, self.told(pane))
        self.assertFalse(os.path.exists(f"/proc/{child}"))


if __name__ == "__main__":
    unittest.main()
