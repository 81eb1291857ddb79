"""The screen and @xterm/headless are given the same bytes and sizes, and must show the same: text, widths and looks of all cells, the
lines of the scrollback, which lines go on in the next, the cursor, which of the two screens is shown, the title.

The screen gets each stream cut at random, the peer whole. Where the two differ for a reason, expected_differences.json says how
and why, and says it exactly: a difference more, a difference less or another one fails. `test_differential.py --table` prints
what is compared, and where it is the same.
"""

import json
import os
import sys
import unittest

import emulators
import generator
import streams
from emulators import Job, Size

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = 600  # of each kind
SHOWN = 3  # failures that are made small and printed
EVERY_WRAP_COMPARED = ("flow", "resize")  # kinds that write over nothing

with open(os.path.join(HERE, "expected_differences.json"), encoding="utf-8") as file:
    EXPECTED = json.load(file)


def shown(value):
    return json.dumps(value, ensure_ascii=False)


def recorded_jobs():
    """Each recorded stream up to each of its quarters."""
    for job in streams.recorded():
        for quarter in range(1, 5):
            yield Job(f"{job.name} {quarter}/4", job.cols, job.rows, [job.stream[: len(job.stream) * quarter // 4]])


def resized_jobs():
    """Each recorded stream on a terminal that becomes larger in its middle, narrower at its end, and then wide and high."""
    for job in streams.recorded():
        half = len(job.stream) // 2
        steps = [job.stream[:half], Size(job.cols + 7, job.rows + 2), job.stream[half:] + b"\x1b[m\r\n", Size(job.cols * 2 // 3, job.rows),
                 b"\r\n", Size(job.cols + 9, job.rows + 4)]
        yield Job(f"{job.name} resized", job.cols, job.rows, steps)


def known_jobs():
    """What the emulators are known to differ in; a step of two numbers is a new size."""
    for entry in EXPECTED["known"]:
        steps = [bytes.fromhex(entry["hex"])] if "hex" in entry else [
            step.encode() if isinstance(step, str) else Size(*step) for step in entry.get("steps", [entry.get("stream")])]
        yield Job(entry["name"], entry["cols"], entry["rows"], steps)


def generated_jobs(kind):
    """The cases of a kind, and each as a job. The scrollback of some runs over."""
    cases = [generator.operations(seed, kind) for seed in range(CASES)]
    return cases, [Job(kind, cols, rows, generator.whole(pieces), 5 if kind == "cells" and seed % 2 else 1000)
                   for seed, (cols, rows, pieces) in enumerate(cases)]


def differs(kind, our_answer, their_answer):
    if emulators.failed(their_answer) or our_answer == their_answer:
        return False
    if kind in EVERY_WRAP_COMPARED:
        return True
    return emulators.without_wraps(our_answer) != emulators.without_wraps(their_answer)


def smallest(kind, cols, rows, pieces):
    """The pieces without those that the difference does not need."""
    index = 0
    while index < len(pieces):
        fewer = pieces[:index] + pieces[index + 1 :]
        job = Job(kind, cols, rows, generator.whole(fewer))
        if differs(kind, emulators.ours([job])[0], emulators.peers([job])[0]):
            pieces = fewer
        else:
            index += 1
    return generator.whole(pieces)


class DifferentialTest(unittest.TestCase):
    maxDiff = None

    def compare(self, jobs, expected):
        ours, peers = emulators.ours(jobs), emulators.peers(jobs)
        for job, our_answer, their_answer in zip(jobs, ours, peers):
            with self.subTest(job.name):
                self.assertFalse(emulators.failed(their_answer))
                found = emulators.differences(our_answer, their_answer)
                self.assertEqual(expected.get(job.name, []), found, f"\n{shown(found)}")

    def test_recorded_streams(self):
        jobs = list(recorded_jobs())
        self.assertGreaterEqual(len(jobs), 60)
        expected = {name: found for entry in EXPECTED["recorded"] for name, found in entry["streams"].items()}
        self.assertLessEqual(set(expected), {job.name for job in jobs})
        self.compare(jobs, expected)

    def test_known_differences(self):
        """Each is still there, and is what it was."""
        self.assertNotIn([], [entry["differences"] for entry in EXPECTED["known"]])
        self.compare(list(known_jobs()), {entry["name"]: entry["differences"] for entry in EXPECTED["known"]})

    def test_recorded_streams_resized(self):
        """All the same, but for those that meet a known difference on their way, which must be there."""
        jobs = list(resized_jobs())
        excepted = {name for entry in EXPECTED["resized"] for name in entry["streams"]}
        different = {job.name for job, ours, theirs in zip(jobs, emulators.ours(jobs), emulators.peers(jobs)) if ours != theirs}
        self.assertEqual(excepted, different)
        self.assertLess(len(excepted), len(jobs) // 3)

    def generated(self, kind):
        cases, whole = generated_jobs(kind)
        cut = [Job(kind, job.cols, job.rows, generator.cut(seed, job.chunks), job.scrollback) for seed, job in enumerate(whole)]
        ours, peers = emulators.ours(cut), emulators.peers(whole)
        wrong = [seed for seed in range(CASES) if differs(kind, ours[seed], peers[seed])]
        smallest_ones = [f"seed {seed}: {cases[seed][0]}x{cases[seed][1]} {smallest(kind, *cases[seed])!r}" for seed in wrong[:SHOWN]]
        self.assertEqual([], wrong, "\n" + "\n".join(smallest_ones))
        # The peer breaks down where it erases to the cursor in the last cell; that must stay the exception.
        self.assertLess(sum(map(emulators.failed, peers)), CASES // 50)
        self.assertGreater(sum(map(emulators.cell_count, ours)), 20 * CASES)

    def test_flow(self):
        self.generated("flow")

    def test_resizes(self):
        self.generated("resize")

    def test_cells(self):
        self.generated("cells")

    def test_looks(self):
        self.generated("looks")

    def test_oddities(self):
        self.generated("odd")


def verdicts(jobs, reasons):
    """A row of the table: of all jobs together, the same, or why not."""
    found = {aspect: set() for aspect in emulators.ASPECTS}
    ours, peers = emulators.ours(jobs), emulators.peers(jobs)
    compared = [pair for pair in zip(jobs, ours, peers) if not emulators.failed(pair[2])]
    for job, our_answer, their_answer in compared:
        for aspect in emulators.different_aspects(our_answer, their_answer):
            found[aspect].add(reasons.get(job.name, "NOT LISTED"))
    columns = ["differs: " + "; ".join(sorted(why)) if why else "same" for why in found.values()]
    return [str(len(compared)), str(sum(map(emulators.cell_count, ours))), *columns]


def table_rows():
    """(name, jobs, reason of each job that differs)"""
    listed = {name: entry["reason"] for part in ("recorded", "resized") for entry in EXPECTED[part] for name in entry["streams"]}
    recorded, resized = list(recorded_jobs()), list(resized_jobs())
    for job in streams.recorded():
        yield job.name, [one for one in recorded if one.name.startswith(job.name + " ")], listed
    for job in resized:
        yield job.name, [job], listed
    for kind, about in generator.KINDS.items():
        overwrites = "" if kind in EVERY_WRAP_COMPARED else "where text is written over: listed below"
        yield f"generated: {kind} ({', '.join(sorted(set(about.operations)))})", generated_jobs(kind)[1], {kind: overwrites}
    for entry, job in zip(EXPECTED["known"], known_jobs()):
        yield f"known: {job.name}", [job], {job.name: entry["reason"]}


def print_table():
    print("| stream | runs | columns filled | " + " | ".join(emulators.ASPECTS) + " |\n|---|---|---|" + "---|" * len(emulators.ASPECTS))
    for name, jobs, reasons in table_rows():
        print("| " + " | ".join([name, *verdicts(jobs, reasons)]) + " |")


if __name__ == "__main__":
    if "--table" in sys.argv:
        print_table()
    else:
        unittest.main()
