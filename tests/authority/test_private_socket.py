"""The socket and the owner file: nobody else's, not for an instant, however the daemon starts and ends."""

import collections
import contextlib
import errno
import json
import os
import re
import signal
import socket
import stat
import subprocess
import tempfile
import unittest

from authority_testing import greeting
from venomx_testing import DEADLINE, VENOMX, Wire

NOBODY = 65534
TOKEN = re.compile(r"vnt1\.venomx\.owner\.[A-Za-z0-9_-]{43}\n")
ROOT_ALONE = "only root may become another user"


class Served:
    """`serve` on a socket in a folder of the test's, with no umask at all. `listener`: handed over as a service manager does."""

    def __init__(self, path, listener=None):
        self.socket = path
        environment = {key: value for key, value in os.environ.items() if not key.startswith("VENOMX_")}
        environment.update(XDG_STATE_HOME=path + ".state", XDG_CACHE_HOME=path + ".cache", XDG_CONFIG_HOME=path + ".config")
        command = 'exec "$0" serve --socket "$1"' if listener is None else 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve'

        def prepare():
            os.umask(0)
            if listener is not None:
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)  # it may have been 3 already

        self.process = subprocess.Popen(["/bin/sh", "-c", command, VENOMX, path], env=environment, preexec_fn=prepare,
                                        close_fds=listener is None, stderr=subprocess.PIPE)
        said = self.process.stderr.readline()
        if not said.startswith(b"venomx: listening on "):
            raise AssertionError(said + self.process.stderr.read())

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        status = self.process.wait(DEADLINE)
        self.process.stderr.close()
        return status

    @property
    def token(self):
        with open(self.socket + ".owner", encoding="ascii") as file:
            return file.read().strip()


