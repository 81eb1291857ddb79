"""What the cases of the matrix stand on: one daemon with a full base environment, the three surfaces, one window to split, and
the table of what became of each case on each surface."""

import os
import re
import secrets
import subprocess
import sys
import unittest

from ledger import snapshot
from surfaces import ALL, environment_of
from venomx_testing import BUILD, DEADLINE, Daemon
from watched_folder import WatchedFolder

SLEEP = ["/bin/sleep", "1000"]
OWNER_SHAPED = "vnt1.venomx.owner." + "A" * 43
# The cases whose injected failure comes from inside: the program and the tests that hold it. They run with the matrix.
IN_PROCESS = {
    8: ("test-spawn", ("FailureTest::directoryChangesMeanwhile",)),
    19: ("test-spawn", ("RequestTest::noFileSystem",)),
    22: ("test-spawn", ("FailureTest::eachStepRollsBack", "FailureTest::descriptorsRunOut")),
    25: ("test-spawn", ("SecretsTest::values", "SecretsTest::failures", "SecretsTest::directories")),
}


def venom_token(tool="venom", principal="g7"):
    return f"vnt1.{tool}.{principal}.{secrets.token_urlsafe(32)}"


def script(path, text, mode=0o755):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


class Table:
    """Case by surface: `ok` when a test of this run showed it there."""

    def __init__(self):
        self.rows = {}
        self.notes = {}

    def show(self):
        print("\ncase  " + "  ".join(f"{kind.name:>10}" for kind in ALL), file=sys.stderr)
        for case in sorted(self.rows):
            cells = "  ".join(f"{self.rows[case].get(kind.name, '-'):>10}" for kind in ALL)
            print(f"{case:>4}  {cells}  {self.notes.get(case, '')}".rstrip(), file=sys.stderr)

    def leave_out(self, case, why):
        self.rows[case] = {kind.name: "left out" for kind in ALL}
        self.notes[case] = why

    def shown(self, case, surface):
        cell, note = self.rows.get(case, {}).get(surface, "-"), self.notes.get(case, "ok")
        return cell == "left out" or (cell == "ok" and note.startswith("ok")) or (cell == "in-process" and note.startswith("ok in-process"))

    def holes(self):
        """What is neither shown nor said to be shown elsewhere."""
        return [(case, kind.name) for case in range(1, 30) for kind in ALL if not self.shown(case, kind.name)]


TABLE = Table()


class Room(unittest.TestCase):
    maxDiff = None
    options = {}  # of the daemon
    size = {"cols": 1000, "rows": 1000}  # of the window to split

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(**cls.options)
        cls.addClassCleanup(cls.daemon.stop)
        cls.owner = cls.daemon.wire()
        cls.addClassCleanup(cls.owner.close)
        cls.session = cls.owner.request("session.create", {"name": "matrix"})["session"]
        cls.source = cls.owner.request("window.create", {"session": cls.session, "argv": SLEEP, **cls.size})["pane"]
        cls.surfaces = [kind(cls.daemon) for kind in ALL]
        for surface in cls.surfaces:
            cls.addClassCleanup(surface.close)
        for surface in cls.surfaces:
            if surface.stands:
                surface.call("whoami", {})
        cls.at_rest = cls.daemon.descriptors()
        cls.root = os.path.join(cls.daemon.folder, "work")
        os.mkdir(cls.root)

    def each(self, case, ask):
        """Runs ask(surface) for each surface and notes the outcome in the table."""
        self.row(case, self.surfaces, ask)

    def each_as(self, case, tokens, ask):
        """The same with surfaces that speak for other principals: ask(surface) for each surface and token."""

        def for_all(kind):
            for token in tokens:
                surface = kind(self.daemon, token=token)
                try:
                    ask(surface)
                finally:
                    surface.close()

        self.row(case, ALL, for_all)

    def row(self, case, surfaces, ask):
        row = TABLE.rows.setdefault(case, {})
        for surface in surfaces:
            if row.get(surface.name) == "FAIL":
                continue
            row[surface.name] = "FAIL"
            with self.subTest(case=case, surface=surface.name):
                ask(surface)
                row[surface.name] = "ok"

    def run_in_process(self, case):
        """Runs the tests that hold a case inside of the daemon's code, and names them in the table."""
        program, tests = IN_PROCESS[case]
        for test in tests:
            with self.subTest(case=case, test=test):
                TABLE.notes[case] = f"FAIL in-process: {program} {test}"
                done = subprocess.run([os.path.join(BUILD, "tests", program), "venomx::tests::" + test], capture_output=True, text=True,
                                      timeout=4 * DEADLINE, check=False)
                self.assertEqual(0, done.returncode, done.stderr)
                self.assertTrue(re.search(r"^OK \(1\)$", done.stderr, re.MULTILINE), done.stderr)
        TABLE.notes[case] = f"ok in-process: {program} {', '.join(tests)}"

    def in_process_only(self, case):
        """Where the outside part of a case cannot be had, the table says so."""
        for kind in ALL:
            TABLE.rows.setdefault(case, {})[kind.name] = "in-process"

    def snapshot(self):
        return snapshot(self.daemon, self.owner)

    def target(self, verb, axis="cols"):
        return {"session": self.session} if verb == "window.create" else {"pane": self.source, "axis": axis}

    def started(self, surface, params, verb="window.create"):
        """Starts it, gives (pid, pane) to the test, and closes the pane at the end."""
        kind, result = surface.call(verb, {**self.target(verb), **params})
        self.assertEqual("ok", kind, result)
        self.addCleanup(self.owner.call, "pane.close", {"pane": result["pane"], "grace_ms": 0})
        return result["pid"], result["pane"]

    def refused(self, surface, params, code, data, verbs=("window.create", "pane.split")):
        """Both verbs refuse it alike, with no side effects."""
        if not surface.carries(params):
            return
        for verb in verbs:
            before = self.snapshot()
            kind, error = surface.call(verb, {**self.target(verb, "rows"), **params})
            self.assertEqual("error", kind, error)
            self.assertEqual((code, data), (error["code"], error["data"]))
            self.assertEqual(before, self.snapshot())

    def principal(self, grants):
        """A pane principal with just these grants: (pane, token)."""
        made = self.owner.request("window.create", {"session": self.session, "argv": SLEEP, "grants": grants})
        self.addCleanup(self.owner.call, "pane.close", {"pane": made["pane"], "grace_ms": 0})
        return made["pane"], environment_of(made["pid"])[b"VENOMX_TOKEN"].decode()

    def folder(self, name):
        path = os.path.join(self.root, name + "-" + secrets.token_hex(4))
        os.mkdir(path)
        return path

    def watched(self):
        """A file system of this test's own, or None where none can be mounted."""
        folder = WatchedFolder.mounted(self.folder("watched"))
        if folder is not None:
            self.addCleanup(folder.close)
        return folder
