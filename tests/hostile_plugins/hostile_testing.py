"""A folder of hostile plugins for a daemon of its own, and what the daemon says of them."""

import os
import shutil
import signal
import struct
import tempfile
import unittest

from sanitizers import add_option
from venomx_testing import Daemon, wait_until

PLUGINS = os.environ["VENOMX_HOSTILE"]
# The signals that these plugins raise are no finding of a sanitizer's, and end a process as they do without one.
add_option("handle_segv=0")


def copy(name, folder, into=None):
    """One of the built plugins, with the mode that an installed one has; its path."""
    path = os.path.join(folder, into or name + ".so")
    shutil.copyfile(os.path.join(PLUGINS, name + ".so"), path)
    os.chmod(path, 0o644)
    return path


def write(folder, name, content, mode=0o644):
    path = os.path.join(folder, name + ".so")
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, mode)
    return path


def content(name):
    with open(os.path.join(PLUGINS, name + ".so"), "rb") as file:
        return file.read()


def of_other_abi(name):
    """The plugin as a build for the next ABI would stamp it."""
    data = bytearray(content(name))
    at = data.index(b"\1\0\0\0venomx\0\0") + 12
    abi, = struct.unpack_from("<I", data, at)
    struct.pack_into("<I", data, at, abi + 1)
    return bytes(data)


class Folder:
    """A plugin folder, private to the test."""

    def __init__(self, case, mode=0o755):
        self.path = tempfile.mkdtemp(prefix="venomx-hostile-")
        os.chmod(self.path, mode)
        case.addCleanup(shutil.rmtree, self.path, ignore_errors=True)


def daemon_with(*folders, settings=None, **options):
    """The daemon with its own plugins and those of the folders."""
    return Daemon(settings={"plugins.extra_dirs": ",".join(folders), **(settings or {})}, **options)


def plugins_of(daemon):
    """plugin.list, by file name without .so (a name may be there twice); the daemon's own too."""
    with daemon.wire() as wire:
        return {os.path.basename(entry.get("file", entry["name"])).removesuffix(".so"): entry
                for entry in wire.request("plugin.list")["plugins"]}


class Configured(unittest.TestCase):
    """A folder of plugins and a file of settings, which a daemon reads again on SIGHUP."""

    def setUp(self):
        self.folder = Folder(self).path
        self.settings = tempfile.NamedTemporaryFile("w", suffix=".properties")
        self.addCleanup(self.settings.close)

    def start(self, *plugins, **lines):
        for name in plugins:
            copy(name, self.folder)
        self.configure(**lines)
        daemon = daemon_with(self.folder, arguments=["--config", self.settings.name])
        self.addCleanup(daemon.stop)
        return daemon

    def configure(self, **lines):
        self.settings.seek(0)
        self.settings.truncate()
        for key, value in lines.items():
            self.settings.write(f"{key.replace('__', '.')} = {value}\n")
        self.settings.flush()

    def reload(self, daemon, **lines):
        """Returns what the log says of it."""
        self.configure(**lines)
        before = len(daemon.log_text())

        def said():
            new = daemon.log_text()[before:]
            return new if "configuration taken over" in new or "not taken over" in new else None

        os.kill(daemon.pid, signal.SIGHUP)
        return wait_until(said, "the daemon has read its configuration")

    def state(self, daemon, plugin):
        entry = plugins_of(daemon)[plugin]
        return entry["state"], entry.get("reason")
