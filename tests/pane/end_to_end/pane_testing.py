"""What the tests of this folder share: panes that play a recorded stream or write down what they are sent, and the emulators."""

import json
import os
import shlex
import sys
import tempfile
import unittest

from venomx_testing import Daemon, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "differential"))

import emulators  # noqa: E402  pylint: disable=wrong-import-position,unused-import
import streams  # noqa: E402  pylint: disable=wrong-import-position,unused-import


class PaneTest(unittest.TestCase):
    """A daemon, the owner's connection and a folder for each test."""

    maxDiff = None
    settings = {}

    def setUp(self):
        self.daemon = self.enterContext(Daemon(settings=self.settings))
        self.wire = self.enterContext(self.daemon.wire())
        self.folder = self.enterContext(tempfile.TemporaryDirectory())


def create(wire, argv, **params):
    """A pane in a session of its own."""
    session = wire.request("session.create")["session"]
    return wire.request("window.create", {"session": session, "argv": argv, **params})["pane"]


def play(wire, folder, job):
    """A pane whose program has written the job's stream and has ended; its screen stays."""
    path = os.path.join(folder, "stream")
    with open(path, "wb") as file:
        file.write(job.stream)
    pane = create(wire, ["/bin/sh", "-c", f"stty raw -echo; cat {shlex.quote(path)}"], cols=job.cols, rows=job.rows)
    waited = wire.request("pane.wait", {"pane": pane, "until": "exit", "timeout_ms": 60_000})
    assert waited["status"] == {"code": 0}, waited
    return pane


def read_all(path, size):
    """What is in the file, once it has the size."""

    def whole():
        return os.path.exists(path) and os.path.getsize(path) >= size

    wait_until(whole, f"{size} bytes in {os.path.basename(path)}")
    with open(path, "rb") as file:
        return file.read()


def parts_of(cells):
    """Rows of the `cells` format as the emulators tell lines: text, width and style as a text, trailing blanks of the default look off."""
    lines = []
    for row in cells:
        parts = []
        for run in row:
            style = style_text(run["style"])
            if not parts or parts[-1][2] != style:
                parts.append(["", 0, style])
            parts[-1][0] += run["text"]
            parts[-1][1] += run["width"]
        while parts and parts[-1][2] == "" and parts[-1][0].endswith(" "):
            parts[-1][0] = parts[-1][0][:-1]
            parts[-1][1] -= 1
            if parts[-1][1] == 0:
                parts.pop()
        lines.append(parts)
    return lines


def style_text(style):
    text = ""
    for key, name in (("fg", "f"), ("bg", "b")):
        if key in style:
            text += f" {name}{style[key]}"
    for name in ("bold", "faint", "italic", "blink", "inverse", "invisible", "strike", "overline"):
        text += f" {name}" if style.get(name) else ""
    if "underline" in style:
        text += f" underline{['', 'single', 'double', 'curly', 'dotted', 'dashed'].index(style['underline'])}"
        text += f" u{style['underline_color']}" if "underline_color" in style else ""
    return text + (f" link={style['link']}" if "link" in style else "")


def state_of(job):
    """The screen's own account of a stream, as data."""
    return json.loads(emulators.ours([job])[0])
