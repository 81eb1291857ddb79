"""What the tests with official programs stand on: where Node and its packages lie, and how they are run."""

import os
import subprocess
import unittest

FOLDER = os.environ.get("VENOMX_NODE", "")
MODULES = os.path.join(FOLDER, "node_modules")
NODE = os.path.join(MODULES, "node", "bin", "node")


def need_packages():
    """For setUpModule: skips where npm could not be reached."""
    if not os.path.exists(os.path.join(FOLDER, "fetched")):
        raise unittest.SkipTest("npm's packages are not there")


def run_node(*words, env=None, timeout=120, check=0):
    """The finished process of a Node program, as text."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VENOMX_")}
    environment.update(env or {}, PATH=os.path.dirname(NODE) + os.pathsep + os.environ["PATH"])
    done = subprocess.run([NODE, *words], capture_output=True, text=True, timeout=timeout, env=environment, check=False)
    if check is not None and done.returncode != check:
        raise AssertionError(f"{words}: exit {done.returncode}, wanted {check}\n{done.stdout}\n{done.stderr}")
    return done
