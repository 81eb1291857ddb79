"""What the operator chooses: which plugins and verbs a deployment has, from the start and by SIGHUP, on every surface."""

import json
import os
import re
import subprocess
import unittest

from hostile_testing import Configured, Folder, copy, daemon_with, plugins_of
from venomx_testing import VENOMX, wait_until


def tools(daemon):
    """The names of the MCP server's tools."""
    ask = [{"jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
           {"jsonrpc": "2.0", "method": "notifications/initialized"}, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}]
    done = daemon.cli("mcp", stdin="".join(json.dumps(line) + "\n" for line in ask).encode(), check=0)
    answers = {answer.get("id"): answer for answer in map(json.loads, done.stdout.splitlines())}
    return {tool["name"] for tool in answers[2]["result"]["tools"]}


class Choices(Configured):
    def refused(self, daemon, verb):
        with daemon.wire() as wire:
            error = wire.refusal(verb)
            return error["code"], error["data"]

    def test_a_disabled_plugin_keeps_its_verbs_names(self):
        daemon = self.start("behaves", plugins__disabled="window, behaves")
        for verb, plugin in (("session.list", "window"), ("window.create", "window"), ("behaves.run", "behaves")):
            self.assertEqual(("unavailable.verb", {"plugin": plugin}), self.refused(daemon, verb))
        self.assertEqual(("disabled", "disabled"), self.state(daemon, "window"))
        self.assertEqual(("started", None), self.state(daemon, "pane"))
        self.assertEqual("not_found.verb", self.refused(daemon, "nobody.run")[0])

    def test_what_needs_a_disabled_plugin_is_refused_and_doctor_warns(self):
        daemon = self.start(plugins__enabled="spawn, window, doctor")
        self.assertEqual(("disabled", "not_enabled"), self.state(daemon, "pane"))
        self.assertEqual(("refused", "missing_need"), self.state(daemon, "window"))
        check = next(check for check in daemon.json("doctor")["checks"] if check["name"] == "kernel.plugins")
        self.assertEqual(("warn", {"window": "missing_need"}), (check["status"], check["detail"]["lost"]))
        self.assertEqual(("unavailable.verb", {"plugin": "pane"}), self.refused(daemon, "pane.list"))

    def shown(self, daemon):
        """Where the word `rename` of sessions appears: help, tools, docs, manual, manifest, completion."""
        return [
            "rename" in daemon.cli("session", "--help", check=0).stdout,
            any("session" in tool and "rename" in tool for tool in tools(daemon)),
            re.search(r"session\.rename\b", daemon.cli("docs", check=0).stdout) is not None,
            daemon.cli("man", "session", "rename").returncode == 0,
            re.search(r"session\.rename\b", daemon.cli("manifest", check=0).stdout) is not None,
            "rename" in daemon.cli("completion", "candidates", "1", "session", "re", check=0).stdout,
        ]

    def test_denied_verbs_vanish_from_every_surface_and_come_back(self):
        daemon = self.start()
        self.assertEqual([True] * 6, self.shown(daemon))
        with daemon.wire() as old:
            self.reload(daemon, verbs__denied="session.rename, window.*")
            for wire in (old, daemon.wire()):
                for verb in ("session.rename", "window.list"):
                    error = wire.refusal(verb, {"session": "s0", "name": "x"} if verb == "session.rename" else {})
                    self.assertEqual(("unavailable.verb", {"plugin": "window"}), (error["code"], error["data"]))
                self.assertEqual([], wire.request("session.list")["sessions"])
                if wire is not old:
                    wire.close()
            self.assertEqual([False] * 6, self.shown(daemon))
            self.assertEqual(6, daemon.cli("session", "rename", "--session", "s0", "--name", "x").returncode)
            self.reload(daemon)
            self.assertEqual([True] * 6, self.shown(daemon))
            self.assertEqual("not_found.session", old.refusal("session.rename", {"session": "s0", "name": "x"})["code"])

    def test_a_pattern_that_denies_nothing_is_warned_of(self):
        daemon = self.start(verbs__denied="no.such")
        self.assertIn("verbs.denied names no verb: no.such", daemon.log_text())
        self.assertIn("verbs.denied names no verb: nor.this", self.reload(daemon, verbs__denied="nor.this"))

    def test_a_reload_stops_and_starts_third_party_plugins(self):
        daemon = self.start("behaves", "provider", "leans")
        with daemon.wire() as wire:
            held = wire.start("behaves.hold")
            self.assertEqual({}, wire.request("behaves.run"))
            self.reload(daemon, plugins__disabled="behaves, provider")
            self.assertEqual("unavailable.verb", wire.refusal("behaves.run")["code"])
            self.assertIn("error", wire.answer(held))
            self.assertEqual(("disabled", "disabled"), self.state(daemon, "behaves"))
            self.assertEqual(("refused", "missing_need"), self.state(daemon, "leans"))
            self.assertNotIn("behaves", daemon.cli("--help", check=0).stdout)
            self.reload(daemon)
            for name in ("behaves", "provider", "leans"):
                wait_until(lambda name=name: self.state(daemon, name) == ("started", None), f"{name} is started again")
            self.assertEqual({}, wire.request("behaves.run"))
            self.assertEqual({}, wire.request("leans.run"))

    def test_a_reload_brings_in_files_that_are_new_and_refuses_hostile_ones(self):
        daemon = self.start()
        for name in ("behaves", "construct-hangs", "init-crashes", "construct-throws"):
            copy(name, self.folder)
        with daemon.wire() as wire:
            self.reload(daemon, behaves__size="7")
            # The hanging one is tried for two seconds, and nobody waits for it.
            self.assertEqual([], wire.request("session.list")["sessions"])
            wait_until(lambda: self.state(daemon, "behaves") == ("started", None), "the new plugin is started")
            self.assertEqual({}, wire.request("behaves.run"))
            self.assertEqual(("refused", "hangs"), self.state(daemon, "construct-hangs"))
            self.assertEqual("crashed", self.state(daemon, "init-crashes")[1])
            self.assertEqual(("refused", "constructor"), self.state(daemon, "construct-throws"))
            settings = {entry["key"]: entry["value"] for entry in wire.request("config.list")["settings"]}
            self.assertEqual("7", settings["behaves.size"])
            self.assertEqual(("unavailable.verb", {"plugin": "construct-hangs"}), self.refused(daemon, "construct_hangs.run"))

    def test_what_is_loaded_stays_what_it_is(self):
        first = os.path.join(self.folder, "first")
        os.mkdir(first)
        copy("behaves", self.folder)
        copy("verb-duplicate", self.folder)
        self.configure(plugins__enabled="spawn,pane,window,doctor,behaves,verb-duplicate,provider")
        daemon = daemon_with(first, self.folder, arguments=["--config", self.settings.name])
        self.addCleanup(daemon.stop)
        self.assertEqual(("refused", "not_found"), self.state(daemon, "provider"))
        copy("behaves", first)  # of the same name, in a folder that comes before
        copy("provider", first)
        os.replace(copy("behaves", self.folder, "new"), os.path.join(self.folder, "verb-duplicate.so"))
        log = self.reload(daemon, plugins__enabled="spawn,pane,window,doctor,behaves,verb-duplicate,provider")
        self.assertIn("plugin verb-duplicate has a new file, which takes a restart", log)
        wait_until(lambda: self.state(daemon, "provider") == ("started", None), "what was missing is started")
        with daemon.wire() as wire:
            plugins = wire.request("plugin.list")["plugins"]
            self.assertEqual({}, wire.request("behaves.run"))
        self.assertEqual([(first, "refused", "duplicate_name"), (self.folder, "started", None)],
                         sorted((os.path.dirname(entry["file"]), entry["state"], entry.get("reason")) for entry in plugins
                                if entry["name"] == "behaves")[::-1])
        self.assertEqual(1, len([entry for entry in plugins if entry["name"] == "provider"]))

    def test_a_folder_by_a_link_is_judged_where_it_leads(self):
        copy("behaves", self.folder)
        link = self.folder + ".link"
        os.symlink(self.folder, link)
        self.addCleanup(os.unlink, link)
        with daemon_with(link) as daemon:
            self.assertEqual(("started", None), self.state(daemon, "behaves"))
            self.assertEqual(os.path.join(self.folder, "behaves.so"), plugins_of(daemon)["behaves"]["file"])
        os.chmod(self.folder, 0o777)
        with daemon_with(link) as daemon:
            self.assertEqual(("refused", "folder_mode"), self.state(daemon, "behaves"))

    def test_a_wrong_setting_of_a_new_plugin_is_its_own_affair(self):
        daemon = self.start()
        copy("behaves", self.folder)
        self.reload(daemon, behaves__size="70")
        wait_until(lambda: self.state(daemon, "behaves") == ("refused", "setting"), "the plugin is refused")
        self.assertTrue(daemon.alive())

    def test_resident_plugins_take_a_restart(self):
        daemon = self.start()
        log = self.reload(daemon, plugins__disabled="window", events__ring="1000", log__level="debug")
        self.assertIn("this takes a restart: plugin window", log)
        self.assertIn("this takes a restart: events.ring", log)
        with daemon.wire() as wire:
            self.assertEqual([], wire.request("session.list")["sessions"])
            settings = {entry["key"]: entry["value"] for entry in wire.request("config.list")["settings"]}
        self.assertEqual(("debug", "65536"), (settings["log.level"], settings["events.ring"]))

    def test_what_a_resident_plugin_throws_at_new_settings_is_logged_and_it_runs_on(self):
        daemon = self.start("resident-throws", "behaves")
        log = self.reload(daemon, **{"resident-throws.size": "7", "behaves.size": "7"})
        self.assertIn("plugin resident-throws did not take the new settings", log)
        self.assertIn("configuration taken over", log)
        self.assertEqual(("started", None), self.state(daemon, "resident-throws"))
        with daemon.wire() as wire:
            self.assertEqual({}, wire.request("resident_throws.run"))

    def test_a_resident_plugin_that_is_wanted_again_takes_a_restart(self):
        daemon = self.start("resident-throws", plugins__disabled="resident-throws")
        self.assertIn("this takes a restart: plugin resident-throws is enabled now", self.reload(daemon))
        self.assertEqual("disabled", self.state(daemon, "resident-throws")[0])

    def test_a_reload_takes_over_limits_and_grants_or_nothing(self):
        daemon = self.start()
        with daemon.wire(token=None) as stranger:
            self.assertIn("sessions", stranger.request("session.list"))
            self.reload(daemon, authority__unknown_grants="", limits__panes="1")
        with daemon.wire() as wire:
            session = wire.request("session.create", {"name": "s"})["session"]
            window = {"session": session, "cwd": "/", "argv": ["/bin/cat"]}
            wire.request("window.create", window)
            self.assertEqual("conflict.limit", wire.refusal("window.create", window)["code"])
        with daemon.wire(token=None) as stranger:
            self.assertEqual("denied.read", stranger.refusal("pane.info", {"pane": "p0"})["code"])
        self.assertIn("not taken over", self.reload(daemon, limits__panes="none", authority__unknown_grants="read *"))
        with daemon.wire(token=None) as stranger:
            self.assertEqual("denied.read", stranger.refusal("pane.info", {"pane": "p0"})["code"])


