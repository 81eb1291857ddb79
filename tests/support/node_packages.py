"""Packages of Node that tests need, in the build folder: see scripts/node_packages."""

import os
import subprocess
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "node_packages")
UNREACHABLE = 75


def installed(folder, build):
    """The folder with the node_modules that `folder` locks. Skips the test where npm is not there or reaches no registry."""
    target = os.path.join(build, "node", os.path.basename(folder))
    done = subprocess.run([SCRIPT, folder, target], capture_output=True, text=True, check=False)
    if done.returncode == UNREACHABLE:
        raise unittest.SkipTest(done.stderr.strip())
    if done.returncode != 0:
        raise AssertionError(f"node_packages ended with {done.returncode}: {done.stderr}")
    return target
