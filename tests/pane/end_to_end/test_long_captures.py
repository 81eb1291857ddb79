"""Captures that nobody reads: they cost the daemon what one answer takes, and others nothing; what is read later is whole."""

import json
import os
import time
import unittest

from pane_testing import PaneTest, create
from sanitizers import SANITIZED
from venomx_testing import wait_until

COLS, ROWS = 400, 300  # enough cells that a capture of them is a long one
MANY = 16


def mosaic():
    """A screenful in which each cell has a colour of its own."""
    rows = ("".join(f"\x1b[38;2;{row % 256};{col % 256};{(row + col) % 256}mx" for col in range(COLS)) for row in range(ROWS))
    return "\r\n".join(rows).encode()


class LongCaptures(PaneTest):
    settings = {"limits.output": 1 << 20, "limits.stall_ms": 600_000}

    def setUp(self):
        super().setUp()
        path = os.path.join(self.folder, "mosaic")
        with open(path, "wb") as file:
            file.write(mosaic())
        self.pane = create(self.wire, ["/bin/cat", path], cols=COLS, rows=ROWS)
        self.wire.request("pane.wait", {"pane": self.pane, "until": "exit", "timeout_ms": 60_000})

    def capture(self, wire, **how):
        return wire.start("pane.capture", {"pane": self.pane, "scrollback": -1, **how})

    def answers(self, wire, count):
        """The next so many answers as they stand, by id: what is long is not taken apart."""
        with wire.socket.makefile("rb") as file:
            lines = [file.readline() for _ in range(count)]
        heads = [line.split(b",", 1) for line in lines]
        return {int(head.removeprefix(b'{"id":')): rest for head, rest in heads}

    def peak(self):
        """The most memory that the daemon has taken, in bytes."""
        with open(f"/proc/{self.daemon.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))

    def rests(self):
        """Waits until the daemon has done nothing for a while."""
        looks = []

        def still():
            with open(f"/proc/{self.daemon.pid}/stat", encoding="ascii", errors="replace") as stat:
                looks.append(stat.read().rsplit(")", 1)[1].split()[11:13])
            time.sleep(0.05)
            return len(looks) > 6 and all(look == looks[-1] for look in looks[-6:])

        wait_until(still, "the daemon rests")

    def test_what_is_not_read_takes_no_memory(self):
        for form in ("cells", "html"):
            with self.subTest(format=form), self.daemon.wire() as wire:
                self.capture(wire, format=form)
                (expected,) = self.answers(wire, 1).values()
                before = self.peak()
                asked = {self.capture(wire, format=form) for _ in range(MANY)}
                self.rests()
                grown = self.peak() - before
                self.assertEqual("owner", self.wire.request("whoami")["principal"])
                answers = self.answers(wire, MANY)
                self.assertEqual(asked, set(answers))
                self.assertEqual({expected}, set(answers.values()))
                self.assertIn("ok", json.loads(b'{"id":1,' + expected))
                if not SANITIZED:
                    self.assertLess(grown, MANY * len(expected) / 3, f"of {len(expected)} bytes each")

    def test_cancelled_while_it_waits(self):
        with self.daemon.wire() as wire:
            asked = [self.capture(wire, format="cells") for _ in range(4)]
            wire.send({"cancel": asked[2]})
            answers = self.answers(wire, 4)
            self.assertEqual(set(asked), set(answers))
            error = json.loads(b'{"id":1,' + answers.pop(asked[2]))["error"]
            self.assertEqual("unavailable.cancelled", error["code"])
            self.assertEqual(1, len(set(answers.values())))

    def test_a_connection_that_goes_takes_its_own_along(self):
        with self.daemon.wire() as wire:
            for _ in range(MANY):
                self.capture(wire, format="cells")
        with self.daemon.wire() as wire:
            self.capture(wire, format="cells")
            ((_, answer),) = self.answers(wire, 1).items()
            self.assertTrue(answer.startswith(b'"ok"'), answer[:80])

    def test_a_stop_refuses_what_waits(self):
        with self.daemon.wire() as wire:
            for _ in range(MANY):
                self.capture(wire, format="cells")
            self.daemon.process.terminate()
            kinds = set()
            for answer in self.answers(wire, MANY).values():
                kinds.add("ok" if answer.startswith(b'"ok"') else json.loads(b'{"id":1,' + answer)["error"]["code"])
            self.assertLessEqual(kinds, {"ok", "unavailable.shutdown"})
            self.daemon.stop()

    def test_others_are_served(self):
        made = self.wire.request("principal.create", {"grants": [{"right": "read", "scope": "*"}]})
        with self.daemon.wire() as idler, self.daemon.wire(token=made["token"]) as reader:
            for _ in range(MANY):
                self.capture(idler, format="cells")
            for _ in range(3):
                self.capture(reader, format="cells")
                ((_, answer),) = self.answers(reader, 1).items()
                self.assertTrue(answer.startswith(b'"ok"'), answer[:80])


if __name__ == "__main__":
    unittest.main()
