"""The benchmarks that there are, that bench/run runs and that docs/performance.md tells of are the same."""

import os
import re
import subprocess
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
RUN = os.path.join(ROOT, "bench", "run")


def sources():
    return {name.removesuffix(".cpp") for name in os.listdir(os.path.join(ROOT, "bench")) if name.endswith(".cpp")}


class Benchmarks(unittest.TestCase):
    def test_whoever_asks_for_another_is_told_which_there_are(self):
        for names in (["nothing"], ["gate", "idle"], [""]):
            with self.subTest(names=names):
                told = subprocess.run([RUN, *names], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
                self.assertEqual((2, ""), (told.returncode, told.stdout))
                start = f"bench/run: no benchmark {names[-1]}; there are: "
                self.assertTrue(told.stderr.startswith(start), told.stderr)
                self.assertEqual(sources(), set(told.stderr.removeprefix(start).split()))

    def test_the_document_names_each(self):
        with open(os.path.join(ROOT, "docs", "performance.md"), encoding="utf-8") as file:
            told = re.findall(r"^\| `(\w+)` \|", file.read(), re.MULTILINE)
        self.assertEqual(sorted(sources()), sorted(told))


if __name__ == "__main__":
    unittest.main()
