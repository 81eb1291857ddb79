"""What the cases of memory stand on: a daemon that may be scanned, requests full of canaries, and the look for what was left."""

import time

from canaries import Mint
from memory_requests import Kinds
from memory_scan import hits, may_scan
from room import SLEEP, TABLE, Room
from search_cases import small_stack
from surfaces import environment_of
from venomx_testing import SANITIZED, wait_until

# Wiping follows the answer at once, on another thread than the one that reads this.
PATIENCE = 2.0


class MemoryRoom(Room):
    """A daemon whose memory is looked at, and what its requests and its scans share."""

    options = {"preexec": small_stack, "settings": {"limits.panes_per_principal": 12}}
    size = {"cols": 200, "rows": 50}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.mint = Mint()
        cls.tokens = {cls.daemon.owner_token}
        ask = cls.owner.request
        narrow = ask("window.create", {"session": cls.session, "argv": SLEEP, "cols": 2, "rows": 1})["pane"]
        exited = ask("window.create", {"session": cls.session, "argv": ["/bin/true"]})["pane"]
        wait_until(lambda: ask("pane.info", {"pane": exited})["state"] == "exited", "the pane exits")
        cls.kinds = Kinds(cls.mint, cls.root, {"source": cls.source, "narrow": narrow, "exited": exited})
        cls.at_rest = cls.daemon.descriptors()

    def setUp(self):
        if SANITIZED:
            TABLE.leave_out(25, "sanitizers keep freed memory on purpose")
            self.skipTest("sanitizers keep freed memory on purpose")
        if 25 not in TABLE.notes:
            self.run_in_process(25)
        if not may_scan(self.daemon.pid):
            self.in_process_only(25)
            self.skipTest("needs the right to read the daemon's memory (root)")

    def tearDown(self):
        self.assert_clean("all of it", self.tokens, changeable=False)

    def assert_clean(self, after, tokens=(), changeable=True):
        """All canaries and those tokens. The tokens of earlier requests, and memory that nobody can have changed since its file was
        read, are looked at when the test ends."""
        needles = [self.mint.marker.encode()] + [token.rsplit(".", 1)[1].encode() for token in tokens]
        end = time.monotonic() + PATIENCE
        while found := hits(self.daemon.pid, needles, changeable):
            if time.monotonic() > end:
                self.fail(f"after {after}: {[(name, bytes(part)) for name, part in found]}")
            time.sleep(0.01)

    def check(self, surface, what, verb, params, code):
        if not surface.carries(params):
            return
        kind, answer = surface.call(verb, {**self.target(verb, "rows"), **params})
        self.assert_clean(f"{what} by {surface.name}")
        if code is None:
            self.assertEqual("ok", kind, answer)
            tokens = [environment_of(answer["pid"])[b"VENOMX_TOKEN"].decode()] if what != "exit 127" else []
            self.tokens.update(tokens)
            self.assert_clean(f"{what} by {surface.name}", tokens)
            self.owner.request("pane.close", {"pane": answer["pane"], "grace_ms": 0})
            self.assert_clean(f"closing the pane of {what}", tokens)
            return
        self.assertEqual("error", kind, (what, answer))
        code, data = code if isinstance(code, tuple) else (code, answer["data"])
        self.assertEqual((code, data), (answer["code"], answer["data"]), what)
