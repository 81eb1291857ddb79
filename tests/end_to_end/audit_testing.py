"""The audit as its reader finds it, and file systems that fail on demand."""

import ctypes
import json
import os
import subprocess
import unittest

from venomx_testing import wait_until

CLONE_NEWNS = 0x20000


def folder_of(daemon):
    return os.path.join(daemon.environment["XDG_STATE_HOME"], "venomx")


def path_of(daemon):
    return os.path.join(folder_of(daemon), "audit.jsonl")


def lines(daemon):
    """Every whole line of the file in use, decoded."""
    try:
        with open(path_of(daemon), encoding="utf-8") as file:
            return [json.loads(line) for line in file.read().splitlines()]
    except FileNotFoundError:
        return []


def wait_for(daemon, count):
    """The lines once there are so many; more fail the test."""
    found = wait_until(lambda: (lambda all_lines: all_lines if len(all_lines) >= count else None)(lines(daemon)), f"{count} audit lines")
    if len(found) != count:
        raise AssertionError(f"{len(found)} audit lines, wanted {count}: {found}")
    return found


def told(line):
    """What a line says of its request."""
    return (line["principal"], line["verb"], line["targets"], line["outcome"])


def check_of(wire, name):
    return next(check for check in wire.request("doctor")["checks"] if check["name"] == name)


def own_mounts():
    """From now on this process, and what it starts, mounts for itself alone. Skips the test where it may not."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() != 0 or libc.unshare(CLONE_NEWNS) != 0:
        raise unittest.SkipTest("needs the right to mount")
    mount("--make-rprivate", "/")


def mount(*words):
    subprocess.run(["mount", *words], check=True, capture_output=True)


def unmount(path):
    subprocess.run(["umount", path], check=True, capture_output=True)


def fill(path):
    """Takes all the room that its file system has."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue
