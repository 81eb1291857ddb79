"""Why starts fail, by real causes: the exact error, one step of one counter, nothing left behind, on both verbs."""

import errno
import os
import resource
import shutil
import subprocess
import tempfile
import unittest

from ledger import faults
from refusals import SEEN, VERBS, Place, Refusals, print_table
from stuck import Mount, can_mount, own_terminals
from venomx_testing import wait_until

OTHER_USER = 60000 + os.getpid() % 5000  # one whom nobody else uses now, so that limits a user are the test's own


def setUpModule():
    unittest.addModuleCleanup(print_table)


class Programs(Refusals):
    @classmethod
    def setUpClass(cls):
        cls.place = Place(cls)
        cls.place.split_from()

    def program(self, reason, cause, path):
        self.unavailable(self.place, reason, cause, {"argv": [path]})

    def on_path(self, reason, cause, name, *folders):
        self.unavailable(self.place, reason, cause, {"argv": [name], "env": [{"name": "PATH", "value": ":".join(folders)}]})

    def test_not_found(self):
        place = self.place
        loop = os.path.join(place.root, "loop")
        os.symlink(loop, loop)
        plain = place.file("tool")
        self.program("not_found", "ENOENT", place.root + "/missing")
        self.program("not_found", "ELOOP", loop)
        self.program("not_found", "ENOTDIR", plain + "/under")
        self.program("not_found", "ENAMETOOLONG, a part", place.root + "/" + "n" * 300)
        self.program("not_found", "ENAMETOOLONG, the path", "/" + "n/" * 2500)
        self.program("not_found", "its interpreter is missing", place.file("orphan", "#!/no/such/interpreter\n"))
        self.on_path("not_found", "no candidate", "no-such-program", "/bin", place.root)
        self.on_path("not_found", "each candidate fails differently", "loop", place.root, plain, "/" + "n" * 300)

    def test_permission(self):
        place = self.place
        self.program("permission", "EACCES, a file", place.file("plain", mode=0o644))
        self.program("permission", "EACCES, a directory", place.root)
        folder = place.folder("unexecutable")
        place.file("unexecutable/tool", mode=0o644)
        self.on_path("permission", "one candidate is not executable, none other exists", "tool", "/bin", folder, "/usr/bin")

    def test_exec_format(self):
        self.program("exec_format", "ENOEXEC, text", self.place.file("text", "echo no\n"))
        self.program("exec_format", "ENOEXEC, empty", self.place.file("empty", ""))
        folder = self.place.folder("first")
        self.place.file("first/echo", "text\n")
        self.on_path("exec_format", "ENOEXEC ends the search", "echo", folder, "/bin")

    def test_too_large(self):
        self.unavailable(self.place, "too_large", "E2BIG, one argument", {"argv": ["/bin/true", "a" * 200_000]})

    def test_other(self):
        busy = self.place.file("busy")
        with open(busy, "r+", encoding="utf-8"):
            self.program("other", "ETXTBSY", busy)
        # An ELF file whose interpreter is text.
        with open(shutil.which("true"), "rb") as file:
            image = file.read()
        interpreter = image[image.index(b"/lib"):].split(b"\0")[0]
        text = self.place.file("i", "no ELF file\n")
        if len(text) > len(interpreter):
            shorter = tempfile.mkdtemp(prefix="v", dir="/tmp")
            self.addCleanup(shutil.rmtree, shorter)
            text = shutil.copy(text, shorter + "/i")
        self.assertLessEqual(len(text), len(interpreter))
        bad = self.place.file("bad")
        with open(bad, "wb") as file:
            file.write(image.replace(interpreter, text.encode().ljust(len(interpreter), b"\0")))
        self.program("other", "ELIBBAD", bad)

    def test_no_descriptors(self):
        """The limit is on the numbers, so that what is free below the highest one counts too."""
        pid = self.place.daemon.pid
        if self.place.daemon.descriptors() is None:
            self.skipTest("only root may see the daemon's descriptors")
        usual = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        self.addCleanup(resource.prlimit, pid, resource.RLIMIT_NOFILE, usual)

        def leave(free):
            used = {int(name) for name in os.listdir(f"/proc/{pid}/fd")}
            limit = [number for number in range(len(used) + free + 1) if number not in used][free]
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (limit, usual[1]))
            return lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, usual)

        for free, step in ((0, "master"), (1, "its other side"), (2, "the child's pidfd")):
            self.unavailable(self.place, "resource", f"EMFILE, {step}", {"argv": ["/bin/true"]}, arranged=lambda left=free: leave(left))

    def test_directories(self):
        place = self.place
        loop = os.path.join(place.root, "directory-loop")
        os.symlink(loop, loop)
        plain = place.file("no-directory", "")
        missing = {"argv": ["/bin/true"], "cwd": place.root + "/missing"}
        self.refused(place, "ENOENT", missing, "not_found.cwd", {})
        self.refused(place, "a file", {**missing, "cwd": plain}, "not_found.cwd", {})
        self.refused(place, "ENOTDIR", {**missing, "cwd": plain + "/under"}, "not_found.cwd", {})
        self.bad_directory(place, "other", "ELOOP", {**missing, "cwd": loop})
        self.bad_directory(place, "other", "ENAMETOOLONG", {**missing, "cwd": "/" + "n" * 300})


