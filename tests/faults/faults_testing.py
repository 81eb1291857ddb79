"""Daemons one after another at the same places, and what was seen of a fault, for the table."""

import os
import re
import shutil
import tempfile

from venomx_testing import Daemon, wait_until

SEEN = os.environ.get("VENOMX_FAULTS_SEEN")
ROUNDS = int(os.environ.get("FAULT_ROUNDS", "10"))


def saw(fault, text):
    """What came of a fault, for whoever prints the table."""
    print(f"{fault}: {text}", flush=True)
    if SEEN:
        os.makedirs(SEEN, exist_ok=True)
        with open(os.path.join(SEEN, re.sub(r"\W+", "_", fault)), "w", encoding="utf-8") as file:
            file.write(text + "\n")


class Place:
    """A folder that outlives its daemons, with socket, state and configuration in it."""

    def __init__(self, case):
        self.folder = tempfile.mkdtemp(prefix="venomx-fault-")
        case.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def daemon(self, **options):
        """One that has said itself that it listens: a child which the one before was just making may keep that one's socket open for a
        moment longer."""
        daemon = Daemon(folder=self.folder, **options)
        try:
            wait_until(lambda: "venomx: listening on" in daemon.log_text(), "the daemon says that it listens")
        except BaseException:
            daemon.kill()
            raise
        return daemon


def having(entry):
    """The processes whose environment holds `entry` (bytes); those that nobody may look into do not count."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if entry in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            continue
    return found
