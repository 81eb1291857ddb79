"""What tests of refused starts share: the fixed messages, a daemon to ask, and what must hold of every refusal. The table at the
end of a run shows which causes were seen for each reason.
"""

import os
import sys
import unittest

from ledger import snapshot
from venomx_testing import Daemon

MESSAGES = {
    ("not_found.cwd", None): "working directory not found",
    ("unavailable.cwd", "permission"): "working directory not permitted",
    ("unavailable.cwd", "changed"): "working directory changed",
    ("unavailable.cwd", "other"): "working directory unavailable",
    ("unavailable.spawn", "not_found"): "executable not found",
    ("unavailable.spawn", "permission"): "executable not permitted",
    ("unavailable.spawn", "exec_format"): "not an executable format",
    ("unavailable.spawn", "too_large"): "arguments and environment too large",
    ("unavailable.spawn", "resource"): "out of system resources",
    ("unavailable.spawn", "other"): "the program could not be started",
    ("invalid_params.cwd", "relative"): "cwd must be an absolute path",
    ("invalid_params.cwd", "size"): "cwd too long",
    ("invalid_params.cwd", "nul"): "NUL in cwd",
    ("invalid_params.argv", "empty"): "empty program or argument vector",
    ("invalid_params.argv", "nul"): "NUL in a program or argument",
    ("invalid_params.env", "nul"): "NUL in an environment variable",
    ("invalid_params.env", "syntax"): "malformed environment variable name",
    ("invalid_params.env", "reserved"): "reserved environment variable",
    ("invalid_params.env", "duplicate"): "environment variable named twice",
    ("invalid_params.env", "size"): "environment too large",
    ("invalid_params.env", "count"): "too many environment variables",
    ("invalid_params.env", "credential"): "credential not allowed in the environment",
    ("invalid_params.env", "owner_credential"): "owner credential not allowed in the environment",
    ("invalid_params.size", None): "size out of range",
    ("invalid_params.grant_scope", None): "malformed grant",
}
COUNTED = ("invalid_params.env", "invalid_params.cwd", "not_found.cwd", "unavailable.cwd", "unavailable.spawn", "spawn.started",
           "spawn.rolled_back")
VERBS = ("window.create", "pane.split")
SEEN = {}


def print_table():
    print("\nreason × cause", file=sys.stderr)
    for (code, reason), causes in sorted(SEEN.items(), key=str):
        print(f"  {code + (' ' + reason if reason else ''):<40} {', '.join(sorted(causes))}", file=sys.stderr)


class Place:
    """A daemon with a pane that can be split, and a folder that its user may use."""

    def __init__(self, test, **options):
        self.test = test
        self.daemon = Daemon(**options)
        test.addClassCleanup(self.daemon.stop)
        self.owner = self.daemon.wire()
        test.addClassCleanup(self.owner.close)
        self.session = self.owner.request("session.create")["session"]
        self.pane = None
        self.root = os.path.join(self.daemon.folder, "work")
        os.mkdir(self.root)
        os.chmod(self.root, 0o755)

    def split_from(self):
        params = {"session": self.session, "argv": ["/bin/sleep", "1000"], "cols": 1000, "rows": 1000}
        self.pane = self.owner.request("window.create", params)["pane"]

    def target(self, verb):
        return {"session": self.session} if verb == "window.create" else {"pane": self.pane, "axis": "cols"}

    def file(self, name, text="#!/bin/sh\n", mode=0o755):
        path = os.path.join(self.root, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def folder(self, name, mode=0o755):
        path = os.path.join(self.root, name)
        os.mkdir(path)
        os.chmod(path, mode)
        return path

    def counters(self):
        told = self.owner.request("doctor")["counters"]
        return {(name, reason): value for name in COUNTED
                for reason, value in (told[name].items() if isinstance(told[name], dict) else [(None, told[name])])}


class Refusals(unittest.TestCase):
    maxDiff = None

    def refused(self, place, cause, params, code, data, rolled_back=False, verbs=VERBS, arranged=None):
        """Each verb refuses it so. `arranged`: called before each request, gives what undoes it."""
        for verb in verbs:
            with self.subTest(cause=cause, verb=verb):
                counters, before = place.counters(), snapshot(place.daemon, place.owner)
                undo = arranged() if arranged else None
                try:
                    error = place.owner.refusal(verb, {**place.target(verb), **params})
                finally:
                    if undo:
                        undo()
                reason = data.get("reason")
                self.assertEqual({"code": code, "message": MESSAGES[code, reason], "data": data}, error)
                self.assertEqual(before, snapshot(place.daemon, place.owner))
                after = place.counters()
                moved = {key: value - counters[key] for key, value in after.items() if value != counters[key]}
                steps = {(code, reason): 1} if code in COUNTED else {}
                if rolled_back:
                    steps["spawn.rolled_back", None] = 1
                self.assertEqual(steps, moved)
                SEEN.setdefault((code, reason), set()).add(cause)

    def unavailable(self, place, reason, cause, params, **more):
        self.refused(place, cause, params, "unavailable.spawn", {"reason": reason}, rolled_back=True, **more)

    def bad_directory(self, place, reason, cause, params, rolled_back=False, **more):
        self.refused(place, cause, params, "unavailable.cwd", {"reason": reason}, rolled_back=rolled_back, **more)
