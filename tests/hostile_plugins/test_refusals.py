"""The refusal matrix: plugins that are wrong in one way each, all in one folder of one real daemon, which serves on.

Each row says what is wrong, the fixed word that the daemon gives, and its sentence (a pattern). The run prints them."""

import os
import re
import subprocess
import unittest

from hostile_testing import Folder, content, copy, daemon_with, of_other_abi, write
from venomx_testing import VENOMX

# plugin, state, word, sentence
ROWS = [
    ("text", "refused", "not_elf", "the file is not a shared object, as a plugin of this daemon is"),
    ("empty", "refused", "not_elf", "the file is not a shared object, as a plugin of this daemon is"),
    ("truncated", "refused", "truncated", "the file ends before what its headers promise"),
    ("missing-symbol", "refused", "symbols", "it needs a symbol or library that this daemon does not have"),
    ("other-abi", "refused", "abi", "the plugin is built for SDK ABI 2, this daemon has 1"),
    ("debug-library", "refused", "toolchain", r"the plugin is built with libstdc\+\+/debug.*, this daemon with libstdc\+\+/plain.*"),
    ("other-sanitizer", "refused", "toolchain", r"the plugin is built with .*sanitizer/\w+ .*, this daemon with .*sanitizer/\w+ .*"),
    ("init-throws", "refused", "crashed", "its static initialisers ended the process, by signal 6, that tried it for this daemon"),
    ("init-crashes", "refused", "crashed", "its static initialisers ended the process, by signal 11, that tried it for this daemon"),
    ("init-exits", "refused", "exited", "its static initialisers ended the process, with status 3, that tried it for this daemon"),
    ("init-hangs", "refused", "hangs", "its static initialisers had not ended when this daemon's limit of 2 s for a trial was over"),
    ("library-throws", "refused", "manifest", "its library initialization threw an exception at this daemon"),
    ("has-no-class", "refused", "classes", "it has 0 plugin classes; a plugin has one"),
    ("construct-throws", "refused", "constructor", "its constructor threw an exception at this daemon"),
    ("construct-throws-a-number", "refused", "constructor", "its constructor threw an exception at this daemon"),
    ("construct-crashes", "refused", "crashed", "its constructor ended the process, by signal 11, that tried it for this daemon"),
    ("construct-exits", "refused", "exited", "its constructor ended the process, with status 3, that tried it for this daemon"),
    ("construct-hangs", "refused", "hangs", "its constructor had not ended when this daemon's limit of 2 s for a trial was over"),
    ("specs-throws", "refused", "exception", "it failed when this daemon asked what it has"),
    ("specs-throws-a-number", "refused", "exception", "it failed when this daemon asked what it has"),
    ("later-specs-throws", "refused", "exception", "it failed when this daemon asked what it has"),
    ("later-specs-throws-a-number", "refused", "exception", "it failed when this daemon asked what it has"),
    ("specs-crashes", "refused", "crashed", r"its verbs\(\), groups\(\), events\(\) or settings\(\) ended the process, by signal 11, that tried it .*"),
    ("specs-exits", "refused", "exited", r"its verbs\(\), groups\(\), events\(\) or settings\(\) ended the process, with status 3, .*"),
    ("specs-hangs", "refused", "hangs", r"its verbs\(\), groups\(\), events\(\) or settings\(\) had not ended when this daemon's limit of 2 s .*"),
    ("configure-throws", "failed", "configure", r"its configure\(\) threw an exception when this daemon handed it the settings"),
    ("configure-throws-a-number", "failed", "configure", r"its configure\(\) threw an exception when this daemon handed it the settings"),
    ("health-throws-a-number", "failed", "health", r"its health\(\) threw an exception when this daemon asked for its checks"),
    ("health-throws", "failed", "health", r"its health\(\) threw an exception when this daemon asked for its checks"),
    ("offers-none", "failed", "offers", "the services that it offers this daemon are not those of its stamp"),
    ("offers-another", "failed", "offers", "the services that it offers this daemon are not those of its stamp"),
    ("start-throws", "failed", "start", r"its start\(\) threw an exception at this daemon"),
    ("start-throws-a-number", "failed", "start", r"its start\(\) threw an exception at this daemon"),
    ("start-asks-nobody", "failed", "missing_need", "it asks for the service nobodys/1, which nobody provides"),
    ("copy/behaves", "refused", "duplicate_name", "a plugin named behaves was found before it, in .*/behaves.so"),
    ("misnamed", "refused", "name", "the file is named misnamed.so, but the plugin in it is named behaves"),
    ("verb-duplicate", "refused", "duplicate_verb", "verb pane.list is already provided by pane"),
    ("service-duplicate", "refused", "duplicate_service", "plugin service-duplicate provides panes/1, which plugin pane provides already"),
    ("owner", "refused", "owner", "the file belongs to user 65534, neither to root nor to the daemon's user 0"),
    ("mode", "refused", "mode", "the file has mode 0664, which lets others write it"),
    ("symlink", "refused", "symlink", "it is a symbolic link; plugins are files"),
    ("directory", "refused", "not_regular", "it is not a regular file; plugins are"),
    ("open/acme", "refused", "folder_mode", "its folder has mode 0777, which lets others write it"),
    ("open/below/zenith", "refused", "folder_mode", "a folder above it has mode 0777, which lets others write it"),
    ("cycle-left", "refused", "cycle", "plugins need each other: cycle-left needs cycle-right needs cycle-left"),
    ("cycle-right", "refused", "cycle", "plugins need each other: cycle-left needs cycle-right needs cycle-left"),
    ("needs-nothing", "refused", "missing_need", "plugin needs-nothing needs nothing/1, which no plugin provides"),
    ("follows", "refused", "missing_need", "plugin follows needs start-throws/1, which no plugin provides"),
    ("verb-name", "refused", "bad_spec", "verb Run.It: its name is malformed"),
    ("verb-summary", "refused", "bad_spec", r"verb verb_summary.run: its summary is missing or not one line without a full stop"),
    ("verb-reserved", "refused", "bad_spec", r"verb verb_reserved.run: a parameter has a name that the command line keeps for itself"),
    ("verb-error", "refused", "bad_spec", r"verb verb_error.run: an error's code is not class.name with a known class"),
    ("verb-example", "refused", "bad_spec", r"verb verb_example.run: an example does not fit its parameters"),
    ("verb-handler", "refused", "bad_spec", "a verb has no spec or no function"),
    ("verb-group", "refused", "unknown_group", "verb verb_group.run includes the group nobody.params, which plugin nobody .*"),
    ("setting-foreign", "refused", "bad_setting", "setting pane.of_another does not begin with its plugin's name"),
    ("setting-default", "refused", "bad_setting", "the default of setting setting-default.size does not fit: it .*"),
    ("other-poco", "refused", "foreign_poco", r"the plugin is linked to libPocoFoundation.so.94, this daemon to .* named \*.so.80"),
    ("links-plugin", "refused", "links_plugin", "the plugin is linked to another plugin, behaves.so; plugins meet through services"),
]
ROOT = ("owner",)
SERVING = ("behaves", "verb-throws", "verb-throws-a-number", "verb-drops", "verb-answers-twice")
MADE = ("text", "empty", "truncated", "other-abi", "misnamed", "owner", "mode", "symlink", "directory", "copy/behaves", "open/acme",
        "open/below/zenith")


