"""Follows the daemon's events from its first to its last: no hole, in order, each fact once, no id twice."""

import threading

from venomx_testing import Closed

BEGIN = {"session.created": "session", "window.created": "window", "pane.created": "pane", "principal.created": "principal"}
END = {"session.closed": "session", "window.closed": "window", "pane.closed": "pane", "principal.revoked": "principal"}


class Watcher(threading.Thread):
    """Owns its own connection. `failure` holds what broke; `seen` the last event's number."""

    def __init__(self, daemon, stop):
        super().__init__(name="watcher", daemon=True)
        self.wire = daemon.wire()
        self.wire.socket.settimeout(None)
        self.request = self.wire.start("events", {"since": 0})
        self.stopped = stop
        self.living = set()
        self.gone = set()
        self.exited = set()
        self.seen = 0
        self.at = ""
        self.kinds = {}
        self.failure = None

    def run(self):
        try:
            if "ok" not in self.wire.answer(self.request):
                raise AssertionError("the events could not be followed")
            while True:
                frame = self.wire.answer(self.request)
                if "end" in frame:
                    return
                self.take(frame["event"])
        except (Closed, OSError):
            return
        except BaseException as failure:  # pylint: disable=broad-except
            self.failure = failure
            self.stopped.set()

    def take(self, event):
        kind, data = event["kind"], event["data"]
        if kind == "events.gap":
            raise AssertionError(f"the ring overtook its reader: {event}")
        if event["seq"] != self.seen + 1:
            raise AssertionError(f"after {self.seen} came {event}")
        if event["at"] < self.at:
            raise AssertionError(f"time went back: {event} after {self.at}")
        self.seen, self.at = event["seq"], event["at"]
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if kind in BEGIN:
            self.begin(data[BEGIN[kind]], event)
        elif kind in END:
            self.end(data[END[kind]], event)
        elif kind == "pane.exited":
            if data["pane"] in self.exited or data["pane"] not in self.living:
                raise AssertionError(f"exited twice, or unknown: {event}")
            self.exited.add(data["pane"])

    def begin(self, name, event):
        if name in self.living or name in self.gone:
            raise AssertionError(f"an id came twice: {event}")
        self.living.add(name)

    def end(self, name, event):
        if name not in self.living:
            raise AssertionError(f"ended without having begun: {event}")
        self.living.remove(name)
        self.gone.add(name)

    def close(self):
        self.wire.send({"cancel": self.request})
        self.join(30)
        self.wire.close()
