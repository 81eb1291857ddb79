"""Lists and events hold what the caller may read and nothing else: random trees of principals on the real daemon, each asking
with a token of its own, against a model of authority.md in plain tables."""

import os
import random
import re
import sys
import unittest

from venomx_testing import Daemon, wait_until

SLEEP = ["/bin/sleep", "1000"]
RIGHTS = ("read", "write", "spawn")
FIRST_SEEDS = range(1, 9)
FRESH_SEEDS = 2
STEPS = 70


class World:
    """The daemon, and what the model knows of it."""

    def __init__(self, daemon, seed):
        self.daemon = daemon
        self.random = random.Random(seed)
        self.owner = daemon.wire()
        self.wires = {}
        self.things = {}  # id: (parent, creator, own principal), also of what is gone
        self.living = set()
        self.creators = {}  # of principals, also of those that ended
        self.grants = {}
        self.sessions = 0

    # The model.

    def descends(self, who, ancestor):
        while who is not None and who != ancestor:
            who = self.creators.get(who)
        return who is not None

    def chain(self, thing):
        while thing is not None:
            yield thing, self.things[thing]
            thing = self.things[thing][0]

    def may_read(self, who, thing):
        for grant in self.grants[who]:
            if grant["right"] != "read":
                continue
            if grant["scope"] == "*":
                return True
            for at, (_, creator, own) in self.chain(thing):
                if grant["scope"].split(":")[-1] == at or grant["scope"] == "self" and (own == who or self.descends(creator, who)):
                    return True
        return False

    def may_see(self, who, event):
        kind, data = event["kind"], event["data"]
        about = data.get("pane") if kind.split(".")[0] in ("pane", "principal") else data.get("session") if kind.startswith("session.") else data.get("window")
        if about is None:
            return any(grant["right"] == "admin" for grant in self.grants[who])
        return self.may_read(who, about)

    # The daemon.

    def wire(self, who):
        return self.owner if who == "owner" else self.wires[who]

    def speaker(self):
        return self.random.choice(["owner"] * 3 + [*self.wires])

    def any_grants(self):
        scopes = ["*", "self", "self"] + [{"s": "session:", "w": "window:", "p": "pane:"}[thing[0]] + thing for thing in self.things]
        grants = [{"right": self.random.choice(RIGHTS), "scope": self.random.choice(scopes)} for _ in range(self.random.randint(0, 4))]
        if self.random.random() < 0.05:
            grants.append({"right": "admin", "scope": "*"})
        return grants

    def build(self):
        self.owner.request("session.create")
        self.things["s0"] = (None, "owner", None)
        self.living.add("s0")
        self.creators["unknown"] = None
        for _ in range(STEPS):
            self.random.choice((self.add_session, self.add_principal, self.add_window, self.add_window, self.add_pane, self.add_pane, self.close))()

    def add_session(self):
        who = self.speaker()
        made = self.wire(who).call("session.create").get("ok")
        if made:
            self.things[made["session"]] = (None, who, None)
            self.living.add(made["session"])

    def add_principal(self):
        who = self.speaker()
        grants = self.any_grants()
        made = self.wire(who).call("principal.create", {"grants": grants}).get("ok")
        if made:
            self.add(made["principal"], who, grants, made["token"])

    def add(self, principal, creator, grants, token):
        self.creators[principal] = creator
        self.grants[principal] = grants
        self.wires[principal] = self.daemon.wire(token=token)

    def some(self, kind):
        return self.random.choice(sorted(thing for thing in self.living if thing[0] == kind) or [kind + "99"])

    def add_window(self):
        self.start("window.create", {"session": self.some("s")})

    def add_pane(self):
        self.start("pane.split", {"pane": self.some("p"), "axis": "cols"})

    def start(self, verb, params):
        who = self.speaker()
        params["argv"] = SLEEP
        grants = self.any_grants() if self.random.random() < 0.6 else None
        if grants is not None:
            params["grants"] = grants
        made = self.wire(who).call(verb, params).get("ok")
        if not made:
            return
        window = made["window"]
        if verb == "window.create":
            self.things[window] = (made["session"], who, None)
        self.things[made["pane"]] = (window, who, made["principal"])
        self.living |= {window, made["pane"]}
        default = [{"right": "read", "scope": "self"}, {"right": "write", "scope": "self"}]
        self.add(made["principal"], who, default if grants is None else grants, self.token_of(made["pid"]))

    @staticmethod
    def token_of(pid):
        def read():
            with open(f"/proc/{pid}/environ", "rb") as environ:
                return re.search(rb"(?:^|\0)VENOMX_TOKEN=(vnt1[^\0]+)", environ.read())

        return wait_until(read, "the pane's process has its token").group(1).decode()

    def close(self):
        if self.random.random() < 0.6:
            return
        thing = self.some(self.random.choice("spww"))
        verb = {"s": "session", "w": "window", "p": "pane"}[thing[0]]
        if "ok" not in self.owner.call(verb + ".close", {verb: thing, "grace_ms": 0}):
            return
        self.living = {pane["pane"] for pane in self.owner.request("pane.list")["panes"]}
        self.living |= {window["window"] for window in self.owner.request("window.list")["windows"]}
        self.living |= {session["session"] for session in self.owner.request("session.list")["sessions"]}
        for gone in [entry[2] for thing, entry in self.things.items() if thing not in self.living and entry[2] in self.wires]:
            self.wires.pop(gone).close()

    def shut(self):
        for wire in [self.owner, *self.wires.values()]:
            wire.close()


