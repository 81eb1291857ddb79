"""A process inside a pane that does what the test tells it, over a socket of the test's.

It connects to the daemon from where it stands and hands the connection over: what comes through it is this process's.
"""

import json
import os
import socket
import sys


def say(descriptor, text):
    """The answer to a line on somebody else's connection."""
    with socket.socket(fileno=descriptor) as given:
        given.settimeout(60)  # shared with its maker, and so non-blocking
        given.sendall(text.encode())
        return given.makefile("r", encoding="utf-8").readline()


def main():
    control = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    control.connect(sys.argv[1])

    def answer(value):
        control.sendall(json.dumps(value).encode() + b"\n")

    answer({"pid": os.getpid(), "token": os.environ.get("VENOMX_TOKEN"), "pane": os.environ.get("VENOMX_PANE")})
    while True:
        line, given, _, _ = socket.recv_fds(control, 1 << 16, 1)
        if not line:
            return
        what, *words = json.loads(line)
        if what == "connect":
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made:
                made.connect(words[0])
                socket.send_fds(control, [b"c"], [made.fileno()])
        elif what == "read":
            with open(words[0], encoding="utf-8") as file:
                answer(file.read())
        elif what == "print":
            print(words[0], end="", flush=True)
        elif what == "say":
            answer(say(given[0], words[0]))


if __name__ == "__main__":
    main()
