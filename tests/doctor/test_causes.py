"""What doctor says, and the real causes that make it say so: a daemon each, with something wrong with it."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import unittest

from venomx_testing import BUILD, DEADLINE, SANITIZED, Daemon, wait_until

CHECKS = ["spawn.path", "spawn.base_env", "spawn.cwd", "spawn.pty", "kernel.plugins", "kernel.configuration", "kernel.socket",
          "kernel.owner_file", "kernel.loop", "panes.strays", "panes.exited"]
# All that a start can be refused for.
REASONS = {
    "invalid_params.env": {"syntax", "size", "nul", "count", "duplicate", "reserved", "credential", "owner_credential"},
    "invalid_params.cwd": {"relative", "size", "nul"},
    "unavailable.cwd": {"permission", "changed", "other"},
    "unavailable.spawn": {"not_found", "permission", "exec_format", "too_large", "resource", "other"},
}
NUMBERS = ["not_found.cwd", "spawn.started", "spawn.rolled_back", "connections", "events.published", "events.gaps"]
FAMILIES = ["connections.refused", "denials", "panes.bytes", "panes", "plugins.state"]

CLINIC = os.path.join(BUILD, "tests", "doctor", "plugins")
# Debian's python, which has the package.
PARSE = """
import json, sys
from prometheus_client.parser import text_string_to_metric_families
print(json.dumps({family.name: [family.type, family.documentation, len(family.samples)]
                  for family in text_string_to_metric_families(sys.stdin.read())}))
