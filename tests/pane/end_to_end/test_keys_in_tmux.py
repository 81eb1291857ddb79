"""The keys of pane.send as tmux understands them, which has a reader of terminals' keys that nobody here wrote: each key, sent with each
modifier to a tmux in a pane, must be the one that tmux has a binding for under that name. tmux sets the keypad and cursor modes itself; it
is told to ask for the level of modifyOtherKeys that a case is about.
"""

import os
import shutil
import subprocess
import unittest

from pane_testing import PaneTest, create
from venomx_testing import wait_until

PREFIXES = ["", "S-", "M-", "M-S-", "C-", "C-S-", "C-M-", "C-M-S-"]
FUNCTION_KEYS = ["Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown", "Insert", "Delete", *(f"F{n}" for n in range(1, 13))]
LAST = "~"
PROBE = "C-1"  # has bytes of its own from level 1 on
# Keys whose bytes are other keys' as well, as they always were.
SAME_BYTES = {"C-Space": "C-Space", "C-@": "C-Space"}


def function_keys():
    return {prefix + key: prefix + key for key in FUNCTION_KEYS for prefix in PREFIXES}


def classic_keys():
    """What terminals have always had bytes for."""
    letters = {f"{prefix}{letter}": f"{prefix}{letter}" for letter in "abcdefghjklnopqrstuvwxyz" for prefix in ("", "M-", "C-", "C-M-")}
    return letters | SAME_BYTES | {
        "A": "A", "S-a": "A", "M-S-a": "M-A", "é": "é", "漢": "漢", ";": ";", "M-;": "M-;", "M-1": "M-1",
        "Enter": "Enter", "M-Enter": "M-Enter", "Tab": "Tab", "S-Tab": "BTab", "M-Tab": "M-Tab", "Space": "Space", "M-Space": "M-Space",
        "Backspace": "BSpace", "M-Backspace": "M-BSpace", "C-\\": "C-\\", "C-]": "C-]", "C-^": "C-^", "C-_": "C-_",
        "Escape": "Escape"}


def level_one_keys():
    """Those that have had no bytes of their own, and at level 1 get some."""
    return {"C-1": "C-1", "C-;": "C-;", "C-=": "C-=", "C-S-a": "C-S-a", "C-M-S-a": "C-M-S-a", "C-Tab": "C-Tab", "C-Enter": "C-Enter",
            "S-Enter": "S-Enter", "C-M-Enter": "C-M-Enter", "C-a": "C-a", "M-a": "M-a", "Tab": "Tab", "Enter": "Enter"}


def level_two_keys():
    """At level 2 nothing that is modified keeps its old bytes."""
    keys = {f"{prefix}{key}": f"{prefix}{key}" for prefix in ("C-", "M-", "C-M-") for key in ["a", "z", "1", "=", "Space", "Enter"]}
    return keys | {"S-Enter": "S-Enter", "S-Space": "S-Space", "C-S-Enter": "C-S-Enter", "C-S-a": "C-S-a", "C-M-S-z": "C-M-S-z",
                   "C-Tab": "C-Tab", "S-Tab": "BTab", "a": "a", "A": "A", "Tab": "Tab", "Enter": "Enter", "Backspace": "BSpace"}


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class KeysInTmuxTest(PaneTest):
    def seen_by_tmux(self, keys, level):
        """The names of the bindings that tmux ran when it was sent the keys, with the value of each for its name."""
        socket, config = (os.path.join(self.folder, f"{name}-{len(keys)}-{level}") for name in ("socket", "config"))
        with open(config, "w", encoding="utf-8") as file:
            file.write("set -g status off\nset -g prefix None\nset -g assume-paste-time 0\nset -g @seen ''\nunbind -a -T root\n")
            if level:
                file.write("set -s extended-keys on\nset -as terminal-features 'xterm*:extkeys'\n")
                file.write(f"set -as terminal-overrides ',xterm*:Eneks=\\E[>4;{level}m'\n")
            for name in sorted({*keys.values(), LAST, PROBE}):
                file.write(f"bind -n '{name}' set -ag @seen '{name.encode().hex()} '\n")
        tmux = ["tmux", "-u", "-S", socket]
        self.addCleanup(subprocess.run, [*tmux, "kill-server"], capture_output=True, check=False)
        pane = create(self.wire, [*tmux, "-f", config, "new-session", "echo ready; exec cat"], cols=40, rows=5, cwd=self.folder,
                      env=[{"name": "TERM", "value": "xterm-256color"}])
        self.daemon.screen_holds(self.wire, pane, "ready")

        def seen():
            shown = subprocess.run([*tmux, "show", "-gv", "@seen"], capture_output=True, text=True, check=True).stdout
            return [bytes.fromhex(name).decode() for name in shown.split()]

        def send_last():
            self.wire.request("pane.send", {"pane": pane, "keys": [LAST]})
            wait_until(lambda: LAST in seen(), "tmux has read all keys")

        def has_asked_for_level():
            self.wire.request("pane.send", {"pane": pane, "keys": [PROBE]})
            send_last()
            asked = PROBE in seen()
            subprocess.run([*tmux, "set", "-g", "@seen", ""], check=True)
            return asked

        if level:  # tmux may draw before it asks
            wait_until(has_asked_for_level, "tmux asks for the level")
        for key in keys:
            self.wire.request("pane.send", {"pane": pane, "keys": [key]})
            if key == "Escape":  # what followed it at once would be a key with Meta
                wait_until(lambda: "Escape" in seen(), "tmux takes it for a key of its own")
        send_last()
        return seen()[:-1]

    def test_function_keys(self):
        for level in (0, 2):
            with self.subTest(level=level):
                self.assertEqual(list(function_keys().values()), self.seen_by_tmux(function_keys(), level))

    def test_classic_keys(self):
        self.assertEqual(list(classic_keys().values()), self.seen_by_tmux(classic_keys(), 0))

    def test_keys_of_level_one(self):
        self.assertEqual(list(level_one_keys().values()), self.seen_by_tmux(level_one_keys(), 1))

    def test_keys_of_level_two(self):
        self.assertEqual(list(level_two_keys().values()), self.seen_by_tmux(level_two_keys(), 2))


if __name__ == "__main__":
    unittest.main()
