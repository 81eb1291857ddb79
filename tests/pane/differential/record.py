"""Records what real programs write to a terminal: one stream a scene of scenes(), each a file `streams/<name>.<cols>x<rows>.stream`.

Run by hand, as root, when a scene is added: `record.py [name …]`. Programs run in namespaces of their own, so that no stream tells
anything of the machine that it was recorded on. Nobody answers the programs' questions. The tests need the streams only.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time

from scenes import scenes

HERE = os.path.dirname(os.path.abspath(__file__))
LONGEST = 60_000
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/", "PATH": os.environ["PATH"], "PS1": "$ ", "COLORTERM": "truecolor",
               "LESSHISTFILE": "-", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_PAGER": "less", "PAGER": "less"}


class Recording:
    """A program on a terminal, and all that it has written."""

    def __init__(self, command, cols, rows, env, folder):
        self.output = b""
        isolated = ["unshare", "--mount", "--pid", "--uts", "--fork", "--mount-proc", "--kill-child", "sh", "-c",
                    'hostname host; exec "$@"', "sh", *command]
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(isolated[0], isolated, {**ENVIRONMENT, **env})
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def until_quiet(self, seconds):
        """Reads until nothing has come for so long, or three times as long at most; False at the end of the output."""
        end = time.monotonic() + 3 * seconds
        while time.monotonic() < end and select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 1 << 16)
            except OSError:
                return False
            if not data:
                return False
            self.output += data
        return True

    def send(self, data):
        os.write(self.master, data)

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.master)


def record(scene, folder):
    recording = Recording(scene.command, scene.cols, scene.rows, scene.env, folder)
    end = time.monotonic() + 30
    going = recording.until_quiet(scene.pause * 2)
    for keys in scene.keys:
        if not going or time.monotonic() > end:
            break
        recording.send(keys)
        going = recording.until_quiet(scene.pause)
    recording.end()
    return recording.output[:LONGEST]


def main():
    wanted = sys.argv[1:]
    for scene in scenes():
        if wanted and scene.name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            scene.prepare(folder)
            stream = record(scene, folder)
        path = os.path.join(HERE, "streams", f"{scene.name}.{scene.cols}x{scene.rows}.stream")
        with open(path, "wb") as file:
            file.write(stream)
        print(f"{path}: {len(stream)} bytes")


if __name__ == "__main__":
    main()
