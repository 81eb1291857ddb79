"""Plugins that end the daemon's process while they are started: it begins again without them. What failed is tried again on SIGHUP."""

import os
import signal
import unittest

from hostile_testing import Configured, copy, plugins_of
from venomx_testing import DEADLINE, SANITIZED, wait_until

# plugin, word, how
ROWS = [
    ("configure-crashes", "crashed", "by signal 11"),
    ("start-crashes", "crashed", "by signal 11"),
    ("start-aborts", "crashed", "by signal 6"),
    ("start-exits", "exited", "with status 3"),
    ("start-gives-up", "exited", "with status 4"),
]
if not SANITIZED:
    ROWS.append(("start-overflows", "crashed", "by signal 11"))


class Endings(Configured):
    def test_each_is_left_out_and_the_daemon_serves(self):
        daemon = self.start("behaves", *(name for name, _, _ in ROWS))
        listed = plugins_of(daemon)
        lost = next(check for check in daemon.json("doctor")["checks"] if check["name"] == "kernel.plugins")["detail"]["lost"]
        print()
        with daemon.wire() as wire:
            for name, word, how in ROWS:
                with self.subTest(name):
                    entry = listed[name]
                    print(f"{name:18} {entry['reason']:18} {entry['message']}  [daemon alive: {daemon.alive()}]")
                    self.assertEqual(("failed", word, word), (entry["state"], entry["reason"], lost[name]))
                    self.assertEqual(f"while it was started, it ended this daemon's process, {how}, so the daemon started again without it",
                                     entry["message"])
                    self.assertIn(f"({entry['file']}): {entry['message']}", daemon.log_text())
                    error = wire.refusal(name.replace("-", "_") + ".run")
                    self.assertEqual(("unavailable.verb", {"plugin": name}), (error["code"], error["data"]))
            self.assertEqual(daemon.pid, wire.request("daemon.info")["pid"])
            self.assertEqual({}, wire.request("behaves.run"))
            self.assertEqual([], wire.request("session.list")["sessions"])

    def test_one_that_is_brought_in_later_ends_the_daemon_once(self):
        daemon = self.start("behaves")
        copy("start-crashes", self.folder)
        self.configure()
        daemon.process.send_signal(signal.SIGHUP)
        self.assertEqual(-signal.SIGSEGV, daemon.process.wait(DEADLINE))
        daemon.kill()
        self.assertEqual(("failed", "crashed"), self.state(self.start(), "start-crashes"))


class Again(Configured):
    """What SIGHUP makes of what failed, changed, came or went."""

    def test_a_failure_is_tried_again_with_new_settings(self):
        daemon = self.start("picky-throws")
        self.assertEqual(("failed", "start"), self.state(daemon, "picky-throws"))
        self.reload(daemon, **{"picky-throws.size": "6"})
        wait_until(lambda: daemon.log_text().count("its start() threw") == 2, "it has been tried again")
        self.assertEqual(("failed", "start"), self.state(daemon, "picky-throws"))
        self.reload(daemon, **{"picky-throws.size": "7"})
        wait_until(lambda: self.state(daemon, "picky-throws") == ("started", None), "it is started")
        with daemon.wire() as wire:
            self.assertEqual({}, wire.request("picky_throws.run"))

    def test_a_value_that_did_not_fit_may_fit_the_next_time(self):
        daemon = self.start()
        copy("behaves", self.folder)
        self.reload(daemon, behaves__size="70")
        wait_until(lambda: self.state(daemon, "behaves") == ("refused", "setting"), "the plugin is refused")
        self.reload(daemon, behaves__size="7")
        wait_until(lambda: self.state(daemon, "behaves") == ("started", None), "it is started")

    def test_what_was_left_out_waits_for_another_file(self):
        daemon = self.start("picky-crashes")
        self.reload(daemon, **{"picky-crashes.size": "7"})
        self.assertEqual(("failed", "crashed"), self.state(daemon, "picky-crashes"))
        os.replace(copy("picky-crashes", self.folder, "new"), os.path.join(self.folder, "picky-crashes.so"))
        self.reload(daemon, **{"picky-crashes.size": "7"})
        wait_until(lambda: self.state(daemon, "picky-crashes") == ("started", None), "it is started")

    def test_a_failed_plugin_with_a_new_file_takes_a_restart(self):
        daemon = self.start("start-throws")
        os.replace(copy("start-throws", self.folder, "new"), os.path.join(self.folder, "start-throws.so"))
        self.assertIn("plugin start-throws has a new file, which takes a restart", self.reload(daemon))
        self.assertEqual(1, daemon.log_text().count("its start() threw"))
        self.assertEqual(("failed", "start"), self.state(daemon, "start-throws"))

    def lost(self, daemon):
        check = next(check for check in daemon.json("doctor")["checks"] if check["name"] == "kernel.plugins")
        return check["status"], check["detail"]["lost"]

    def test_what_is_taken_away_is_no_trouble_any_more(self):
        """A refused file and a name without one are forgotten; a library that was loaded stays listed, and what runs runs on."""
        own = "spawn, pane, window, doctor, init-exits, start-throws, behaves"
        daemon = self.start("init-exits", "start-throws", "behaves", plugins__enabled=own + ", ghost")
        self.assertEqual(("fail", {"init-exits": "exited", "start-throws": "start", "ghost": "not_found"}), self.lost(daemon))
        for name in ("init-exits", "start-throws", "behaves"):
            os.unlink(os.path.join(self.folder, name + ".so"))
        log = self.reload(daemon)
        self.assertIn("plugin behaves runs on, but its file is not there any more", log)
        self.assertEqual(("ok", {}), self.lost(daemon))
        listed = plugins_of(daemon)
        self.assertEqual({"spawn", "pane", "window", "doctor", "start-throws", "behaves"}, set(listed))
        self.assertEqual(("disabled", "not_found", "its file is not there any more"),
                         tuple(listed["start-throws"][member] for member in ("state", "reason", "message")))
        with daemon.wire() as wire:
            self.assertEqual({}, wire.request("behaves.run"))
            self.assertEqual(["not_found.verb", "unavailable.verb"], [wire.refusal(verb)["code"] for verb in ("init_exits.run", "start_throws.run")])
        copy("start-throws", self.folder)
        copy("init-exits", self.folder)
        self.reload(daemon)
        wait_until(lambda: self.state(daemon, "init-exits") == ("refused", "exited"), "the file that came back is tried again")

    def test_a_name_without_a_file_is_told_on_a_reload_too(self):
        daemon = self.start()
        log = self.reload(daemon, plugins__enabled="spawn, pane, window, doctor, behavse", plugins__disabled="bheaves")
        for key, name in (("enabled", "behavse"), ("disabled", "bheaves")):
            self.assertIn(f"plugins.{key} names {name}, but no plugin folder holds {name}.so", log)
        self.assertEqual(("fail", {"behavse": "not_found"}), self.lost(daemon))
        self.reload(daemon)
        self.assertEqual(("ok", {}), self.lost(daemon))

    def test_what_runs_and_would_be_refused_now_is_told(self):
        daemon = self.start("behaves")
        os.chmod(os.path.join(self.folder, "behaves.so"), 0o666)
        self.assertIn("plugin behaves runs on, but its file would be refused now: the file has mode 0666, which lets others write it",
                      self.reload(daemon))
        self.assertEqual(("started", None), self.state(daemon, "behaves"))


if __name__ == "__main__":
    unittest.main()
