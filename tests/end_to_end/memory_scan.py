"""Looks through all readable memory of a running process, from outside.

Needs the right to trace it (root, or the process's user where the process is dumpable). One reader at a time.
"""

import os
import re

MAPPING = re.compile(r"([0-9a-f]+)-([0-9a-f]+) r(\S)\S+ \S+ \S+ (\d+) ?(.*)")
# The kernel's own pages, which hold nothing of the process.
KERNELS = ("[vvar]", "[vsyscall]", "[vvar_vclock]")


def may_scan(pid):
    """May this process read that one's memory?"""
    try:
        with open(f"/proc/{pid}/mem", "rb", buffering=0):
            return True
    except OSError:
        return False


def mappings(pid, changeable=False):
    """(name, start, end) of every readable mapping; or of those only that are not a file's own, never written content."""
    with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as maps:
        for line in maps:
            match = MAPPING.match(line)
            if not match or match.group(5).strip() in KERNELS:
                continue
            if changeable and match.group(3) != "w" and match.group(4) != "0":
                continue
            yield match.group(5).strip() or "anonymous", int(match.group(1), 16), int(match.group(2), 16)


def readable_memory(pid, changeable=False):
    """The same mappings: (name, its bytes)."""
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for name, start, end in mappings(pid, changeable):
            try:
                yield name, os.pread(memory.fileno(), end - start, start)
            except (OSError, OverflowError, ValueError):
                continue  # gone meanwhile, or a device's


def hits(pid, needles, changeable=False):
    """(mapping, what stands there) for every mapping in which one of the needles is found."""
    found = []
    for name, content in readable_memory(pid, changeable):
        for needle in needles:
            at = content.find(needle)
            if at >= 0:
                found.append((name, content[max(0, at - 24):at + len(needle) + 24]))
    return found