def events(wire, **params):
    request = wire.start("events", {"since": 0, "follow": False, **params})
    head = wire.answer(request)["ok"]
    found = [wire.answer(request)["event"] for _ in range(head["count"])]
    assert wire.answer(request)["end"] == {"reason": "done"}
    return found


class Filters(unittest.TestCase):
    maxDiff = None

    def lists(self, world, who):
        """What each list should hold, and does; how many entries were compared."""
        wire = world.wires[who]
        compared = 0
        for verb, key, letter in (("session.list", "session", "s"), ("window.list", "window", "w"), ("pane.list", "pane", "p")):
            readable = {thing for thing in world.living if thing[0] == letter and world.may_read(who, thing)}
            self.assertEqual(readable, {entry[key] for entry in wire.request(verb)[key + "s"]}, (who, world.grants[who], verb))
            compared += sum(1 for thing in world.living if thing[0] == letter)
            for session in sorted(thing for thing in world.living if thing[0] == "s"):
                if verb == "session.list":
                    continue
                answer = wire.call(verb, {"session": session})
                if world.may_read(who, session):
                    self.assertEqual({thing for thing in readable if session in dict(world.chain(thing))}, {entry[key] for entry in answer["ok"][key + "s"]})
                else:
                    self.assertEqual("denied.read", answer["error"]["code"])
        return compared

    def check(self, world):
        compared = 0
        everything = events(world.owner)
        for who, wire in world.wires.items():
            compared += self.lists(world, who)
            expected = [event for event in everything if world.may_see(who, event)]
            self.assertEqual(expected, events(wire), (who, world.grants[who]))
            compared += len(everything)
            kinds = ["pane.created", "layout.changed"]
            self.assertEqual([event for event in expected if event["kind"] in kinds], events(wire, kinds=kinds))
        return compared

    @unittest.skipIf(os.environ.get("VENOMX_SANITIZE"), "hundreds of processes, and nothing that a sanitizer would see better")
    def test_random_worlds(self):
        seeds = [*FIRST_SEEDS, *(random.SystemRandom().randrange(1 << 32) for _ in range(FRESH_SEEDS))]
        principals = comparisons = 0
        for seed in seeds:
            with self.subTest(seed=seed), Daemon() as daemon:
                world = World(daemon, seed)
                try:
                    world.build()
                    comparisons += self.check(world)
                    principals += len(world.wires)
                finally:
                    world.shut()
        print(f"\nseeds {seeds}: {principals} principals, {comparisons} comparisons", file=sys.stderr)
        self.assertGreater(principals, 5 * len(seeds))
        self.assertGreater(comparisons, 500 * len(seeds))


if __name__ == "__main__":
    unittest.main()
