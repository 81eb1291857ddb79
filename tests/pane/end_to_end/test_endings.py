"""Nothing is left: of thousands of short lives, and of trees that do all they can to stay."""

import os
import signal
import tempfile
import threading
import unittest

import ledger
from life_testing import descendants, number_in
from pane_testing import create
from venomx_testing import DEADLINE, SANITIZED, Daemon, wait_until

CLIENTS = 8
LIVES = 2_000
MANY = {"limits.panes_per_principal": "4096", "pane.keep_exited": "8", "pane.scrollback": "100"}
# Each of these is a process that writes its number down once it is what it is to be, and then stays; the last two stop themselves.
STAY = "echo $$ > $0.part; mv $0.part $0; while :; do sleep 1000; done"
HALT = "echo $$ > $0.part; mv $0.part $0; kill -STOP $$"
FAMILY = """
(trap '' HUP TERM INT; exec sh -c "$STAY" child) &
setsid sh -c "$STAY" session &
(setsid sh -c '(trap "" HUP TERM INT; setsid sh -c "$STAY" twice &)' </dev/null >/dev/null 2>&1 &)
(sh -c 'exec env -i sh -c "$0" cleared' "$STAY" </dev/null >/dev/null 2>&1 &)
sh -c "$HALT" stopped &
(setsid sh -c "$HALT" frozen &)
until [ -e go ]; do sleep 0.01; done
"""
NAMES = ("child", "session", "twice", "cleared", "stopped", "frozen")
# Its own child goes on for it, again and again, each time in a session of its own.
HYDRA = "setsid sh $0 & exit"


