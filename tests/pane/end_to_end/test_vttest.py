"""vttest in a pane, its keys sent by the wire: every page must be exactly what is kept in vttest/<name>.pages.

The kept pages were recorded with `test_vttest.py --record [name …]` and then read, one by one, against what each of them says must be
seen on it; what vttest wrote in some of the runs is among the streams that another emulator is shown. A page is a header with the cursor
and the capture in the format ansi, in which ␛ stands for ESC. vttest is told that the terminal has 80 columns and no 132.
What the pages show of lines of double size, and of the modes of a VT52, is what docs/screen.md says of them.
"""

import base64
import concurrent.futures
import os
import re
import shutil
import sys
import unittest

from pane_testing import create, streams
from venomx_testing import Daemon, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
CONTROLS = " ".join(f"C-{key} C-{key}" for key in ["Space", *"abcdefghijklmnopqrstuvwxyz[\\]^_"])


def each(choices, pages=1):
    """The tests behind these choices of a menu, which have so many pages each."""
    return " ".join(f"{choice} " + "! . " * pages for choice in choices)


EDITING = each(["9"], 2) + each(["10", "11"], 4) + each(["12"], 2) + each(["13"])

# What is pressed: a choice and Return, `.` for Return alone, `!` for a page to be looked at, or a key by its name.
RUNS = {
    "cursor_movements": "1" + " ! ." * 5 + " !",
    "screen_features": "2" + " ! ." * 14 + " !",
    "character_sets": "3 8 !",
    "insert_and_delete": "8" + " ! ." * 6 + " !",
    "device_attributes": "6 4 !",
    "status_reports": "6 3 !",
    "double_sizes": "4" + " ! ." * 5 + " ! . !",
    "cursor_keys": "5 4 Up Down Left Right ! Tab Up Down Left Right ! Tab Tab .",
    "editing_keys": "5 6 Insert Delete PageUp PageDown ! Tab Tab",
    "function_keys": "5 7 " + " ".join(f"F{number}" for number in range(1, 13)) + " ! Tab",
    "control_keys": f"5 9 {CONTROLS} ! Backspace !",
    "vt52_left_again": "7 . . . !",
    "bugs": "9 2 ! . ! . 3 ! . 6 ! . ! . 7 ! . 8" + " ! ." * 6 + " 9 ! . ! . !",
    "vt220_reports": "11 1 1 1 " + each("1234"),
    "vt220_display": f"11 1 2 2 ! . ! . {each('3')} 4 ! . ! . ! . 0 6 ! . ! .",
    "vt320_panning": "11 2 2 " + each("12"),
    "vt420_movement": "11 3 2 " + each(["7", "8", "9", "10"]),
    "vt420_movement_in_margins": "11 3 2 2 3 4 5 " + each(["7", "8", "9", "10"]),
    "vt420_editing": f"11 3 3 {EDITING}",
    "vt420_editing_in_margins": f"11 3 3 2 3 4 {EDITING}",
    "iso_movement": "11 5 " + each("123456789"),
    "iso_colors": "11 6 2 ! . 3 ! . 4 ! . ! . 5 ! . ! . 9 ! . ! . !",
    "iso_scrolling": "11 7 " + each("23456"),
    "alternate_screens": "11 8 7 3 ! . ! . ! . 4 ! . ! . ! . 5 ! . ! . !",
}
# Those whose bytes the other emulator is shown as well.
RECORDED = ("cursor_movements", "screen_features", "character_sets", "insert_and_delete", "device_attributes", "status_reports",
            "double_sizes", "vt420_editing", "iso_movement", "alternate_screens")
PROMPT = re.compile(r"(Push <RETURN>|Enter choice number \(0 - \d+\): )$")


def path_of(name):
    return os.path.join(HERE, "vttest", f"{name}.pages")