def scene(case):
    """The folders of the matrix."""
    folder = Folder(case).path
    for name, _, _, _ in ROWS:
        if name not in MADE:
            copy(name, folder)
    for name in SERVING:
        copy(name, folder)
    write(folder, "text", b"#!/bin/sh\nexec true\n")
    write(folder, "empty", b"")
    write(folder, "truncated", content("behaves")[:6000])
    write(folder, "other-abi", of_other_abi("behaves"))
    copy("behaves", folder, "misnamed.so")
    os.chmod(copy("behaves", folder, "mode.so"), 0o664)
    os.symlink("behaves.so", os.path.join(folder, "symlink.so"))
    os.mkdir(os.path.join(folder, "directory.so"))
    if os.geteuid() == 0:
        os.chown(copy("behaves", folder, "owner.so"), 65534, 65534)
    for inner, name, mode in (("copy", "behaves", 0o755), ("open", "acme", 0o777), ("open/below", "zenith", 0o755)):
        os.mkdir(os.path.join(folder, inner))
        copy(name, os.path.join(folder, inner))
        os.chmod(os.path.join(folder, inner), mode)
    return [folder] + [os.path.join(folder, inner) for inner in ("copy", "open", "open/below")]


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folders = scene(cls)
        cls.daemon = daemon_with(*cls.folders)
        cls.addClassCleanup(cls.daemon.stop)

    @classmethod
    def addCleanup(cls, function, *arguments, **options):  # of the scene's folders
        cls.addClassCleanup(function, *arguments, **options)

    def rows(self):
        return [row for row in ROWS if row[0] not in ROOT or os.geteuid() == 0]

    def file(self, name):
        return os.path.join(self.folders[0], name + ".so")

    def listed(self):
        with self.daemon.wire() as wire:
            return {entry["file"]: entry for entry in wire.request("plugin.list")["plugins"]}

    def test_each_is_refused_with_its_word_and_sentence(self):
        listed = self.listed()
        print()
        for name, state, word, sentence in self.rows():
            with self.subTest(name):
                entry = listed[self.file(name)]
                print(f"{name:27} {entry['reason']:18} {entry['message']}  [daemon alive: {self.daemon.alive()}]")
                self.assertEqual((state, word), (entry["state"], entry["reason"]))
                self.assertRegex(entry["message"], f"^{sentence}$")
                self.assertTrue(self.daemon.alive())

    def test_the_others_run(self):
        states = {entry["name"]: entry["state"] for entry in self.listed().values() if entry["file"] not in map(self.file, MADE)}
        for name in ("spawn", "pane", "window", "doctor", *SERVING):
            self.assertEqual("started", states[name], name)
        with self.daemon.wire() as wire:
            self.assertEqual({}, wire.request("behaves.run"))
            self.assertEqual([], wire.request("session.list")["sessions"])

    def test_the_log_has_a_line_for_each(self):
        log = self.daemon.log_text()
        for name, _, _, _ in self.rows():
            self.assertEqual(1, len(re.findall(re.escape(f"({self.file(name)}): "), log)), name)

    def test_doctor_tells(self):
        check = next(check for check in self.daemon.json("doctor")["checks"] if check["name"] == "kernel.plugins")
        self.assertEqual("fail", check["status"], check)
        lost = check["detail"]["lost"]
        for name, _, word, _ in self.rows():
            if "/" not in name and name not in ("misnamed",):
                self.assertEqual(word, lost[name], name)

    def test_their_verbs_say_whose_they_are(self):
        with self.daemon.wire() as wire:
            for name in ("init-hangs", "construct-throws", "start-throws", "needs-nothing", "setting-foreign", "links-plugin"):
                error = wire.refusal(name.replace("-", "_") + ".run")
                self.assertEqual(("unavailable.verb", {"plugin": name}), (error["code"], error["data"]))
            self.assertEqual("not_found.verb", wire.refusal("behaves.nothing")["code"])

    def test_calls_that_go_wrong_harm_nothing_else(self):
        with self.daemon.wire() as wire:
            self.assertEqual("internal.plugin", wire.refusal("verb_throws.run")["code"])
            self.assertEqual("internal.plugin", wire.refusal("verb_throws_a_number.run")["code"])
            self.assertEqual("internal.dropped", wire.refusal("verb_drops.run")["code"])
            self.assertEqual({}, wire.request("verb_answers_twice.run"))
            held = wire.start("behaves.hold")
            self.assertEqual({}, wire.request("behaves.run"))
            wire.send({"cancel": held})
            self.assertEqual({}, wire.request("behaves.run"))
            faults = {entry["name"]: entry["faults"] for entry in self.listed().values() if entry["state"] == "started"}
            self.assertEqual({"behaves": 0} | dict.fromkeys(SERVING[1:], 1), {name: faults[name] for name in SERVING})

    def test_plugin_check_says_the_same_offline(self):
        for name in ("text", "truncated", "missing-symbol", "other-abi", "debug-library", "init-throws", "init-hangs", "construct-exits",
                     "specs-throws", "verb-name", "setting-default", "mode", "symlink", "open/acme", "links-plugin", "needs-nothing",
                     "verb-duplicate", "service-duplicate"):
            word, sentence = next((word, sentence) for row, _, word, sentence in ROWS if row == name)
            done = subprocess.run([VENOMX, "plugin", "check", "-D", f"plugins.extra_dirs={self.folders[0]}", self.file(name)],
                                  capture_output=True, timeout=60, check=False, text=True)
            with self.subTest(name):
                self.assertEqual(1, done.returncode, done)
                self.assertEqual(f"{self.file(name)}: does not load: {word}", done.stdout.splitlines()[0])
                self.assertRegex(done.stdout.splitlines()[1], f"^  {sentence}")


if __name__ == "__main__":
    unittest.main()