def resident(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def state(pid):
    """Its letter, as long as it is there."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0]
    except OSError:
        return None


def living(members):
    return {name for name, pid in members.items() if state(pid)}


class EndingTest(unittest.TestCase):
    def short_lives(self, daemon, count):
        """From eight connections at once; the panes that were made."""
        made, wrong = [], []

        def live():
            with daemon.wire() as wire:
                session = wire.request("session.create")["session"]
                for _ in range(count // CLIENTS // 25):
                    asked = [wire.start("window.create", {"session": session, "argv": ["/bin/true"]}) for _ in range(25)]
                    answers = [wire.answer(request) for request in asked]
                    made.extend(answer["ok"]["pane"] for answer in answers if "ok" in answer)
                    wrong.extend(answer for answer in answers if "ok" not in answer)

        clients = [threading.Thread(target=live) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        self.assertEqual([], wrong)
        return made

    def follow_exits(self, daemon, count):
        """Reads that many pane.exited from now on, and gives what they say once they have come."""
        wire = self.enterContext(daemon.wire())
        request = wire.start("events", {"kinds": ["pane.exited"]})
        wire.answer(request)
        return lambda: [wire.answer(request)["event"]["data"] for _ in range(count)]

    def test_two_thousand_short_lives(self):
        daemon = self.enterContext(Daemon(settings=MANY))
        wire = self.enterContext(daemon.wire())
        sizes, descriptors = [], []
        for count in (LIVES // 5, LIVES, LIVES // 5):
            exits = self.follow_exits(daemon, count)
            made = self.short_lives(daemon, count)
            self.assertEqual(count, len(set(made)))
            told = exits()
            self.assertEqual([{"code": 0}] * count, [one["status"] for one in told])
            self.assertEqual(set(made), {one["pane"] for one in told})
            wait_until(lambda: len(wire.request("pane.list")["panes"]) == 8, "the oldest are closed")
            for session in wire.request("session.list")["sessions"]:
                wire.request("session.close", {"session": session["session"]})
            self.assertEqual([], [wire.request(verb)[name] for verb, name in
                                  (("pane.list", "panes"), ("window.list", "windows"), ("session.list", "sessions")) if
                                  wire.request(verb)[name]])
            wait_until(lambda: not daemon.children(), "every child is reaped")
            self.assertIn(daemon.terminals(), (0, None))
            sizes.append(resident(daemon.pid))
            descriptors.append(daemon.descriptors())
        kinds = [kind for _, kind, _ in ledger.events(wire)]
        lives = LIVES + 2 * (LIVES // 5)
        for kind in ("principal.created", "window.created", "pane.created", "pane.exited", "principal.revoked", "pane.closed",
                     "window.closed"):
            self.assertEqual(lives, kinds.count(kind), kind)
        if descriptors[0] is not None:
            self.assertEqual([0, 0], [one - descriptors[0] - more for more, one in enumerate(descriptors[1:], 1)])
        if not SANITIZED:
            # Events fill their ring, six a life and at most some hundred bytes each; nothing else may stay.
            self.assertLess(sizes[2] - sizes[0], 16_384, sizes)

    def family(self, wire, name, end="exec sleep 1000"):
        """A pane whose program ends or stays once its tree is complete, and the tree's processes."""
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)
        env = [{"name": "STAY", "value": STAY}, {"name": "HALT", "value": HALT}]
        pane = create(wire, ["/bin/sh", "-c", FAMILY + end], cwd=folder, env=env)
        members = {one: number_in(os.path.join(folder, one)) for one in NAMES}
        for one in ("stopped", "frozen"):
            wait_until(lambda pid=members[one]: state(pid) == "T", f"{one} has stopped")
        with open(os.path.join(folder, "go"), "wb"):
            pass
        return pane, members

    def test_every_way_to_close_ends_the_whole_tree(self):
        """And no other's. When it is answered, none of them is there."""
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        with Daemon(settings={"pane.grace_ms": "300"}) as daemon, daemon.wire() as wire:
            _, neighbours = self.family(wire, "neighbour")
            for verb in ("pane", "window", "session"):
                pane, members = self.family(wire, verb)
                self.assertEqual(set(NAMES), living(members))
                target = wire.request("pane.info", {"pane": pane})[verb]
                wire.request(f"{verb}.close", {verb: target, "grace_ms": 200})
                self.assertEqual(set(), living(members), verb)
                self.assertEqual("not_found.pane", wire.refusal("pane.info", {"pane": pane})["code"])
                self.assertEqual(set(NAMES), living(neighbours))
            pids = descendants(daemon.pid)
            self.assertLessEqual(set(neighbours.values()), set(pids))
            daemon.stop()
            self.assertEqual({}, {pid: state(pid) for pid in pids if state(pid)})

    def test_a_stop_does_not_wait_for_a_long_grace(self):
        """Closes that have minutes left when the stop comes are answered as ever, each once, before it ends."""
        deaf = ["/bin/sh", "-c", "trap '' HUP; echo up; while :; do sleep 0.01; done"]
        with Daemon(settings={"pane.grace_ms": "200"}) as daemon, daemon.wire() as wire:
            panes = [create(wire, deaf) for _ in range(3)]
            targets = {}
            for verb, pane in zip(("pane", "window", "session"), panes):
                daemon.screen_holds(wire, pane, "up")
                targets[verb] = wire.request("pane.info", {"pane": pane})[verb]
            asked = [wire.start(f"{verb}.close", {verb: target, "grace_ms": 600_000}) for verb, target in targets.items()]
            wire.request("whoami")
            daemon.process.send_signal(signal.SIGTERM)
            self.assertEqual([{"pane": panes[0], "status": {"signal": "SIGKILL", "core": False}},
                              {"window": targets["window"], "panes": [panes[1]]}, {"session": targets["session"], "panes": [panes[2]]}],
                             [wire.answer(one)["ok"] for one in asked])
            self.assertEqual(0, daemon.process.wait(DEADLINE))

    def test_trees_of_ended_programs(self):
        """Who outlives the program ends with the close of its pane, asked for or because too many are kept."""
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        with Daemon(settings={"pane.keep_exited": "1", "pane.grace_ms": "200"}) as daemon, daemon.wire() as wire:
            first, old = self.family(wire, "first", "exit 4")
            self.assertEqual({"code": 4}, wire.request("pane.wait", {"pane": first, "until": "exit"})["status"])
            self.assertLessEqual({"session", "twice", "frozen"}, living(old))
            second, new = self.family(wire, "second", "exit 5")
            wait_until(lambda: wire.call("pane.info", {"pane": first}).get("error"), "the oldest is closed")
            self.assertEqual(set(), living(old))
            self.assertLessEqual({"session", "twice", "frozen"}, living(new))
            self.assertEqual({"code": 5}, wire.request("pane.close", {"pane": second})["status"])
            self.assertEqual(set(), living(new))
            self.assertEqual([], daemon.children())

    def test_one_that_is_always_another(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        with open(os.path.join(self.folder, "hydra"), "w", encoding="ascii") as file:
            file.write(HYDRA)
        with Daemon() as daemon, daemon.wire() as wire:
            for _ in range(5):
                pane = create(wire, ["/bin/sh", "-c", "sh ./hydra & exec sleep 1000"], cwd=self.folder)
                wait_until(lambda: len(descendants(daemon.pid)) > 1, "it lives")
                wire.request("pane.close", {"pane": pane, "grace_ms": 50})
                self.assertEqual({}, descendants(daemon.pid))


if __name__ == "__main__":
    unittest.main()
