"""Lets the clients run side by side, and stops them all for as long as an invariant is looked at."""

import contextlib
import threading

PATIENCE = 300.0  # seconds; longer than any client waits for an answer


class Gate:
    def __init__(self):
        self.condition = threading.Condition()
        self.inside = 0
        self.closed = False

    @contextlib.contextmanager
    def work(self):
        """A client's request, from its sending to its answer."""
        with self.condition:
            self.condition.wait_for(lambda: not self.closed)
            self.inside += 1
        try:
            yield
        finally:
            with self.condition:
                self.inside -= 1
                self.condition.notify_all()

    @contextlib.contextmanager
    def quiet(self):
        """Nobody's request is under way."""
        with self.condition:
            self.condition.wait_for(lambda: not self.closed)
            self.closed = True
            quiet = self.condition.wait_for(lambda: self.inside == 0, PATIENCE)
        try:
            if not quiet:
                raise AssertionError(f"{self.inside} clients are stuck in a request")
            yield
        finally:
            with self.condition:
                self.closed = False
                self.condition.notify_all()
