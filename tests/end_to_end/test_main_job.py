"""The main job, as the README's first screen shows it: on the wire, and by the command line."""

import json
import unittest

from venomx_testing import Daemon

SCRIPT = 'pwd; printf "%s %s\\n" "$GREETING" "${HISTFILE-unset}"; exec sleep 1000'
WINDOW = {
    "session": "s0",
    "cwd": "/tmp",
    "env": [{"name": "GREETING", "value": "hello"}, {"name": "LANG", "value": "C.UTF-8"}],
    "env_unset": ["HISTFILE"],
    "argv": ["/bin/sh", "-c", SCRIPT],
}


class MainJob(unittest.TestCase):
    def test_by_the_command_line(self):
        with Daemon(env={"HISTFILE": "/nowhere"}) as daemon:
            created = daemon.cli("session", "create", "--name", "build", "--json", check=0)
            self.assertEqual('{"session":"s0","name":"build"}\n', created.stdout)
            window = daemon.cli("window", "create", "--session", "s0", "--cwd", "/tmp", "--env", json.dumps(WINDOW["env"]), "--env-unset",
                                '["HISTFILE"]', "--argv", json.dumps(WINDOW["argv"]), "--json", check=0)
            result = json.loads(window.stdout)
            self.assertEqual(["window", "session", "pane", "principal", "pid"], list(result))
            pid = result.pop("pid")
            self.assertEqual({"window": "w0", "session": "s0", "pane": "p0", "principal": "g1"}, result)
            self.assertIn(pid, daemon.children())
            with daemon.wire(token=None) as unknown:
                capture = daemon.screen_holds(unknown, "p0", "hello")
            rows = capture["text"].split("\n")
            self.assertEqual(["/tmp", "hello unset"], rows[:2])
            self.assertEqual(25, len(rows))  # 24 rows, each ended by LF
            by_name = daemon.json("pane", "capture", "--pane", "p0", owner=False)
            self.assertEqual(capture["text"], by_name["text"])

    def test_on_the_wire_and_nothing_is_left(self):
        with Daemon(env={"HISTFILE": "/nowhere"}) as daemon, daemon.wire() as wire:
            self.assertEqual({"session": "s0", "name": "build"}, wire.request("session.create", {"name": "build"}))
            before = daemon.descriptors()
            result = wire.request("window.create", WINDOW)
            self.assertEqual(["p0"], [pane["pane"] for pane in wire.request("pane.list")["panes"]])
            daemon.screen_holds(wire, "p0", "hello unset")
            split = wire.request("pane.split", {"pane": "p0", "axis": "cols", "argv": ["/bin/cat"]})
            self.assertEqual(("p1", "w0", "s0", "g2"), (split["pane"], split["window"], split["session"], split["principal"]))
            wire.request("pane.send", {"pane": "p1", "text": "across\n"})
            daemon.screen_holds(wire, "p1", "across\nacross")
            closed = wire.request("pane.close", {"pane": "p0", "grace_ms": 0})
            self.assertEqual("p0", closed["pane"])
            self.assertIn("signal", closed["status"])
            self.assertEqual(["p1"], [pane["pane"] for pane in wire.request("pane.list")["panes"]])
            self.assertEqual({"window": "w0", "panes": ["p1"]}, wire.request("window.close", {"window": "w0", "grace_ms": 0}))
            self.assertEqual([], wire.request("window.list")["windows"])
            self.assertEqual([], daemon.children())
            self.assertEqual(before, daemon.descriptors())
            self.assertEqual({"session": "s0", "panes": []}, wire.request("session.close", {"session": "s0"}))
            self.assertNotEqual(result["pid"], split["pid"])

    def test_a_wait_of_no_time_sees_what_is_there(self):
        with Daemon() as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            pane = wire.request("window.create", {"session": session, "argv": ["/bin/sh", "-c", "echo there; exec cat"]})["pane"]
            daemon.screen_holds(wire, pane, "there")
            for _ in range(30):
                found = wire.request("pane.wait", {"pane": pane, "until": "match", "match": "there", "timeout_ms": 0})
                self.assertEqual(("match", "there"), (found["reason"], found["match"]))
                missed = wire.request("pane.wait", {"pane": pane, "until": "match", "match": "nowhere", "timeout_ms": 0})
                self.assertEqual("timeout", missed["reason"])

    def test_events_tell_each_change_once_and_in_order(self):
        with Daemon() as daemon, daemon.wire() as wire:
            wire.request("session.create", {"name": "build"})
            wire.request("window.create", {"session": "build", "argv": ["/bin/sh", "-c", "exit 3"]})

            def kinds():
                stream = wire.start("events", {"since": 0, "follow": False})
                head = wire.answer(stream)["ok"]
                events = [wire.answer(stream)["event"] for _ in range(head["count"])]
                self.assertEqual({"reason": "done"}, wire.answer(stream)["end"])
                return events

            while not any(event["kind"] == "pane.exited" for event in kinds()):
                pass
            events = kinds()
            self.assertEqual(["session.created", "principal.created", "window.created", "pane.created", "layout.changed", "pane.exited"],
                             [event["kind"] for event in events if not event["kind"].startswith(("plugin.", "pane.title", "principal.revoked"))])
            self.assertEqual(sorted(event["seq"] for event in events), [event["seq"] for event in events])
            exited = next(event for event in events if event["kind"] == "pane.exited")
            self.assertEqual({"pane": "p0", "status": {"code": 3}}, exited["data"])


if __name__ == "__main__":
    unittest.main()