"""


def doctor(daemon, **params):
    with daemon.wire() as wire:
        return wire.request("doctor", params)


def check(daemon, name):
    return next(entry for entry in doctor(daemon)["checks"] if entry["name"] == name)


class Causes(unittest.TestCase):
    def found(self, daemon, name, status, **detail):
        entry = check(daemon, name)
        self.assertEqual(status, entry["status"], entry)
        for key, value in detail.items():
            self.assertEqual(value, entry["detail"][key], entry)
        if status in ("warn", "fail"):
            self.assertTrue(entry["hint"], entry)
            self.assertIn(status, doctor(daemon)["status"].replace("fail", "fail warn"))
        return entry

    def test_a_healthy_daemon(self):
        with Daemon(env={"PATH": "/usr/bin:/bin"}) as daemon:
            report = doctor(daemon)
            names = [entry["name"] for entry in report["checks"]]
            self.assertEqual([], sorted(set(CHECKS) - set(names)))
            self.assertEqual(len(names), len(set(names)))
            self.assertNotIn("fail", {entry["status"] for entry in report["checks"]}, report)
            self.found(daemon, "spawn.path", "ok", present=True, entries=2, empty=0, relative=0)

    def test_every_counter_is_there_before_anything_happened(self):
        with Daemon() as daemon:
            counters = doctor(daemon)["counters"]
        for name in NUMBERS:
            self.assertIsInstance(counters[name], int, name)
        for name in FAMILIES:
            self.assertIsInstance(counters[name], dict, name)
        for name, reasons in REASONS.items():
            self.assertEqual(dict.fromkeys(reasons, 0), counters[name], name)
        self.assertEqual({"read", "write", "spawn", "admin"}, set(counters["denials"]))

    def test_the_base_environments_path(self):
        base = {"HOME": "/root"}
        with Daemon(base_env=base) as daemon:
            self.found(daemon, "spawn.path", "warn", present=False)
        with Daemon(base_env={**base, "PATH": "/usr/bin::relative:/bin:"}) as daemon:
            self.found(daemon, "spawn.path", "warn", present=True, entries=5, empty=2, relative=1)
            self.assertEqual(0, daemon.cli("doctor").returncode)
            self.assertEqual(1, daemon.cli("doctor", "--strict").returncode)

    def test_what_children_do_not_inherit(self):
        token = "vnt1.venomx.g9." + "A" * 43
        strange = {"VENOMX_TOKEN": token, "VENOMX_PRINCIPAL": "g9", "VENOMX_OTHER": "1", "HIDDEN": token, "NOTIFY_SOCKET": "/nonexistent/notify"}
        with Daemon(base_env={"PATH": "/usr/bin:/bin"}, env=strange) as daemon:
            entry = self.found(daemon, "spawn.base_env", "info")
            self.assertEqual({"token_name": 1, "principal_name": 1, "venomx_name": 1, "token_value": 1}, entry["detail"]["stripped"])
            self.assertEqual(1, entry["detail"]["dropped"]["service_manager"])
            self.assertEqual({"duplicate", "malformed", "service_manager"}, set(entry["detail"]["dropped"]))
            self.assertNotIn(token, json.dumps(doctor(daemon)))

    def test_a_working_directory_that_went(self):
        folder = tempfile.mkdtemp()
        with Daemon(cwd=folder) as daemon:
            self.found(daemon, "spawn.cwd", "ok")
            os.rmdir(folder)
            self.found(daemon, "spawn.cwd", "warn", exists=False)

    def test_descriptors_run_out(self):
        limit = 64 if not SANITIZED else 128
        # As many connections as there are descriptors.
        with Daemon(preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)),
                    settings={"limits.connections": 4 * limit}) as daemon:
            with daemon.wire() as early:
                status = lambda: next(entry for entry in early.request("doctor")["checks"] if entry["name"] == "spawn.pty")["status"]
                self.assertEqual("ok", status())
                crowd, seen = [], {"ok"}
                try:
                    while "fail" not in seen and len(crowd) < limit + 8:
                        crowd.append(daemon.wire(hello=False))
                        seen.add(status())
                    self.assertEqual({"ok", "warn", "fail"}, seen)
                finally:
                    for wire in crowd:
                        wire.close()
                wait_until(lambda: status() == "ok", "the descriptors are free again")

    def test_wrong_modes_of_the_sockets_files(self):
        with Daemon() as daemon:
            self.found(daemon, "kernel.socket", "ok", present=True, mode=True)
            os.chmod(daemon.socket, 0o666)
            self.found(daemon, "kernel.socket", "fail", mode=False)
            self.assertEqual(1, daemon.cli("doctor").returncode)
            os.chmod(daemon.socket, 0o600)
            self.found(daemon, "kernel.socket", "ok")
            # Where the folder is another's to write in, so is the socket's name.
            for mode in (0o777, 0o1777):
                os.chmod(os.path.dirname(daemon.socket), mode)
                self.found(daemon, "kernel.socket", "fail", mode=True, same=True, folder=False)
            os.chmod(os.path.dirname(daemon.socket), 0o700)
            self.found(daemon, "kernel.socket", "ok", same=True, folder=True)
            owner = daemon.socket + ".owner"
            os.chmod(owner, 0o644)
            self.found(daemon, "kernel.owner_file", "fail", mode=False)
            os.chmod(owner, 0o600)
            with daemon.wire() as wire:
                os.rename(owner, owner + ".away")
                checks = {entry["name"]: entry for entry in wire.request("doctor")["checks"]}
                self.assertEqual(("fail", False), (checks["kernel.owner_file"]["status"], checks["kernel.owner_file"]["detail"]["present"]))
                os.rename(owner + ".away", owner)

    @unittest.skipUnless(os.geteuid() == 0, "giving a file away takes root")
    def test_wrong_owners_of_the_sockets_files(self):
        with Daemon() as daemon, daemon.wire() as wire:
            for name, path, more in (("kernel.socket", daemon.socket, {"same": True, "folder": True}),
                                     ("kernel.owner_file", daemon.socket + ".owner", {})):
                os.chown(path, 65534, -1)
                found = next(entry for entry in wire.request("doctor")["checks"] if entry["name"] == name)
                detail = {"present": True, "kind": True, "owner": False, "mode": True, **more}
                self.assertEqual(("fail", detail), (found["status"], found["detail"]))
                os.chown(path, 0, -1)
                self.found(daemon, name, "ok")

    def test_panes_that_exited(self):
        with Daemon() as daemon, daemon.wire() as wire:
            self.found(daemon, "panes.exited", "ok")
            wire.request("session.create", {})
            wire.request("window.create", {"session": "s0", "argv": ["true"]})
            wire.request("pane.wait", {"pane": "p0", "until": "exit"})
            self.found(daemon, "panes.exited", "info")
            self.assertEqual(1, doctor(daemon)["counters"]["spawn.started"])

    def test_processes_that_outlived_their_pane(self):
        """One that has cleared every mark of its pane, and one that the close of its pane was asked to leave alone."""
        for clear, close in (("env -i ", {}), ("", {"keep": True})):
            with self.subTest(clear + "setsid", **close), Daemon() as daemon, daemon.wire() as wire:
                self.found(daemon, "panes.strays", "ok", strays=0, complete=True)
                file = os.path.join(daemon.folder, "stray")
                script = f"({clear}setsid /bin/sh -c 'echo $$ >{file}; exec sleep 1000' </dev/null >/dev/null 2>&1 &); exec cat"
                wire.request("session.create", {})
                wire.request("window.create", {"session": "s0", "argv": ["/bin/sh", "-c", script]})
                wait_until(lambda file=file: os.path.exists(file) and os.path.getsize(file), "the process runs")
                wire.request("pane.close", {"pane": "p0", **close})
                self.found(daemon, "panes.strays", "warn", strays=1, complete=True)
                self.assertEqual([0, 1], [daemon.cli("doctor", *words).returncode for words in ([], ["--strict"])])
                with open(file, encoding="ascii") as text:
                    os.kill(int(text.read()), signal.SIGKILL)
                wait_until(lambda daemon=daemon: check(daemon, "panes.strays")["status"] == "ok", "it has ended")

    def test_refusals_are_counted_by_reason(self):
        with Daemon() as daemon, daemon.wire() as wire:
            wire.request("session.create", {})
            for params, counter, reason in (
                    ({"argv": ["no-such-program"]}, "unavailable.spawn", "not_found"),
                    ({"argv": ["/etc/passwd"]}, "unavailable.spawn", "permission"),
                    ({"cwd": "relative"}, "invalid_params.cwd", "relative"),
                    ({"cwd": daemon.folder + "/gone"}, "not_found.cwd", None),
                    ({"env": [{"name": "A=B", "value": ""}]}, "invalid_params.env", None)):
                with self.subTest(params=params):
                    before = wire.request("doctor")["counters"][counter]
                    error = wire.refusal("window.create", {"session": "s0", **params})
                    self.assertEqual(counter, error["code"])
                    after = wire.request("doctor")["counters"][counter]
                    if isinstance(after, dict):
                        reason = reason or error["data"]["reason"]
                        before, after = before[reason], after[reason]
                    self.assertEqual(before + 1, after)
            with daemon.wire(token=None) as stranger:
                stranger.refusal("session.create", {})
            counters = wire.request("doctor")["counters"]
            self.assertEqual(1, counters["denials"]["write"] + counters["denials"]["spawn"] + counters["denials"]["admin"])
            self.assertEqual(1, counters["requests"]["session.create"]["denied"])


class Strangers(unittest.TestCase):
    """A stranger's checks: those that fail harm nothing."""

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(settings={"plugins.extra_dirs": CLINIC})
        cls.addClassCleanup(cls.daemon.stop)

    def test_bad_checks_harm_nothing(self):
        report = doctor(self.daemon)
        checks = {entry["name"]: entry for entry in report["checks"]}
        self.assertEqual("fail", report["status"])
        self.assertEqual(("ok", {"beats": 60}), (checks["clinic.pulse"]["status"], checks["clinic.pulse"]["detail"]))
        for name in ("clinic.broken", "clinic.odd", "clinic.unreadable"):
            self.assertEqual("fail", checks[name]["status"])
        self.assertEqual("ok", checks["clinic.slow"]["status"])
        self.assertEqual("fail", checks["clinic.spawn.path"]["status"])
        self.assertEqual("ok", checks["spawn.path"]["status"])
        self.assertEqual([], sorted(set(CHECKS) - set(checks)))
        self.assertNotIn("secret", json.dumps(report))
        self.assertEqual({"adult": 0, "child": 0}, report["counters"]["clinic.seen"])

    def test_a_slow_check_is_a_warning(self):
        settings = {"plugins.extra_dirs": CLINIC, "doctor.timeout_ms": "50", "clinic.slow_ms": "60"}
        with Daemon(settings=settings) as daemon:
            slow = check(daemon, "clinic.slow")
        self.assertEqual(("warn", "the check took longer than doctor.timeout_ms"), (slow["status"], slow["summary"]))

    def test_a_loop_that_was_held_up(self):
        with self.daemon.wire() as wire:
            wire.request("doctor")
            wire.request("clinic.block", {"ms": 150})
            entry = next(entry for entry in wire.request("doctor")["checks"] if entry["name"] == "kernel.loop")
            self.assertEqual("warn", entry["status"])
            self.assertGreaterEqual(entry["detail"]["worst_ms"], 150)

    def test_the_table_for_people(self):
        done = self.daemon.cli("doctor")
        self.assertEqual(1, done.returncode)
        report = doctor(self.daemon)
        for entry in report["checks"]:
            line = next(line for line in done.stdout.splitlines() if re.search(rf"(^|\s){re.escape(entry['name'])}(\s|$)", line))
            self.assertIn(entry["summary"][:20], line)
            if entry["status"] != "ok" and "hint" in entry:
                self.assertIn(entry["hint"], done.stdout)
        as_json = self.daemon.cli("doctor", "--json")
        self.assertEqual(1, as_json.returncode)
        self.assertEqual({entry["name"] for entry in report["checks"]}, {entry["name"] for entry in json.loads(as_json.stdout)["checks"]})

    def test_what_callers_may_see(self):
        with self.daemon.wire(token=None) as reader:
            self.assertEqual({"status", "checks", "counters"}, set(reader.request("doctor")))
        states = {plugin["name"]: plugin["state"] for plugin in doctor(self.daemon)["daemon"]["plugins"]}
        self.assertEqual("started", states["clinic"])

    def test_metrics(self):
        done = self.daemon.cli("doctor", "--format", "prometheus")
        text = done.stdout
        self.assertIn('venomx_spawn_failures_total{reason="not_found"} 0\n', text)
        self.assertIn('venomx_check_status{check="clinic.broken"} 3\n', text)
        self.assertIn('venomx_clinic_seen_total{kind="child"} 0\n', text)
        for name in CHECKS:
            self.assertIn(f'venomx_check_status{{check="{name}"}} ', text)

    @unittest.skipUnless(shutil.which("promtool"), "promtool is not here (scripts/dependencies brings it)")
    def test_metrics_pass_promtool(self):
        with self.daemon.wire() as wire:
            wire.refusal("pane.info", {"pane": "p9"})
        text = self.daemon.cli("doctor", "--format", "prometheus").stdout
        checked = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=DEADLINE, check=False)
        self.assertEqual((0, "", ""), (checked.returncode, checked.stdout, checked.stderr))

    def test_metrics_are_read_by_a_parser(self):
        text = self.daemon.cli("doctor", "--format", "prometheus").stdout
        parsed = subprocess.run(["/usr/bin/python3", "-c", PARSE], input=text, capture_output=True, text=True, timeout=DEADLINE, check=True)
        families = json.loads(parsed.stdout)
        self.assertEqual(["counter", 6], families["venomx_spawn_failures"][::2])
        self.assertEqual("histogram", families["venomx_request_duration_seconds"][0])
        self.assertEqual("gauge", families["venomx_connections"][0])
        for name, (kind, documentation, _) in families.items():
            self.assertTrue(documentation, name)
            self.assertNotEqual("unknown", kind, name)


if __name__ == "__main__":
    unittest.main()
