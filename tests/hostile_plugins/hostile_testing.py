"""A folder of hostile plugins for a daemon of its own, and what the daemon says of them."""

import os
import shutil
import struct
import tempfile

from venomx_testing import Daemon

PLUGINS = os.environ["VENOMX_HOSTILE"]


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
