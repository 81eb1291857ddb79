"""pane.capture against the screen's own account of the same stream, and its formats against readers that nobody here wrote."""

import html.parser
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from pane_testing import PaneTest, create, emulators, parts_of, play, state_of, streams
from venomx_testing import Daemon

STYLE = re.compile(
    r"(?:(?:color|background-color):#[0-9a-f]{6};|font-weight:bold;|font-style:italic;|opacity:0\.6;|visibility:hidden;"
    r"|text-decoration:(?:(?:underline|line-through|overline|double|wavy|dotted|dashed)(?: |(?=;)|(?= #)))*(?:#[0-9a-f]{6})?;)+")


class Page(html.parser.HTMLParser):
    """The text of a page that may hold one `pre` and spans with styles."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.text, self.open, self.pres = "", [], 0
        self.feed(source)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "pre":
            assert attrs == [] and self.open == ["pre"], attrs
            self.pres += 1
        else:
            assert tag == "span" and self.open == ["pre", "span"], self.open
            assert [name for name, _ in attrs] == ["style"] and STYLE.fullmatch(attrs[0][1]), attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.text += data
        else:
            assert data == "\n", data


def joined(lines, wraps):
    """Lines with those that go on in the next one put together."""
    result, whole = [], ""
    for index, (line, wraps_on) in enumerate(zip(lines, wraps)):
        whole += line
        if not wraps_on or index + 1 == len(lines):
            result.append(whole)
            whole = ""
    return result


class CaptureTest(PaneTest):
    settings = {"pane.scrollback": "1000"}

    def capture(self, pane, **params):
        return self.wire.request("pane.capture", {"pane": pane, **params})

    def for_each_stream(self, check):
        """Calls check(job, pane that has played it, the screen's own account)."""
        for job in streams.recorded():
            with self.subTest(job.name):
                check(job, play(self.wire, self.folder, job), state_of(job))

    def test_cells_are_the_screen(self):
        def check(job, pane, state):
            capture = self.capture(pane, format="cells", scrollback=-1, trim=False)
            self.assertEqual([parts for _, parts in state["lines"]], parts_of(capture["cells"]))
            self.assertEqual({"row": state["cursor"][0], "col": state["cursor"][1], "visible": state["cursor"][2]}, capture["cursor"])
            self.assertEqual((job.cols, job.rows, state["alternate"], state["title"]),
                             tuple(capture[key] for key in ("cols", "rows", "alternate", "title")))
            self.assertEqual(state["scrollback"], capture["scrollback"])
            self.assertEqual({job.cols}, {sum(run["width"] for run in row) for row in capture["cells"]})
            self.assertEqual(job.rows + state["scrollback"], len(capture["cells"]))

        self.for_each_stream(check)

    def test_text_trimmed_joined_and_cut(self):
        def check(job, pane, state):
            full = self.capture(pane, scrollback=-1, trim=False)["text"].split("\n")[:-1]
            lines = self.capture(pane, scrollback=-1)["text"].split("\n")[:-1]
            self.assertEqual(["".join(text for text, _, _ in parts).rstrip(" ") for _, parts in state["lines"]], lines)
            self.assertEqual(lines, [line.rstrip(" ") for line in full])
            wraps = [wraps for wraps, _ in state["lines"]]
            whole = self.capture(pane, scrollback=-1, join=True)["text"].split("\n")[:-1]
            cells = self.capture(pane, scrollback=-1, join=True, trim=False, format="cells")["cells"]
            self.assertEqual(len(whole), len(cells))
            self.assertEqual(len(lines) - sum(wraps[:-1]), len(whole))
            self.assertEqual([line.replace(" ", "") for line in joined(lines, wraps)], [line.replace(" ", "") for line in whole])
            available = state["scrollback"]
            for above in {0, 1, available // 2, available, available + 7}:
                part = self.capture(pane, scrollback=above)
                self.assertEqual(lines[-job.rows - min(above, available):], part["text"].split("\n")[:-1])
                self.assertEqual((min(above, available), available), (part["scrollback"], part["available"]))

        self.for_each_stream(check)

    def test_ansi_gives_the_same_cells_here_and_elsewhere(self):
        jobs, expected = [], []
        def check(job, pane, state):
            capture = self.capture(pane, scrollback=-1, format="ansi", trim=False)
            text = capture["text"].removesuffix("\n").replace("\n", "\r\n")
            jobs.append(emulators.Job(job.name, job.cols, job.rows, [text.encode()]))
            expected.append([parts for _, parts in state["lines"]])

        self.for_each_stream(check)
        for emulator in (emulators.ours, emulators.peers):
            for job, want, answer in zip(jobs, expected, emulator(jobs)):
                self.assertEqual(want, [parts for _, parts in json.loads(answer)["lines"]], job.name)

    def test_html_gives_the_same_text_and_nothing_else(self):
        def check(_job, pane, _state):
            for options in ({}, {"scrollback": -1}, {"join": True}, {"trim": False}):
                page = Page(self.capture(pane, format="html", **options)["text"])
                self.assertEqual(1, page.pres)
                self.assertEqual("\n" + self.capture(pane, **options)["text"], page.text)

        self.for_each_stream(check)

    def test_hostile_text(self):
        """In no format is there anything but text: no control character, and in HTML no tag, address or style of the program's choice."""
        stream = b"<script>alert(1)</script>&amp;\"'\x1b]8;;javascript:alert(1)\x1b\\</pre>\x1b]8;;\x1b\\\x1b]0;<b>\a\r\n"
        stream += b"<!-- <img src=x onerror=y>\r\n"
        stream += b"\0a\x7fb\x1b\x01>c\xc2\x85d\xc2\x80\xc2\x99e\xef\xb7\x90f\xc0\xafg\xffh\x1b_<i>\x1b\\i\x1b[\"><i>j\x1b(0\x7f\x1b(B"
        pane = play(self.wire, self.folder, emulators.Job("hostile", 80, 6, [stream]))
        page = Page(self.capture(pane, format="html")["text"])
        shown = self.capture(pane)
        self.assertEqual("\n" + shown["text"], page.text)
        self.assertEqual("<script>alert(1)</script>&amp;\"'</pre>\n<!-- <img src=x onerror=y>\n", shown["text"][: shown["text"].index("abc")])
        self.assertEqual("<b>", shown["title"])
        for form in ("text", "html", "ansi", "cells"):
            capture = self.capture(pane, format=form)
            text = json.dumps(capture["cells"], ensure_ascii=False) if form == "cells" else re.sub(r"\x1b\[[0-9;:]*m", "", capture["text"])
            self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", form)

    def test_title_directory_and_cursor(self):
        script = r"stty raw -echo; printf 'first\033[?25l'; head -c 1 >/dev/null; "
        script += r"printf '\033]2;a\001 title\033\\\033]7;file://host/a%%20b\033\\second\033[?25h'; head -c 1 >/dev/null; "
        script += r"printf '\033]7;\033\\third'; exec sleep 1000"
        pane = create(self.wire, ["/bin/sh", "-c", script], cols=20, rows=3)
        shown = self.daemon.screen_holds(self.wire, pane, "first")
        self.assertEqual(("", {"row": 0, "col": 5, "visible": False}), (shown["title"], shown["cursor"]))
        self.assertNotIn("cwd", shown)
        self.wire.request("pane.send", {"pane": pane, "text": "\n"})
        shown = self.daemon.screen_holds(self.wire, pane, "second")
        self.wire.request("pane.wait", {"pane": pane, "until": "idle", "idle_ms": 50})
        shown = self.capture(pane)
        self.assertEqual(("a title", "/a b", {"row": 0, "col": 11, "visible": True}), (shown["title"], shown["cwd"], shown["cursor"]))
        self.wire.request("pane.send", {"pane": pane, "text": "\n"})
        self.assertNotIn("cwd", self.daemon.screen_holds(self.wire, pane, "third"))

    def test_main_and_alternate(self):
        script = "stty raw -echo; seq -s '|' 30; printf '\\033[?1049h\\033[Hother\\033[3;5H'; "
        script += "head -c 1 >/dev/null; printf '\\033[?1049l\\r\\nback'; exec sleep 1000"
        pane = create(self.wire, ["/bin/sh", "-c", script], cols=20, rows=5)
        shown = self.daemon.screen_holds(self.wire, pane, "other")
        self.assertEqual((True, "other\n\n\n\n\n", {"row": 2, "col": 4, "visible": True}),
                         (shown["alternate"], shown["text"], shown["cursor"]))
        self.wire.request("pane.send", {"pane": pane, "text": "\n"})
        shown = self.daemon.screen_holds(self.wire, pane, "back")
        self.assertFalse(shown["alternate"])
        self.assertEqual("|11|12|13|14|15|16|17|18|19|20|21|22|23|24|25|26|27|28|29|30back", shown["text"].replace("\n", ""))
        self.assertEqual("1|2|3|4|5|6|7|8|9|10\n", self.capture(pane, scrollback=1)["text"][:21])
        self.assertEqual((4, 4), (shown["cursor"]["row"], shown["cursor"]["col"]))

    def german(self):
        """A locale with a comma in its numbers and no UTF-8, if it can be made here, and where it is: most machines have none but C."""
        folder, name = self.enterContext(tempfile.TemporaryDirectory()), "de_DE.ISO-8859-1"
        made = ["localedef", "--no-archive", "-i", "de_DE", "-f", "ISO-8859-1", os.path.join(folder, name)]
        if shutil.which(made[0]) is None or subprocess.run(made, capture_output=True, check=False).returncode > 1:
            return [], {}
        return [name], {"LOCPATH": folder}

    def test_no_locale_changes_a_byte(self):
        """Neither the daemon's nor the client's."""
        job = next(job for job in streams.recorded() if job.name.startswith("world."))
        more, env = self.german()
        outputs = set()
        for daemon_locale in ["C", "POSIX", *more]:
            with Daemon(env={"LC_ALL": daemon_locale, "LANG": daemon_locale, **env}) as daemon, daemon.wire() as wire:
                pane = play(wire, self.folder, job)
                for client_locale in ["C", "POSIX", "C.UTF-8", *more]:
                    for form in ("text", "ansi", "html", "cells"):
                        done = daemon.cli("pane", "capture", "--pane", pane, "--format", form, "--scrollback", "-1", "--json",
                                          env={"LC_ALL": client_locale, **env}, check=0)
                        outputs.add((form, done.stdout))
        self.assertEqual(4, len(outputs))


if __name__ == "__main__":
    unittest.main()
