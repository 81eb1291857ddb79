"""The conformance matrix of process starts: cases 1 to 29, through the wire, the command line and MCP, against real daemons.

Where a case wants an injected failure, a file system that the test serves or a limit set from outside gives it on all surfaces,
and the part that only the inside can inject runs as a test of the program named in the table. The table at the end shows each
case and surface; a hole in it fails the run.
"""

import unittest

from directory_cases import DirectoryCases
from environment_cases import EnvironmentCases
from hung_cases import Hung, TimedOut
from memory_cases import Memory
from order_cases import OrderCases
from room import OWNER_SHAPED, TABLE
from search_cases import SearchCases, SmallStack
from shown_cases import ShownCases


class Matrix(DirectoryCases, EnvironmentCases, SearchCases, OrderCases, ShownCases):
    """One daemon for all cases that can share one."""

    options = {"base_env": {}, "env": {
        "PATH": "/usr/bin:/bin", "HOME": "/root", "BASE": "1", "LANG": "C", "X_TOKEN": "canary-x", "VENOM_PRINCIPAL": "g1",
        "VENOMX_DEBUG": "1", "FOO": "before " + OWNER_SHAPED + " after", "VENOMX_TOKEN": "@owner"}}


class Whole(unittest.TestCase):
    def test_the_table_has_no_hole(self):
        TABLE.show()
        self.assertEqual([], TABLE.holes())


def load_tests(loader, _tests, _pattern):
    """Case 24 last in the matrix, as it looks at what the others did; the table at the very end."""
    names = sorted(loader.getTestCaseNames(Matrix), key=lambda name: (name.startswith("test_24"), name))
    tests = [loader.loadTestsFromTestCase(case) for case in (SmallStack, Memory, Hung, TimedOut)]
    return unittest.TestSuite([*tests, *map(Matrix, names), loader.loadTestsFromTestCase(Whole)])


if __name__ == "__main__":
    unittest.main()
