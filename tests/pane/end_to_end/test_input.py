"""What pane.send sends arrives: every byte, every key, in order, whole or not at all; what comes is read by a program and written to a
file."""

import base64
import os
import re
import subprocess
import time
import unittest

from pane_testing import PaneTest, create, read_all
from venomx_testing import wait_until

# Names of keys in terminfo (the capability that has the key with Shift and, with a number behind it, with other modifiers).
CURSOR = {"Up": "kUP", "Down": "kDN", "Right": "kRIT", "Left": "kLFT", "Home": "kHOM", "End": "kEND", "Insert": "kIC", "Delete": "kDC",
          "PageUp": "kPRV", "PageDown": "kNXT"}
PLAIN = {"Up": "kcuu1", "Down": "kcud1", "Right": "kcuf1", "Left": "kcub1", "Home": "khome", "End": "kend", "Insert": "kich1",
         "Delete": "kdch1", "PageUp": "kpp", "PageDown": "knp", "S-Tab": "kcbt"}
SHIFTED = {"kUP": "kri", "kDN": "kind"}  # where terminfo has an older name for the key with Shift
# The number behind the name: xterm's parameter for the modifiers.
MODIFIERS = {"S-": 2, "M-": 3, "M-S-": 4, "C-": 5, "C-S-": 6, "C-M-": 7}
# F13 to F63 are F1 to F12 with these.
FUNCTION_MODIFIERS = {"": 0, "S-": 12, "C-": 24, "C-S-": 36, "M-": 48}


def terminfo():
    """The keys of xterm-256color as the terminal database has them: capability to bytes."""
    listing = subprocess.run(["infocmp", "-x", "-1", "xterm-256color"], capture_output=True, text=True, check=True).stdout
    return {name: value.replace("\\E", "\x1b") for name, value in re.findall(r"^\t(k\w+)=(.*),$", listing, re.MULTILINE)}


def documented_keys():
    """(key, bytes in application cursor mode) for all that the database knows."""
    keys = terminfo()
    for name, capability in PLAIN.items():
        yield name, keys[capability]
    for name, capability in CURSOR.items():
        for prefix, number in MODIFIERS.items():
            wanted = capability if number == 2 else f"{capability}{number}"
            yield prefix + name, keys[wanted] if wanted in keys else keys[SHIFTED[wanted]]
    for prefix, above in FUNCTION_MODIFIERS.items():
        for number in range(1, 13):
            yield f"{prefix}F{number}", keys[f"kf{number + above}"]


