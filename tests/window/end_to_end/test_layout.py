"""Layouts from outside: the geometry that window.list gives is exact after any operation, it is the size that each terminal really has,
and a refusal changes nothing. A failure prints the seed and the step."""

import fcntl
import os
import random
import struct
import termios
import unittest

from ledger import leaves, size
from venomx_testing import Daemon

SLEEP = ["/bin/sleep", "1000"]
FIRST_SEEDS = range(1, 4)
STEPS = 150


def text(layout):
    """A layout in one line: [a | b] side by side, [a / b] one above the other."""
    if "pane" in layout:
        return f"{layout['pane']}:{layout['cols']}x{layout['rows']}"
    return "[" + {"cols": " | ", "rows": " / "}[layout["axis"]].join(text(cell) for cell in layout["cells"]) + "]"


def terminal_size(pid):
    """What the kernel tells the process about its terminal."""
    terminal = os.open(os.readlink(f"/proc/{pid}/fd/0"), os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        rows, cols, _, _ = struct.unpack("HHHH", fcntl.ioctl(terminal, termios.TIOCGWINSZ, bytes(8)))
    finally:
        os.close(terminal)
    return cols, rows


class LayoutTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.daemon = self.enterContext(Daemon(settings={"pane.scrollback": "0"}))
        self.wire = self.enterContext(self.daemon.wire())
        self.wire.request("session.create")

    def window(self, cols=80, rows=24):
        made = self.wire.request("window.create", {"session": "s0", "argv": SLEEP, "cols": cols, "rows": rows})
        return made["window"], made["pane"]

    def listed(self, window):
        return next((one for one in self.wire.request("window.list")["windows"] if one["window"] == window), None)

    def layout(self, window):
        return text(self.listed(window)["layout"])

    def split(self, pane, axis, **params):
        return self.wire.call("pane.split", {"pane": pane, "axis": axis, "argv": SLEEP, **params})

    def no_space(self, verb, params):
        self.assertEqual({"code": "conflict.no_space", "message": "not enough room in the window; window.resize gives it more", "data": {}},
                         self.wire.refusal(verb, params))

    def assert_exact(self, window):
        """It adds up, its panes are the list's, and each terminal has the size that is told."""
        panes = {pane["pane"]: pane for pane in self.wire.request("pane.list", {"window": window["window"]})["panes"]}
        cells = {leaf["pane"]: (leaf["cols"], leaf["rows"]) for leaf in leaves(window["layout"])}
        self.assertEqual((window["cols"], window["rows"]), size(window["layout"]))
        self.assertEqual(len(leaves(window["layout"])), len(cells))
        self.assertEqual(cells, {name: (pane["cols"], pane["rows"]) for name, pane in panes.items()})
        self.assertIn(window["active"], cells)
        self.assertTrue(all(cols >= 2 and rows >= 1 for cols, rows in cells.values()))
        self.assertEqual(cells, {name: terminal_size(pane["pid"]) for name, pane in panes.items()})

    def test_each_operation(self):
        """What each does to a window of 81 by 25, step by step."""
        window, p0 = self.window(81, 25)
        panes = [p0]
        steps = (
            (lambda: self.split(p0, "cols"), "[p0:40x25 | p1:40x25]"),
            (lambda: self.split("p1", "rows", size=10), "[p0:40x25 | [p1:40x14 / p2:40x10]]"),
            (lambda: self.split("p0", "rows", percent=20, before=True), "[[p3:40x5 / p0:40x19] | [p1:40x14 / p2:40x10]]"),
            (lambda: self.split("p0", "rows", size=9), "[[p3:40x5 / p0:40x9 / p4:40x9] | [p1:40x14 / p2:40x10]]"),
            (lambda: self.wire.call("pane.resize", {"pane": "p0", "cols": 60}), "[[p3:60x5 / p0:60x9 / p4:60x9] | [p1:20x14 / p2:20x10]]"),
            (lambda: self.wire.call("window.resize", {"window": window, "cols": 41, "rows": 25}),
             "[[p3:30x5 / p0:30x9 / p4:30x9] | [p1:10x14 / p2:10x10]]"),
            (lambda: self.wire.call("window.resize", {"window": window, "cols": 81, "rows": 48}),
             "[[p3:60x10 / p0:60x18 / p4:60x18] | [p1:20x27 / p2:20x20]]"),
            (lambda: self.wire.call("pane.close", {"pane": "p2", "grace_ms": 0}), "[[p3:60x10 / p0:60x18 / p4:60x18] | p1:20x48]"),
            (lambda: self.wire.call("pane.close", {"pane": "p1", "grace_ms": 0}), "[p3:81x10 / p0:81x18 / p4:81x18]"),
        )
        for step, expected in steps:
            answer = step()
            self.assertIn("ok", answer)
            panes.append(answer["ok"].get("pane"))
            self.assertEqual(expected, self.layout(window))
            self.assert_exact(self.listed(window))
        for pane in ("p3", "p4", "p0"):
            self.wire.request("pane.close", {"pane": pane, "grace_ms": 0})
        self.assertIsNone(self.listed(window))
        self.assertEqual([], self.wire.request("session.list")["sessions"][0]["windows"])

    def test_no_space(self):
        """Down to 2 columns by 1 row and no further, whoever asks for it."""
        window, pane = self.window(5, 3)
        for axis, params in (("cols", {"size": 3}), ("cols", {"percent": 100}), ("rows", {"size": 2}), ("cols", {"size": 1_000})):
            self.no_space("pane.split", {"pane": pane, "axis": axis, "argv": SLEEP, **params})
        beside = self.split(pane, "cols")["ok"]["pane"]
        below = self.split(pane, "rows")["ok"]["pane"]
        before = self.listed(window)
        self.assertEqual(f"[[{pane}:2x1 / {below}:2x1] | {beside}:2x3]", text(before["layout"]))
        self.no_space("pane.split", {"pane": pane, "axis": "rows", "argv": SLEEP})
        self.no_space("pane.split", {"pane": beside, "axis": "cols", "argv": SLEEP})
        self.no_space("pane.resize", {"pane": pane, "cols": 3})
        self.no_space("pane.resize", {"pane": beside, "rows": 4})
        self.no_space("window.resize", {"window": window, "cols": 4, "rows": 3})
        self.no_space("window.resize", {"window": window, "cols": 5, "rows": 2})
        self.assertEqual(before, self.listed(window))
        self.assert_exact(before)

    def test_select_and_who_is_active_next(self):
        window, first = self.window()
        second = self.split(first, "cols")["ok"]["pane"]
        other_window, other = self.window()
        self.assertEqual(second, self.wire.request("window.select", {"window": window, "pane": second})["active"])
        self.assertEqual("not_found.pane", self.wire.refusal("window.select", {"window": window, "pane": other})["code"])
        self.assertEqual((second, other), (self.listed(window)["active"], self.listed(other_window)["active"]))
        self.wire.request("pane.close", {"pane": second, "grace_ms": 0})
        self.assertEqual(first, self.listed(window)["active"])

    def test_random_operations(self):
        walks = [Walk(self, seed) for seed in (*FIRST_SEEDS, random.SystemRandom().randrange(1 << 32))]
        for walk in walks:
            walk.run()
        # They went where it gets tight.
        self.assertGreater(max(walk.most for walk in walks), 12)
        self.assertGreater(sum(walk.refused for walk in walks), STEPS // 4)


class Walk:
    """Random operations on one window, until it is closed."""

    def __init__(self, test, seed):
        self.test, self.wire, self.seed = test, test.wire, seed
        self.random = random.Random(seed)
        self.name = None
        self.most = self.refused = 0

    def run(self):
        self.name, _ = self.test.window(self.random.randint(10, 150), self.random.randint(5, 60))
        place = self.wire.request("events", {"follow": False})["next"]
        for step in range(STEPS):
            with self.test.subTest(seed=self.seed, step=step):
                place = self.step(place)
        self.wire.request("window.close", {"window": self.name, "grace_ms": 0})
        self.test.assertIsNone(self.test.listed(self.name))

    def step(self, place):
        before = self.test.listed(self.name)
        panes = {leaf["pane"]: leaf for leaf in leaves(before["layout"])}
        self.most = max(self.most, len(panes))
        operations = [self.split] * 5 + [self.resize_pane] * 3 + [self.resize, self.select] + [self.close] * (2 if len(panes) > 1 else 0)
        answer, check = self.random.choice(operations)(self.random.choice(sorted(panes)), panes)
        after = self.test.listed(self.name)
        request = self.wire.start("events", {"since": place, "follow": False, "kinds": ["layout.changed", "window.resized"]})
        head = self.wire.answer(request)["ok"]
        told = [self.wire.answer(request)["event"] for _ in range(head["count"])]
        self.wire.answer(request)
        # A select of the active pane, or a size that it has, is no change; each change is told once.
        self.test.assertEqual(0 if before == after else 1, len(told))
        if "error" in answer:
            self.refused += 1
            self.test.assertEqual(("conflict.no_space", before), (answer["error"]["code"], after))
        else:
            check(answer["ok"], after, {leaf["pane"]: leaf for leaf in leaves(after["layout"])})
        self.test.assert_exact(after)
        return head["next"]

    def split(self, source, panes):
        axis = self.random.choice(("cols", "rows"))
        params = self.random.choice(({}, {"size": self.random.randint(1, 40)}, {"percent": self.random.randint(1, 100)}))
        before = self.random.random() < 0.5

        def check(made, _, after):
            self.test.assertEqual({*panes, made["pane"]}, set(after))
            if "size" in params:
                self.test.assertEqual(params["size"], after[made["pane"]][axis])
            order = list(after)
            self.test.assertEqual(-1 if before else 1, order.index(made["pane"]) - order.index(source))
            across = "rows" if axis == "cols" else "cols"
            self.test.assertEqual((panes[source][across],) * 2, (after[source][across], after[made["pane"]][across]))

        return self.test.split(source, axis, before=before, **params), check

    def resize_pane(self, pane, panes):
        wanted = {axis: self.random.randint(1, 70) for axis in self.random.choice((["cols"], ["rows"], ["cols", "rows"]))}

        def check(result, _, after):
            sizes = {axis: wanted.get(axis, panes[pane][axis]) for axis in ("cols", "rows")}
            self.test.assertEqual(({"pane": pane, **sizes}, sizes), (after[pane], {axis: result[axis] for axis in sizes}))
            self.test.assertEqual(list(panes), list(after))

        return self.wire.call("pane.resize", {"pane": pane, **wanted}), check

    def resize(self, _, panes):
        cols, rows = self.random.randint(2, 160), self.random.randint(1, 70)

        def check(result, window, after):
            self.test.assertEqual((cols, rows, list(panes)), (window["cols"], window["rows"], list(after)))
            self.test.assertEqual(window, result)

        return self.wire.call("window.resize", {"window": self.name, "cols": cols, "rows": rows}), check

    def select(self, pane, panes):
        def check(result, window, after):
            self.test.assertEqual((pane, panes, window), (window["active"], after, result))

        return self.wire.call("window.select", {"window": self.name, "pane": pane}), check

    def close(self, pane, panes):
        def check(_, window, after):
            self.test.assertEqual(set(panes) - {pane}, set(after))
            self.test.assertNotEqual(pane, window["active"])

        return self.wire.call("pane.close", {"pane": pane, "grace_ms": 0}), check


if __name__ == "__main__":
    unittest.main()
