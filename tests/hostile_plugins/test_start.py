"""How the daemon starts with plugins: trials are remembered, a start that hangs is left out, digests decide what is loaded."""

import hashlib
import json
import os
import signal
import stat
import subprocess
import tempfile
import unittest

import sanitizers
from hostile_testing import Folder, copy, daemon_with, plugins_of
from venomx_testing import BUILD, SANITIZED, VENOMX, wait_until

OWN = os.path.join(os.path.abspath(BUILD), "lib", "venomx", "plugins")


def state(daemon, plugin):
    entry = plugins_of(daemon)[plugin]
    return entry["state"], entry.get("reason")


class Remembered(unittest.TestCase):
    """The cache of verdicts, in a folder that outlives the daemons of a test."""

    def setUp(self):
        self.cache = tempfile.mkdtemp(prefix="venomx-cache-")
        self.addCleanup(subprocess.run, ["rm", "-rf", self.cache], check=True)
        self.file = os.path.join(self.cache, "venomx", "plugins", "verdicts.json")
        self.folder = Folder(self).path

    def start(self, **options):
        return daemon_with(self.folder, env={"XDG_CACHE_HOME": self.cache}, **options)

    def entries(self):
        with open(self.file, encoding="utf-8") as file:
            return {os.path.basename(entry["file"]): entry for entry in json.load(file)["passed"]}

    def test_only_what_passed_is_remembered(self):
        copy("behaves", self.folder)
        copy("construct-throws", self.folder)
        with self.start():
            pass
        entries = self.entries()
        self.assertEqual({"spawn.so", "pane.so", "window.so", "doctor.so", "behaves.so"}, set(entries))
        self.assertEqual(["behaves.run", "behaves.hold"], entries["behaves.so"]["verbs"])
        self.assertEqual([0o700, 0o600], [stat.S_IMODE(os.stat(path).st_mode) for path in (os.path.dirname(self.file), self.file)])

    def test_the_same_file_is_not_tried_again_and_another_is(self):
        path = copy("behaves", self.folder)
        with self.start():
            pass
        before = os.stat(self.file).st_mtime_ns
        with self.start():
            pass
        self.assertEqual(before, os.stat(self.file).st_mtime_ns)
        old = self.entries()["behaves.so"]["identity"]
        copy("construct-exits", self.folder, "construct-exits.so")
        os.replace(copy("behaves", self.folder, "new.so"), path)
        with self.start() as daemon:
            self.assertEqual(("started", None), state(daemon, "behaves"))
            self.assertEqual(("refused", "exited"), state(daemon, "construct-exits"))
        self.assertNotEqual(old, self.entries()["behaves.so"]["identity"])

    def test_a_remembered_plugin_tells_its_verbs_when_disabled(self):
        copy("verb-duplicate", self.folder)
        copy("behaves", self.folder)
        with self.start():
            pass
        with self.start(settings={"plugins.disabled": "behaves"}) as daemon:
            self.assertEqual(["behaves.run", "behaves.hold"], plugins_of(daemon)["behaves"]["verbs"])
            with daemon.wire() as wire:
                self.assertEqual("unavailable.verb", wire.refusal("behaves.hold")["code"])
                self.assertEqual("not_found.verb", wire.refusal("behaves.nothing")["code"])

    def test_whatever_is_wrong_with_the_cache_the_daemon_starts(self):
        copy("behaves", self.folder)
        os.makedirs(os.path.dirname(self.file), 0o700)
        for content in (b"", b"\0\xff", b"{", b"[]", b'{"passed":7}', b'{"passed":[7,{},{"file":"x"}]}', b"[" * 100000, b"x" * (2 << 20)):
            with self.subTest(content[:20]):
                with open(self.file, "wb") as file:
                    file.write(content)
                with self.start() as daemon:
                    self.assertEqual(("started", None), state(daemon, "behaves"))
                self.assertIn("behaves.so", self.entries())

    def test_a_cache_that_is_not_ours_alone_is_not_used(self):
        copy("behaves", self.folder)
        with self.start():
            pass
        with open(self.file, "r+", encoding="utf-8") as file:
            text = file.read().replace("behaves.run", "behaves.fan")
            file.seek(0)
            file.write(text)
        for path, mode in ((self.file, 0o666), (os.path.dirname(self.file), 0o777)):
            os.chmod(path, mode)
            with self.start(settings={"plugins.disabled": "behaves"}) as daemon:
                self.assertEqual([], plugins_of(daemon)["behaves"]["verbs"])
            os.chmod(path, 0o700)

    def test_where_nothing_can_be_kept_the_daemon_starts(self):
        copy("behaves", self.folder)
        for cache in ("/proc/nothing", "/dev/full", "relative"):
            with daemon_with(self.folder, env={"XDG_CACHE_HOME": cache, "HOME": "/proc/nothing"}) as daemon:
                self.assertEqual(("started", None), state(daemon, "behaves"))

    @unittest.skipUnless(os.geteuid() == 0, "mounting a small file system takes root")
    def test_a_full_disk_costs_the_cache_alone(self):
        copy("behaves", self.folder)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k,mode=0700", "tmpfs", self.cache], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", self.cache], check=True)
        os.makedirs(os.path.dirname(self.file), 0o700)
        with open(os.path.join(self.cache, "filler"), "wb") as file:
            self.assertEqual(4096, file.write(b"x" * 4096))
        with self.start() as daemon:
            self.assertEqual(("started", None), state(daemon, "behaves"))
        self.assertEqual([], os.listdir(os.path.dirname(self.file)))

    def test_daemons_that_start_at_once_leave_a_sound_cache(self):
        copy("behaves", self.folder)
        daemons = [self.start() for _ in range(3)]
        for daemon in daemons:
            self.assertEqual(("started", None), state(daemon, "behaves"))
            daemon.stop()
        self.assertIn("behaves.so", self.entries())
        self.assertEqual(["verdicts.json"], os.listdir(os.path.dirname(self.file)))