class Symbols(unittest.TestCase):
    def test_each_vendor_gets_its_own_helper(self):
        folder = Folder(self).path
        for vendor in ("acme", "zenith"):
            copy(vendor, folder)
            exported = subprocess.run(["nm", "-D", "--defined-only", os.path.join(folder, vendor + ".so")], capture_output=True, check=True)
            self.assertIn(b"vendor_helper", exported.stdout)
        with daemon_with(folder) as daemon, daemon.wire() as wire:
            for vendor in ("acme", "zenith"):
                self.assertEqual({"vendor": vendor}, wire.request(f"{vendor}.ask"))


class Check(unittest.TestCase):
    """venomx plugin check, of files that are fit."""

    def check(self, *words):
        done = subprocess.run([VENOMX, "plugin", "check", *words], capture_output=True, timeout=60, check=False, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_it_shows_what_would_load(self):
        file = copy("provider", Folder(self).path)
        status, shown, _ = self.check(file)
        self.assertEqual((0, f"{file}: loads\n  provider 1.0: Hostile provider\n  verbs: provider.run provider.hold\n"
                             "  provides: behaves-well/1\n"), (status, shown))
        status, shown, _ = self.check("--json", file)
        answer = json.loads(shown)
        self.assertEqual(0, status)
        self.assertEqual({"file": file, "loads": True, "name": "provider", "version": "1.0", "provides": ["behaves-well/1"],
                          "needs": [], "verbs": ["provider.run", "provider.hold"], "abi": 1},
                         {key: value for key, value in answer.items() if key not in ("summary", "toolchain")})

    def test_needs_are_met_by_what_the_configuration_has(self):
        folder = Folder(self).path
        file = copy("leans", folder)
        status, shown, _ = self.check("--json", file)
        self.assertEqual((1, "missing_need"), (status, json.loads(shown)["reason"]))
        copy("provider", folder)
        self.assertEqual(0, self.check("-D", f"plugins.extra_dirs={folder}", file)[0])
        self.assertEqual(1, self.check("-D", f"plugins.extra_dirs={folder}", "-D", "plugins.disabled=provider", file)[0])

    def test_the_kernels_services_are_there_in_both(self):
        folder = Folder(self).path
        self.assertEqual(0, self.check(copy("needs-kernel", folder))[0])
        with daemon_with(folder) as daemon:
            self.assertEqual("started", plugins_of(daemon)["needs-kernel"]["state"])

    def test_wrong_words_are_usage_errors(self):
        for words in ((), ("--nothing", "x.so"), ("a.so", "b.so"), ("-D",), ("-D", "limits.panes=none", "a.so"),
                      ("--config", "/nowhere", "a.so")):
            status, shown, error = self.check(*words)
            self.assertEqual((2, ""), (status, shown), words)
            self.assertTrue(error.startswith("venomx: "), error)
        self.assertEqual((0, ""), self.check("--help")[::2])


if __name__ == "__main__":
    unittest.main()
