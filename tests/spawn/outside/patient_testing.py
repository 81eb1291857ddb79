"""What the tests of starts that take their time share: a daemon that gives them all of it, and a program that cannot be opened yet."""

import os
import unittest

from stuck import Lease
from venomx_testing import Daemon


class PatientTest(unittest.TestCase):
    """Nothing here ends by itself in time."""

    maxDiff = None

    def setUp(self):
        self.daemon = self.enterContext(Daemon(settings={"spawn.timeout_ms": 600_000}))
        self.owner = self.enterContext(self.daemon.wire())
        self.session = self.owner.request("session.create")["session"]
        self.slow = os.path.join(self.daemon.folder, "slow")
        with open(self.slow, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec sleep 1000\n")
        os.chmod(self.slow, 0o755)

    def lease(self):
        """From now on the slow program cannot be opened, until the test's end."""
        self.addCleanup(Lease(self.slow).give_back)
