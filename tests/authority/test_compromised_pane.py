"""A pane's program that tries all it can, with what a pane has: its token, its descent, its user's files.

After each attempt the world outside of its scope is as it was; what was tried, and what came of it, is printed.
"""

import collections
import contextlib
import json
import sys
import unittest

from attempts import attempts, denial, forgeries, verbs_of
from authority_testing import ORPHAN, Agent, adopted, greeting
from venomx_testing import VENOMX, Closed, Daemon

MISSING = {"session": ["s99", "nowhere", "", "p0", "*"], "window": ["w99", "main", "w0000", "s0"], "pane": ["p99", "p1 ", "w0", "self"]}
ALL_OR_NOTHING = {"doctor": "read"}  # is for those who may read all, and says so itself
SPAWNER = [{"right": right, "scope": scope} for right, scope in (("read", "self"), ("write", "self"), ("spawn", "session:s0"))]


class World:
    """Two sessions of the owner's. The attacker's pane stands in the first, beside another's."""

    def __init__(self, daemon, owner, stands, **more):
        self.daemon, self.owner = daemon, owner
        self.session = owner.request("session.create", {"name": "office"})["session"]
        self.agent = Agent(owner, self.session, stands, **more)
        beside = owner.request("pane.split", {"pane": self.agent.pane, "axis": "cols", "argv": ["/bin/cat"]})
        self.vault = owner.request("session.create", {"name": "vault"})["session"]
        everything = [{"right": right, "scope": "*"} for right in ("read", "write")]
        made = owner.request("window.create", {"session": self.vault, "name": "gold", "argv": ["/bin/cat"], "grants": everything})
        second = owner.request("window.create", {"session": self.vault, "argv": ["/bin/cat"], "grants": []})
        free = owner.request("principal.create", {"grants": []})["principal"]
        self.panes = [beside["pane"], made["pane"], second["pane"]]
        self.powerful, self.powerless = made["pane"], second["pane"]
        self.others = {"session": [self.vault, "vault", self.session, "office", *MISSING["session"]],
                       "window": [made["window"], second["window"], self.agent.window, *MISSING["window"]],
                       "pane": [*self.panes, *MISSING["pane"]]}
        # What nobody in the attacker's pane has any business with. Its own pane's object names its window and session.
        self.foreign = [self.vault, "vault", "gold", made["window"], second["window"], *self.panes, free, beside["principal"],
                        made["principal"], second["principal"]]

    def close(self):
        self.agent.close()

    def look(self):
        """All that is outside of the attacker's scope."""
        asked = [("session.list", {}), ("window.list", {}), ("pane.list", {}), ("principal.list", {}), ("daemon.info", {}),
                 *(("pane.capture", {"pane": pane, "scrollback": -1}) for pane in self.panes)]
        requests = [self.owner.start(*one) for one in asked]
        seen = [self.owner.answer(request)["ok"] for request in requests]
        seen[2]["panes"] = [pane for pane in seen[2]["panes"] if pane["pane"] != self.agent.pane]
        for key in [key for key in seen[4] if key not in ("boot", "pid", "version")]:
            del seen[4][key]
        return seen


def ask(connection, verb, params):
    """The lines that answer a request: one, or all of a stream's."""
    with contextlib.closing(connection) as wire:
        follow = {"follow": False} if verb in ("events", "pane.output") else {}
        wire.send({"id": 1, "verb": verb, "params": {**params, **follow}})
        lines = []
        while not lines or (follow and b'"error"' not in lines[0] and b'"end"' not in lines[-1]):
            while b"\n" not in wire.buffer:
                data = wire.socket.recv(1 << 16)
                if not data:
                    raise Closed()
                wire.buffer += data
            line, wire.buffer = wire.buffer.split(b"\n", 1)
            lines.append(line)
        return lines