class Watcher:
    """A process that does `look` over and over until it is stopped, and then tells how often it saw what."""

    def __init__(self, look, uid=None):
        self.read, write = os.pipe()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        self.pid = os.fork()
        if self.pid == 0:
            if uid is not None:
                os.setgroups([])
                os.setresgid(uid, uid, uid)
                os.setresuid(uid, uid, uid)
            seen = collections.Counter()
            while not seen or signal.SIGTERM not in signal.sigpending():
                seen[attempt(look)] += 1
            os.write(write, json.dumps(list(seen.items())).encode())
            os._exit(0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        os.close(write)

    def stop(self):
        os.kill(self.pid, signal.SIGTERM)
        with os.fdopen(self.read, "rb") as file:
            seen = json.loads(file.read())
        os.waitpid(self.pid, 0)
        return dict(seen)


def attempt(look):
    try:
        return look()
    except Exception as error:  # pylint: disable=broad-except
        return repr(error)


def connect_to(path):
    """What comes of it: the name of the error, or "connected"."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made:
        made.setblocking(False)
        try:
            made.connect(path)
            return "connected"
        except OSError as error:
            return errno.errorcode[error.errno]


def open_any(folder, words):
    """Tries every file whose name holds one of the words."""
    came = "nothing"
    for name in os.listdir(folder):
        if any(word in name for word in words):
            try:
                os.close(os.open(os.path.join(folder, name), os.O_RDONLY | os.O_NONBLOCK))
                return "opened " + name
            except OSError as error:
                came = errno.errorcode[error.errno]
    return came


class PrivateSocket(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="venomx-private-")
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.folder = os.path.join(folder.name, "open")
        os.mkdir(self.folder)
        os.chmod(self.folder, 0o755)
        self.path = os.path.join(self.folder, "v.sock")

    def serve(self, path=None, listener=None):
        served = Served(path or self.path, listener)
        self.addCleanup(lambda: served.process.poll() is None and served.end(signal.SIGKILL))
        return served

    def listener(self):
        """One that a service manager made, wide open."""
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        listener.bind(self.path)
        os.chmod(self.path, 0o666)
        listener.listen(64)
        return listener

    def assertModes(self, wanted):
        self.assertEqual(wanted, {path: oct(stat.S_IMODE(os.lstat(path).st_mode)) for path in wanted})

    @unittest.skipUnless(os.geteuid() == 0, ROOT_ALONE)
    def test_no_instant_for_another_user(self):
        """Twenty starts, half of them over a dead daemon's socket; the folder lets everybody in and look."""
        connecting = Watcher(lambda: connect_to(self.path), NOBODY)
        opening = Watcher(lambda: open_any(self.folder, (".owner", ".lock")), NOBODY)
        for round_ in range(20):
            served = self.serve()
            self.assertModes({self.path: "0o600", self.path + ".owner": "0o600", self.path + ".lock": "0o600"})
            dead = round_ % 2 == 0
            self.assertEqual(-signal.SIGKILL if dead else 0, served.end(signal.SIGKILL if dead else signal.SIGTERM))
            self.assertEqual(dead, os.path.exists(self.path))
        seen = connecting.stop()
        self.assertEqual(set(), set(seen) - {"EACCES", "ENOENT"}, seen)
        self.assertGreater(seen["EACCES"], 100)
        seen = opening.stop()
        self.assertEqual(set(), set(seen) - {"EACCES", "ENOENT", "nothing"}, seen)
        self.assertGreater(seen["EACCES"], 100)

    @unittest.skipUnless(os.geteuid() == 0, ROOT_ALONE)
    def test_another_user_is_turned_away_at_accept(self):
        """Where the file's mode lets everybody in: a service manager's socket, or one that was opened by hand."""
        listener = self.listener()
        served = self.serve(listener=listener)
        listener.close()
        self.assertTurnedAway(served)
        self.assertModes({self.path: "0o666", self.path + ".owner": "0o600", self.path + ".lock": "0o600"})
        self.assertEqual(0, served.end())
        os.unlink(self.path)
        by_hand = self.serve()
        os.chmod(self.path, 0o666)
        self.assertTurnedAway(by_hand)
        self.assertEqual(0, by_hand.end())

    def assertTurnedAway(self, served):
        line = b'{"id":null,"error":{"code":"denied.peer","message":"permission denied","data":{}}}\n'
        token = served.token

        def look():
            """With the right token in hand, too."""
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made:
                made.settimeout(DEADLINE)
                made.connect(self.path)
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    made.sendall(json.dumps({"id": 1, "verb": "hello", "params": {"protocol": 1, "token": token}}).encode() + b"\n")
                got = b""
                with contextlib.suppress(ConnectionResetError):
                    while data := made.recv(4096):
                        got += data
                return got.decode()

        watcher = Watcher(look, NOBODY)
        self.assertEqual("owner", greeting(Wire(self.path, hello=False), token)[0])
        seen = watcher.stop()
        self.assertEqual({line.decode()}, set(seen))
        self.assertEqual("owner", greeting(Wire(self.path, hello=False), token)[0])

    def test_an_activated_daemon_keeps_the_managers_socket(self):
        listener = self.listener()
        served = self.serve(listener=listener)
        self.assertEqual("owner", greeting(Wire(self.path, hello=False), served.token)[0])
        self.assertEqual(0, served.end())
        self.assertEqual([False, True], [os.path.exists(self.path + ".owner"), os.path.exists(self.path)])

    def test_folders_that_it_makes_are_its_users_alone(self):
        path = os.path.join(self.folder, "a", "b", "v.sock")
        served = self.serve(path)
        self.assertModes({os.path.join(self.folder, "a"): "0o700", os.path.join(self.folder, "a", "b"): "0o700", path: "0o600",
                          path + ".owner": "0o600", path + ".lock": "0o600"})
        self.assertEqual(0, served.end())

    def test_the_owner_file_is_whole_whenever_it_is_there(self):
        """Replaced in one step by each daemon that follows a dead one; a reader never sees a part, or nothing."""
        first = self.serve()
        owner = self.path + ".owner"

        def look():
            try:
                with open(owner, encoding="ascii") as file:
                    mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
                    text = file.read()
            except FileNotFoundError:
                return "missing"
            return text if mode == 0o600 and TOKEN.fullmatch(text) else f"wrong: {mode:o}, {len(text)} bytes"

        watcher = Watcher(look)
        tokens = [first.token]
        self.assertEqual(-signal.SIGKILL, first.end(signal.SIGKILL))
        for _ in range(8):
            served = self.serve()
            tokens.append(served.token)
            for stale in tokens[:-1]:
                self.assertEqual("denied.token", greeting(Wire(self.path, hello=False), stale))
            self.assertEqual("owner", greeting(Wire(self.path, hello=False), tokens[-1])[0])
            self.assertEqual(-signal.SIGKILL, served.end(signal.SIGKILL))
        self.assertEqual(set(), set(watcher.stop()) - {token + "\n" for token in tokens})
        self.assertEqual(9, len(set(tokens)))
        last = self.serve()
        self.assertEqual(0, last.end())
        self.assertFalse(os.path.exists(self.path))
        self.assertEqual([], [name for name in os.listdir(self.folder) if "owner" in name])


if __name__ == "__main__":
    unittest.main()
