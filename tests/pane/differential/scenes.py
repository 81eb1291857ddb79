"""The scenes that record.py records: a program, the size of its terminal, the keys pressed."""

import dataclasses
import subprocess
import typing

PROGRAM_TEXT = """// A queue of bytes that wipes what it gives away.
#include <algorithm>
#include <string>

namespace demo
{
int main(int count, char** words)
{
    for (int i = 1; i < count; ++i) std::puts(words[i]); /* words */
    return count > 3 ? 1 : 0;
}
} // namespace demo
"""

WORLD_TEXT = """Latin: Grüße, naïve façade, Ærø, Łódź, señor — “quoted” … ±½
Greek: Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία
Cyrillic: Съешь же ещё этих мягких французских булок
Chinese: 中文字符测试，混合 ASCII 和 汉字 的一行文字，长到需要在终端右边换行，再换一行看看结果如何。
Japanese: 日本語の文字列と漢字かな混じり文、テスト。ｶﾀｶﾅ half width
Korean: 한국어 문장, 완성형과 조합형 한글
Hebrew: שלום עולם Arabic: مرحبا بالعالم
Thai: ภาษาไทย ที่นี่ น้ำ Devanagari: नमस्ते क्षत्रिय
Combining: e\u0301 a\u0308 o\u0302\u0323 n\u0303 Z\u0351\u0348
Emoji: 😀 😃 🚀 🎉 ✨ ❤ ❤\ufe0f ☺ ☺\ufe0f ⌚ 🀄
Skin tones: 👍 👍🏻 👍🏽 👍🏿 🧑🏾
Families: 👨‍👩‍👧‍👦 👩‍💻 🏳️‍🌈 🧑‍🚀
Flags: 🇩🇪 🇯🇵 🇧🇷 🇺🇳
Boxes: ┌─┬─┐ │█│▒│ └─┴─┘ ╔═╗ ╚═╝ ▁▂▃▄▅▆▇█
Maths: ∀x∈ℝ: ⌈x⌉ = −⌊−x⌋, α ∧ ¬β = ¬(¬α ∨ β), 𝒜𝓑𝕏
"""


def nothing(_folder):
    """No files needed."""


@dataclasses.dataclass
class Scene:
    """`keys` are sent one by one, each when nothing was written for `pause` seconds."""

    name: str
    command: list
    cols: int = 80
    rows: int = 24
    keys: tuple = ()
    env: dict = dataclasses.field(default_factory=dict)
    prepare: typing.Callable = nothing
    pause: float = 0.4


def write_texts(folder):
    with open(f"{folder}/demo.cpp", "w", encoding="utf-8") as file:
        file.write(PROGRAM_TEXT * 3)
    with open(f"{folder}/world.txt", "w", encoding="utf-8") as file:
        file.write(WORLD_TEXT * 3)


def make_repository(folder):
    write_texts(folder)
    author = ["-c", "user.name=Ada Example", "-c", "user.email=ada@example.org"]
    dates = {f"GIT_{who}_DATE": "2024-03-01T12:00:00Z" for who in ("AUTHOR", "COMMITTER")}

    def git(*words):
        subprocess.run(["git", *author, *words], cwd=folder, env={"PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", **dates},
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "Begin with two files")
    git("checkout", "-b", "side")
    for number in range(4):
        with open(f"{folder}/demo.cpp", "a", encoding="utf-8") as file:
            file.write(f"int number{number} = {number}; // ünïcödé 数字\n")
        git("commit", "-am", f"Change number {number} – 第{number}版 ✨")
    git("checkout", "main")
    with open(f"{folder}/other.txt", "w", encoding="utf-8") as file:
        file.write("other\n" * 20)
    git("add", ".")
    git("commit", "-m", "Add another file with a subject line that is longer than eighty columns and so has to wrap somewhere")
    git("merge", "side", "-m", "Merge side")