class CompromisedPane(unittest.TestCase):
    table = collections.Counter()

    @classmethod
    def tearDownClass(cls):
        print(file=sys.stderr)
        for (tried, came), count in sorted(cls.table.items()):
            print(f"  {count:5}  {tried:42} {came}", file=sys.stderr)

    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.stop)
        self.owner = self.daemon.wire()
        self.addCleanup(self.owner.close)

    def world(self, stands="exec {agent}", **more):
        world = World(self.daemon, self.owner, stands, **more)
        self.addCleanup(world.close)
        self.before = world.look()
        return world

    def assertUnchanged(self, world, tried, came):
        self.table[tried, came] += 1
        self.assertEqual(self.before, world.look(), tried)

    def assertHidden(self, world, verb, lines):
        """None of what is others' is named."""
        if verb == "manifest.get":
            return self.assertEqual(self.owner.request(verb), json.loads(lines[0])["ok"])
        text = b"".join(lines).decode()
        self.assertEqual([], [word for word in world.foreign if f'"{word}"' in text], verb)

    def try_all(self, world, connect, own_pane):
        for attempt in attempts(verbs_of(self.owner), world.others, own_pane):
            with self.subTest(verb=attempt.verb, params=attempt.params):
                lines = ask(connect(), attempt.verb, attempt.params)
                wanted = attempt.wanted or ALL_OR_NOTHING.get(attempt.verb)
                if wanted:
                    self.assertEqual([denial(wanted)], lines)
                else:
                    self.assertEqual("read", attempt.effect)
                    self.assertIn("ok", json.loads(lines[0]))
                    self.assertHidden(world, attempt.verb, lines)
                self.assertUnchanged(world, attempt.verb, f"denied.{wanted}" if wanted else "its own, or nothing")

    def test_every_verb_on_everything_with_its_token(self):
        world = self.world()
        self.try_all(world, lambda: world.agent.wire(self.daemon, world.agent.token), world.agent.pane)

    def test_every_verb_on_everything_by_descent(self):
        world = self.world()
        self.try_all(world, lambda: world.agent.wire(self.daemon), world.agent.pane)

    def test_every_verb_on_everything_as_an_orphan_without_a_token(self):
        world = self.world(ORPHAN)
        adopted(self.daemon, world.agent.pid)
        for kind, own in (("pane", world.agent.pane), ("window", world.agent.window)):
            world.others[kind].append(own)
        world.foreign += [world.agent.pane, world.agent.window, world.session, world.agent.principal]
        self.try_all(world, lambda: world.agent.wire(self.daemon), None)

    def test_tokens_that_are_nobodys(self):
        world = self.world()
        closed = Agent(self.owner, world.session)
        closed.close()
        self.owner.request("pane.close", {"pane": closed.pane})
        self.before = world.look()
        with Daemon() as foreign, foreign.wire() as its_owner:
            theirs = Agent(its_owner, its_owner.request("session.create")["session"])
            self.addCleanup(theirs.close)
            strangers = [closed.token, theirs.token, foreign.owner_token]
            for what, token in forgeries(world.agent.token, strangers):
                with self.subTest(what, token=token):
                    self.assertEqual("denied.token", greeting(world.agent.connect(self.daemon), token))
                    self.table["token: " + what, "denied.token"] += 1
            for what, token in forgeries(self.daemon.owner_token, [closed.token, foreign.owner_token]):
                # From outside, where the owner's own would be taken.
                self.assertEqual("denied.token", greeting(self.daemon.wire(hello=False), token), what)
                self.table["owner's token: " + what, "denied.token"] += 1
        self.assertUnchanged(world, "all of these tokens", "denied.token")

    def test_the_owner_file_is_of_no_use_inside(self):
        world = self.world()
        token = world.agent.read(self.daemon.socket + ".owner").strip()
        self.assertEqual(self.daemon.owner_token, token)
        self.assertEqual("denied.token", greeting(world.agent.connect(self.daemon), token))
        self.assertUnchanged(world, "the owner's token, read from its file", "denied.token")
        script = f'"{VENOMX}" whoami --token @owner --json >&2; echo status $?'
        made = self.owner.request("window.create", {"session": world.session, "argv": ["/bin/sh", "-c", script + "; exec sleep 1000"]})
        screen = self.daemon.screen_holds(self.owner, made["pane"], "status")["text"]
        self.assertIn("status 4", screen)
        self.assertIn("denied.token", screen.replace("\n", ""))
        self.table["venomx --token @owner, in a pane", "exit 4"] += 1

    def test_input_for_one_who_may_more(self):
        world = self.world(grants=[{"right": right, "scope": "session:s1"} for right in ("read", "write")])
        self.assertEqual("s1", world.vault)
        for send in ({"text": "x"}, {"keys": ["Enter"]}, {"bytes": "eA=="}, {"text": "x", "paste": True}, {"text": ""}):
            lines = ask(world.agent.wire(self.daemon), "pane.send", {"pane": world.powerful, **send})
            self.assertEqual([denial("write")], lines)
            self.assertUnchanged(world, "pane.send to one who may more", "denied.write")
        sent = json.loads(ask(world.agent.wire(self.daemon), "pane.send", {"pane": world.powerless, "text": "x"})[0])
        self.assertEqual({"pane": world.powerless, "bytes": 1}, sent["ok"])

    def test_grants_that_are_more_than_its_own(self):
        world = self.world(grants=SPAWNER)
        malformed = ["session:vault", "session:s1 ", " *", "SESSION:s1", "session:s01", "pane:s1", "session:", "*:*", "self:p1", "**", "",
                     "session:s1/w1", "session:*", "owner", "session:s1,*", "session:+1", "self\u0000"]
        table = [([{"right": "read", "scope": scope}], "invalid_params.grant_scope", {"param": "grants.0.scope"}) for scope in malformed]
        table += [([{"right": right, "scope": "*"}], "invalid_params.grant_scope", {"param": "grants.0.right"})
                  for right in ("owner", "*", "Read", "read ", "", "read,admin")]
        table += [([{"right": "admin", "scope": scope}], "invalid_params.grant_scope", {"param": "grants.0.scope"})
                  for scope in ("self", "session:s0", "pane:p0")]
        beyond = [(right, scope) for right in ("read", "write", "spawn")
                  for scope in ("*", "session:s1", "session:s99", "window:w1", "window:w99", f"pane:{world.powerful}", "pane:p99")]
        beyond += [("admin", "*"), ("read", "session:s0"), ("write", "window:w0"), ("read", f"pane:{world.panes[0]}")]
        table += [([{"right": right, "scope": scope}], "denied.delegation", {"index": 0}) for right, scope in beyond]
        table += [([*SPAWNER, {"right": "read", "scope": "*"}], "denied.delegation", {"index": 3}),
                  ([{"right": "admin", "scope": "*"}, {"right": "read", "scope": "?"}], "invalid_params.grant_scope",
                   {"param": "grants.1.scope"})]
        for grants, code, data in table:
            with self.subTest(grants=grants):
                answer = ask(world.agent.wire(self.daemon), "window.create", {"session": "s0", "argv": ["/bin/cat"], "grants": grants})
                error = json.loads(answer[0])["error"]
                self.assertEqual((code, data), (error["code"], error["data"]))
                self.assertUnchanged(world, "grants", code)

    def test_names_resolve_only_for_those_who_may_address(self):
        world = self.world(grants=[{"right": "write", "scope": "session:s0"}])
        for name in ("vault", "s1", "s99", "nowhere"):
            self.assertEqual([denial("write")], ask(world.agent.wire(self.daemon), "session.rename", {"session": name, "name": "x"}))
        self.assertUnchanged(world, "names of others' sessions", "denied.write")
        renamed = json.loads(ask(world.agent.wire(self.daemon), "session.rename", {"session": "office", "name": "den"})[0])
        self.assertEqual({"session": "s0", "name": "den"}, renamed["ok"])

    def test_a_live_stream_shows_nothing_of_others(self):
        world = self.world()
        with world.agent.wire(self.daemon) as wire:
            stream = wire.start("events", {"since": 0})
            self.assertIn("ok", wire.answer(stream))
            made = self.owner.request("window.create", {"session": world.vault, "argv": ["/bin/sh", "-c", "printf '\\a\\033]2;secret\\a'"]})
            self.owner.request("pane.wait", {"pane": made["pane"], "until": "exit"})
            self.owner.request("session.rename", {"session": world.vault, "name": "safe"})
            self.owner.request("window.close", {"window": made["window"]})
            self.owner.request("principal.create", {"grants": []})
            world.agent.tell("print", "\033]2;mine\a")
            own = []
            while not own or own[-1]["kind"] != "pane.title":
                own.append(wire.answer(stream)["event"])
        self.assertEqual(["principal.created", "pane.created", "pane.title"], [event["kind"] for event in own])
        self.assertEqual({world.agent.pane}, {event["data"]["pane"] for event in own})
        self.table["events, as they happen", "its own"] += 1


if __name__ == "__main__":
    unittest.main()