class Run:
    """A vttest in a pane."""

    def __init__(self, daemon, wire, script):
        self.wire, self.script = wire, script
        self.pane = create(wire, ["vttest", "24x80.80"], cols=80, rows=24, env=[{"name": "TERM", "value": "xterm-256color"}])
        daemon.screen_holds(wire, self.pane, "Enter choice number")

    def asks(self):
        """Does the program wait for Return or a choice?"""
        capture = self.wire.request("pane.capture", {"pane": self.pane, "trim": False})
        cursor = capture["cursor"]
        return PROMPT.search(capture["text"].split("\n")[cursor["row"]][: cursor["col"]]) is not None

    def press(self, token, quiet_ms):
        """Presses what a token of the script says, and waits until the program has begun to answer."""
        keys = [*token.strip("."), "Enter"] if re.fullmatch(r"\d+|\.", token) else [token]
        before = self.wire.request("pane.info", {"pane": self.pane})["bytes_out"]
        self.wire.request("pane.send", {"pane": self.pane, "keys": keys})
        echo = len(keys) + 1 if keys[-1] == "Enter" else 0
        wait_until(lambda: self.wire.request("pane.info", {"pane": self.pane})["bytes_out"] > before + echo, f"vttest answers {token}")
        self.wire.request("pane.wait", {"pane": self.pane, "until": "idle", "idle_ms": quiet_ms})

    def page(self):
        capture = self.wire.request("pane.capture", {"pane": self.pane, "format": "ansi"})
        return f"cursor {capture['cursor']['row'] + 1},{capture['cursor']['col'] + 1}\n" + capture["text"].replace("\x1b", "␛")

    def pages(self, quiet_ms):
        """Each page to be looked at, when nothing more has come to it for so long."""
        looked = False
        for token in self.script.split():
            if token != "!":
                if not looked and re.fullmatch(r"\d+|\.", token):
                    wait_until(self.asks, f"vttest waits for {token}")
                self.press(token, quiet_ms)
            else:
                yield self.page
            looked = token == "!"

    def output(self):
        """All that the program has written."""
        total = self.wire.request("pane.info", {"pane": self.pane})["bytes_out"]
        request, data = self.wire.start("pane.output", {"pane": self.pane, "since": 0}), b""
        self.wire.answer(request)
        while len(data) < total:
            data += base64.b64decode(self.wire.answer(request)["output"]["bytes"])
        return data


def record(daemon, name):
    with daemon.wire() as wire:
        run = Run(daemon, wire, RUNS[name])
        with open(path_of(name), "w", encoding="utf-8") as file:
            for page in run.pages(1_500):
                file.write("=== " + page())
        if name in RECORDED:
            with open(os.path.join(streams.FOLDER, f"vttest_{name}.80x24.stream"), "wb") as file:
                file.write(run.output())


def for_each(names, work):
    """Calls work(daemon, name) for all, some at a time, and gives what came of each: (name, function that gives its result or raises)."""
    with Daemon() as daemon, concurrent.futures.ThreadPoolExecutor(6) as pool:
        return [(name, done.result) for name, done in [(name, pool.submit(work, daemon, name)) for name in names]]


@unittest.skipUnless(shutil.which("vttest"), "vttest is not installed")
class VttestTest(unittest.TestCase):
    maxDiff = None

    def test_pages(self):
        for name, result in for_each(RUNS, self.compare):
            with self.subTest(name):
                result()

    def compare(self, daemon, name):
        with open(path_of(name), encoding="utf-8") as file:
            kept = file.read().split("=== ")[1:]
        self.assertEqual(RUNS[name].split().count("!"), len(kept))
        compared = 0
        with daemon.wire() as wire:
            for wanted, page in zip(kept, Run(daemon, wire, RUNS[name]).pages(50), strict=True):
                try:
                    wait_until(lambda wanted=wanted, page=page: page() == wanted, "the page")
                except AssertionError:
                    self.assertEqual(wanted, page(), f"page {compared + 1} of {name}")
                compared += 1
        self.assertEqual(len(kept), compared)


if __name__ == "__main__":
    if "--record" in sys.argv:
        for name, recorded in for_each([word for word in sys.argv[1:] if word != "--record"] or RUNS, record):
            try:
                recorded()
            except AssertionError as error:
                print(f"{name}: {error}")
    else:
        unittest.main()
