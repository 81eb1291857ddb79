"""pane.wait from outside: a thousand waits around one exit, waits of every kind on silent programs, matches that are never stale."""

import contextlib
import os
import select
import signal
import sys
import tempfile
import time
import unittest

from life_testing import Clocked, quantiles
from pane_testing import create
from venomx_testing import Daemon, wait_until

WAYS = ({"until": "exit"}, {"until": "idle", "idle_ms": 80_000_000}, {"until": "match", "match": "never"}, {"until": "prompt"})


class WaitTest(unittest.TestCase):
    maxDiff = 4_000

    def setUp(self):
        self.daemon = self.enterContext(Daemon())
        self.wire = self.enterContext(self.daemon.wire())

    def shell(self, script, **params):
        return create(self.wire, ["/bin/sh", "-c", script], **params)

    def line(self, pane, text=""):
        self.wire.request("pane.send", {"pane": pane, "text": text + "\n"})

    def wait(self, pane, **params):
        return self.wire.request("pane.wait", {"pane": pane, **params})

    def start_waits(self, wire, pane, count):
        """Starts them, of each way as many, and waits until they are under way."""
        for number in range(count):
            wire.start("pane.wait", {"pane": pane, "timeout_ms": 80_000_000, **WAYS[number % len(WAYS)]})
        wire.request("whoami")

    def follow(self, kind):
        follow = self.enterContext(self.daemon.wire())
        follow.answer(follow.start("events", {"kinds": [kind]}))
        return follow

    def assert_exits(self, pane, frames, status, offset):
        for _, frame in frames:
            result = frame["ok"]
            self.assertGreaterEqual(result.pop("waited_ms"), 0)
            self.assertEqual({"pane": pane, "reason": "exit", "status": status, "offset": offset}, result)
        self.assertEqual(len(frames), len({frame["id"] for _, frame in frames}))

    def test_a_dear_expression_costs_its_own_time(self):
        """Seconds of searching, several times over, and meanwhile others' panes are read and waited for; they end when told to."""
        digits = "import random\nfor i in range(10000): print(''.join(random.choice('01') for _ in range(198)))"
        large = create(self.wire, [sys.executable, "-c", digits + "\nprint('all', flush=True)\ninput()"], cols=200, rows=50)
        self.assertEqual("match", self.wait(large, until="match", match="^all$", timeout_ms=60_000)["reason"])
        other = create(self.wire, ["/bin/cat"])
        with self.daemon.wire() as hostile:
            for number in range(8):
                dear = f"([01]*1[01]{{{20 + number}}}0[01]{{{30 + number}}}1[01]*){{2}}y"
                hostile.start("pane.wait", {"pane": large, "until": "match", "match": dear, "timeout_ms": 600_000})
                hostile.start("pane.wait", {"pane": large, "until": "match", "match": dear, "timeout_ms": number})
            hostile.request("whoami")
            self.line(other, "seen")
            self.assertEqual("match", self.wait(other, until="match", match="seen", timeout_ms=15_000)["reason"])
            self.assertEqual("match", self.wait(other, until="match", match="seen", timeout_ms=0)["reason"])
            self.assertEqual("seen", self.wire.request("pane.capture", {"pane": other})["text"].split("\n")[0])
        self.wire.request("pane.close", {"pane": large, "grace_ms": 0})

    def stop_daemon(self):
        os.kill(self.daemon.pid, signal.SIGSTOP)
        self.addCleanup(self.daemon.process.send_signal, signal.SIGCONT)

        def stopped():
            states = []
            for thread in os.listdir(f"/proc/{self.daemon.pid}/task"):
                with contextlib.suppress(FileNotFoundError), open(f"/proc/{self.daemon.pid}/task/{thread}/stat", "rb") as stat:
                    states.append(stat.read().rsplit(b")", 1)[1].split()[0])
            return set(states) == {b"T"}

        wait_until(stopped, "the daemon is stopped")

    def waits_of_a_stopped_daemon(self, panes, idle):
        """Connections that wait for silence, none of which has been answered when the daemon stops; and when they began."""
        while True:
            begun = time.monotonic()
            wires = [self.enterContext(self.daemon.wire()) for _ in panes]
            for wire, pane in zip(wires, panes):
                wire.start("pane.wait", {"pane": pane, "until": "idle", "idle_ms": idle, "timeout_ms": 600_000})
                wire.request("whoami")
            self.stop_daemon()
            answered = select.select([wire.socket for wire in wires], [], [], 0)[0] or any(wire.parked or wire.buffer for wire in wires)
            if not answered:
                return wires, begun
            os.kill(self.daemon.pid, signal.SIGCONT)

    def test_a_stopped_daemon_takes_its_own_silence_for_nobodys(self):
        """What the program wrote meanwhile lies in the terminal when the daemon goes on, and the time is over then."""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        script = "until [ -e go ]; do sleep 0.01; done; echo said; : > done; exec sleep 1000"
        loud = self.shell(script, cwd=folder)
        quiet = create(self.wire, ["/bin/cat"])
        idle = 1.0
        wires, begun = self.waits_of_a_stopped_daemon([loud, quiet], int(1000 * idle))
        with open(os.path.join(folder, "go"), "wb"):
            pass
        wait_until(lambda: os.path.exists(os.path.join(folder, "done")), "the program writes")
        # Long enough that the stop cannot be taken for a busy machine.
        wait_until(lambda: time.monotonic() > begun + idle + 1.5, "the time is over")
        resumed = time.monotonic()
        os.kill(self.daemon.pid, signal.SIGCONT)
        for wire, offset in zip(wires, (len("said\r\n"), 0)):
            result = wire.read_frame()["ok"]
            self.assertEqual(("idle", offset), (result["reason"], result["offset"]))
            self.assertGreaterEqual(time.monotonic() - resumed, idle)

    def test_an_expression_may_be_too_dear(self):
        pane = create(self.wire, ["/bin/cat"])
        error = self.wire.refusal("pane.wait", {"pane": pane, "until": "match", "match": "(a{50}){60}"})
        self.assertEqual(("invalid_params.match", {"param": "match"}), (error["code"], error["data"]))

    def test_the_end_of_an_endless_line_is_searched(self):
        endless = "import sys\nfor i in range(3000): sys.stdout.write('x' * 100)\nprint('END', flush=True)\ninput()"
        pane = create(self.wire, [sys.executable, "-c", endless])
        self.assertEqual("xEND", self.wait(pane, until="match", match="xEND", timeout_ms=60_000)["match"])

    def test_a_thousand_waits_around_the_exit(self):
        """400 before it, 300 sent at the same time, 300 after it; none is answered before it can be seen, and all are."""
        pane = self.shell("stty -echo; printf up; read x; exit 7")
        self.daemon.screen_holds(self.wire, pane, "up")
        before, at, after = (self.enterContext(self.daemon.wire()) for _ in range(3))
        exited = Clocked(self.follow("pane.exited"), 1)
        self.start_waits(before, pane, 400)
        early = Clocked(before, 400)
        self.assertEqual([], early.frames)
        sent = time.monotonic()
        end = at.start("pane.send", {"pane": pane, "text": "\n"})
        for number in range(300):
            at.start("pane.wait", {"pane": pane, **WAYS[number % 4]})
        meanwhile = Clocked(at, 301)
        told, event = exited.all()[0]
        self.assertEqual({"pane": pane, "status": {"code": 7}}, event["event"]["data"])
        asked = time.monotonic()
        for number in range(300):
            after.start("pane.wait", {"pane": pane, **WAYS[number % 4]})
        late = Clocked(after, 300)
        offset = self.wire.request("pane.info", {"pane": pane})["bytes_out"]
        self.assertEqual(2, offset)
        frames = meanwhile.all()
        self.assertEqual([{"pane": pane, "bytes": 1}], [frame["ok"] for _, frame in frames if frame["id"] == end])
        waits = {"before": early.all(), "at": [one for one in frames if one[1]["id"] != end], "after": late.all()}
        for name, answers in waits.items():
            self.assert_exits(pane, answers, {"code": 7}, offset)
            self.assertGreater(min(arrived for arrived, _ in answers), sent)
            fact = asked if name == "after" else told
            latencies = [max(0.0, arrived - fact) for arrived, _ in answers]
            print(f"\n{len(answers)} waits {name} the exit, answered after it: {quantiles(latencies)}", file=sys.stderr)
            self.assertLess(max(latencies), 10)

    def test_the_end_can_be_seen_when_it_answers(self):
        """The fact goes before the answer: the pane is exited, and the event is in the ring."""
        for _ in range(50):
            pane = self.shell("exit 4")
            self.wait(pane, until="exit")
            self.assertEqual("exited", self.wire.request("pane.info", {"pane": pane})["state"])
            request = self.wire.start("events", {"since": 0, "follow": False, "pane": pane, "kinds": ["pane.exited"]})
            self.assertEqual(1, self.wire.answer(request)["ok"]["count"])
            self.assertEqual({"code": 4}, self.wire.answer(request)["event"]["data"]["status"])
            self.wire.request("pane.close", {"pane": pane})

    def test_a_program_that_prints_nothing(self):
        """It ends by itself, or by a signal: each kind of wait wakes."""
        for script, status, end in (("stty -echo; read x; exit 2", {"code": 2}, self.line),
                                    ("exec sleep 1000", {"signal": "SIGKILL", "core": False}, self.kill)):
            pane = self.shell(script)
            waits = self.enterContext(self.daemon.wire())
            self.start_waits(waits, pane, 8)
            end(pane)
            self.assert_exits(pane, Clocked(waits, 8).all(), status, self.wire.request("pane.info", {"pane": pane})["bytes_out"])

    def kill(self, pane):
        self.wire.request("pane.signal", {"pane": pane, "signal": "KILL"})

    def test_a_hundred_waiters_all_wake(self):
        """By one line, each of them for another part of it; then by one prompt, then by silence."""
        script = "stty -echo; printf 'up '; read x; seq -s ' ' 1000 1099; read x; printf '\\033]133;A\\007'; exec sleep 1000"
        pane = self.shell(script, cols=40)
        offset = self.wait(pane, until="match", match="^up")["offset"]
        waits = [self.enterContext(self.daemon.wire()) for _ in range(4)]
        for number in range(100):
            waits[number % 4].start("pane.wait", {"pane": pane, "until": "match", "match": f"\\b{1000 + number}\\b", "since": offset})
        for wire in waits:
            wire.request("whoami")
        self.line(pane)
        found = [frame["ok"] for wire in waits for _, frame in Clocked(wire, 25).all()]
        self.assertEqual([str(1000 + number) for number in range(100)], sorted(one["match"] for one in found))
        for wait, reason in (({"until": "prompt", "since": offset}, "prompt"), ({"until": "idle", "idle_ms": 100}, "idle")):
            for number in range(100):
                waits[number % 4].start("pane.wait", {"pane": pane, **wait})
            for wire in waits:
                wire.request("whoami")
            if reason == "prompt":
                self.line(pane)
            answers = [frame["ok"] for wire in waits for _, frame in Clocked(wire, 25).all()]
            self.assertEqual([reason] * 100, [one["reason"] for one in answers])
            self.assertEqual(1, len({one["offset"] for one in answers}))

    def test_a_match_is_never_stale(self):
        """With the offset of the last answer, the same words count again only once they are written again."""
        pane = self.shell("stty -echo; printf 'ready\\n'; while read x; do printf 'PASSED %s\\n' \"$x\"; done")
        offset = self.wait(pane, until="match", match="ready")["offset"]
        for number in range(30):
            stale = self.wait(pane, until="match", match="PASSED", since=offset, timeout_ms=0)
            self.assertEqual(("timeout", False), (stale["reason"], "match" in stale))
            asked = self.wire.start("pane.wait", {"pane": pane, "until": "match", "match": "PASSED .*", "since": offset})
            self.line(pane, f"run{number}")
            answer = self.wire.answer(asked)["ok"]
            self.assertEqual(("match", f"PASSED run{number}"), (answer["reason"], answer["match"]))
            self.assertGreater(answer["offset"], offset)
            offset = answer["offset"]

    def test_which_lines_count(self):
        """A line that was begun before `since` and written on after it counts whole; one that was overwritten does not; nor does
        what stands above."""
        pane = self.shell("stty raw -echo; printf 'old\\r\\nabc'; head -c 1 >/dev/null; printf 'def\\r\\n50%%\\r60%%'; "
                          "head -c 1 >/dev/null; printf '\\r\\033[Kdone'; exec sleep 1000")
        self.daemon.screen_holds(self.wire, pane, "abc")
        since = self.wire.request("pane.info", {"pane": pane})["bytes_out"]
        self.assertEqual(len("old\r\nabc"), since)

        def look(expression):
            answer = self.wait(pane, until="match", match=expression, since=since, timeout_ms=0)
            return answer.get("match", answer["reason"])

        self.assertEqual(["timeout"] * 2, [look("abc"), look("old")])
        self.wire.request("pane.send", {"pane": pane, "text": "x"})
        self.daemon.screen_holds(self.wire, pane, "60%")
        self.assertEqual(["abcdef", "60%", "timeout", "timeout"], [look("^abcdef$"), look("[0-9]+%"), look("50%"), look("old")])
        self.wire.request("pane.send", {"pane": pane, "text": "x"})
        self.daemon.screen_holds(self.wire, pane, "done")
        self.assertEqual(["def", "timeout", "done"], [look("def"), look("60%"), look("^d.*")])

    def test_prompts(self):
        """Each command's prompt answers one wait: the mark before the offset is not taken for the next."""
        pane = self.shell("stty -echo; while printf '\\033]133;A\\007$ '; do read x || exit; echo \"did $x\"; done")
        offset = self.wait(pane, until="prompt")["offset"]
        for number in range(30):
            self.assertEqual("timeout", self.wait(pane, until="prompt", since=offset, timeout_ms=0)["reason"])
            self.line(pane, str(number))
            answer = self.wait(pane, until="prompt", since=offset)
            self.assertEqual("prompt", answer["reason"])
            self.assertIn(f"did {number}\n$", self.wire.request("pane.capture", {"pane": pane})["text"])
            self.assertGreater(answer["offset"], offset)
            offset = answer["offset"]

    def test_a_mark_before_since_is_stale(self):
        """Also when what was waited for came after it in one piece."""
        for end in ("\\007", "\\033\\\\"):
            pane = self.shell(f"stty -echo; while read x; do printf '\\033]133;A{end}$ ready %s\\nmore\\n' $x; done")
            offset = 0
            for number in range(5):
                self.line(pane, str(number))
                offset = self.wait(pane, until="match", match=f"ready {number}", since=offset)["offset"]
                self.assertEqual("timeout", self.wait(pane, until="prompt", since=offset, timeout_ms=0)["reason"])
                self.assertEqual("more", self.wait(pane, until="match", match=".*", since=offset)["match"])

    def test_idle_is_no_output_for_so_long(self):
        """A program that writes without end is never idle; the silence is counted from its last byte."""
        pane = self.shell("stty -echo; while :; do echo .; done & printf up; read x; kill $!; wait; printf 'last words'; exec sleep 1000")
        self.daemon.screen_holds(self.wire, pane, ".")
        self.assertEqual("timeout", self.wait(pane, until="idle", idle_ms=400, timeout_ms=1_000)["reason"])
        asked = self.wire.start("pane.wait", {"pane": pane, "until": "idle", "idle_ms": 300})
        self.line(pane)
        answer = self.wire.answer(asked)["ok"]
        self.assertEqual("idle", answer["reason"])
        self.assertGreaterEqual(answer["waited_ms"], 300)
        self.assertIn("last words", self.wire.request("pane.capture", {"pane": pane})["text"])
        self.assertEqual(self.wire.request("pane.info", {"pane": pane})["bytes_out"], answer["offset"])

    def test_closed_connections_leave_no_wait(self):
        """Waits of clients that have gone end with them: what is there is served, and no descriptor is left."""
        pane = self.shell("exec sleep 1000")
        before = self.daemon.descriptors()
        for _ in range(5):
            with self.daemon.wire() as gone:
                self.start_waits(gone, pane, 200)
        wait_until(lambda: self.daemon.descriptors() == before, "their connections are closed")
        self.assertEqual("timeout", self.wait(pane, until="exit", timeout_ms=1)["reason"])


if __name__ == "__main__":
    unittest.main()
