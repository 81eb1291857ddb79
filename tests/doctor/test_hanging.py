"""Checks that hang: a stranger's in a pipe, our own on file systems that do not answer. Doctor answers in time, the daemon serves."""

import contextlib
import os
import signal
import tempfile
import time
import unittest

from audit_testing import folder_of, own_mounts
from stuck import Mount, can_mount
from venomx_testing import BUILD, DEADLINE, Daemon, wait_until

CLINIC = os.path.join(BUILD, "tests", "doctor", "plugins")
TIMEOUT = 1.0  # doctor.timeout_ms
MARGIN = DEADLINE / 4
LATE = "the check took longer than doctor.timeout_ms"
HANGS = "the check still hangs since an earlier look"
FILES = {"spawn.cwd", "spawn.pty", "kernel.socket", "kernel.owner_file", "kernel.audit", "kernel.state"}


def threads(daemon):
    return len(os.listdir(f"/proc/{daemon.pid}/task"))


class Hanging(unittest.TestCase):
    def doctor(self, wire):
        """Its checks by name."""
        return {check["name"]: check for check in wire.request("doctor")["checks"]}

    def first_look(self, wire, hanging):
        """Doctor takes its time for those that hang, and not more; whoever asks for something else does not wait for it."""
        began = time.monotonic()
        asked = wire.start("doctor")
        other = wire.start("session.create")
        self.assertEqual(other, wire.read_frame()["id"])
        checks = {check["name"]: check for check in wire.answer(asked)["ok"]["checks"]}
        took = time.monotonic() - began
        self.assertGreaterEqual(took, TIMEOUT)
        self.assertLess(took, TIMEOUT + MARGIN)
        self.found(checks, hanging, LATE)
        return checks

    def found(self, checks, hanging, summary):
        """These hang, and no others."""
        late = {name for name, check in checks.items() if check["summary"] in (LATE, HANGS)}
        self.assertEqual(set(hanging), late)
        for name in hanging:
            self.assertEqual(("warn", summary, {}), tuple(checks[name][field] for field in ("status", "summary", "detail")))
            self.assertTrue(checks[name]["hint"])
        for name in FILES - set(hanging):
            self.assertIn(checks[name]["status"], ("ok", "info"), checks[name])

    def becomes(self, wire, name, status):
        return wait_until(lambda: (lambda check: check if check["status"] == status else None)(self.doctor(wire)[name]), f"{name} says {status}")


class InAPipe(Hanging):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="venomx-test-pipe-")
        self.addCleanup(folder.cleanup)
        self.pipe = os.path.join(folder.name, "pipe")
        os.mkfifo(self.pipe)

    def daemon(self, **settings):
        return Daemon(settings={"plugins.extra_dirs": CLINIC, "clinic.fifo": self.pipe, **settings})

    def test_it_is_one_warning_and_holds_one_thread(self):
        with self.daemon() as daemon, daemon.wire() as wire:
            before = threads(daemon)
            checks = self.first_look(wire, {"clinic.stuck"})
            self.assertEqual(("ok", "ok", "fail"), tuple(checks[name]["status"] for name in ("clinic.pulse", "clinic.slow", "clinic.broken")))
            for _ in range(5):
                self.found(self.doctor(wire), {"clinic.stuck"}, HANGS)
            self.assertEqual(1, wire.request("doctor")["counters"]["clinic.tries"])
            self.assertIn('venomx_check_status{check="clinic.stuck"} 2\n', daemon.cli("doctor", "--format", "prometheus").stdout)
            wait_until(lambda: threads(daemon) == before + 1, "one thread hangs, and the others have gone")
            wire.request("window.create", {"session": "s0", "argv": ["/bin/sleep", "1000"]})
            with open(os.open(self.pipe, os.O_WRONLY | os.O_NONBLOCK), "wb"):  # somebody reads, or this fails
                self.assertEqual("somebody writes", self.becomes(wire, "clinic.stuck", "ok")["summary"])
                self.assertEqual("ok", self.doctor(wire)["clinic.stuck"]["status"])
            self.assertGreater(wire.request("doctor")["counters"]["clinic.tries"], 2)

    def test_looks_side_by_side_wait_for_the_same_run(self):
        with self.daemon() as daemon, contextlib.ExitStack() as all_wires:
            wires = [all_wires.enter_context(daemon.wire()) for _ in range(8)]
            asked = [(wire, wire.start("doctor")) for wire in wires for _ in range(4)]
            for wire, number in asked:
                report = wire.answer(number)["ok"]
                self.found({check["name"]: check for check in report["checks"]}, {"clinic.stuck"}, LATE)
                self.assertEqual(1, report["counters"]["clinic.tries"])

    def test_a_cancel_ends_the_look_at_once(self):
        with self.daemon(**{"doctor.timeout_ms": "60000"}) as daemon, daemon.wire() as wire:
            asked = wire.start("doctor")
            with daemon.wire() as gone:
                gone.start("doctor")
            wire.send({"cancel": asked})
            self.assertEqual({"code": "unavailable.cancelled", "message": "cancelled", "data": {}}, wire.answer(asked)["error"])
            wire.request("whoami")

    def test_a_stop_waits_neither_for_the_check_nor_for_the_look(self):
        with self.daemon(**{"doctor.timeout_ms": "60000"}) as daemon, daemon.wire() as wire, daemon.wire() as other:
            events = other.start("events", {})
            other.answer(events)
            asked = wire.start("doctor")
            wire.request("whoami")  # what came before it was taken
            began = time.monotonic()
            daemon.process.send_signal(signal.SIGTERM)
            while other.answer(events)["event"]["kind"] != "daemon.stopping":
                pass
            daemon.process.send_signal(signal.SIGTERM)  # without patience for requests
            self.assertEqual("unavailable.shutdown", wire.answer(asked)["error"]["code"])
            self.assertEqual(0, daemon.process.wait(DEADLINE))
            self.assertLess(time.monotonic() - began, MARGIN)
            daemon.stop()


@unittest.skipIf(can_mount(), can_mount() or "")
class OnADeadMount(Hanging):
    def setUp(self):
        own_mounts()

    @contextlib.contextmanager
    def dead(self, folder):
        """Over before the daemon is: whoever hangs in it cannot be killed."""
        mount = Mount(folder)
        try:
            yield mount
        finally:
            mount.abandon()

    def test_the_folder_of_the_socket(self):
        with Daemon() as daemon, daemon.wire() as wire, self.dead(os.path.dirname(daemon.socket)) as mount:
            hanging = {"kernel.socket", "kernel.owner_file"}
            self.first_look(wire, hanging)
            self.found(self.doctor(wire), hanging, HANGS)
            mount.abandon()
            for name in hanging:
                self.becomes(wire, name, "ok")

    def test_the_folder_of_the_audit(self):
        """At first it is late; then the disk is known to be dead, and the checks say so at once."""
        with Daemon() as daemon, daemon.wire() as wire, self.dead(folder_of(daemon)) as mount:
            self.first_look(wire, {"kernel.state", "kernel.audit"})
            self.assertEqual("stalled", self.becomes(wire, "kernel.audit", "fail")["detail"]["trouble"])
            self.assertFalse(self.becomes(wire, "kernel.state", "fail")["detail"]["answers"])
            wire.request("session.create")
            mount.abandon()
            for name in ("kernel.state", "kernel.audit"):
                self.becomes(wire, name, "ok")


if __name__ == "__main__":
    unittest.main()