class InputTest(PaneTest):
    def path(self, name):
        return os.path.join(self.folder, name)

    def sink(self, name, size, before=""):
        """A pane in raw mode whose program writes the next `size` bytes to a file."""
        script = f"stty raw -echo; {before} printf ready; head -c {size} > {name}.part; mv {name}.part {name}; exec sleep 1000"
        pane = create(self.wire, ["/bin/sh", "-c", script], cwd=self.folder)
        self.daemon.screen_holds(self.wire, pane, "ready")
        return pane

    def send(self, pane, **what):
        return self.wire.request("pane.send", {"pane": pane, **what})["bytes"]

    def test_every_byte_in_each_way(self):
        ascii_bytes = bytes(range(0x80))
        everything = bytes(range(0x100))
        pane = self.sink("bytes", 0x80 + 0x80 + 0x100)
        self.assertEqual(0x80, self.send(pane, text=ascii_bytes.decode()))
        for byte in ascii_bytes:
            self.assertEqual(1, self.send(pane, text=chr(byte)))
        self.assertEqual(0x100, self.send(pane, bytes=base64.b64encode(everything).decode()))
        self.assertEqual(ascii_bytes * 2 + everything, read_all(self.path("bytes"), 0x200))

    def test_a_large_paste(self):
        for bracketed in (False, True):
            with self.subTest(bracketed=bracketed):
                text = "".join(f"{number:05} paste ÿ漢\n" for number in range(4_000))
                self.assertGreater(len(text.encode()), 1 << 16)
                arrives = text.replace("\n", "\r").encode()
                if bracketed:
                    arrives = b"\x1b[200~" + arrives + b"\x1b[201~"
                name = f"paste-{bracketed}"
                pane = self.sink(name, len(arrives), "printf '\\033[?2004h';" if bracketed else "")
                self.assertEqual(len(arrives), self.send(pane, text=text, paste=True))
                self.assertEqual(arrives, read_all(self.path(name), len(arrives)))

    def test_at_once_with_the_creation(self):
        """Sent in one burst as soon as the pane is known, before its program has run: every byte, quoted for the line discipline; lines; a
        paste."""
        ascii_bytes = bytes(range(0x80))
        quoted = b"".join(b"\x16" + ascii_bytes[at : at + 1] for at in range(0x80)) + b"\n"
        lines = "".join(f"{number:06} {'x' * 50}\n" for number in range(1_200))
        self.assertGreater(len(lines), 1 << 16)
        arrives = ascii_bytes + b"\n" + lines.encode() * 2
        pane = create(self.wire, ["/bin/sh", "-c", f"head -c {len(arrives)} > all; exec sleep 1000"], cwd=self.folder)
        pieces = [quoted, *(lines.encode()[at : at + 997] for at in range(0, len(lines), 997))]
        asked = [self.wire.start("pane.send", {"pane": pane, "bytes": base64.b64encode(piece).decode()}) for piece in pieces]
        asked.append(self.wire.start("pane.send", {"pane": pane, "text": lines, "paste": True}))
        self.assertEqual([{"pane": pane, "bytes": size} for size in [*map(len, pieces), len(lines)]],
                         [self.wire.answer(one)["ok"] for one in asked])
        self.assertEqual(arrives, read_all(self.path("all"), len(arrives)))

    def test_keys_of_the_terminal_database(self):
        keys = list(documented_keys())
        self.assertGreater(len(keys), 120)
        arrives = "".join(sent for _, sent in keys).encode()
        pane = self.sink("keys", len(arrives), "printf '\\033[?1h';")
        for key, sent in keys:
            self.assertEqual(len(sent), self.send(pane, keys=[key]), key)
        self.assertEqual(arrives, read_all(self.path("keys"), len(arrives)))

    def test_full(self):
        """What does not fit is refused whole; everything accepted arrives; nobody else waits."""
        pane = create(self.wire, ["/bin/sh", "-c", "stty raw -echo; printf ready; while [ ! -e go ]; do sleep 0.02; done; exec cat > all"],
                      cwd=self.folder)
        self.daemon.screen_holds(self.wire, pane, "ready")
        accepted, number, refusal = b"", 0, None
        for size in (200_000, 50_000, 7_000, 100):
            while True:
                piece = f"{number:08}".encode() * (size // 8)
                answer = self.wire.call("pane.send", {"pane": pane, "bytes": base64.b64encode(piece).decode()})
                if "error" in answer:
                    refusal = answer["error"]
                    break
                accepted += piece
                number += 1
            self.assertEqual("unavailable.input_full", refusal["code"])
            self.assertEqual(len(accepted), self.wire.request("pane.info", {"pane": pane})["bytes_in"])
        self.assertGreater(len(accepted), 1 << 20)
        self.others_are_served()
        with open(self.path("go"), "wb"):
            pass
        wait_until(lambda: os.path.exists(self.path("all")), "the program reads")
        self.assertEqual(accepted, read_all(self.path("all"), len(accepted)))
        self.assertEqual(8, self.send(pane, text="the last"))
        self.assertEqual(accepted + b"the last", read_all(self.path("all"), len(accepted) + 8))

    def others_are_served(self):
        with self.daemon.wire() as other:
            pane = create(other, ["/bin/sh", "-c", "stty raw -echo; printf ready; exec cat"], cols=80, rows=2)
            self.daemon.screen_holds(other, pane, "ready")
            for number in range(20):
                begin = time.monotonic()
                other.request("whoami")
                other.request("pane.send", {"pane": pane, "text": f"\r\x1b[2K<{number}>"})
                self.daemon.screen_holds(other, pane, f"<{number}>")
                self.assertLess(time.monotonic() - begin, 10)


if __name__ == "__main__":
    unittest.main()
