"""What the end-to-end tests stand on: a real daemon on a private socket, a client of its wire, its command line.

Nothing here sleeps for luck: whatever must come is waited for by condition, with a deadline that fails the test.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from raw_process import with_environment
from sanitizers import SANITIZED, require_no_report

BUILD = os.environ.get("VENOMX_BUILD_DIR", os.path.join(os.path.dirname(__file__), "..", "..", "build"))
VENOMX = os.path.join(os.path.abspath(BUILD), "bin", "venomx")
DEADLINE = 60.0 if SANITIZED else 20.0
PLACES = (("CONFIG_HOME", "config"), ("STATE_HOME", "state"), ("CACHE_HOME", "cache"), ("RUNTIME_DIR", "xdg"))


def wait_until(condition, what, deadline=DEADLINE):
    """Returns the first true value of condition(); fails with `what` when the deadline passes."""
    end = time.monotonic() + deadline
    pause = 0.001
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"never happened: {what}")
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)


def listens(path):
    """Does somebody take connections there? A socket's file is there before that."""
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with contextlib.closing(probe):
        return probe.connect_ex(path) == 0


class Closed(Exception):
    """The daemon closed the connection."""


class Wire:
    """One connection to the daemon. `hello=False` leaves the greeting to the test."""

    def __init__(self, path, token=None, hello=True):
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        made.settimeout(DEADLINE)
        made.connect(path)
        self._begin(made)
        if hello:
            self.greet(token)

    @classmethod
    def over(cls, connected):
        """On a socket that somebody has connected; no greeting yet."""
        wire = cls.__new__(cls)
        connected.settimeout(DEADLINE)
        wire._begin(connected)
        return wire

    def _begin(self, connected):
        self.socket = connected
        self.buffer = b""
        self.next_id = 0
        self.parked = []
        self.greeting = None

    def greet(self, token=None):
        self.greeting = self.request("hello", {"protocol": 1, **({} if token is None else {"token": token})})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send_bytes(self, data):
        self.socket.sendall(data)

    def send(self, frame):
        self.send_bytes(json.dumps(frame, ensure_ascii=False).encode() + b"\n")

    def read_frame(self):
        """The next frame in the order of arrival."""
        if self.parked:
            return self.parked.pop(0)
        return self._receive()

    def _receive(self):
        while b"\n" not in self.buffer:
            try:
                data = self.socket.recv(1 << 16)
            except ConnectionResetError as reset:
                raise Closed() from reset
            if not data:
                raise Closed()
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def start(self, verb, params=None):
        """Sends a request; its id."""
        self.next_id += 1
        frame = {"id": self.next_id, "verb": verb}
        if params is not None:
            frame["params"] = params
        self.send(frame)
        return self.next_id

    def answer(self, request_id):
        """The frame that answers `request_id`; other frames wait their turn."""
        for index, frame in enumerate(self.parked):
            if frame.get("id") == request_id:
                return self.parked.pop(index)
        while True:
            frame = self._receive()
            if frame.get("id") == request_id:
                return frame
            self.parked.append(frame)

    def call(self, verb, params=None):
        """The whole answer frame."""
        return self.answer(self.start(verb, params))

    def request(self, verb, params=None):
        """The result; an error fails the test."""
        frame = self.call(verb, params)
        if "ok" not in frame:
            raise AssertionError(f"{verb}: {frame}")
        return frame["ok"]

    def refusal(self, verb, params=None):
        """The error; a result fails the test."""
        frame = self.call(verb, params)
        if "error" not in frame:
            raise AssertionError(f"{verb} was not refused: {frame}")
        return frame["error"]


