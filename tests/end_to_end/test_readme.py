"""The README's screenful works when it is pasted."""

import os
import re
import subprocess
import tempfile
import unittest

from venomx_testing import BUILD, DEADLINE

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class Readme(unittest.TestCase):
    def test_the_screenful_as_pasted(self):
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
            blocks = re.findall(r"^```sh\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
        self.assertEqual(1, len(blocks))
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.abspath(BUILD), os.path.join(folder, "build"))
            environment = {k: v for k, v in os.environ.items() if not k.startswith("VENOMX_") and k != "HISTFILE"}
            environment.update(XDG_CACHE_HOME=folder, XDG_STATE_HOME=folder)
            # Job control is on in the shell that a person pastes into.
            done = subprocess.run(["bash", "-m", "-c", blocks[0]], cwd=folder, env=environment, capture_output=True, timeout=DEADLINE * 3, check=False)
        output = done.stdout.decode()
        self.assertEqual(0, done.returncode, output + done.stderr.decode())
        self.assertIn('{"session":"s0","name":"build"}\n', output)
        self.assertRegex(output, r'\{"window":"w0","session":"s0","pane":"p0","principal":"g1","pid":\d+\}\n')
        self.assertIn('"text":"/tmp\\nhello unset\\n', output)
        self.assertIn("p1", output)
        self.assertIn("spawn.path", output)


if __name__ == "__main__":
    unittest.main()
