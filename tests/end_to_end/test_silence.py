"""A denial tells nothing: on every verb of the manifest that needs a right, its bytes are the same for things that exist, that
are gone, that never were and that cannot be, by id and by name."""

import json
import unittest

from venomx_testing import Daemon

SLEEP = ["/bin/sleep", "1000"]
# For each kind: what exists out of the caller's reach (by id, a session also by name), what is gone, what never was, what cannot be.
TARGETS = {
    "session": ["s0", "hidden", "s2", "gone", "s99", "nobody", "", "w0", "s00", "*", "self", "session:s0"],
    "window": ["w0", "w2", "w99", "hidden", "", "p0", "w00", "window:w0"],
    "pane": ["p0", "p2", "p3", "p99", "hidden", "", "s0", "p-1", "pane:p0"],
}
# Grants that never reach session s0 and what is in it.
CALLERS = {
    "nothing": [],
    "elsewhere": [{"right": right, "scope": scope} for right in ("read", "write", "spawn") for scope in ("session:s1", "self", "pane:p99", "window:w2")],
    "reads all": [{"right": "read", "scope": "*"}],
}


class Silence(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(Daemon())
        cls.owner = cls.enterClassContext(cls.daemon.wire())
        ask = cls.owner.request
        for name in ("hidden", "open", "gone"):
            ask("session.create", {"name": name})
        for session in ("s0", "s1", "gone"):
            ask("window.create", {"session": session, "argv": SLEEP})
        ask("pane.split", {"pane": "p0", "axis": "rows", "argv": SLEEP})  # p3
        ask("pane.close", {"pane": "p3"})
        ask("session.close", {"session": "gone"})
        cls.verbs = [verb for plugin in ask("manifest.get")["manifest"]["plugins"] for verb in plugin["verbs"]]

    def raw(self, wire, verb, params):
        """The bytes of the answer to a request of always the same id."""
        wire.send({"id": 1, "verb": verb, "params": params})
        while b"\n" not in wire.buffer:
            wire.buffer += wire.socket.recv(1 << 16)
        line, wire.buffer = wire.buffer.split(b"\n", 1)
        return line

    def combinations(self, verb):
        """Parameters that pass the schema, with every choice of targets; the other parameters are the first example's."""
        base = dict(verb["examples"][0]["params"])
        chosen = [entry for entry in verb["authorize"] if "param" in entry]
        if not chosen:
            yield base
        for entry in chosen:
            for text in TARGETS[entry["kind"]]:
                yield {**base, **{other["param"]: TARGETS[other["kind"]][0] for other in chosen if other != entry}, entry["param"]: text}

    def test_every_denial_is_the_same_bytes(self):
        asked = 0
        for caller, grants in CALLERS.items():
            token = self.owner.request("principal.create", {"grants": grants})["token"]
            with self.daemon.wire(token=token) as wire:
                for verb in self.verbs:
                    if not verb["authorize"] or caller == "reads all" and verb["authorize"][0]["right"] == "read":
                        continue
                    with self.subTest(caller=caller, verb=verb["name"]):
                        right = verb["authorize"][0]["right"]
                        expected = {"id": 1, "error": {"code": f"denied.{right}", "message": "permission denied", "data": {"right": right}}}
                        answers = set()
                        for params in self.combinations(verb):
                            answers.add(self.raw(wire, verb["name"], params))
                            asked += 1
                        self.assertEqual([expected], [json.loads(answer) for answer in answers])
        self.assertGreater(asked, 300)

    def test_what_may_be_addressed_is_told_apart(self):
        """The same callers are not denied where they have rights, so that the test above means something."""
        token = self.owner.request("principal.create", {"grants": CALLERS["elsewhere"]})["token"]
        with self.daemon.wire(token=token) as wire:
            self.assertEqual("p1", wire.request("pane.info", {"pane": "p1"})["pane"])
            self.assertEqual("p1", wire.request("window.select", {"window": "w1", "pane": "p1"})["active"])
            self.assertEqual(["open"], [session["name"] for session in wire.request("session.list")["sessions"]])
            self.assertEqual("s1", wire.request("session.rename", {"session": "open", "name": "open"})["session"])
        token = self.owner.request("principal.create", {"grants": CALLERS["reads all"]})["token"]
        with self.daemon.wire(token=token) as wire:
            self.assertEqual("not_found.pane", wire.refusal("pane.info", {"pane": "p99"})["code"])
            self.assertEqual("hidden", wire.request("session.list")["sessions"][0]["name"])

    def test_nothing_ran(self):
        self.assertEqual(["s0", "s1"], [session["session"] for session in self.owner.request("session.list")["sessions"]])
        self.assertEqual(["p0", "p1"], [pane["pane"] for pane in self.owner.request("pane.list")["panes"]])


if __name__ == "__main__":
    unittest.main()
