"""What the audit does when its disk is full, read-only or gone, and how it recovers: no request is lost, no line either, doctor
says `fail` meanwhile, and audit.required refuses what changes something."""

import os
import shutil
import signal
import stat
import tempfile
import time
import unittest

from audit_testing import check_of, fill, folder_of, lines, mount, own_mounts, path_of, told, unmount, wait_for
from venomx_testing import SANITIZED, Daemon, wait_until

REQUIRED = {"audit.required": "true"}


def own_threads(pid):
    """In the order in which they were made. ThreadSanitizer's runtime begins with one before main, which wakes ten times a second."""
    threads = os.listdir(f"/proc/{pid}/task")
    return threads[:1] + threads[2:] if SANITIZED == "thread" else threads


class Disk(unittest.TestCase):
    def setUp(self):
        self.state = tempfile.mkdtemp(prefix="venomx-test-state-")
        self.addCleanup(shutil.rmtree, self.state, ignore_errors=True)

    def daemon(self, settings=None):
        return Daemon(env={"XDG_STATE_HOME": self.state}, settings=settings)

    def fails(self, wire, trouble):
        """Doctor says so: the trouble's word, and status fail."""

        def failing():
            check = check_of(wire, "kernel.audit")
            return check if check["status"] == "fail" else None

        check = wait_until(failing, "kernel.audit fails")
        self.assertEqual(trouble, check["detail"]["trouble"])
        self.assertNotIn(self.state, str(check))
        return check

    def becomes(self, wire, name, status):
        wait_until(lambda: check_of(wire, name)["status"] == status, f"{name} says {status}")

    def recovers(self, wire):
        check = wait_until(lambda: (lambda found: found if found["status"] != "fail" else None)(check_of(wire, "kernel.audit")), "kernel.audit recovers")
        self.assertEqual(("none", 0, 0), tuple(check["detail"][field] for field in ("trouble", "waiting", "lost")))

    def refuses(self, wire):
        wait_until(lambda: wire.call("session.create").get("error", {}).get("code") == "unavailable.audit", "writes are refused")

    def full_disk(self):
        own_mounts()
        mount("-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", self.state)
        self.addCleanup(unmount, self.state)
        return os.path.join(self.state, "filler")

    def test_a_full_disk_loses_nothing(self):
        filler = self.full_disk()
        with self.daemon() as daemon, daemon.wire() as wire:
            self.becomes(wire, "kernel.state", "warn")
            self.becomes(wire, "kernel.audit", "warn")
            wire.request("session.create")
            wait_for(daemon, 1)
            fill(filler)
            for _ in range(100):  # past the room that is left in the file's last page
                wire.request("session.create")
            check = self.fails(wire, "full")
            self.assertGreater(check["detail"]["waiting"], 0)
            self.becomes(wire, "kernel.state", "fail")
            written = len(lines(daemon))  # every line is whole
            self.assertEqual(101, written + check["detail"]["waiting"])
            os.unlink(filler)
            self.recovers(wire)
            found = wait_for(daemon, 101)
            self.assertEqual(list(range(1, 102)), [line["seq"] for line in found])
            log = daemon.log_text()
            self.assertEqual((1, 1), (log.count("the audit cannot be written"), log.count("the audit is written again")))

    def test_required_refuses_writes_on_a_full_disk(self):
        filler = self.full_disk()
        with self.daemon(REQUIRED) as daemon, daemon.wire() as wire:
            wire.request("session.create")
            fill(filler)
            self.refuses(wire)
            sessions = wire.request("session.list")
            self.assertEqual({"code": "unavailable.audit", "message": "the audit cannot be written", "data": {}}, wire.refusal("session.create"))
            self.assertEqual("unavailable.audit", wire.refusal("session.close", {"session": "s0"})["code"])
            self.assertEqual("invalid_params.schema", wire.refusal("session.close")["code"])
            self.assertEqual(sessions, wire.request("session.list"))  # nothing ran, and reading goes on
            os.unlink(filler)
            wait_until(lambda: "ok" in wire.call("session.create"), "writes are taken again")
            self.recovers(wire)
            last = wait_until(lambda: (lambda found: found if found[-1]["outcome"] == "ok" else None)(lines(daemon)), "the last line")
            self.assertEqual(list(range(1, len(last) + 1)), [line["seq"] for line in last])
            self.assertIn(("owner", "session.close", ["s0"], "unavailable.audit"), [told(line) for line in last])

    def test_a_read_only_folder(self):
        if os.geteuid() == 0:
            own_mounts()
            mount("--bind", self.state, self.state)
            mount("-o", "remount,bind,ro", self.state)
        else:
            os.chmod(self.state, 0o500)
        with self.daemon(REQUIRED) as daemon, daemon.wire() as wire:
            self.assertEqual("unavailable.audit", wire.refusal("session.create")["code"])
            self.fails(wire, "denied")
            self.becomes(wire, "kernel.state", "fail")
            if os.geteuid() == 0:
                unmount(self.state)
            else:
                os.chmod(self.state, 0o700)
            self.recovers(wire)
            wire.request("session.create")
            self.assertEqual([("owner", "session.create", [], "unavailable.audit"), ("owner", "session.create", [], "ok")],
                             [told(line) for line in wait_for(daemon, 2)])

    def test_a_folder_that_was_taken_away_is_made_again(self):
        with self.daemon() as daemon, daemon.wire() as wire:
            wire.request("session.create")
            wait_for(daemon, 1)
            shutil.rmtree(folder_of(daemon))
            self.becomes(wire, "kernel.state", "fail")
            wire.request("session.create")
            self.assertEqual([2], [line["seq"] for line in wait_for(daemon, 1)])
            self.assertEqual((0o700, 0o600), tuple(stat.S_IMODE(os.stat(path).st_mode) for path in (folder_of(daemon), path_of(daemon))))
            wait_until(lambda: check_of(wire, "kernel.state")["status"] != "fail", "kernel.state recovers")
            os.rename(path_of(daemon), path_of(daemon) + ".old")
            wire.request("session.create")
            self.assertEqual([3], [line["seq"] for line in wait_for(daemon, 1)])

    def test_what_is_open_to_others_is_closed(self):
        os.mkdir(os.path.join(self.state, "venomx"))
        path = os.path.join(self.state, "venomx", "audit.jsonl")
        with open(path, "w", encoding="ascii"):
            pass
        os.chmod(os.path.dirname(path), 0o755)
        os.chmod(path, 0o644)
        with self.daemon() as daemon:
            self.assertEqual((0o700, 0o600), tuple(stat.S_IMODE(os.stat(at).st_mode) for at in (folder_of(daemon), path_of(daemon))))

    def test_what_is_no_file_is_not_written(self):
        os.mkdir(os.path.join(self.state, "venomx"), 0o700)
        target = os.path.join(self.state, "elsewhere")
        for make in (os.mkfifo, lambda path: os.symlink(target, path), os.mkdir):
            path = os.path.join(self.state, "venomx", "audit.jsonl")
            make(path)
            with self.subTest(make=make), self.daemon() as daemon, daemon.wire() as wire:
                wire.request("session.create")
                check = wait_until(lambda: (lambda found: found if found["detail"]["waiting"] == 1 else None)(check_of(wire, "kernel.audit")), "it waits")
                self.assertEqual("fail", check["status"])
                self.assertFalse(os.path.exists(target))
                if stat.S_ISDIR(os.lstat(path).st_mode):
                    os.rmdir(path)
                else:
                    os.unlink(path)
                self.recovers(wire)
                self.assertEqual(1, len(lines(daemon)))
            os.unlink(path)

    def test_a_failing_disk_is_not_asked_again_and_again(self):
        os.mkdir(os.path.join(self.state, "venomx"), 0o700)
        os.mkdir(os.path.join(self.state, "venomx", "audit.jsonl"))

        def switches(pid):
            found = {}
            for thread in own_threads(pid):
                with open(f"/proc/{pid}/task/{thread}/status", encoding="ascii", errors="replace") as status:
                    found[thread] = [line for line in status if "ctxt_switches" in line]
            return found

        def rests():
            before = switches(daemon.pid)
            time.sleep(1)  # what is measured: nothing happens for so long
            return before == switches(daemon.pid)

        with self.daemon() as daemon, daemon.wire() as wire:
            for _ in range(10):
                wire.request("session.create")
            self.fails(wire, "other")
            wait_until(rests, "no thread of the daemon wakes for a second while lines wait")

    def test_required_follows_a_reload(self):
        os.mkdir(os.path.join(self.state, "venomx"), 0o700)
        os.mkdir(os.path.join(self.state, "venomx", "audit.jsonl"))
        with tempfile.NamedTemporaryFile("w", suffix=".properties") as file:
            with Daemon(env={"XDG_STATE_HOME": self.state}, arguments=["--config", file.name]) as daemon, daemon.wire() as wire:
                wire.request("session.create")
                file.write("audit.required = true\n")
                file.flush()
                daemon.process.send_signal(signal.SIGHUP)
                self.refuses(wire)


if __name__ == "__main__":
    unittest.main()
