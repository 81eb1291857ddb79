"""Byte streams for terminals, made up from a seed: a case is a list of operations, each a list of steps (bytes, or a new size) that
mean something together.

What the emulators are known to differ in is not made up here; expected_differences.json shows each such thing in a stream of its own.
"""

import random
import typing

import emulators

NARROW = ["a", "word ", "x" * 17, "{}[]~^", "Grüße", "ｶﾅ", "e\u0301", "o\u0302\u0323", "ก็", "\u2500\u2502", "𝒜"]
WIDE = ["日本語", "한국", "😀", "👍🏽", "👩‍💻", "🏳️‍🌈", "🇩🇪", "❤️", "漢a字", "𠀀"]
STYLES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 21, 22, 23, 24, 25, 27, 28, 29, 31, 36, 39, 42, 47, 49, 53, 55, 91, 97, 100, 107, "4:3", "4:0", "4:5",
          "38;5;{}", "48;5;{}", "38;2;{};{};{}", "48:2::{}:{}:{}", "38:5:{}", "58;5;{}", "58:2::{}:{}:{}"]
EDITS = ["position"] * 4 + ["motion"] * 4 + ["erase"] * 3 + ["edit"] * 3 + ["scroll_up"] * 2 + [
    "line", "line", "return", "tab", "back_tab", "region", "origin", "save", "insert_mode", "visible", "index", "backspace"]
ODDITIES = ["charset", "charset", "repeat", "title", "unknown", "string", "control_inside", "reset", "align", "c1"]


class Kind(typing.NamedTuple):
    """A family of cases."""

    text: list
    operations: list


KINDS = {
    # Nothing is written over and no line is erased: here the lines that go on in the next one are compared as well.
    "flow": Kind(NARROW + WIDE, ["text"] * 8 + ["style"] * 4 + ["line"] * 4 + ["tab", "link"]),
    # Characters of all widths, all in one look.
    "cells": Kind(NARROW + WIDE, ["text"] * 8 + EDITS + ["scroll_down", "tab_stop"]),
    # All looks, on characters of one column.
    "looks": Kind(NARROW, ["text"] * 8 + ["style"] * 6 + EDITS + ["alternate", "autowrap"]),
    # New sizes between lines of all widths; wrapped lines and the scrollback are compared as well. No line ends in a blank.
    "resize": Kind([text.rstrip() for text in NARROW + WIDE] + ["two words"], ["text"] * 12 + ["line", "foreground", "resize"] * 2),
    "odd": Kind(NARROW, ["text"] * 12 + ["style"] * 4 + EDITS + ["alternate", "autowrap"] + ODDITIES * 2),
}


