"""vttest in a pane, its keys sent by the wire: every page must be exactly what is kept in vttest/<name>.pages.

The kept pages were recorded with `test_vttest.py --record` and then read, one by one, against what each of them says must be seen on
it; what vttest wrote meanwhile is among the streams that another emulator is shown. A page is a header with the cursor and the capture
in the format ansi, in which ␛ stands for ESC. vttest is told that the terminal has 80 columns and no 132.
"""

import base64
import os
import shutil
import sys
import unittest

from pane_testing import create, streams
from venomx_testing import Daemon, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
# Choices in vttest's menus, and the number of pages behind them.
RUNS = {"cursor_movements": ("1", 6), "screen_features": ("2", 15), "character_sets": ("3 8", 1), "insert_and_delete": ("8", 7),
        "device_attributes": ("6 4", 1), "status_reports": ("6 3", 1)}


def path_of(name):
    return os.path.join(HERE, "vttest", f"{name}.pages")


class Run:
    """A vttest in a pane."""

    def __init__(self, daemon, wire):
        self.wire = wire
        self.pane = create(wire, ["vttest", "24x80.80"], cols=80, rows=24, env=[{"name": "TERM", "value": "xterm-256color"}])
        daemon.screen_holds(wire, self.pane, "Enter choice number")

    def settle(self, quiet_ms):
        self.wire.request("pane.wait", {"pane": self.pane, "until": "idle", "idle_ms": quiet_ms})

    def press(self, keys, quiet_ms):
        """Presses keys and Return, and waits until the program has begun to answer."""
        before = self.wire.request("pane.info", {"pane": self.pane})["bytes_out"]
        self.wire.request("pane.send", {"pane": self.pane, "text": keys + "\n"})
        echo = len(keys) + 2
        wait_until(lambda: self.wire.request("pane.info", {"pane": self.pane})["bytes_out"] > before + echo, "vttest goes on")
        self.settle(quiet_ms)

    def page(self):
        capture = self.wire.request("pane.capture", {"pane": self.pane, "format": "ansi"})
        return f"cursor {capture['cursor']['row'] + 1},{capture['cursor']['col'] + 1}\n" + capture["text"].replace("\x1b", "␛")

    def pages(self, choices, count, quiet_ms):
        """Each page of a test, when nothing more has come to it for so long."""
        for choice in choices.split():
            self.press(choice, quiet_ms)
        for number in range(count):
            yield self.page
            if number + 1 < count:
                self.press("", quiet_ms)


    def output(self):
        """All that the program has written."""
        total = self.wire.request("pane.info", {"pane": self.pane})["bytes_out"]
        request, data = self.wire.start("pane.output", {"pane": self.pane, "since": 0}), b""
        self.wire.answer(request)
        while len(data) < total:
            data += base64.b64decode(self.wire.answer(request)["output"]["bytes"])
        return data


def record():
    with Daemon() as daemon, daemon.wire() as wire:
        for name, (choices, count) in RUNS.items():
            run = Run(daemon, wire)
            with open(path_of(name), "w", encoding="utf-8") as file:
                for page in run.pages(choices, count, 600):
                    file.write("=== " + page())
            with open(os.path.join(streams.FOLDER, f"vttest_{name}.80x24.stream"), "wb") as file:
                file.write(run.output())


@unittest.skipUnless(shutil.which("vttest"), "vttest is not installed")
class VttestTest(unittest.TestCase):
    maxDiff = None

    def test_pages(self):
        with Daemon() as daemon, daemon.wire() as wire:
            for name, (choices, count) in RUNS.items():
                with self.subTest(name):
                    self.compare(name, Run(daemon, wire).pages(choices, count, 50))

    def compare(self, name, pages):
        with open(path_of(name), encoding="utf-8") as file:
            kept = file.read().split("=== ")[1:]
        compared = 0
        for wanted, page in zip(kept, pages):
            try:
                wait_until(lambda wanted=wanted, page=page: page() == wanted, "the page", 10)
            except AssertionError:
                self.assertEqual(wanted, page(), f"page {compared + 1} of {name}")
            compared += 1
        self.assertEqual((RUNS[name][1], len(kept)), (compared, compared))


if __name__ == "__main__":
    if "--record" in sys.argv:
        record()
    else:
        unittest.main()
