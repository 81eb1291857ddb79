"""A mounted file system that this process serves: it sees every look at what is inside it, and answers as the test says.

So a directory can vanish between its resolution and the child's chdir, be closed to root, or never answer, and "no access to
the file system" can be counted, all from outside of an unchanged daemon. Needs the right to mount (root, with FUSE).

The mounting process must not look inside by itself while it holds Python's lock; the daemon's looks are served by a thread.
"""

import ctypes
import errno
import os
import select
import stat
import struct
import threading

INIT, LOOKUP, FORGET, GETATTR, INTERRUPT, BATCH_FORGET = 26, 1, 2, 3, 36, 42
UNANSWERED = (FORGET, INTERRUPT, BATCH_FORGET)
HEADER = struct.Struct("<IIQQIIIHH")
REPLY = struct.Struct("<IiQ")
NOSUID_NODEV = 2 | 4
DETACH = 2
NEVER = object()  # what a rule gives for a look that gets no answer

libc = ctypes.CDLL(None, use_errno=True)


def attributes(node):
    """A struct fuse_attr of a directory."""
    return struct.pack("<6Q10I", node, 0, 0, 0, 0, 0, 0, 0, 0, stat.S_IFDIR | 0o755, 2, os.geteuid(), os.getegid(), 0, 4096, 0)


class WatchedFolder:
    """`folder` becomes the mount point. Names below it exist as directories according to their rule: `rules[name](asker)` gives
    0, an errno, or NEVER; `asker` is the process that looks (of a thread, its process). Other names do not exist."""

    def __init__(self, folder):
        self.folder = folder
        self.rules = {}
        self.looks = []  # (name, asker) of each
        self.waiting = []  # looks without an answer
        self.nodes = {}
        self.over = threading.Event()
        self.device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
        options = f"fd={self.device},rootmode=40000,user_id={os.geteuid()},group_id={os.getegid()},allow_other".encode()
        if libc.mount(b"venomx-test", os.fsencode(folder), b"fuse", NOSUID_NODEV, options) != 0:
            number = ctypes.get_errno()
            os.close(self.device)
            raise OSError(number, os.strerror(number))
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    @classmethod
    def mounted(cls, folder):
        """None where this process may not mount."""
        try:
            return cls(folder)
        except OSError:
            return None

    def path(self, name):
        return os.path.join(self.folder, name)

    def release(self):
        """Ends the waiting of all who wait, with an error."""
        while self.waiting:
            self.reply(self.waiting.pop(), error=errno.EIO)

    def close(self):
        """Lets all who wait go, with an error, and unmounts."""
        self.over.set()
        self.thread.join()
        os.close(self.device)
        libc.umount2(os.fsencode(self.folder), DETACH)

    def serve(self):
        while not self.over.is_set():
            if not select.select([self.device], [], [], 0.02)[0]:
                continue
            try:
                request = os.read(self.device, 1 << 17)
            except OSError as failure:
                if failure.errno in (errno.EAGAIN, errno.EINTR, errno.ENOENT):
                    continue
                return
            self.take(request)

    def take(self, request):
        _, opcode, unique, node, _, _, thread, _, _ = HEADER.unpack_from(request)
        if opcode in UNANSWERED:
            return
        if opcode == INIT:
            self.reply(unique, struct.pack("<4IHHIIHHI7I", 7, 31, 4096, 0, 0, 0, 4096, 1, 0, 0, 0, *[0] * 7))
        elif opcode == GETATTR:
            self.reply(unique, struct.pack("<QII", 0, 0, 0) + attributes(node))
        elif opcode == LOOKUP:
            self.look(unique, request[HEADER.size:].split(b"\0")[0].decode(), process_of(thread))
        else:
            self.reply(unique, error=errno.ENOSYS)

    def look(self, unique, name, asker):
        self.looks.append((name, asker))
        rule = self.rules.get(name)
        verdict = errno.ENOENT if rule is None else rule(asker)
        if verdict is NEVER:
            self.waiting.append(unique)
        elif verdict:
            self.reply(unique, error=verdict)
        else:
            node = self.nodes.setdefault(name, len(self.nodes) + 2)
            # Valid for no time at all, so that every look comes here.
            self.reply(unique, struct.pack("<4QII", node, 0, 0, 0, 0, 0) + attributes(node))

    def reply(self, unique, body=b"", error=0):
        try:
            os.write(self.device, REPLY.pack(REPLY.size + len(body), -error, unique) + body)
        except OSError as failure:
            if failure.errno != errno.ENOENT:  # whoever asked has gone
                raise


def process_of(thread):
    """The process that a thread belongs to."""
    with open(f"/proc/{thread}/status", encoding="utf-8", errors="replace") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("Tgid:"))
