"""Events from outside: every change is told once, in order, after it can be seen; the ring, its gaps, and readers who never read."""

import socket
import sys
import threading
import unittest

from ledger import events
from venomx_testing import DEADLINE, SANITIZED, Daemon

PROGRAM = "stty -echo; read x; printf '\\033]2;hi\\007\\007\\033]133;A\\007\\033]9;done\\007'; read x; exit 3"
ARGV = ["/bin/sh", "-c", PROGRAM]
RENAMES = 12_000


def created(window, pane, principal, fresh):
    """The kinds and the things of a creation."""
    return [("principal.created", principal), *([("window.created", window)] if fresh else []), ("pane.created", pane),
            ("layout.changed", window)]


def closed(pane, principal, revoked=True, exited=True):
    return [*([("pane.exited", pane)] if exited else []), *([("principal.revoked", principal)] if revoked else []), ("pane.closed", pane)]


# Each request, and all that is told of it: kind, and the thing that it is about.
STORY = (
    ("session.create", {"name": "a"}, [("session.created", "s0")]),
    ("session.create", {"name": "a"}, []),
    ("session.rename", {"session": "a", "name": "b"}, [("session.renamed", "s0")]),
    ("session.rename", {"session": "b", "name": "b"}, []),
    ("window.create", {"session": "b", "argv": ARGV}, created("w0", "p0", "g1", True)),
    ("window.create", {"session": "b", "argv": ["/nosuch"]}, []),
    ("window.rename", {"window": "w0", "name": "x"}, [("window.renamed", "w0")]),
    ("window.rename", {"window": "w0", "name": "x"}, []),
    ("window.resize", {"window": "w0", "cols": 100, "rows": 30}, [("window.resized", "w0")]),
    ("window.resize", {"window": "w0", "cols": 100, "rows": 30}, []),
    ("window.resize", {"window": "w0", "cols": 0, "rows": 30}, []),
    ("pane.split", {"pane": "p0", "axis": "cols", "argv": ARGV}, created("w0", "p2", "g3", False)),
    ("pane.split", {"pane": "p0", "axis": "cols", "argv": ["/nosuch"]}, []),
    ("pane.split", {"pane": "p0", "axis": "cols", "size": 49, "argv": ARGV}, []),
    ("window.select", {"window": "w0", "pane": "p2"}, [("layout.changed", "w0")]),
    ("window.select", {"window": "w0", "pane": "p2"}, []),
    ("pane.resize", {"pane": "p0", "cols": 20}, [("layout.changed", "w0")]),
    ("pane.resize", {"pane": "p0", "cols": 20}, []),
    ("pane.resize", {"pane": "p0", "cols": 99}, []),
    ("pane.clear", {"pane": "p0"}, []),
    # What the program does with its input is told in its own time: before or after the answer.
    ("pane.send", {"pane": "p0", "text": "\n"}, [(f"pane.{kind}", "p0") for kind in ("title", "bell", "prompt", "notification")]),
    ("pane.wait", {"pane": "p0", "until": "prompt", "since": 0}, []),
    ("pane.send", {"pane": "p0", "text": "\n"}, [("pane.exited", "p0"), ("principal.revoked", "g1")]),
    ("pane.wait", {"pane": "p0", "until": "exit"}, []),
    ("pane.send", {"pane": "p0", "text": "\n"}, []),
    ("pane.close", {"pane": "p0"}, [*closed("p0", "g1", revoked=False, exited=False), ("layout.changed", "w0")]),
    ("pane.close", {"pane": "p0"}, []),
    ("principal.create", {"grants": []}, [("principal.created", "g5")]),
    ("principal.revoke", {"principal": "g5"}, [("principal.revoked", "g5")]),
    ("principal.revoke", {"principal": "g5"}, []),
    ("window.close", {"window": "w0"}, [*closed("p2", "g3"), ("window.closed", "w0")]),
    ("window.create", {"session": "b", "argv": ARGV}, created("w1", "p4", "g6", True)),
    ("session.close", {"session": "b"}, [*closed("p4", "g6"), ("window.closed", "w1"), ("session.closed", "s0")]),
)


def told(event):
    """Its kind, and what it is about."""
    family, data = event["kind"].split(".")[0], event["data"]
    return event["kind"], data["window" if family == "layout" else family]


class Reader:
    """A follower on a connection of its own."""

    def __init__(self, daemon, **params):
        self.wire = daemon.wire()
        self.request = self.wire.start("events", params)
        self.head = self.wire.answer(self.request)["ok"]

    def next(self):
        return self.wire.answer(self.request)["event"]


