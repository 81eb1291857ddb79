"""What ends with a principal: its token, its connections, their requests and streams; and what a lingering one keeps."""

import os
import signal
import time
import unittest

from authority_testing import Agent, greeting
from venomx_testing import Closed, Daemon

END = {"end": {"reason": "revoked"}}
CANCELLED = "unavailable.cancelled"


class Revocation(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(settings={"pane.grace_ms": 200})
        self.addCleanup(self.daemon.stop)
        self.owner = self.daemon.wire()
        self.addCleanup(self.owner.close)
        self.session = self.owner.request("session.create")["session"]
        self.other = self.owner.request("window.create", {"session": self.session, "argv": ["/bin/cat"]})["pane"]

    def wire(self, token):
        wire = self.daemon.wire(token)
        self.addCleanup(wire.close)
        return wire

    def principal(self, grants=({"right": "read", "scope": "*"}, {"right": "write", "scope": "*"})):
        made = self.owner.request("principal.create", {"grants": list(grants)})
        return made["principal"], made["token"]

    def assertCut(self, wire, pending):
        """`pending` answers as it should, then the connection ends, and nothing else is said on it."""
        for request, wanted in pending.items():
            frame = wire.answer(request)
            said = frame["error"]["code"] if "error" in frame else {key: value for key, value in frame.items() if key != "id"}
            self.assertEqual(wanted, said)
        with self.assertRaises(Closed):
            wire.read_frame()

    def test_connections_close_requests_and_streams_end(self):
        principal, token = self.principal()
        busy, idle, bystander = self.wire(token), self.wire(token), self.wire("@owner")
        waits = [busy.start("pane.wait", {"pane": self.other, "until": until}) for until in ("exit", "prompt")]
        streams = [busy.start("events", {"since": 0}), busy.start("pane.output", {"pane": self.other, "follow": True})]
        for stream in streams:
            self.assertIn("ok", busy.answer(stream))
        untouched = bystander.start("pane.wait", {"pane": self.other, "until": "exit"})
        self.assertEqual({"principal": principal}, self.owner.request("principal.revoke", {"principal": principal}))

        ends = {**dict.fromkeys(waits, CANCELLED), **dict.fromkeys(streams, END)}
        while ends:
            frame = busy.read_frame()
            if "event" in frame or "output" in frame:
                continue
            wanted = ends.pop(frame.pop("id"))
            self.assertEqual(wanted, frame["error"]["code"] if "error" in frame else frame)
        self.assertCut(busy, {})
        self.assertCut(idle, {})
        self.assertEqual("denied.token", greeting(self.daemon.wire(hello=False), token))
        self.assertEqual("owner", bystander.request("whoami")["principal"])
        self.owner.request("pane.send", {"pane": self.other, "keys": ["C-d"]})
        self.assertEqual("exit", bystander.answer(untouched)["ok"]["reason"])
        self.assertEqual("not_found.principal", self.owner.refusal("principal.revoke", {"principal": principal})["code"])

    def test_one_may_revoke_oneself(self):
        principal, token = self.principal([{"right": "admin", "scope": "*"}])
        wire, twin = self.wire(token), self.wire(token)
        last = wire.start("principal.revoke", {"principal": principal})
        self.assertCut(wire, {last: {"ok": {"principal": principal}}})
        self.assertCut(twin, {})

    def test_closing_a_pane_revokes(self):
        for close in ("pane.close", "window.close", "session.close"):
            with self.subTest(close):
                session = self.owner.request("session.create")["session"]
                with Agent(self.owner, session) as agent:
                    wires = [agent.wire(self.daemon), agent.wire(self.daemon, agent.token), self.wire(agent.token)]
                    for wire in wires[:2]:
                        self.addCleanup(wire.close)
                    exits = [wire.start("pane.wait", {"pane": agent.pane, "until": "exit"}) for wire in wires]
                    prompts = [wire.start("pane.wait", {"pane": agent.pane, "until": "prompt"}) for wire in wires]
                    stream = wires[2].start("events", {"since": 0, "kinds": ["pane.bell"]})
                    self.assertIn("ok", wires[2].answer(stream))
                    named = {"pane": agent.pane, "window": agent.window, "session": session}
                    self.owner.request(close, {close.split(".")[0]: named[close.split(".")[0]]})
                    for wire, at_exit, at_prompt in zip(wires, exits, prompts):
                        # The process ends before its principal does. A last look for a prompt would take longer than that.
                        self.assertEqual("exit", wire.answer(at_exit)["ok"]["reason"])
                        self.assertCut(wire, {at_prompt: CANCELLED, **({stream: END} if wire is wires[2] else {})})
                    self.assertEqual("denied.token", greeting(self.daemon.wire(hello=False), agent.token))

    def test_without_lingering_the_end_of_the_process_revokes(self):
        with Agent(self.owner, self.session) as agent:
            outside = self.wire(agent.token)
            stream = outside.start("events", {"kinds": ["pane.bell"]})
            self.assertIn("ok", outside.answer(stream))
            os.kill(agent.pid, signal.SIGKILL)
            self.assertCut(outside, {stream: END})
            self.assertEqual("denied.token", greeting(self.daemon.wire(hello=False), agent.token))
            self.assertEqual("exited", self.owner.request("pane.info", {"pane": agent.pane})["state"])
            self.assertEqual(["principal.created", "pane.exited", "principal.revoked"], self.life(agent))

    def life(self, agent):
        """The kinds of events that tell of the pane's process and principal."""
        stream = self.owner.start("events", {"since": 0, "follow": False, "pane": agent.pane,
                                             "kinds": ["principal.created", "principal.revoked", "pane.exited"]})
        count = self.owner.answer(stream)["ok"]["count"]
        kinds = [self.owner.answer(stream)["event"]["kind"] for _ in range(count)]
        self.assertEqual({"reason": "done"}, self.owner.answer(stream)["end"])
        return kinds


class Lingering(unittest.TestCase):
    def run_with(self, linger):
        daemon = Daemon(settings={"authority.linger_ms": linger})
        self.addCleanup(daemon.stop)
        owner = daemon.wire()
        self.addCleanup(owner.close)
        return daemon, owner, owner.request("session.create")["session"]

    def end(self, owner, agent):
        os.kill(agent.pid, signal.SIGKILL)
        self.assertEqual("exit", owner.request("pane.wait", {"pane": agent.pane, "until": "exit"})["reason"])

    def test_the_token_lives_on_for_as_long_and_no_longer(self):
        linger = 1500
        daemon, owner, session = self.run_with(linger)
        with Agent(owner, session) as agent, daemon.wire(agent.token) as wire:
            stream = wire.start("events", {"kinds": ["pane.bell"]})
            self.assertIn("ok", wire.answer(stream))
            before = time.monotonic()
            self.end(owner, agent)
            self.assertEqual((agent.principal, ["read self", "write self"]), greeting(daemon.wire(hello=False), agent.token))
            self.assertIn("text", wire.request("pane.capture", {"pane": agent.pane}))
            self.assertEqual({"reason": "revoked"}, wire.answer(stream)["end"])
            self.assertGreaterEqual(time.monotonic() - before, linger / 1000)
            with self.assertRaises(Closed):
                wire.read_frame()
            self.assertEqual("denied.token", greeting(daemon.wire(hello=False), agent.token))
            self.assertEqual("exited", owner.request("pane.info", {"pane": agent.pane})["state"])

    def test_closing_the_pane_ends_it_at_once(self):
        daemon, owner, session = self.run_with(3_600_000)
        with Agent(owner, session) as agent:
            self.end(owner, agent)
            self.assertEqual(agent.principal, greeting(daemon.wire(hello=False), agent.token)[0])
            owner.request("pane.close", {"pane": agent.pane})
            self.assertEqual("denied.token", greeting(daemon.wire(hello=False), agent.token))

    def test_what_lingers_has_no_process_to_be_known_by(self):
        """The token still works; descending from what has ended does not."""
        daemon, owner, session = self.run_with(3_600_000)
        with Agent(owner, session, "setsid {agent} </dev/null >/dev/null 2>&1 & read line") as agent:
            owner.request("pane.send", {"pane": agent.pane, "text": "\n"})
            owner.request("pane.wait", {"pane": agent.pane, "until": "exit"})
            self.assertEqual(("unknown", []), greeting(agent.connect(daemon)))
            self.assertEqual((agent.principal, ["read self", "write self"]), greeting(agent.connect(daemon), agent.token))


if __name__ == "__main__":
    unittest.main()
