"""The two emulators as programs that take byte streams and new sizes and tell what they show, and the comparison of what they tell."""

import dataclasses
import json
import os
import subprocess
import threading
import typing

import node_packages

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ["VENOMX_BUILD_DIR"]


class Size(typing.NamedTuple):
    """Among the pieces of a stream: here the terminal gets this size."""

    cols: int
    rows: int


@dataclasses.dataclass
class Job:
    """A byte stream for a terminal of a size, in the pieces in which it arrives, with new sizes between them."""

    name: str
    cols: int
    rows: int
    chunks: list
    scrollback: int = 1000

    @property
    def stream(self):
        return b"".join(chunk for chunk in self.chunks if not isinstance(chunk, Size))

    def encoded(self):
        steps = ",".join(f"{chunk.cols}x{chunk.rows}" if isinstance(chunk, Size) else str(len(chunk)) for chunk in self.chunks)
        return f"{self.cols} {self.rows} {self.scrollback} {steps}\n".encode() + self.stream


def cut(stream, places):
    """The stream in pieces that end at the given places."""
    edges = [0, *sorted(set(places) - {0, len(stream)}), len(stream)]
    return [stream[begin:end] for begin, end in zip(edges, edges[1:])]


def run(command, jobs):
    """The answers of an emulator, a line of JSON each."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:

        def write():
            with process.stdin:
                for job in jobs:
                    process.stdin.write(job.encoded())

        writer = threading.Thread(target=write)
        writer.start()
        answers = process.stdout.read().decode().splitlines()
        writer.join()
    if process.returncode != 0 or len(answers) != len(jobs):
        raise AssertionError(f"{command[0]} ended with {process.returncode} after {len(answers)} of {len(jobs)} jobs")
    return answers


def ours(jobs):
    return run([os.path.join(BUILD, "tests", "screen-dump")], jobs)


def peers(jobs):
    """Skips the test where the peer cannot be installed."""
    return run(["node", os.path.join(HERE, "xterm_dump.mjs"), node_packages.installed(HERE, BUILD)], jobs)


def line_differences(number, our_line, their_line):
    """One entry for each line that differs: in its wrap flag, its text, or the columns and looks of its parts."""
    if our_line == their_line:
        return []
    return [{"line": number, "ours": our_line, "theirs": their_line}]


def differences(our_answer, their_answer):
    """All that differs between two answers, as data. Lines are counted from the top of the screen; those of the scrollback are negative."""
    if our_answer == their_answer:
        return []
    our_state, their_state = json.loads(our_answer), json.loads(their_answer)
    found = []
    for key in ("cursor", "alternate", "title", "scrollback"):
        if our_state[key] != their_state[key]:
            found.append({key: {"ours": our_state[key], "theirs": their_state[key]}})
    our_lines, their_lines = our_state["lines"], their_state["lines"]
    first = max(our_state["scrollback"], their_state["scrollback"])
    our_lines = [None] * (first - our_state["scrollback"]) + our_lines
    their_lines = [None] * (first - their_state["scrollback"]) + their_lines
    for index, (our_line, their_line) in enumerate(zip(our_lines, their_lines)):
        found += line_differences(index - first, our_line, their_line)
    return found


ASPECTS = ("cells", "wraps", "scrollback", "cursor", "alternate", "title")


def aspect(answer, name):
    """A part of an answer: the cells of the screen, or the lines above it, or which lines of both go on in the next one, or the others."""
    state = json.loads(answer)
    above = state["scrollback"]
    if name == "cells":
        return [parts for _, parts in state["lines"][above:]]
    if name == "scrollback":
        return [parts for _, parts in state["lines"][:above]]
    if name == "wraps":
        return [wraps for wraps, _ in state["lines"]]
    return state[name]


def different_aspects(our_answer, their_answer):
    return [name for name in ASPECTS if aspect(our_answer, name) != aspect(their_answer, name)]


def failed(their_answer):
    """The peer broke down on the stream, so there is nothing to compare with."""
    return their_answer.startswith('{"failed"')


def without_wraps(answer):
    """The answer with no line going on in the next one."""
    state = json.loads(answer)
    state["lines"] = [[False, parts] for _, parts in state["lines"]]
    return json.dumps(state)


def cell_count(answer):
    """The cells that an answer speaks of, blanks at the ends of lines aside."""
    return sum(width for _, parts in json.loads(answer)["lines"] for _, width, _ in parts)