class EventsTest(unittest.TestCase):
    maxDiff = None

    def serve(self, **settings):
        self.daemon = Daemon(settings=settings)
        self.addCleanup(self.daemon.kill)
        self.wire = self.daemon.wire()
        self.addCleanup(self.wire.close)

    def reader(self, **params):
        reader = Reader(self.daemon, **params)
        self.addCleanup(reader.wire.close)
        return reader

    def replay(self, **params):
        """The answer and the events, as many as were announced, and no more."""
        request = self.wire.start("events", {"follow": False, **params})
        head = self.wire.answer(request)["ok"]
        found = [self.wire.answer(request)["event"] for _ in range(head["count"])]
        self.assertEqual({"reason": "done"}, self.wire.answer(request)["end"])
        return head, found

    def test_each_change_is_told_once(self):
        """A refusal and a request that changes nothing tell nothing; a follower gets what a later replay gives."""
        self.serve()
        follower = self.reader()
        place = follower.head["from"]
        for verb, params, expected in STORY:
            self.wire.call(verb, params)
            got = [follower.next() for _ in expected]
            self.assertEqual(expected, [told(event) for event in got], (verb, params))
            head, found = self.replay(since=place)
            self.assertEqual(got, found, (verb, params))
            self.assertEqual([*range(place, head["next"])], [event["seq"] for event in found])
            place = head["next"]
        for event in self.replay(since=0)[1]:
            self.assertEqual(["seq", "at", "kind", "data"], list(event))

    def test_what_is_told_can_be_seen(self):
        """Asked as soon as an event is read, long before whoever asked for the change has read its answer."""
        self.serve(**{"pane.grace_ms": "0"})
        session = self.wire.request("session.create")["session"]
        follower = self.reader(kinds=["pane.created", "pane.exited", "pane.closed", "principal.revoked", "principal.created"])
        looker = self.daemon.wire()
        self.addCleanup(looker.close)
        for number in range(40):
            made = self.wire.start("window.create", {"session": session, "argv": ["/bin/sh", "-c", "read x; exit 2"]})
            kinds = ["principal.created", "pane.created"]
            seen = [follower.next() for _ in kinds]
            pane, principal = seen[1]["data"]["pane"], seen[0]["data"]["principal"]
            info = looker.request("pane.info", {"pane": pane})
            self.assertEqual(("running", principal), (info["state"], info["principal"]))
            self.assertEqual([pane], [window["active"] for window in looker.request("window.list")["windows"]])
            self.assertIn(principal, [one["principal"] for one in looker.request("principal.list")["principals"]])
            if number % 2:
                self.wire.start("pane.send", {"pane": pane, "text": "\n"})
                kinds += ["pane.exited", "principal.revoked"]
                seen += [follower.next() for _ in range(2)]
                info = looker.request("pane.info", {"pane": pane})
                self.assertEqual(("exited", {"code": 2}), (info["state"], info["status"]))
            self.wire.start("pane.close", {"pane": pane})
            kinds += ["pane.closed"] if number % 2 else ["pane.exited", "principal.revoked", "pane.closed"]
            seen += [follower.next() for _ in range(len(kinds) - len(seen))]
            self.assertEqual(kinds, [event["kind"] for event in seen])
            self.assertEqual("not_found.pane", looker.refusal("pane.info", {"pane": pane})["code"])
            self.assertEqual([], looker.request("window.list")["windows"])
            self.wire.answer(made)

    def rename(self, count):
        """So many events, one a request."""
        for first in range(0, count, 200):
            asked = [self.wire.start("session.rename", {"session": "s0", "name": f"n{number}.{'x' * 50}"})
                     for number in range(first, min(count, first + 200))]
            for request in asked:
                self.assertIn("ok", self.wire.answer(request))

    def test_ring_replay_and_gap(self):
        self.serve(**{"events.ring": "100"})
        self.wire.request("session.create")
        self.rename(500)
        head, kept = self.replay(since=0)
        self.assertEqual((100, head["next"] - 100), (head["count"], head["from"]))
        self.assertEqual([*range(head["from"], head["next"])], [event["seq"] for event in kept])
        oldest, boot = head["from"], head["boot"]
        for since in (1, oldest - 1):
            head, found = self.replay(since=since, boot=boot)
            self.assertEqual((101, since), (head["count"], head["from"]))
            self.assertEqual((oldest, "events.gap", {"missed": oldest - since}), tuple(found[0][key] for key in ("seq", "kind", "data")))
            self.assertEqual(kept, found[1:])
        for since, count in ((oldest, 100), (oldest + 99, 1), (oldest + 100, 0), (oldest + 10_000, 0)):
            self.assertEqual(kept[100 - count:], self.replay(since=since)[1])
        self.assertEqual("conflict.boot", self.wire.refusal("events", {"since": 0, "boot": "0" * 16})["code"])
        later = self.reader(since=oldest + 103)
        self.rename(5)
        self.assertEqual([oldest + 103, oldest + 104], [later.next()["seq"] for _ in range(2)])

    def test_a_replay_is_whole_however_late_it_is_read(self):
        """The ring has forgotten all of it twice over when its reader comes to read."""
        self.serve(**{"events.ring": "4000"})
        self.wire.request("session.create")
        self.rename(4_100)
        late = self.daemon.wire()
        self.addCleanup(late.close)
        late.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        request = late.start("events", {"since": 0, "follow": False})
        head = late.answer(request)["ok"]
        self.assertEqual(4_000, head["count"])
        self.rename(8_000)
        found = [late.answer(request)["event"] for _ in range(head["count"])]
        self.assertEqual([*range(head["from"], head["next"])], [event["seq"] for event in found])
        self.assertEqual({"session.renamed"}, {event["kind"] for event in found})
        self.assertEqual({"reason": "done"}, late.answer(request)["end"])

    def test_filters(self):
        """By kind, pane and session, each what a reader without filter would pick out; names as good as ids."""
        self.serve()
        for name in ("one", "two"):
            self.wire.request("session.create", {"name": name})
            self.wire.request("window.create", {"session": name, "argv": ["/bin/sleep", "1000"]})
        self.wire.request("pane.split", {"pane": "p1", "axis": "rows", "argv": ["/bin/sleep", "1000"]})
        everything = self.replay(since=0)[1]
        pick = {
            "kinds": lambda event: event["kind"] in ("pane.created", "window.created"),
            "pane": lambda event: event["data"].get("pane") == "p1",
            "session": lambda event: event["data"].get("session") == "s1" or event["data"].get("pane") in ("p1", "p2"),
        }
        params = {"kinds": ["pane.created", "window.created"], "pane": "p1", "session": "two"}
        for names in (["kinds"], ["pane"], ["session"], ["kinds", "session"], ["kinds", "pane"], [*pick]):
            wanted = [event for event in everything if all(pick[name](event) for name in names)]
            self.assertGreater(len(wanted), 0)
            self.assertEqual(wanted, self.replay(since=0, **{name: params[name] for name in names})[1], names)
        self.assertEqual([], self.replay(since=0, kinds=["no.such"])[1])
        self.assertEqual("not_found.pane", self.wire.refusal("events", {"pane": "p77"})["code"])

    def test_a_replay_goes_on_as_a_follower(self):
        """While events come thick and fast: nothing is told twice, nothing is left out."""
        self.serve()
        self.wire.request("session.create")
        busy = threading.Thread(target=self.rename, args=(3_000,))
        busy.start()
        readers = [self.reader(since=1) for _ in range(6)]
        busy.join(DEADLINE)
        last = self.replay(since=0)[0]["next"] - 1
        everything = [(event["seq"], event["kind"], event["data"]) for event in [readers[0].next() for _ in range(last)]]
        self.assertEqual(events(self.wire), everything)
        for reader in readers[1:]:
            self.assertEqual([*range(1, last + 1)], [reader.next()["seq"] for _ in range(last)])

    def resident(self):
        with open(f"/proc/{self.daemon.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))

    def test_who_never_reads_costs_nothing(self):
        """Twenty followers who read nothing: others get everything at once, memory stays, and when they read at last, they are told
        of each event or counted to have missed it."""
        self.serve(**{"events.ring": "1000"})
        self.wire.request("session.create")
        self.rename(RENAMES)
        lazy = [self.reader() for _ in range(20)]
        for reader in lazy:
            reader.wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        first = lazy[0].head["from"]
        before = self.resident()
        follower = self.reader()
        for _ in range(RENAMES // 400):
            self.rename(400)
            self.assertEqual(400, len({follower.next()["seq"] for _ in range(400)}))
        grown = self.resident() - before
        print(f"\n20 readers who read nothing of {RENAMES} events: {grown} kB", file=sys.stderr)
        if not SANITIZED:
            self.assertLess(grown, 8 * 1024)
        for reader in lazy:
            self.assertEqual(first, reader.head["from"])
            place = first
            missed = 0
            while place < first + RENAMES:
                event = reader.next()
                if event["kind"] == "events.gap":
                    missed += event["data"]["missed"]
                    self.assertEqual(place + event["data"]["missed"], event["seq"])
                    place = event["seq"]
                else:
                    self.assertEqual(place, event["seq"])
                    place += 1
            self.assertEqual(first + RENAMES, place)
            self.assertGreater(missed, 0)


if __name__ == "__main__":
    unittest.main()