class Daemon:
    """A `venomx serve` of its own: socket, state and configuration in a private folder. `entries`: the whole environment of the
    daemon, byte strings of any form, after those that name the private folder."""

    def __init__(self, env=None, arguments=(), cwd=None, preexec=None, settings=None, base_env=None, entries=None, uid=None,
                 folder=None):
        """`uid`: of another user than the test's, who must be root. `folder`: one that stays when the daemon goes."""
        self.folder = folder or tempfile.mkdtemp(prefix="venomx-test-")
        self.keeps_folder = folder is not None
        identity = {}
        if uid is not None:
            os.chown(self.folder, uid, uid)
            identity = {"user": uid, "group": uid, "extra_groups": []}
        self.socket = os.path.join(self.folder, "run", "venomx.sock")
        self.log_path = os.path.join(self.folder, "log")
        environment = dict(os.environ if base_env is None else base_env)
        for name in list(environment):
            if name.startswith("VENOMX_"):
                del environment[name]
        self.places = {f"XDG_{kind}": os.path.join(self.folder, name) for kind, name in PLACES}
        environment.update(self.places)
        environment.update(env or {})
        self.environment = environment
        options = []
        for key, value in (settings or {}).items():
            options += ["-D", f"{key}={value}"]
        command = [VENOMX, "serve", "--socket", self.socket, *options, *arguments]
        if entries is not None:
            preexec = with_environment(command, [f"{name}={path}".encode() for name, path in self.places.items()] + list(entries))
        self.log = open(self.log_path, "wb")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment,
                                        cwd=cwd or self.folder, preexec_fn=preexec, close_fds=preexec is None, **identity)
        self.pid = self.process.pid
        try:
            wait_until(self._listening, "the daemon listens")
        except BaseException:
            self.kill()
            raise

    def _listening(self):
        if self.process.poll() is not None:
            raise AssertionError(f"serve ended with {self.process.returncode}: {self.log_text()}")
        return listens(self.socket)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.stop()
        else:
            self.kill()

    def log_text(self):
        with open(self.log_path, "rb") as log:
            return log.read().decode(errors="replace")

    @property
    def owner_token(self):
        with open(self.socket + ".owner", encoding="ascii") as file:
            return file.read().strip()

    def wire(self, token="@owner", hello=True):
        return Wire(self.socket, self.owner_token if token == "@owner" else token, hello)

    def cli(self, *words, owner=True, env=None, stdin=None, check=None):
        """Runs the command line; returns the finished process (text)."""
        environment = {k: v for k, v in self.environment.items()}
        environment["VENOMX_SOCKET"] = self.socket
        if owner:
            environment["VENOMX_TOKEN"] = "@owner"
        environment.update(env or {})
        done = subprocess.run([VENOMX, *words], env=environment, input=stdin, capture_output=True, timeout=DEADLINE, check=False)
        done.stdout = done.stdout.decode(errors="surrogateescape")
        done.stderr = done.stderr.decode(errors="surrogateescape")
        require_no_report(done.stderr, done.returncode)
        if check is not None and done.returncode != check:
            raise AssertionError(f"venomx {' '.join(words)}: exit {done.returncode}, wanted {check}\n{done.stdout}\n{done.stderr}")
        return done

    def json(self, *words, **options):
        """The JSON document that the command line prints."""
        at = words.index("--") if "--" in words else len(words)
        done = self.cli(*words[:at], "--json", *words[at:], **options)
        try:
            return json.loads(done.stdout)
        except ValueError as wrong:
            raise AssertionError(f"no JSON: {done}") from wrong

    def screen_holds(self, wire, pane, text):
        """Waits until the pane's screen shows `text`; the capture that did."""

        def look():
            capture = wire.request("pane.capture", {"pane": pane})
            return capture if text in capture["text"] else None

        return wait_until(look, f"{pane} shows {text!r}")

    def descriptors(self):
        """How many the daemon has open, but for its audit's, which come and go on a thread of their own; None where only root may
        look (the daemon is not dumpable)."""
        state = self.places["XDG_STATE_HOME"] + os.sep
        try:
            return sum(not link.startswith(state) for link in self.links())
        except PermissionError:
            return None

    def links(self):
        """What each open descriptor of the daemon leads to."""
        folder = f"/proc/{self.pid}/fd"
        found = []
        for name in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):
                found.append(os.readlink(os.path.join(folder, name)))
        return found

    def terminals(self):
        """How many terminals the daemon holds; None where only root may look."""
        try:
            return sum(link.endswith("/ptmx") for link in self.links())
        except PermissionError:
            return None

    def children(self):
        """Process ids whose parent is the daemon, zombies too."""
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            with contextlib.suppress(OSError):
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as stat:
                    fields = stat.read().rsplit(")", 1)[1].split()
                if int(fields[1]) == self.pid:
                    found.append(int(entry))
        return found

    def alive(self):
        return self.process.poll() is None

    def stop(self, signal_number=signal.SIGTERM):
        """A clean stop: exit 0, no child, socket or owner file left. A second call does nothing."""
        if self.log.closed:
            return None
        if self.process.poll() is None:
            self.process.send_signal(signal_number)
        status = self.process.wait(DEADLINE)
        self.log.close()
        log = self.log_text()
        left = [path for path in (self.socket, self.socket + ".owner") if os.path.exists(path)]
        self._clear_away()
        require_no_report(log)
        if status != 0 or left:
            raise AssertionError(f"serve ended with {status}, left {left}:\n{log}")
        return log

    def _clear_away(self):
        if not self.keeps_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self):
        if self.log.closed:
            return
        if self.process.poll() is None:
            # A daemon that dies so takes nobody along: its programs would stay on the machine.
            children = self.children()
            self.process.kill()
            self.process.wait()
            for child in children:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
        self.log.close()
        log = self.log_text()
        self._clear_away()
        require_no_report(log)
