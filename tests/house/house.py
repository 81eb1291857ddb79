"""The rules of the house that no compiler keeps: who may include whom, and how a file looks.

`faults(root)` reads a source tree and returns one line for each broken rule, `file:line: what is wrong`.
"""

import os
import re

ROOMS = ("kernel", "plugins", "sdk", "client")
OTHERS = ("tests", "bench")
CODE = (".h", ".hpp", ".c", ".cc", ".cpp", ".inc")
HEADERS = (".h", ".hpp")
LONGEST = 400
# The one header that C programs read too, and the one that names Poco's class loader.
PLAIN_C = "sdk/include/venomx/sdk/stamp.h"
WITH_POCO = "sdk/include/venomx/sdk/plugin.h"
# The fakes and the bench: no program that is installed may lean on them.
FOR_TESTS = "sdk/include/venomx/sdk/testing"
BENCH = "kernel/testing/"
# Headers that the build writes.
GENERATED = ("commit.h",)

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# In pieces, so that a search for such words finds none here.
UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b|(?i:not" r" implemented)")


def source_files(root):
    """Paths of all code below the rooms and what stands beside them, relative to `root`."""
    for top in ROOMS + OTHERS:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = sorted(name for name in folders if not name.startswith((".", "build")) and name != "__pycache__")
            for name in sorted(names):
                if name.endswith(CODE):
                    yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def room_of(path):
    """kernel, sdk, client, tests, bench, or plugins/<name>."""
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "plugins" else parts[0]


def target_of(root, path, delimiter, name):
    """The file of ours that an include means, relative to `root`; None for another's."""
    if name.startswith("venomx/sdk/"):
        return "sdk/include/" + name
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name)).replace(os.sep, "/")
    if delimiter == '"' and os.path.isfile(os.path.join(root, beside)):
        return beside
    if name.split("/")[0] in ROOMS + OTHERS and "/" in name:
        return os.path.normpath(name).replace(os.sep, "/")
    return None


def in_tests(path):
    """The headers of FOR_TESTS themselves, and the tests of the template and the examples."""
    return path.startswith(FOR_TESTS) or "/tests/" in path


def arrow_fault(path, target):
    """Why `path` may not include `target`; None if it may."""
    here, there = room_of(path), room_of(target)
    if path.startswith(BENCH) and target.startswith((FOR_TESTS, "kernel/")):
        return None
    if here == there and not target.startswith((FOR_TESTS, BENCH)):
        public = path.startswith("sdk/include/") and not target.startswith("sdk/include/")
        return "a public header includes the inside of sdk" if public else None
    if here not in OTHERS and target.startswith((FOR_TESTS, BENCH)) and not (here == "sdk" and in_tests(path)):
        return f"{here} includes what is for tests"
    if here in OTHERS:
        return None
    if target.startswith("sdk/include/"):
        return None
    return f"{here} includes {there}"


def include_faults(root, path, lines):
    """Broken arrows, and Poco where none may be."""
    without_poco = path.startswith(("sdk/", "client/")) and path != WITH_POCO
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        delimiter, name = found.groups()
        if without_poco and name.startswith("Poco/"):
            yield f"{path}:{number}: {room_of(path)} includes Poco"
        target = target_of(root, path, delimiter, name)
        if target is None:
            if delimiter == '"' and name not in GENERATED and room_of(path) not in OTHERS:
                yield f"{path}:{number}: includes {name}, which is no file of this tree"
            continue
        fault = arrow_fault(path, target)
        if fault:
            yield f"{path}:{number}: {fault}"


def header_faults(path, lines):
    """A header opens with what it is, and is read once."""
    first = lines[0].strip() if lines else ""
    if not first.startswith(("//", "/*")) or not first.strip("/* "):
        yield f"{path}:1: a header opens with a comment that says what it is"
    if path != PLAIN_C and not any(line.strip() == "#pragma once" for line in lines):
        yield f"{path}:1: no #pragma once"


def unfinished_faults(path, lines):
    """Words of work put off."""
    for number, line in enumerate(lines, 1):
        word = UNFINISHED.search(line)
        if word:
            yield f"{path}:{number}: unfinished: {word.group(0)}"


def faults(root):
    """All broken rules of the tree at `root`, in the order of its files."""
    found = []
    for path in source_files(root):
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        found += include_faults(root, path, lines)
        found += unfinished_faults(path, lines)
        if path.endswith(HEADERS):
            found += header_faults(path, lines)
        if path.split("/")[0] in ROOMS and len(lines) > LONGEST:
            found.append(f"{path}:{LONGEST + 1}: {len(lines)} lines, more than {LONGEST}")
    return found
