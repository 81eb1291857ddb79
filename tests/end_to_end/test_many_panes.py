"""200 panes at once: made, listed, captured, closed; then no descriptor, child or terminal is left."""

import os
import unittest

from venomx_testing import Daemon, wait_until

COUNT = 200


class ManyPanes(unittest.TestCase):
    def test_two_hundred_at_once(self):
        with Daemon() as daemon, daemon.wire() as wire:
            session = wire.request("session.create", {"name": "many"})["session"]
            before = daemon.descriptors()
            script = 'printf "pane %s\\n" "$1"; exec sleep 1000'
            asked = [
                wire.start("window.create", {"session": session, "argv": ["/bin/sh", "-c", script, "probe", str(number)]})
                for number in range(COUNT)
            ]
            made = {}
            for number, request in enumerate(asked):
                frame = wire.answer(request)
                self.assertIn("ok", frame)
                made[frame["ok"]["pane"]] = (number, frame["ok"])
            self.assertEqual(COUNT, len(made))
            self.assertEqual(COUNT, len({result["pid"] for _, result in made.values()}))
            self.assertEqual(set(made), {pane["pane"] for pane in wire.request("pane.list")["panes"]})
            self.assertEqual(COUNT, len(wire.request("window.list")["windows"]))
            self.assertIn(daemon.terminals(), (COUNT, None))
            for pane, (number, _) in made.items():
                capture = daemon.screen_holds(wire, pane, f"pane {number}\n")
                self.assertEqual((80, 24), (capture["cols"], capture["rows"]))
            closing = [wire.start("pane.close", {"pane": pane, "grace_ms": 20000}) for pane in made]
            for request in closing:
                frame = wire.answer(request)
                self.assertEqual({"signal": "SIGHUP", "core": False}, frame["ok"]["status"])
            self.assertEqual([], wire.request("pane.list")["panes"])
            self.assertEqual([], wire.request("window.list")["windows"])
            self.assertEqual([], daemon.children())
            self.assertEqual(before, daemon.descriptors())
            self.assertIn(daemon.terminals(), (0, None))

    def test_lives_that_end_by_themselves_leave_no_zombie(self):
        with Daemon(settings={"pane.keep_exited": 4}) as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            for request in [wire.start("window.create", {"session": session, "argv": ["/bin/true"]}) for _ in range(COUNT)]:
                self.assertIn("ok", wire.answer(request))
            wait_until(lambda: not daemon.children(), "all children are reaped")
            wait_until(lambda: len(wire.request("pane.list")["panes"]) == 4, "only four exited panes are kept")
            states = {pane["state"] for pane in wire.request("pane.list")["panes"]}
            self.assertEqual({"exited"}, states)

    def test_creations_during_a_stop_are_told_so(self):
        with Daemon() as daemon, daemon.wire() as wire, daemon.wire() as other:
            session = wire.request("session.create")["session"]
            argv = ["/bin/sh", "-c", "trap '' HUP; while :; do sleep 1000; done"]
            pane = wire.request("window.create", {"session": session, "argv": argv})["pane"]
            follow = other.start("events", {})
            other.answer(follow)
            daemon.process.terminate()
            while other.answer(follow)["event"]["kind"] != "daemon.stopping":
                pass
            asked = [wire.start("window.create", {"session": session, "argv": ["/bin/true"]}),
                     wire.start("pane.split", {"pane": pane, "axis": "cols", "argv": ["/bin/true"]})]
            self.assertEqual(["unavailable.shutdown"] * 2, [wire.answer(request)["error"]["code"] for request in asked])

    def test_what_forks_away_while_it_is_closed_goes_too(self):
        # The orphan is caught at any point of its life: forked, in a new session, in the midst of an exec.
        argv = ["/bin/sh", "-c", "(setsid sh -c 'exec sleep 1000' &); (setsid sleep 1000 &); exit 0"]
        with Daemon() as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            for _ in range(10):
                made = [wire.answer(number)["ok"]["pane"] for number in
                        [wire.start("window.create", {"session": session, "argv": argv}) for _ in range(20)]]
                for number in [wire.start("pane.close", {"pane": pane, "grace_ms": 0}) for pane in made]:
                    self.assertIn("ok", wire.answer(number))
                self.assertEqual([], daemon.children())

    def test_a_stop_ends_all_of_them(self):
        with Daemon() as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            pids = []
            for _ in range(20):
                argv = ["/bin/sh", "-c", "trap '' HUP TERM; while :; do sleep 1000; done"]
                pids.append(wire.request("window.create", {"session": session, "argv": argv})["pid"])
            daemon.stop()
            self.assertEqual([], [pid for pid in pids if os.path.exists(f"/proc/{pid}")])


if __name__ == "__main__":
    unittest.main()
