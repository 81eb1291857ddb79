"""Holds the tree to the rules of house.py, and house.py to finding what breaks them."""

import os
import tempfile
import unittest

import house

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
GOOD = "// What it is.\n#pragma once\n"

# Each breaks one rule, and is the only file at fault in its tree: what it is called, what it holds, what is said of it.
BROKEN = [
    ("plugins/window/src/a.cpp", '#include "kernel/verbs/Gate.h"\n', "plugins/window/src/a.cpp:1: plugins/window includes kernel"),
    ("plugins/window/src/a.cpp", "#include <kernel/verbs/Gate.h>\n", "plugins/window/src/a.cpp:1: plugins/window includes kernel"),
    ("plugins/window/src/a.cpp", '\n#include "plugins/pane/src/Pane.h"\n',
     "plugins/window/src/a.cpp:2: plugins/window includes plugins/pane"),
    ("plugins/window/src/a.cpp", '#include "../../pane/src/Pane.h"\n', "plugins/window/src/a.cpp:1: plugins/window includes plugins/pane"),
    ("plugins/window/src/a.cpp", '#  include "client/Cli.h"\n', "plugins/window/src/a.cpp:1: plugins/window includes client"),
    ("plugins/window/src/a.cpp", '#include "sdk/src/Expect.h"\n', "plugins/window/src/a.cpp:1: plugins/window includes sdk"),
    ("plugins/window/src/a.cpp", '#include "Nowhere.h"\n', "plugins/window/src/a.cpp:1: includes Nowhere.h, which is no file of this tree"),
    ("sdk/src/a.cpp", '#include "kernel/verbs/Gate.h"\n', "sdk/src/a.cpp:1: sdk includes kernel"),
    ("sdk/src/a.cpp", '#include "../../plugins/pane/src/Pane.h"\n', "sdk/src/a.cpp:1: sdk includes plugins/pane"),
    ("sdk/src/a.cpp", "#include <Poco/JSON/Parser.h>\n", "sdk/src/a.cpp:1: sdk includes Poco"),
    ("sdk/include/venomx/sdk/a.h", GOOD + '#include "../../../src/Expect.h"\n',
     "sdk/include/venomx/sdk/a.h:3: a public header includes the inside of sdk"),
    ("kernel/a.cpp", '#include "plugins/pane/src/Pane.h"\n', "kernel/a.cpp:1: kernel includes plugins/pane"),
    ("kernel/a.cpp", '#include "client/Cli.h"\n', "kernel/a.cpp:1: kernel includes client"),
    ("client/a.cpp", '#include "kernel/verbs/Gate.h"\n', "client/a.cpp:1: client includes kernel"),
    ("client/a.cpp", '#include "tests/pane/Fake.h"\n', "client/a.cpp:1: client includes tests"),
    ("client/a.cpp", "#include <Poco/Foundation.h>\n", "client/a.cpp:1: client includes Poco"),
    ("plugins/pane/src/a.cpp", "#include <venomx/sdk/testing/bench.h>\n", "plugins/pane/src/a.cpp:1: plugins/pane includes what is for tests"),
    ("sdk/include/venomx/sdk/b.h", GOOD + "#include <venomx/sdk/testing.h>\n",
     "sdk/include/venomx/sdk/b.h:3: sdk includes what is for tests"),
    ("kernel/a.cpp", "#include <venomx/sdk/testing.h>\n", "kernel/a.cpp:1: kernel includes what is for tests"),
    ("kernel/testing/a.cpp", '#include "plugins/pane/src/Pane.h"\n', "kernel/testing/a.cpp:1: kernel includes plugins/pane"),
    ("kernel/a.cpp", '#include "kernel/testing/Bench.h"\n', "kernel/a.cpp:1: kernel includes what is for tests"),
    ("kernel/a.h", "#pragma once\n", "kernel/a.h:1: a header opens with a comment that says what it is"),
    ("kernel/a.h", "//\n#pragma once\n", "kernel/a.h:1: a header opens with a comment that says what it is"),
    ("tests/pane/a.h", "// What it is.\n", "tests/pane/a.h:1: no #pragma once"),
    ("kernel/a.cpp", "int a;\n" * 401, "kernel/a.cpp:401: 401 lines, more than 400"),
    ("bench/a.cpp", "int a; // TO" "DO: more\n", "bench/a.cpp:1: unfinished: TO" "DO"),
    ("kernel/a.cpp", "// FIX" "ME\n", "kernel/a.cpp:1: unfinished: FIX" "ME"),
    ("kernel/a.cpp", 'f("Not ' 'implemented");\n', "kernel/a.cpp:1: unfinished: Not " "implemented"),
]


class House(unittest.TestCase):
    def test_the_tree_keeps_its_rules(self):
        self.assertGreater(len(list(house.source_files(ROOT))), 100)
        self.assertEqual([], house.faults(ROOT))


class Rules(unittest.TestCase):
    """Trees of a few files."""

    def faults(self, files):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            return house.faults(root)

    def good(self):
        return {
            "kernel/main.cpp": '#include "kernel/verbs/Gate.h"\n#include <venomx/sdk/call.h>\n#include <Poco/Foundation.h>\n',
            "kernel/verbs/Gate.h": GOOD + "#include <vector>\n#include <sys/types.h>\n",
            "plugins/pane/src/Pane.h": GOOD + "#include <venomx/sdk/services/panes.h>\n",
            "plugins/pane/src/split.cpp": '#include "Pane.h"\n#include "screen/Grid.h"\n',
            "plugins/pane/src/screen/Grid.h": GOOD + '#include "../Pane.h"\n#include <re2/re2.h>\n',
            "sdk/include/venomx/sdk/call.h": GOOD + "int a;\n" * 397,
            "sdk/include/venomx/sdk/stamp.h": "/* What it is. */\n#ifndef A\n#define A\n#endif\n",
            "sdk/include/venomx/sdk/plugin.h": GOOD + "#include <Poco/ClassLibrary.h>\n",
            "sdk/src/Expect.h": GOOD,
            "sdk/src/Call.cpp": '#include <venomx/sdk/call.h>\n#include "Expect.h"\n',
            "client/Cli.h": GOOD,
            "kernel/testing/Bench.cpp": '#include <venomx/sdk/testing/bench.h>\n#include "kernel/verbs/Gate.h"\n',
            "sdk/include/venomx/sdk/testing/bench.h": GOOD + "#include <venomx/sdk/testing/clock.h>\n",
            "sdk/template/tests/a.cpp": "#include <venomx/sdk/testing.h>\n",
            "client/main.cpp": '#include "client/Cli.h"\n#include "commit.h"\n#include <venomx/sdk/call.h>\n',
            "tests/pane/Fake.h": GOOD,
            "tests/pane/PaneTest.cpp": '#include "plugins/pane/src/Pane.h"\n#include "tests/pane/Fake.h"\n' + "int a;\n" * 500,
            "bench/verbs.cpp": '#include "kernel/verbs/Gate.h"\n',
            "build/generated.cpp": "// FIX" "ME\n",
        }

    def test_a_good_tree_has_no_faults(self):
        self.assertEqual([], self.faults(self.good()))

    def test_each_rule_finds_what_breaks_it(self):
        for path, text, said in BROKEN:
            with self.subTest(said):
                self.assertEqual([said], self.faults({**self.good(), path: text}))


if __name__ == "__main__":
    unittest.main()
