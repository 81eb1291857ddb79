"""What the daemon can be held up by, for real: a mounted file system that does not answer, a program that cannot be opened yet."""

import contextlib
import ctypes
import errno
import fcntl
import os
import select
import signal
import struct
import threading

LIBC = ctypes.CDLL(None, use_errno=True)
HANG = 0  # in place of an error: no answer

LOOKUP, FORGET, GETATTR, STATFS, INIT, ACCESS, INTERRUPT, BATCH_FORGET = 1, 2, 3, 17, 26, 34, 36, 42  # of linux/fuse.h
MS_NOSUID, MS_NODEV, MNT_DETACH = 2, 4, 2


def system(result, what):
    if result != 0:
        raise OSError(ctypes.get_errno(), what)


def can_mount():
    """Is there a reason to leave out what needs a mount? None, or the reason."""
    if os.geteuid() != 0:
        return "only root may mount"
    return None if os.path.exists("/dev/fuse") else "there is no FUSE"


class Mount:
    """A FUSE file system with nothing but a root, which can be looked at. Looking for anything inside (`lookup`), entering it
    (`access`) and asking for its room (`room`) give an error, or hang until the mount is abandoned. A folder that is there already
    is hidden until then."""

    def __init__(self, folder, lookup=HANG, access=HANG, room=HANG):
        self.folder = folder
        self.errors = {LOOKUP: lookup, ACCESS: access, STATFS: room}
        self.waiting = 0
        self.over = False
        os.makedirs(folder, exist_ok=True)
        self.device = os.open("/dev/fuse", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0".encode()
        system(LIBC.mount(b"venomx-test", folder.encode(), b"fuse", MS_NOSUID | MS_NODEV, options), "mount")
        self.thread = threading.Thread(target=self._serve)
        self.thread.start()

    def abandon(self):
        """Lets all who wait go, with an error. A second call does nothing."""
        if self.over:
            return
        self.over = True
        self.thread.join()
        os.close(self.device)  # without its last reader the connection is over
        LIBC.umount2(self.folder.encode(), MNT_DETACH)

    def _serve(self):
        while not self.over:
            if select.select([self.device], [], [], 0.02)[0]:
                with contextlib.suppress(BlockingIOError, InterruptedError):
                    self._answer(os.read(self.device, 1 << 17))

    def _answer(self, request):
        _, operation, unique, _ = struct.unpack_from("=IIQQ", request)
        if operation in self.errors:
            if self.errors[operation] == HANG:
                self.waiting += 1
            else:
                self._reply(unique, error=self.errors[operation])
        elif operation == INIT:
            self._reply(unique, struct.pack("=IIIIHHIIHHI28x", 7, 31, 0, 0, 0, 0, 4096, 0, 0, 0, 0))
        elif operation == GETATTR:
            times = (0, 0, 0)
            self._reply(unique, struct.pack("=QII6Q10I", 0, 0, 0, 1, 0, 0, *times, *times, 0o40755, 2, 0, 0, 0, 0, 0))
        elif operation not in (INTERRUPT, FORGET, BATCH_FORGET):
            self._reply(unique, error=errno.ENOSYS)

    def _reply(self, unique, body=b"", error=0):
        with contextlib.suppress(FileNotFoundError):  # whoever asked has gone
            os.write(self.device, struct.pack("=IiQ", 16 + len(body), -error, unique) + body)


class Lease:
    """A program that whoever executes it waits for in the kernel, until the lease on it is given back."""

    def __init__(self, path):
        self.file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        # The kernel tells the holder by a signal that would end it; one that is ignored by default says it as well.
        fcntl.fcntl(self.file, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(self.file, fcntl.F_SETLEASE, fcntl.F_WRLCK)

    def give_back(self):
        if self.file >= 0:
            os.close(self.file)
            self.file = -1


def own_terminals(most):
    """For a daemon's preexec: a mount of terminals of its own that has room for so many; the machine's stays as it is."""

    def enter():
        clone_newns, ms_rec_private = 0x20000, 0x44000
        system(LIBC.unshare(clone_newns), "unshare")
        system(LIBC.mount(b"none", b"/", None, ms_rec_private, None), "mount")
        system(LIBC.mount(b"devpts", b"/dev/pts", b"devpts", 0, f"ptmxmode=0666,mode=0600,max={most}".encode()), "mount")

    return enter