class Operations:
    """What each operation writes."""

    def __init__(self, chance, texts, cols, rows):
        self.chance, self.texts, self.cols, self.rows = chance, texts, cols, rows
        self.on_alternate = False

    def count(self, most=6):
        return self.chance.choice(["", 0, 1, self.chance.randint(1, most), self.chance.randint(1, most)])

    def csi(self, final, *params):
        return "\x1b[" + ";".join(str(param) for param in params) + final

    def text(self):
        return self.chance.choice(self.texts)

    def style(self):
        parts = [str(self.chance.choice(STYLES)) for _ in range(self.chance.randint(1, 3))]
        return self.csi("m", *[part.format(*[self.chance.choice([0, 7, 8, 128, 255]) for _ in range(3)]) for part in parts])

    def foreground(self):
        """A look without a background, which lines that come in by scrolling would take."""
        return self.csi("m", self.chance.choice([0, 1, 3, 4, 9, 22, 24, 31, 36, 39, 53, 91]))

    def line(self):
        return "\r\n"

    def resize(self):
        """From an empty last line: what becomes of the lines below the cursor and of the place in a line is each emulator's own affair."""
        if self.chance.random() < 0.7:
            self.cols = self.chance.choice([4, 7, 13, 20, 33, 80])
        if self.chance.random() < 0.7:
            self.rows = self.chance.choice([2, 3, 5, 8, 24])
        return [b"\r\n", emulators.Size(self.cols, self.rows)]

    def tab(self):
        return "\t"

    def position(self):
        return self.csi(self.chance.choice("Hf"), self.chance.randint(0, self.rows + 1), self.chance.randint(0, self.cols + 1))

    def motion(self):
        return self.csi(self.chance.choice("ABCDEFG`adeI"), self.count(self.cols))

    def back_tab(self):
        return self.column() + self.csi("Z", self.count(3))

    def column(self):
        """Somewhere in the row, and no wrap ahead."""
        return self.csi("G", self.chance.randint(1, self.cols))

    def erase(self):
        return self.column() + self.csi(self.chance.choice("JKX"), self.chance.choice([0, 1, 2]))

    def edit(self):
        return self.column() + self.csi(self.chance.choice("@PLM"), self.count())

    def scroll_down(self):
        return self.csi("T", self.count(3))

    def scroll_up(self):
        return self.csi("r", 2, self.rows) + self.csi("S", self.count(3))

    def region(self):
        top = self.chance.randint(1, self.rows)
        return self.csi("r", top, self.chance.randint(top, self.rows)) if self.chance.random() < 0.7 else self.csi("r")

    def origin(self):
        return "\x1b[?6h" + self.position() + self.text() + "\x1b[?6l"

    def alternate(self):
        self.on_alternate = not self.on_alternate
        return "\x1b[m\x1b[r" + self.csi("h" if self.on_alternate else "l", "?1049")

    def save(self):
        return f"\x1b[m{self.column()}\x1b7\x1b[{self.chance.randint(1, self.rows - 1)};2Hab\x1b8"

    def insert_mode(self):
        return self.csi(self.chance.choice("hll"), "4")

    def autowrap(self):
        return self.csi(self.chance.choice("hhl"), "?7")

    def tab_stop(self):
        return self.chance.choice(["\x1bH", "\x1b[g", "\x1b[3g"])

    def charset(self):
        return self.chance.choice(["\x1b(0", "\x1b(B", "\x1b)0", "\x1b)B", "\x0e", "\x0f", "\x1b(A"])

    def repeat(self):
        return "r" + self.csi("b", self.count())

    def visible(self):
        return self.csi(self.chance.choice("hl"), "?25")

    def index(self):
        return "\x1b" + self.chance.choice("DEM")

    def backspace(self):
        return "\b"

    def title(self):
        return "\x1b]" + self.chance.choice("02") + ";" + self.text() + self.chance.choice(["\a", "\x1b\\"])

    def link(self):
        return f"\x1b]8;;https://example.org/{self.chance.randint(1, 3)}\x1b\\{self.text()}\x1b]8;;\x1b\\"

    def unknown(self):
        return self.chance.choice(["\x1b[?9999h", "\x1b[>7u", "\x1b[=5z", "\x1b[1;2;3y", "\x1b#9", "\x1b]777;x\a", "\x1b[5;6 ~"])

    def string(self):
        return "\x1b" + self.chance.choice("PX^_") + "swallowed" + self.chance.choice(["\x1b\\", "\x18"])

    def control_inside(self):
        return self.chance.choice(["\x1b[3\r;4H", "\x1b[\n2C", "\x1b[1\x18m", "\x1b[3\x1b[1m"])

    def reset(self):
        self.on_alternate = False
        return "\x1bc\x1b[?25h"

    def align(self):
        return "\x1b[m\x1b[r\x1b#8"

    def c1(self):
        return self.chance.choice(["\x84", "\x85", "\x9b2C"])


# A name that Python keeps for itself.
setattr(Operations, "return", lambda self: "\r")


def operations(seed, kind):
    """(cols, rows, list of lists of steps) of one case."""
    chance = random.Random(f"{kind}-{seed}")
    cols, rows = chance.choice([(20, 5), (13, 4), (40, 8), (5, 3), (80, 24)])
    made = Operations(chance, KINDS[kind].text, cols, rows)
    pieces = []
    for _ in range(chance.randint(5, 60)):
        steps = getattr(made, chance.choice(KINDS[kind].operations))()
        pieces.append([steps.encode()] if isinstance(steps, str) else steps)
    return cols, rows, pieces


def whole(pieces):
    """The steps of a case, with bytes that follow each other put together."""
    steps = [b""]
    for piece in pieces:
        for step in piece:
            if isinstance(step, bytes) and isinstance(steps[-1], bytes):
                steps[-1] += step
            else:
                steps.append(step)
    return steps


def cut(seed, steps):
    """The steps with their bytes cut at random."""
    chance = random.Random(f"cut-{seed}")
    result = []
    for step in steps:
        if isinstance(step, bytes):
            result += emulators.cut(step, [chance.randrange(len(step) + 1) for _ in range(chance.choice([0, 1, 3, 10]))])
        else:
            result.append(step)
    return result
