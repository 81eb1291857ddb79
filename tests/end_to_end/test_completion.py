"""Completion in the real shells, and help without a daemon: what the installed plugins tell."""

import array
import fcntl
import os
import pty
import select
import shutil
import subprocess
import tempfile
import termios
import time
import unittest

from venomx_testing import DEADLINE, VENOMX, Daemon, wait_until


def bash_candidates(environment, *words):
    """What the script sets for these words, of which the last is being typed."""
    script = ('source <(venomx completion bash); complete -p venomx >/dev/null || exit 9; COMP_WORDS=(venomx "$@"); COMP_CWORD=$#; '
              '_venomx venomx; (( ${#COMPREPLY[@]} )) && printf "%s\\n" "${COMPREPLY[@]}"; exit 0')
    done = subprocess.run(["bash", "--norc", "-c", script, "bash", *words], env=environment, capture_output=True, text=True, timeout=DEADLINE, check=True)
    return done.stdout.splitlines()


def fish_candidates(environment, *words):
    line = " ".join(["venomx", *words])
    done = subprocess.run(["fish", "-N", "-c", f"venomx completion fish | source; complete -C '{line}'"], env=environment, capture_output=True,
                          text=True, timeout=DEADLINE, check=True)
    return [found.split("\t")[0] for found in done.stdout.splitlines()]


class Zsh:
    """An interactive zsh on a terminal of its own."""

    def __init__(self, environment):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvpe("zsh", ["zsh", "-f", "-i"], dict(environment, PS1="", TERM="dumb"))
        self.send("stty -echo; unsetopt prompt_cr prompt_sp zle_bracketed_paste; autoload -Uz compinit && compinit -u -D; "
                  "source <(venomx completion zsh); print re''ady\n", "ready")

    def send(self, text, until):
        """Types the text; what was shown up to `until`."""
        os.write(self.terminal, text.encode())
        shown, end = "", time.monotonic() + DEADLINE
        while until not in shown:
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"zsh never showed {until!r}: {shown!r}")
            shown += os.read(self.terminal, 1 << 16).decode(errors="replace")
        return shown

    def completed(self, *words):
        """The command line that the words become with a tab at their end."""
        shown = self.send(" ".join(["print", "-r", "--", "'<'", *words]).replace("print -r -- '<' venomx", "venomx") + "\t"
                          + "\x01print -r -- '<' \x05 '>'\n", ">\r\n")
        return shown[shown.rindex("< ") + 2:shown.rindex(" >")].strip()

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


