"""Cases of who is asked first, and of what a failure leaves: 19 to 22."""

from descriptor_limit import DescriptorLimit
from room import SLEEP, Room
from surfaces import environment_of
from venomx_testing import wait_until

WRONG_ENV = [{"name": "1X", "value": ""}]


class OrderCases(Room):
    def nowhere(self):
        """A directory that is not there, and what tells how often it was looked for (None where that cannot be seen)."""
        watched = self.watched()
        return ("/missing", None) if watched is None else (watched.path("missing"), watched.looks)

    def assert_never_looked_for(self, looks):
        if looks is not None:
            self.assertEqual([], looks)

    def assert_looked_for(self, missing, looks):
        """The count counts: a request that may look does."""
        if looks is not None:
            kind, error = self.surfaces[0].call("window.create", {"session": self.session, "argv": SLEEP, "cwd": missing})
            self.assertEqual(("error", "not_found.cwd"), (kind, error["code"]))
            self.assertEqual([("missing", self.daemon.pid)], looks)

    def test_19_denied_before_anything_else(self):
        self.run_in_process(19)
        tokens = [self.principal(grants)[1] for grants in ([], [{"right": "spawn", "scope": "self"}])]
        missing, looks = self.nowhere()
        bad = {"env": WRONG_ENV, "cwd": missing, "argv": SLEEP}
        fine = {"cwd": missing, "argv": SLEEP}

        def ask(surface):
            before = self.snapshot()
            for params in (bad, fine):
                answers = [surface.call("pane.split", {"pane": pane, "axis": "cols", **params}) for pane in (self.source, "p9999")]
                for name in (self.session, "matrix", "s99", "no-name"):
                    answers.append(surface.call("window.create", {"session": name, **params}))
                denied = {"code": "denied.spawn", "message": "permission denied", "data": {"right": "spawn"}}
                self.assertEqual([("error", denied)] * 6, answers)
            self.assertEqual(before["panes"], self.snapshot()["panes"])

        self.each_as(19, tokens, ask)
        self.assert_never_looked_for(looks)
        self.assert_looked_for(missing, looks)

    def test_syntax_before_room(self):
        """A window too small for any pane is told of after what is wrong with the parameters, and before the directory is looked for."""
        missing, looks = self.nowhere()
        target = {**self.target("window.create"), "cols": 1}
        cases = (({"argv": []}, "invalid_params.argv"), ({"argv": SLEEP, "cwd": "x"}, "invalid_params.cwd"),
                 ({"argv": SLEEP, "cwd": missing, "env": WRONG_ENV}, "invalid_params.env"),
                 ({"argv": SLEEP, "rows": 0}, "invalid_params.size"), ({"argv": SLEEP, "cwd": missing}, "conflict.no_space"))
        before = self.snapshot()
        for surface in self.surfaces:
            for params, code in cases:
                kind, error = surface.call("window.create", {**target, **params})
                self.assertEqual(("error", code), (kind, error["code"]), params)
        self.assertEqual(before, self.snapshot())
        self.assert_never_looked_for(looks)

    def test_20_delegation_before_syntax(self):
        _, token = self.principal([{"right": "spawn", "scope": f"session:{self.session}"}])
        missing, looks = self.nowhere()

        def ask(surface):
            grants = [{"right": "read", "scope": "self"}, {"right": "admin", "scope": "*"}]
            params = {"argv": SLEEP, "env": WRONG_ENV, "cwd": missing, "grants": grants}
            for verb in ("window.create", "pane.split"):
                kind, error = surface.call(verb, {**self.target(verb), **params})
                self.assertEqual(("error", "denied.delegation", {"index": 1}), (kind, error["code"], error["data"]))

        self.each_as(20, [token], ask)
        self.assert_never_looked_for(looks)

    def test_21_exited_source(self):
        missing, looks = self.nowhere()

        def ask(surface):
            _, pane = self.started(surface, {"argv": ["/bin/true"]})
            wait_until(lambda: self.owner.request("pane.info", {"pane": pane})["state"] == "exited", "the pane exits")
            for cwd in (self.root, missing):
                kind, error = surface.call("pane.split", {"pane": pane, "axis": "cols", "cwd": cwd, "argv": SLEEP})
                self.assertEqual(("error", "conflict.pane_exited"), (kind, error["code"]))

        self.each(21, ask)
        self.assert_never_looked_for(looks)

    def test_22_each_step_of_the_preparation_fails(self):
        """Here the steps that take a descriptor: the terminal, its other side, the process. The others fail in process."""
        self.run_in_process(22)
        if self.daemon.descriptors() is None:
            return self.in_process_only(22)
        limit, folder = DescriptorLimit(self.daemon, self.at_rest), self.folder("rolled-back")
        params = {"argv": SLEEP, "cwd": folder, "env": [{"name": "A", "value": "rolled-back"}]}

        def ask(surface):
            for free in range(3):
                limit.leave(free, surface)
                self.refused(surface, params, "unavailable.spawn", {"reason": "resource"})
            limit.leave(3, surface)
            _, last = self.started(surface, params)
            limit.lift()
            pid, pane = self.started(surface, params)
            self.assertGreater(int(pane[1:]), int(last[1:]))
            self.assertEqual(b"rolled-back", environment_of(pid)[b"A"])
            for made in (last, pane):
                self.owner.request("pane.close", {"pane": made, "grace_ms": 0})

        self.addCleanup(limit.lift)
        self.each(22, ask)
