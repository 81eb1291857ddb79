"""Every way in which a start's parameters can be wrong: the exact error, one step of one counter, nothing left behind."""

import unittest

from refusals import VERBS, Place, Refusals, print_table


def setUpModule():
    unittest.addModuleCleanup(print_table)


class Parameters(Refusals):
    @classmethod
    def setUpClass(cls):
        cls.place = Place(cls)
        cls.place.split_from()

    def test_cwd(self):
        for cause, given, reason in (("empty", "", "relative"), ("no slash", "tmp", "relative"), ("NUL first", "\0/", "relative"),
                                     ("4,096 bytes", "/" + "d" * 4095, "size"), ("size before NUL", "/" + "\0" * 4095, "size"),
                                     ("NUL", "/a\0b", "nul")):
            self.refused(self.place, cause, {"cwd": given}, "invalid_params.cwd", {"param": "cwd", "reason": reason})

    def test_argv(self):
        table = [({"argv": []}, "argv", "empty"), ({"argv": ["", "x"]}, "argv", "empty"), ({"program": "/bin/sh"}, "argv", "empty"),
                 ({"argv": ["a", "b\0"]}, "argv", "nul"), ({"argv": ["x"], "program": ""}, "program", "empty"),
                 ({"argv": ["x"], "program": "a\0"}, "program", "nul"), ({"argv": ["\0"], "program": ""}, "argv", "nul")]
        for params, param, reason in table:
            self.refused(self.place, f"{param}: {params!r}"[:60], params, "invalid_params.argv", {"param": param, "reason": reason})

    def test_env(self):
        secret = "A" * 43

        def one(name, value="v", before=0):
            return {"env": [{"name": f"OK{number}", "value": ""} for number in range(before)] + [{"name": name, "value": value}]}

        many = [{"name": f"N{number}", "value": ""} for number in range(257)]
        total = [{"name": f"N{number}", "value": "v" * 65536} for number in range(4)]
        table = [
            ("a digit first", one("1X"), "env.0.name", "syntax"), ("empty name", one("", before=3), "env.3.name", "syntax"),
            ("256 bytes", one("N" * 256), "env.0.name", "syntax"), ("not ASCII", one("ä"), "env.0.name", "syntax"),
            ("unset, malformed", {"env_unset": ["A", "B-C"]}, "env_unset.1", "syntax"),
            ("NUL in a name", one("A\0", before=1), "env.1.name", "nul"), ("NUL in a value", one("A", "\0"), "env.0.value", "nul"),
            ("unset, NUL", {"env_unset": ["A\0"]}, "env_unset.0", "nul"),
            ("VENOMX_TOKEN", one("VENOMX_TOKEN"), "env.0.name", "reserved"),
            ("unset VENOMX_", {"env_unset": ["VENOMX_"]}, "env_unset.0", "reserved"),
            ("twice", {"env": [{"name": "A", "value": ""}] * 2}, "env.1.name", "duplicate"),
            ("set and unset", {**one("A"), "env_unset": ["B", "A"]}, "env_unset.1", "duplicate"),
            ("65,537 bytes", one("A", "v" * 65537), "env.0.value", "size"),
            ("more than 262,144 bytes in all", {"env": total}, "env", "size"),
            ("257 set", {"env": many}, "env", "count"),
            ("257 unset", {"env_unset": [entry["name"] for entry in many]}, "env_unset", "count"),
            ("venomx's own", one("X", f"vnt1.venomx.g3.{secret}"), "env.0.value", "credential"),
            ("in the wrong variable", one("VENOM_MEM_TOKEN", f"vnt1.venom.g7.{secret}"), "env.0.value", "credential"),
            ("more than the token", one("VENOM_TOKEN", f"vnt1.venom.g7.{secret} "), "env.0.value", "credential"),
            ("@owner", one("VENOM_TOKEN", "@owner"), "env.0.value", "owner_credential"),
            ("an owner's token", one("NOTE", f"x vnt1.venom.owner.{secret}"), "env.0.value", "owner_credential"),
        ]
        for cause, params, param, reason in table:
            self.refused(self.place, cause, {"argv": ["/bin/true"], **params}, "invalid_params.env", {"param": param, "reason": reason})

    def test_sizes(self):
        for name in ("cols", "rows"):
            for size in (0, 1001, -1):
                self.refused(self.place, f"{name} {size}", {name: size}, "invalid_params.size", {"param": name}, verbs=("window.create",))
        for name, sizes in (("size", (0, 1001)), ("percent", (0, 101))):
            for size in sizes:
                self.refused(self.place, f"{name} {size}", {name: size}, "invalid_params.size", {"param": name}, verbs=("pane.split",))

    def test_grants(self):
        good = {"right": "read", "scope": "self"}
        table = [("unknown right", {"right": "own", "scope": "*"}, "right"), ("unknown scope", {"right": "read", "scope": "here"}, "scope"),
                 ("a session's name", {"right": "read", "scope": "session:main"}, "scope"),
                 ("admin of less", {"right": "admin", "scope": "self"}, "scope"),
                 ("a number too many", {"right": "read", "scope": "pane:p00"}, "scope")]
        for cause, grant, member in table:
            self.refused(self.place, cause, {"grants": [good, grant]}, "invalid_params.grant_scope", {"param": f"grants.1.{member}"})

    def test_started_moves_by_one(self):
        for verb in VERBS:
            before = self.place.counters()
            pane = self.place.owner.request(verb, {**self.place.target(verb), "argv": ["/bin/sleep", "1000"]})["pane"]
            self.assertEqual({("spawn.started", None): 1},
                             {key: value - before[key] for key, value in self.place.counters().items() if value != before[key]})
            self.place.owner.request("pane.close", {"pane": pane, "grace_ms": 0})


if __name__ == "__main__":
    unittest.main()