def scenes():
    vim = ["vim", "-u", "NONE", "-N", "-i", "NONE", "--cmd", "set nomodeline ruler", "-c", "syntax on"]
    tmux = ["tmux", "-f", "/dev/null", "-L", "demo", "new-session"]
    bash = ["bash", "--norc", "--noprofile"]
    return [
        Scene("vim", [*vim, "demo.cpp"], prepare=write_texts, keys=(
            b"/int\r", b"nn", b"Ohello \xe6\x97\xa5\xe6\x9c\xac\x1b", b":set hlsearch number\r", b"5dd", b"P", b"u",
            b":split world.txt\r",
            b"\x06", b"\x17w", b"vjjj", b"y", b"G", b":vsplit\r", b"gg", b"\x05\x05\x05", b"\x19", b"ip" + b"word " * 20 + b"\x1b",
            b"dap",
            b":echo 'end'\r", b":q!\r", b":qa!\r")),
        Scene("vim-world", [*vim, "world.txt"], 61, 18, prepare=write_texts, keys=(
            b"jjj", b"$", b"Aend\x1b", b"0i\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd\x1b", b"x", b"20|x", b"\x06", b"\x02", b":set nowrap\r",
            b"zL", b"zH",
            b":qa!\r")),
        Scene("less", ["less", "-R", "world.txt"], 70, 12, prepare=write_texts, keys=(
            b" ", b"j", b"j", b"k", b"b", b"/Maths\r", b"n", b"G", b"g", b"-S\r", b"\x1b[C", b"\x1b[D", b"q")),
        Scene("man", ["man", "-P", "less", "ls"], 72, 20, keys=(b" ", b" ", b"/sort\r", b"n", b"u", b"q")),
        Scene("top", ["top", "-d", "1"], keys=(b"z", b"x", b"V", b"1", b"h", b"q", b"q"), pause=0.9),
        Scene("htop", ["htop", "-d", "10"], 100, 30, keys=(b"\x1b[B", b"t", b"\x1bOQ", b"\x1b[B", b"\x1b[C", b"\x1b", b"/ht\r", b"q"),
            pause=0.7),
        Scene("tmux", [*tmux, "bash --norc --noprofile"], prepare=write_texts, pause=0.6, keys=(
            b"ls\r", b"\x02%", b"cat world.txt\r", b'\x02"', b"seq 50\r", b"\x02o", b"printf '\\033[1;44mcolour\\033[m\\n'\r",
            b"\x02z", b"\x02z",
            b"\x02[", b"\x1b[A\x1b[A", b"q", b"\x02c", b"echo second\r", b"\x02p", b"\x02d")),
        Scene("git-log", ["git", "log", "--graph", "--color=always", "--stat", "-p"], prepare=make_repository, keys=(b" ", b" ", b"j",
            b"b", b"q")),
        Scene("git-plain", ["git", "-c", "color.ui=always", "-c", "core.pager=cat", "log", "--oneline", "--graph", "--stat"], 50, 15,
              prepare=make_repository),
        Scene("bash", bash, 40, 10, prepare=write_texts, keys=(
            b"echo " + b"word " * 20, b"\x01", b"\x05", b"\x1b\x7f" * 6, b"\r", b"ls --color=always\r", b"\x1b[A", b"\x1b[A",
            b"\x12wor", b"\x07",
            b"echo \xe6\xbc\xa2\xe5\xad\x97" * 9, b"\x01\x1b[C\x1b[C\x0b", b"\x19\r", b"cat wor\t\r", b"seq 30\r", b"clear\r",
            b"tput smcup\r",
            b"echo other\r", b"tput rmcup\r", b"exit\r")),
        Scene("progress", ["sh", "-c", "dd if=/dev/zero of=big bs=1M count=300 status=none; "
                           "curl -# -o copy --limit-rate 400M file://$PWD/big; "
                           "curl -o copy --limit-rate 200M file://$PWD/big"], 60, 8, pause=1.5),
        Scene("dialog", ["dialog", "--colors", "--title", "Pick", "--checklist", "\\Z1Several\\Zn of these", "15", "50", "6", "a",
            "first", "on", "b",
                         "second", "off", "c", "日本語", "off", "--and-widget", "--calendar", "A day", "0", "0", "1", "2", "2024",
                         "--and-widget",
                         "--inputbox", "Say", "8", "40"], keys=(b" ", b"\x1b[B", b" ", b"\t", b"\r", b"\x1b[A", b"\t\t\r", b"text",
                         b"\r")),
        Scene("dialog-vt", ["dialog", "--title", "Gauge", "--yesno", "Lines drawn with another character set", "8", "50",
            "--and-widget", "--msgbox",
                            "Good", "6", "20"], env={"LANG": "C", "NCURSES_NO_UTF8_ACS": "1"}, keys=(b"\t", b"\t", b"\r", b"\r")),
        Scene("whiptail", ["whiptail", "--title", "Menu", "--menu", "Choose 一つ", "15", "50", "5", "1", "one", "2", "two", "3", "three"],
              keys=(b"\x1b[B", b"\x1b[B", b"\t", b"\r")),
        Scene("world", ["cat", "world.txt"], 48, 10, prepare=write_texts),
        Scene("world-narrow", ["cat", "world.txt"], 13, 40, prepare=write_texts),
    ]
