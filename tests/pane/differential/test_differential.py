"""The screen and @xterm/headless are given the same bytes, and must show the same: text, widths and looks of all cells, the lines of
the scrollback, which lines go on in the next, the cursor, which of the two screens is shown, the title.

The screen gets each stream cut at random, the peer whole. Where the two differ for a reason, expected_differences.json says how
and why, and says it exactly: a difference more, a difference less or another one fails. `test_differential.py --table` prints
what is compared.
"""

import json
import os
import sys
import unittest

import emulators
import generator
import streams

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = 600  # of each kind
SHOWN = 3  # failures that are made small and printed

with open(os.path.join(HERE, "expected_differences.json"), encoding="utf-8") as file:
    EXPECTED = json.load(file)


def shown(value):
    return json.dumps(value, ensure_ascii=False)


def recorded_jobs():
    """Each recorded stream up to each of its quarters."""
    for job in streams.recorded():
        for quarter in range(1, 5):
            yield emulators.Job(f"{job.name} {quarter}/4", job.cols, job.rows, [job.stream[: len(job.stream) * quarter // 4]])


def differs(kind, our_answer, their_answer):
    if emulators.failed(their_answer) or our_answer == their_answer:
        return False
    if kind == "flow":
        return True
    return emulators.without_wraps(our_answer) != emulators.without_wraps(their_answer)


def smallest(kind, cols, rows, pieces):
    """The pieces without those that the difference does not need."""
    index = 0
    while index < len(pieces):
        fewer = pieces[:index] + pieces[index + 1 :]
        job = emulators.Job(kind, cols, rows, [b"".join(fewer)])
        if differs(kind, emulators.ours([job])[0], emulators.peers([job])[0]):
            pieces = fewer
        else:
            index += 1
    return b"".join(pieces)


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
        jobs, expected = [], {}
        for entry in EXPECTED["known"]:
            stream = bytes.fromhex(entry["hex"]) if "hex" in entry else entry["stream"].encode()
            jobs.append(emulators.Job(entry["name"], entry["cols"], entry["rows"], [stream]))
            expected[entry["name"]] = entry["differences"]
            self.assertNotEqual([], entry["differences"])
        self.compare(jobs, expected)

    def generated(self, kind):
        cases = [generator.operations(seed, kind) for seed in range(CASES)]
        whole = [emulators.Job(kind, cols, rows, [b"".join(pieces)]) for cols, rows, pieces in cases]
        cut = [emulators.Job(kind, job.cols, job.rows, emulators.cut(job.stream, generator.cuts(seed, job.stream)))
               for seed, job in enumerate(whole)]
        ours, peers = emulators.ours(cut), emulators.peers(whole)
        wrong = [seed for seed in range(CASES) if differs(kind, ours[seed], peers[seed])]
        smallest_ones = [f"seed {seed}: {cases[seed][0]}x{cases[seed][1]} {smallest(kind, *cases[seed])!r}" for seed in wrong[:SHOWN]]
        self.assertEqual([], wrong, "\n" + "\n".join(smallest_ones))
        # The peer breaks down where it erases to the cursor in the last cell; that must stay the exception.
        self.assertLess(sum(map(emulators.failed, peers)), CASES // 50)
        self.assertGreater(sum(map(emulators.cell_count, ours)), 20 * CASES)

    def test_flow(self):
        self.generated("flow")

    def test_cells(self):
        self.generated("cells")

    def test_looks(self):
        self.generated("looks")

    def test_oddities(self):
        self.generated("odd")


def print_table():
    jobs = list(recorded_jobs())
    print("| stream | cells | differences |\n|---|---|---|")
    for job, our_answer, their_answer in zip(jobs, emulators.ours(jobs), emulators.peers(jobs)):
        print(f"| {job.name} | {emulators.cell_count(our_answer)} | {len(emulators.differences(our_answer, their_answer))} |")


if __name__ == "__main__":
    if "--table" in sys.argv:
        print_table()
    else:
        unittest.main()