class Completion(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.addClassCleanup(cls.daemon.stop)
        with cls.daemon.wire() as wire:
            wire.request("session.create", {"name": "first"})
            wire.request("window.create", {"session": "first", "argv": ["/bin/cat"]})
            wire.request("pane.split", {"pane": "p0", "axis": "rows", "argv": ["/bin/cat"]})
        cls.environment = dict(cls.daemon.environment, PATH=os.path.dirname(VENOMX) + os.pathsep + os.environ["PATH"],
                               VENOMX_SOCKET=cls.daemon.socket, HOME=cls.daemon.folder)

    TABLE = [
        (["pane", "spl"], ["split"]), (["pan"], ["pane"]), (["window", "re"], ["rename", "resize"]), (["pane", "split", "--ax"], ["--axis"]),
        (["pane", "split", "--axis", ""], ["rows", "cols"]), (["pane", "info", "--pane", ""], ["p0", "p1"]),
        (["session", "close", "--session", "s"], ["s0"]), (["window", "close", "--window", ""], ["w0"]), (["--tok"], ["--token", "--token-file"]),
        (["pane", "capture", "--token", ""], ["@owner"]), (["completion", ""], ["bash", "zsh", "fish"]), (["help", "pane", "cl"], ["clear", "close"]),
        (["pane", "info", "--pane", "p0", "--pan"], []), (["nothing", ""], []), (["doct"], ["doctor"]), (["whoami", "--js"], ["--json"]),
        (["pane", "info", "--pane", "zzz"], []), (["doctor", "--form"], ["--format"]), (["doctor", "--format", "p"], ["prometheus"]),
        (["plugin", ""], ["check", "new", "list"]), (["mcp", "config", "--client", "cl"], ["claude-code", "claude-desktop"]),
        (["help", "pane", "ru"], ["run"]), (["man", "pane", "r"], ["resize"]), (["man", "plugin", ""], ["list"]), (["man", "config", ""], ["list"]),
        (["man", "ma"], ["manifest"]), (["serve", "--p"], ["--plugins"]), (["mcp", "--t"], ["--toolset", "--token", "--token-file"]),
        (["mcp", "config", "--b"], ["--budget"]), (["mcp", "config", "--toolset", ""], ["full", "core"]), (["version", "--j"], ["--json"]),
    ]

    def test_the_program_itself(self):
        for words, wanted in self.TABLE:
            with self.subTest(words):
                done = self.daemon.cli("completion", "candidates", str(len(words) - 1), *words, owner=False, check=0)
                self.assertEqual(wanted, [line.split("\t")[0] for line in done.stdout.splitlines()])
        summary = self.daemon.cli("completion", "candidates", "1", "pane", "spl", check=0).stdout
        self.assertEqual("split\tSplit a pane and start a process in the new one\n", summary)
        for words in (["pane", "split", "--cwd", ""], ["pane", "split", "--", ""], ["whoami", "--socket", ""]):
            self.assertEqual(":files\n", self.daemon.cli("completion", "candidates", str(len(words) - 1), *words, check=0).stdout)

    def test_a_caller_is_offered_what_he_may_read(self):
        done = self.daemon.cli("completion", "candidates", "3", "pane", "info", "--pane", "", check=0)
        self.assertEqual("p0\tcat\np1\tcat\n", done.stdout)
        with self.daemon.wire() as wire:
            token = wire.request("principal.create", {"grants": [{"right": "read", "scope": "pane:p1"}]})["token"]
        done = self.daemon.cli("completion", "candidates", "3", "pane", "info", "--pane", "", env={"VENOMX_TOKEN": token}, check=0)
        self.assertEqual("p1\tcat\n", done.stdout)

    @unittest.skipUnless(shutil.which("bash"), "there is no bash")
    def test_bash(self):
        for words, wanted in self.TABLE:
            with self.subTest(words):
                self.assertEqual(wanted, bash_candidates(self.environment, *words))

    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish(self):
        for words, wanted in self.TABLE:
            with self.subTest(words):
                self.assertEqual(sorted(wanted), sorted(fish_candidates(self.environment, *words)))

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh(self):
        shell = Zsh(self.environment)
        self.addCleanup(shell.close)
        for words, wanted in ((["pane", "spl"], "pane split"), (["pan"], "pane"), (["pane", "split", "--ax"], "pane split --axis"),
                              (["pane", "split", "--axis", "c"], "pane split --axis cols"), (["session", "close", "--session", "s"],
                                                                                           "session close --session s0"),
                              (["window", "close", "--window", ""], "window close --window w0"), (["pane", "info", "--pane", ""],
                                                                                                 "pane info --pane p"),
                              (["doctor", "--format", "p"], "doctor --format prometheus")):
            with self.subTest(words):
                self.assertEqual("venomx " + wanted, shell.completed("venomx", *words))

    def test_usage(self):
        for words in ([], ["tcsh"], ["bash", "zsh"]):
            done = self.daemon.cli("completion", *words, check=2)
            self.assertEqual("venomx: completion takes bash, zsh or fish (invalid_params.usage)\n  see: venomx completion --help\n", done.stderr)
        for words in (["candidates"], ["candidates", "x"], ["candidates", "1x"]):
            self.daemon.cli("completion", *words, check=2)


class WithoutADaemon(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="venomx-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("VENOMX_")}
        self.environment.update(XDG_CACHE_HOME=os.path.join(folder.name, "cache"), XDG_RUNTIME_DIR=os.path.join(folder.name, "run"),
                                XDG_CONFIG_HOME=os.path.join(folder.name, "config"), TMPDIR=folder.name,
                                XDG_STATE_HOME=os.path.join(folder.name, "state"),
                                VENOMX_SOCKET=os.path.join(folder.name, "none.sock"))

    def run_program(self, *words, status=0):
        done = subprocess.run([VENOMX, *words], env=self.environment, capture_output=True, text=True, timeout=DEADLINE, check=False)
        self.assertEqual(status, done.returncode, done)
        return done

    def test_help_at_three_levels_is_that_of_the_daemon(self):
        with Daemon() as daemon:
            for words in (["--help"], ["pane", "--help"], ["pane", "split", "--help"], ["help", "window", "create"], ["docs"], ["man", "pane", "wait"],
                          ["skill"]):
                with self.subTest(words):
                    self.assertEqual(daemon.cli(*words, check=0).stdout, self.run_program(*words).stdout)
        # The plugins' verdicts are kept; no socket, state or log is left.
        self.assertEqual(["cache"], os.listdir(self.folder))

    def test_documents_say_where_they_come_from(self):
        self.assertEqual("venomx: no daemon is running; this is of the installed plugins\n", self.run_program("docs").stderr)

    def test_completion_knows_verbs_and_no_ids(self):
        self.assertEqual("split\tSplit a pane and start a process in the new one\n",
                         self.run_program("completion", "candidates", "1", "pane", "spl").stdout)
        self.assertEqual("", self.run_program("completion", "candidates", "3", "pane", "info", "--pane", "").stdout)

    def test_the_operators_choice_counts(self):
        os.makedirs(os.path.join(self.folder, "config", "venomx"))
        with open(os.path.join(self.folder, "config", "venomx", "venomx.properties"), "w", encoding="ascii") as file:
            file.write("plugins.disabled = doctor\n")
        self.assertNotIn("doctor", self.run_program("--help").stdout)

    def test_verbs_still_need_one(self):
        done = self.run_program("pane", "list", status=6)
        self.assertEqual("venomx: no daemon is running (unavailable.daemon)\n  start one with: venomx serve --socket \"$VENOMX_SOCKET\"\n", done.stderr)
        self.run_program("manifest", status=6)


class Pipes(unittest.TestCase):
    def test_a_reader_that_has_enough(self):
        with Daemon() as daemon:
            environment = dict(daemon.environment, VENOMX_SOCKET=daemon.socket, VENOMX_TOKEN="@owner")
            for words in ("manifest", "docs", "config list", "config list --json", "events --since 0", "--help", "pane --help", "man"):
                with self.subTest(words):
                    read, write = os.pipe()
                    os.close(read)
                    with os.fdopen(write, "wb") as closed:
                        done = subprocess.run([VENOMX, *words.split()], env=environment, stdout=closed, stderr=subprocess.PIPE, timeout=DEADLINE,
                                              check=False)
                    self.assertEqual(b"", done.stderr)
                    self.assertIn(done.returncode, (141, -13))

    def test_a_writer_that_may_not_wait(self):
        """Who shares the descriptor made it non-blocking: the text is whole all the same."""
        with Daemon() as daemon:
            environment = dict(daemon.environment, VENOMX_SOCKET=daemon.socket)
            whole = daemon.cli("manifest", check=0).stdout.encode()
            read, write = os.pipe()
            fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
            os.set_blocking(write, False)
            self.assertGreater(len(whole), 4096)
            with subprocess.Popen([VENOMX, "manifest"], env=environment, stdout=write, stderr=subprocess.PIPE) as writer:
                os.close(write)
                wait_until(lambda: self.full(read), "the pipe is full")
                with os.fdopen(read, "rb") as source:
                    self.assertEqual(whole, source.read())
                self.assertEqual(b"", writer.stderr.read())
            self.assertEqual(0, writer.returncode)

    def full(self, pipe):
        waiting = array.array("i", [0])
        fcntl.ioctl(pipe, termios.FIONREAD, waiting)
        return waiting[0] == 4096


if __name__ == "__main__":
    unittest.main()