class Hanging(unittest.TestCase):
    def test_the_daemon_starts_again_without_a_plugin_whose_start_hangs(self):
        folder = Folder(self).path
        for name in ("start-hangs", "behaves"):
            copy(name, folder)
        limit = 5000 if SANITIZED else 700
        with daemon_with(folder, settings={"plugins.start_ms": str(limit)}) as daemon:
            entry = plugins_of(daemon)["start-hangs"]
            self.assertEqual(("failed", "hangs"), (entry["state"], entry["reason"]))
            self.assertEqual("it had not started when the limit of this daemon (plugins.start_ms) was over, so the daemon started again "
                             "without it", entry["message"])
            self.assertEqual(("started", None), state(daemon, "behaves"))
            with daemon.wire() as wire:
                self.assertEqual(("unavailable.verb", {"plugin": "start-hangs"}),
                                 (lambda error: (error["code"], error["data"]))(wire.refusal("start_hangs.run")))
                self.assertEqual(daemon.pid, wire.request("daemon.info")["pid"])
                # What children inherit is what it was before the first life.
                session = wire.request("session.create", {"name": "s"})["session"]
                argv = ["/bin/sh", "-c", "umask; ulimit -n; exec cat"]
                pane = wire.request("window.create", {"session": session, "cwd": "/", "argv": argv})["pane"]
                soft = subprocess.run(["/bin/sh", "-c", "umask; ulimit -n"], capture_output=True, check=True, text=True).stdout.split()
                daemon.screen_holds(wire, pane, "\n".join(soft))

    def test_a_stop_that_hangs_holds_up_nothing_else(self):
        folder = Folder(self).path
        for name in ("stop-hangs", "stop-throws", "behaves"):
            copy(name, folder)
        daemon = daemon_with(folder, settings={"plugins.stop_ms": "500", "pane.grace_ms": "200"})
        self.addCleanup(daemon.kill)
        with daemon.wire() as wire:
            session = wire.request("session.create", {"name": "s"})["session"]
            argv = ["/bin/sh", "-c", "trap '' HUP TERM; while :; do sleep 1; done"]
            pane = wire.request("window.create", {"session": session, "cwd": "/", "argv": argv})["pane"]
            process = wire.request("pane.info", {"pane": pane})["pid"]
        daemon.process.terminate()
        self.assertEqual(1, daemon.process.wait(30))
        self.assertEqual([False] * 3, [os.path.exists(path) for path in (daemon.socket, daemon.socket + ".owner", f"/proc/{process}")])
        with open(os.path.join(daemon.folder, "state", "venomx", "audit.jsonl"), encoding="utf-8") as audit:
            self.assertEqual(["session.create", "window.create"], [json.loads(line)["verb"] for line in audit])
        log = daemon.log_text()
        self.assertIn("plugin stop-hangs did not stop within plugins.stop_ms; the daemon ends without it", log)
        self.assertIn("plugin stop-throws: its stop() failed", log)

    def test_a_slow_stop_is_told(self):
        """Of what ends clients' programs, which takes as long as they may take."""
        daemon = daemon_with(Folder(self).path, settings={"plugins.stop_ms": "100", "pane.grace_ms": "400"})
        self.addCleanup(daemon.kill)
        with daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            argv = ["/bin/sh", "-c", "trap '' HUP TERM; echo up; while :; do sleep 1; done"]
            pane = wire.request("window.create", {"session": session, "cwd": "/", "argv": argv})["pane"]
            daemon.screen_holds(wire, pane, "up")
        daemon.process.terminate()
        self.assertEqual(0, daemon.process.wait(30))
        self.assertRegex(daemon.log_text(), r"warning: plugin pane took \d{3,} ms to stop\n")

    def test_no_trial_survives_its_daemon(self):
        folder = Folder(self).path
        copy("init-hangs", folder)
        words = ["serve", "--socket", os.path.join(folder, "s", "venomx.sock"), "-D", f"plugins.extra_dirs={folder}"]
        process = subprocess.Popen([VENOMX, *words], stderr=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": folder})
        marker = os.path.join(folder, "init-hangs.so")

        def trials():
            found = []
            for entry in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{entry}/cmdline", "rb") as file:
                        if marker.encode() in file.read():
                            found.append(int(entry))
                except OSError:
                    continue
            return found

        wait_until(lambda: len(trials()) == 2, "the file is being tried")
        process.send_signal(signal.SIGKILL)
        process.wait()
        wait_until(lambda: not trials(), "the trial has ended")


class Digests(unittest.TestCase):
    def setUp(self):
        self.folder = Folder(self).path
        self.list = os.path.join(self.folder, "digests")

    def write(self, *files, mode=0o644):
        done = subprocess.run(["sha256sum", *files], capture_output=True, check=True)
        with open(self.list, "wb") as file:
            file.write(b"# what this deployment may load\n" + done.stdout)
        os.chmod(self.list, mode)

    def own(self):
        return [os.path.join(OWN, name) for name in sorted(os.listdir(OWN))]

    def start(self):
        return daemon_with(self.folder, settings={"plugins.digests": self.list})

    def test_only_listed_bytes_are_loaded(self):
        listed = copy("behaves", self.folder)
        copy("provider", self.folder)
        changed = copy("acme", self.folder)
        self.write(*self.own(), listed, changed)
        with open(changed, "ab") as file:
            file.write(b"\0")
        with self.start() as daemon:
            plugins = plugins_of(daemon)
            for path in (*self.own(), listed):
                with open(path, "rb") as file:
                    digest = hashlib.sha256(file.read()).hexdigest()
                entry = plugins[os.path.basename(path)[:-3]]
                self.assertEqual(("started", digest), (entry["state"], entry["digest"]))
            self.assertEqual(("refused", "digest"), state(daemon, "provider"))
            self.assertRegex(plugins["provider"]["message"], "^the file's SHA-256 is [0-9a-f]{64}, and plugins.digests does not list it$")
            self.assertRegex(plugins["acme"]["message"], "^the file's SHA-256 is [0-9a-f]{64}, and .* lists [0-9a-f]{64} for it$")
            with daemon.wire() as wire:
                self.assertEqual({}, wire.request("behaves.run"))
                self.assertEqual([], wire.request("session.list")["sessions"])
                self.assertEqual("unavailable.verb", wire.refusal("provider.run")["code"])
            if os.geteuid() == 0:
                with open(f"/proc/{daemon.pid}/maps", encoding="utf-8") as maps:
                    mapped = maps.read()
                self.assertIn("/memfd:venomx-plugin", mapped)
                self.assertNotIn("/behaves.so", mapped)

    def test_a_reload_tells_of_a_list_that_has_changed(self):
        listed = copy("behaves", self.folder)
        later = copy("provider", self.folder)
        self.write(*self.own(), listed)
        taken = "configuration taken over: "
        with self.start() as daemon:
            self.write(*self.own(), later)
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: state(daemon, "provider") == ("started", None), "what is listed now is brought in")
            wait_until(lambda: taken in daemon.log_text(), "the reload is told")
            self.assertEqual(("started", None), state(daemon, "behaves"))
            log = daemon.log_text()
            self.assertIn(taken + "plugins.digests (what its file lists)\n", log)
            self.assertIn("plugin behaves runs on, but its file would be refused now: the file's SHA-256 is ", log)
            daemon.process.send_signal(signal.SIGHUP)
            wait_until(lambda: taken + "nothing has changed\n" in daemon.log_text(), "the same list is no news")

    def test_a_list_that_is_wrong_stops_the_start(self):
        self.write(*self.own())
        with open(self.list, "a", encoding="ascii") as file:
            file.write("0123  pane.so\n")
        lines = 2 + len(self.own())
        for change, said in ((lambda: None, f"{self.list}:{lines}: a line is a SHA-256 digest and a file's name"),
                             (lambda: os.chmod(self.list, 0o666), "the file has mode 0666, which lets others write it"),
                             (lambda: os.unlink(self.list), "the file cannot be read")):
            change()
            done = subprocess.run([VENOMX, "serve", "--socket", os.path.join(self.folder, "s", "venomx.sock"), "-D",
                                   f"plugins.digests={self.list}"], capture_output=True, timeout=60, check=False, text=True)
            self.assertEqual(2, done.returncode, done)
            self.assertIn(said, done.stderr)

    def test_plugin_check_knows_the_list(self):
        listed = copy("behaves", self.folder)
        other = copy("provider", self.folder)
        self.write(listed)
        for file, status in ((listed, 0), (other, 1)):
            done = subprocess.run([VENOMX, "plugin", "check", "--json", "-D", f"plugins.digests={self.list}", file], capture_output=True,
                                  timeout=60, check=False, text=True)
            self.assertEqual((status, "digest" if status else None), (done.returncode, json.loads(done.stdout).get("reason")))


