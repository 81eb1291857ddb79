"""What the documents show a command to print is what it prints: each block that begins with `$ venomx`."""

import glob
import os
import re
import shlex
import subprocess
import unittest

from venomx_testing import DEADLINE, VENOMX

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BLOCK = re.compile(r"^```text\n\$ venomx (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Captures(unittest.TestCase):
    maxDiff = None

    def test_each_is_true(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("VENOMX_")}
        environment.update(VENOMX_SOCKET="/nonexistent/socket", XDG_CONFIG_HOME="/nonexistent", NO_COLOR="1")
        checked = 0
        for path in [os.path.join(ROOT, "README.md"), *sorted(glob.glob(os.path.join(ROOT, "docs", "*.md")))]:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for words, shown in BLOCK.findall(text):
                with self.subTest(document=os.path.basename(path), words=words):
                    done = subprocess.run([VENOMX, *shlex.split(words)], env=environment, capture_output=True, text=True, timeout=DEADLINE, check=False)
                    self.assertEqual((0, shown, ""), (done.returncode, done.stdout, done.stderr))
                    checked += 1
        self.assertGreaterEqual(checked, 4)


if __name__ == "__main__":
    unittest.main()
