"""The kinds of requests after which nothing may be left in memory: (what, verb, parameters, code); None for a code: it starts.
A code may come with the data that the error must have."""

import os

from canaries import LARGE
from room import script

SPLIT, CREATE = "pane.split", "window.create"


class Kinds:
    """Made for one daemon: `panes` names its exited one, one too narrow to split, and the one to split."""

    def __init__(self, mint, root, panes):
        self.mint = mint
        self.root = root
        self.panes = panes

    def full(self, **more):
        """A request with canaries in all that must not stay."""
        mint = self.mint
        argv = ["/bin/sh", "-c", "exec sleep 1000", "sh", mint.value()]
        return {"argv": argv, "cwd": mint.folder(self.root), "env": mint.environment(), "env_unset": ["C" + mint.value()], **more}

    def with_entries(self, *entries):
        return self.full(env=[{"name": name, "value": value} for name, value in entries] + self.mint.environment()[:1])

    def numbered(self, count, size):
        return ((f"A{number}", self.mint.value(size)) for number in range(count))

    def all(self):
        for kinds in (self.successes, self.words_at_fault, self.environments_at_fault, self.schema_faults, self.state_at_fault,
                      self.programs_at_fault):
            yield from kinds()

    def successes(self):
        yield "success", CREATE, self.full(), None
        yield "split", SPLIT, self.full(pane=self.panes["source"]), None
        yield "exit 127", CREATE, self.full(argv=["/bin/sh", "-c", "exit 127", self.mint.value()]), None

    def words_at_fault(self):
        value, full = self.mint.value, self.full
        cwd, argv = "invalid_params.cwd", "invalid_params.argv"
        yield "relative", CREATE, full(cwd="x/" + value(LARGE)), (cwd, {"param": "cwd", "reason": "relative"})
        yield "cwd size", CREATE, full(cwd="/" + value(4095)), (cwd, {"param": "cwd", "reason": "size"})
        yield "cwd nul", CREATE, full(cwd=f"/{value()}\0"), (cwd, {"param": "cwd", "reason": "nul"})
        yield "no argv", CREATE, full(argv=[]), (argv, {"param": "argv", "reason": "empty"})
        yield "argv nul", CREATE, full(argv=["sh", value() + "\0"]), (argv, {"param": "argv", "reason": "nul"})
        yield "program", CREATE, full(program="", argv=[value()]), (argv, {"param": "program", "reason": "empty"})
        yield "program nul", CREATE, full(program=value() + "\0"), (argv, {"param": "program", "reason": "nul"})
        yield "size", CREATE, full(cols=1001), ("invalid_params.size", {"param": "cols"})
        grants = [{"right": "read", "scope": value()}]
        yield "grants", CREATE, full(grants=grants), ("invalid_params.grant_scope", {"param": "grants.0.scope"})

    def environments_at_fault(self):
        value, token, entries = self.mint.value, self.mint.token, self.with_entries
        for reason, param, params in (
            ("syntax", "env.0.name", entries(("1" + value(), value(LARGE)))),
            ("size", "env.0.value", entries(("A", value(65537)))),
            ("size", "env", entries(*self.numbered(5, 65500))),
            ("nul", "env.0.value", entries(("A", value() + "\0"))),
            ("nul", "env.0.name", entries((value() + "\0", value()))),
            ("count", "env", entries(*self.numbered(257, 10))),
            ("count", "env_unset", self.full(env_unset=["C" + value() for _ in range(257)])),
            ("syntax", "env_unset.0", self.full(env_unset=["1" + value()])),
            ("duplicate", "env.1.name", entries(("A", value()), ("A", value(LARGE)))),
            ("reserved", "env.0.name", entries(("VENOMX_" + value(), value()))),
            ("credential", "env.0.value", entries(("A", token()))),
            ("credential", "env.0.value", entries(("A", token("venomx")))),
            ("owner_credential", "env.0.value", entries(("A", "x" + token("venom", "owner")))),
            ("owner_credential", "env.0.value", entries(("A_TOKEN", "@owner"), ("B", value(LARGE)))),
        ):
            yield f"{param} {reason}", CREATE, params, ("invalid_params.env", {"param": param, "reason": reason})

    def schema_faults(self):
        value, full, schema = self.mint.value, self.full, "invalid_params.schema"
        yield "unknown field", CREATE, full(unknown=value(LARGE)), (schema, {"param": "unknown", "reason": "unknown"})
        yield "wrong type", CREATE, full(env_unset={value(): value()}), (schema, {"param": "env_unset", "reason": "type"})
        yield "null", CREATE, full(grants=None), (schema, {"param": "grants", "reason": "type"})
        env = [*self.mint.environment(), {"name": value()}]
        yield "missing member", CREATE, full(env=env), (schema, {"param": "env.3.value", "reason": "missing"})

    def state_at_fault(self):
        value, full = self.mint.value, self.full
        yield "no session", CREATE, full(session=value(20)), "not_found.session"
        yield "no pane", SPLIT, full(pane=value(20)), "not_found.pane"
        yield "no directory", CREATE, full(cwd="/" + value(200)), "not_found.cwd"
        yield "exited", SPLIT, full(pane=self.panes["exited"]), "conflict.pane_exited"
        yield "no space", SPLIT, full(pane=self.panes["narrow"]), "conflict.no_space"
        loop = os.path.join(self.root, value())
        os.symlink(loop, loop)
        yield "loop", CREATE, full(cwd=loop), ("unavailable.cwd", {"reason": "other"})

    def programs_at_fault(self):
        value, full, folder = self.mint.value, self.full, self.mint.folder(self.root)
        env = [*self.mint.environment(), {"name": "PATH", "value": folder}]
        script(os.path.join(folder, "plain"), "exit 0\n")
        script(os.path.join(folder, "shut"), "#!/bin/sh\n", 0o644)
        large = {**self.with_entries(*self.numbered(4, 62000)), "argv": ["sh", "x" * 60000]}
        for reason, params in (
            ("not_found", full(argv=[value(20)])),
            ("not_found", full(program="./" + value())),
            ("permission", full(program="shut", env=env)),
            ("exec_format", full(program="plain", env=env)),
            ("too_large", large),
        ):
            yield reason, SPLIT, {"pane": self.panes["source"], **params}, ("unavailable.spawn", {"reason": reason})