@unittest.skipIf(can_mount(), can_mount() or "")
class Mounts(Refusals):
    """Directories that answer as the test wants."""

    def test_directories(self):
        place = Place(self, settings={"spawn.timeout_ms": 300})
        place.split_from()
        table = [
            ("permission", "EACCES while resolving", {"lookup": errno.EACCES}, "/inside", False),
            ("other", "EIO while resolving", {"lookup": errno.EIO}, "/inside", False),
            ("other", "resolving never ends", {}, "/inside", False),
            ("changed", "ENOENT on entering", {"access": errno.ENOENT}, "", True),
            ("changed", "ENOTDIR on entering", {"access": errno.ENOTDIR}, "", True),
            ("permission", "EACCES on entering", {"access": errno.EACCES}, "", True),
            ("other", "EIO on entering", {"access": errno.EIO}, "", True),
        ]
        for number, (reason, cause, answers, below, rolled_back) in enumerate(table):
            mount = Mount(os.path.join(place.root, f"mount{number}"), **answers)
            try:
                self.bad_directory(place, reason, cause, {"argv": ["/bin/true"], "cwd": mount.folder + below}, rolled_back)
            finally:
                mount.abandon()
        mount = Mount(os.path.join(place.root, "dead"))
        self.addCleanup(mount.abandon)
        for verb in VERBS:
            before = place.counters()
            error = place.owner.refusal(verb, {**place.target(verb), "argv": ["/bin/true"], "cwd": mount.folder})
            self.assertEqual(("unavailable.cwd", {"reason": "other"}), (error["code"], error["data"]))
            moved = {key: value - before[key] for key, value in place.counters().items() if value != before[key]}
            self.assertEqual({("unavailable.cwd", "other"): 1, ("spawn.rolled_back", None): 1}, moved)
            SEEN.setdefault(("unavailable.cwd", "other"), set()).add("entering never ends")
        # Their children are the kernel's until the file system goes.
        mount.abandon()
        wait_until(lambda: not faults(place.daemon, place.owner), "the stuck children go")


@unittest.skipIf(can_mount(), can_mount() or "")
class Terminals(Refusals):
    def test_none_is_left(self):
        place = Place(self, preexec=own_terminals(1))
        self.unavailable(place, "resource", "no terminal left", {"argv": ["/bin/true"]}, verbs=("window.create",),
                         arranged=lambda: self.hold_one(place))
        place.split_from()
        self.unavailable(place, "resource", "no terminal left", {"argv": ["/bin/true"]}, verbs=("pane.split",))

    @staticmethod
    def hold_one(place):
        """From the daemon's own folder of terminals."""
        held = os.open(f"/proc/{place.daemon.pid}/root/dev/pts/ptmx", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        return lambda: os.close(held)


@unittest.skipIf(os.geteuid() != 0, "only root can start the daemon as another user")
class AnotherUser(Refusals):
    """To root every directory is open, and no number of processes too large."""

    @classmethod
    def setUpClass(cls):
        cls.place = Place(cls, uid=OTHER_USER)

    def test_1_no_thread_for_the_first_start(self):
        """Before any other test here: a daemon that has started a process has its workers."""
        place = self.place
        request = {"argv": ["/bin/true"], "cwd": "/"}
        self.refused(place, "EAGAIN, no thread", request, "unavailable.spawn", {"reason": "resource"}, verbs=("window.create",),
                     arranged=self.no_more_processes)

    def no_more_processes(self):
        usual = resource.getrlimit(resource.RLIMIT_NPROC)[0]
        self.limit_processes(1)
        return lambda: self.limit_processes("unlimited" if usual == resource.RLIM_INFINITY else usual)

    def limit_processes(self, most):
        """As the daemon's own user may, too."""
        words = ["prlimit", "--pid", str(self.place.daemon.pid), f"--nproc={most}:"]
        subprocess.run(words, check=True, user=OTHER_USER, group=OTHER_USER, extra_groups=[])

    def test_2_no_process(self):
        self.place.split_from()
        self.unavailable(self.place, "resource", "EAGAIN, RLIMIT_NPROC", {"argv": ["/bin/true"]}, arranged=self.no_more_processes)

    def test_3_permission(self):
        place = self.place
        closed = place.folder("closed", 0o700)
        place.folder("closed/inside")
        place.file("closed/tool")
        request = {"argv": ["/bin/true"]}
        self.bad_directory(place, "permission", "EACCES while resolving, another's", {**request, "cwd": closed + "/inside"})
        self.bad_directory(place, "permission", "EACCES on entering, another's", {**request, "cwd": closed}, rolled_back=True)
        self.unavailable(place, "permission", "EACCES, a directory on the way", {"argv": [closed + "/tool"]})


if __name__ == "__main__":
    unittest.main()
