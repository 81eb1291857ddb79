"""How many descriptors a running daemon may still open, set from outside; it needs the right to change the daemon's limits."""

import os
import resource

from venomx_testing import wait_until


class DescriptorLimit:
    """`at_rest`: how many the daemon has open when none of the test's doing is under way."""

    def __init__(self, daemon, at_rest):
        self.daemon = daemon
        self.at_rest = at_rest

    def leave(self, count, surface):
        """Leaves the daemon that many, beyond what the connection takes that the surface makes for each call."""
        self.lift()
        self.come_to_rest()
        if not surface.stands:
            with self.daemon.wire():
                count += self.daemon.descriptors() - self.at_rest
            self.come_to_rest()
        used = {int(name) for name in os.listdir(f"/proc/{self.daemon.pid}/fd")}
        limit = 0
        while count or limit in used:
            count -= limit not in used
            limit += 1
        _, hard = resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE, (limit, hard))

    def come_to_rest(self):
        wait_until(lambda: self.daemon.descriptors() == self.at_rest, "all that others opened is closed")

    def lift(self):
        _, hard = resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE, (hard, hard))