@unittest.skipUnless(os.geteuid() == 0, "becoming another user takes root")
class OtherUser(unittest.TestCase):
    """As a user of no privilege: trials, sealed copies and a new life need none."""

    def test_all_of_it_works(self):
        folder = Folder(self).path
        for name in ("behaves", "start-hangs", "init-crashes"):
            copy(name, folder)
        digests = os.path.join(folder, "digests")
        files = [os.path.join(OWN, name) for name in os.listdir(OWN)] + [os.path.join(folder, name + ".so") for name in
                                                                         ("behaves", "start-hangs", "init-crashes")]
        with open(digests, "wb") as file:
            file.write(subprocess.run(["sha256sum", *files], capture_output=True, check=True).stdout)
        os.chmod(digests, 0o644)
        home = tempfile.mkdtemp(prefix="venomx-home-")
        os.chown(home, 65534, 65534)
        self.addCleanup(subprocess.run, ["rm", "-rf", home], check=True)
        socket = os.path.join(home, "run", "venomx.sock")
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", VENOMX]
        environment = {"PATH": os.environ["PATH"], "HOME": home, "XDG_CACHE_HOME": home + "/cache", "VENOMX_SOCKET": socket,
                       "VENOMX_TOKEN": "@owner", **sanitizers.options()}
        daemon = subprocess.Popen([*command, "serve", "--socket", socket, "-D", f"plugins.extra_dirs={folder}", "-D",
                                   f"plugins.digests={digests}", "-D", f"plugins.start_ms={5000 if SANITIZED else 700}"],
                                  env=environment, cwd="/", stderr=subprocess.DEVNULL)
        self.addCleanup(daemon.wait, 30)
        self.addCleanup(daemon.terminate)

        def listed():
            done = subprocess.run([*command, "plugin", "list", "--json"], env=environment, cwd="/", capture_output=True, check=False)
            return json.loads(done.stdout)["plugins"] if done.returncode == 0 else None

        plugins = {entry["name"]: (entry["state"], entry.get("reason")) for entry in wait_until(listed, "the daemon answers")}
        crashed = ("refused", "crashed")
        self.assertEqual({"spawn": ("started", None), "pane": ("started", None), "window": ("started", None), "doctor": ("started", None),
                          "behaves": ("started", None), "start-hangs": ("failed", "hangs"), "init-crashes": crashed}, plugins)


if __name__ == "__main__":
    unittest.main()
