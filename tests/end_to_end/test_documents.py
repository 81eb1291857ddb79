"""The generated documents of a real daemon: they tell all of its manifest, and their examples run."""

import glob
import json
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import tempfile
import unittest

from venomx_testing import DEADLINE, VENOMX, Daemon, wait_until

TOKEN = re.compile(r"vnt1\.")
EXAMPLE = re.compile(r"^```sh\n(.*?)^```\n\n```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^### (\S+)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
STUBS = {
    "make": "#!/bin/sh\necho made \"$@\"\n",
    "jq": "#!/bin/sh\nexec python3 -c 'import json,sys; print(json.load(sys.stdin)[sys.argv[1][1:]])' \"$@\"\n",
}

# Examples that cannot succeed on the small scene below, and what they say of it.
REFUSED = {("pane.resize", 0): "conflict.no_space"}
# Exit statuses that are answers too: doctor's tells the health of the machine that the tests run on.
ANSWERS = {"doctor": (0, 1)}
# Examples that want a first pane whose program has said its word and ended.
ENDED = ("pane.wait", "pane.output")


def verbs_of(manifest):
    """Every verb with the parameters and errors of its groups."""
    groups = {name: group for plugin in manifest["plugins"] for name, group in plugin["groups"].items()}
    for plugin in manifest["plugins"]:
        for verb in plugin["verbs"]:
            included = [groups[name] for name in verb["include"]]
            params = verb["params"] + [param for group in included for param in group["params"]]
            errors = verb["errors"] + [error for group in included for error in group["errors"]]
            yield verb, params, errors


class WithManifest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(Daemon())
        with cls.daemon.wire() as wire:
            cls.manifest = wire.request("manifest.get")["manifest"]


class Documents(WithManifest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.docs = cls.daemon.cli("docs", owner=False, check=0).stdout
        cls.skill = cls.daemon.cli("skill", owner=False, check=0).stdout

    def pages(self):
        folder = tempfile.mkdtemp(prefix="venomx-test-man-")
        self.addCleanup(shutil.rmtree, folder)
        self.daemon.cli("man", "--dir", os.path.join(folder, "man1"), owner=False, check=0)
        return os.path.join(folder, "man1")

    def test_the_manifest_is_the_daemons(self):
        self.assertEqual(self.manifest, json.loads(self.daemon.cli("manifest", owner=False, check=0).stdout))
        self.assertEqual(self.manifest, self.daemon.json("manifest", "get")["manifest"])
        done = self.daemon.cli("manifest", "gt", check=2)
        self.assertIn("did you mean manifest get?", done.stderr)

    def test_every_close_takes_the_same_grace(self):
        graces = {verb["name"]: param for verb, params, _ in verbs_of(self.manifest) for param in params if param["name"] == "grace_ms"}
        self.assertEqual({"pane.close", "window.close", "session.close"}, set(graces))
        for grace in graces.values():
            self.assertEqual({"kind": "integer", "min": 0, "max": 600000}, grace["type"])

    def test_docs_tell_all_of_every_verb(self):
        sections = dict(SECTION.findall(self.docs))
        self.assertEqual({verb["name"] for verb, _, _ in verbs_of(self.manifest)}, set(sections))
        for verb, params, errors in verbs_of(self.manifest):
            section = sections[verb["name"]]
            for entry in params + verb["result"]:
                self.assertIn(f"\n| `{entry['name']}` |", section, verb["name"])
            for error in errors:
                self.assertIn(f"\n| `{error['code']}` |", section, verb["name"])
            shown = [json.loads(request) for _, request in EXAMPLE.findall(section)]
            self.assertEqual([{"verb": verb["name"], "params": example["params"]} for example in verb["examples"]], shown)

    def test_manual_pages_are_whole_and_pass_lint(self):
        folder = self.pages()
        names = {"venomx.1"} | {"venomx-" + re.sub("[._]", "-", verb["name"]) + ".1" for verb, _, _ in verbs_of(self.manifest)}
        self.assertEqual(names, set(os.listdir(folder)))
        for verb, params, errors in verbs_of(self.manifest):
            with open(os.path.join(folder, "venomx-" + re.sub("[._]", "-", verb["name"]) + ".1"), encoding="ascii") as file:
                page = file.read()
            self.assertEqual(page, self.daemon.cli("man", *verb["name"].replace("_", "-").split("."), check=0).stdout)
            for param in params:
                self.assertIn("\\fB\\-\\-" + param["name"].replace("_", "\\-") + "\\fR", page, verb["name"])
            for error in errors:
                self.assertIn("\\fB" + error["code"] + "\\fR (exit status ", page, verb["name"])
        if shutil.which("mandoc"):
            lint = subprocess.run(["mandoc", "-Tlint", *(os.path.join(folder, name) for name in sorted(names))], capture_output=True, text=True,
                                  timeout=DEADLINE, check=False)
            self.assertEqual((0, "", ""), (lint.returncode, lint.stdout, lint.stderr))

    def test_pages_by_name(self):
        page = self.daemon.cli("man", "pane", "split", check=0).stdout
        for name in ("pane.split", "pane-split", "venomx-pane-split"):
            self.assertEqual(page, self.daemon.cli("man", name, check=0).stdout)
        self.assertTrue(self.daemon.cli("man", check=0).stdout.startswith(".TH VENOMX 1 "))
        done = self.daemon.cli("man", "pane", "splt", check=2)
        self.assertIn("did you mean venomx-pane-split?", done.stderr)
        self.daemon.cli("man", "pane", "--dir", "/nonexistent", check=2)

    def test_all_pages_at_once(self):
        folder = tempfile.mkdtemp(prefix="venomx-test-man-")
        self.addCleanup(shutil.rmtree, folder)
        files = self.daemon.json("man", "--dir", folder)["files"]
        self.assertEqual(sorted(files), sorted(os.listdir(folder)))
        # Neither a file in the place of a folder nor a folder in the place of a page is written over, and no draft stays.
        done = self.daemon.cli("man", "--dir", os.path.join(folder, files[0], "man1"), check=6)
        self.assertIn("(unavailable.folder)", done.stderr)
        os.remove(os.path.join(folder, files[0]))
        os.mkdir(os.path.join(folder, files[0]))
        self.assertIn("a page cannot be replaced there (unavailable.folder)", self.daemon.cli("man", "--dir", folder, check=6).stderr)
        self.assertEqual(sorted(files), sorted(os.listdir(folder)))
        os.rmdir(os.path.join(folder, files[0]))
        command = ["prlimit", "--fsize=100", VENOMX, "man", "--dir", folder]
        done = subprocess.run(["env", "--ignore-signal=XFSZ", *command], env={**self.daemon.environment, "VENOMX_SOCKET": self.daemon.socket},
                              capture_output=True, text=True, timeout=DEADLINE, check=False)
        self.assertEqual((1, "venomx: a page cannot be written (internal.output)\n"), (done.returncode, done.stderr))
        self.assertEqual(sorted(files[1:]), sorted(os.listdir(folder)))

    def test_the_skill_is_short_and_names_every_verb(self):
        self.assertLess(len(self.skill.splitlines()), 300)
        for verb, _, _ in verbs_of(self.manifest):
            self.assertRegex(self.skill, f"(?m)^- `venomx {verb['name'].replace('.', ' ').replace('_', '-')}[ `]")

    def test_no_credential_in_any_document(self):
        texts = [self.docs, self.skill, self.daemon.cli("man", check=0).stdout]
        folder = self.pages()
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="ascii") as file:
                texts.append(file.read())
        for text in texts:
            self.assertNotIn(self.daemon.owner_token, text)
            self.assertNotRegex(text, TOKEN)
        for block in re.findall(r"^```sh\n.*?^```$|^```json\n.*?^```$", self.docs + self.skill, re.MULTILINE | re.DOTALL):
            self.assertNotIn("_TOKEN", block)

    def test_they_depend_on_the_manifest_alone(self):
        with Daemon() as other:
            self.assertEqual(self.docs, other.cli("docs", check=0).stdout)
            self.assertEqual(self.skill, other.cli("skill", owner=False, check=0).stdout)
            self.assertEqual(self.daemon.cli("man", "doctor").stdout, other.cli("man", "doctor").stdout)
        self.assertEqual({"text": self.docs}, self.daemon.json("docs"))

    def test_without_a_daemon(self):
        nowhere = {"VENOMX_SOCKET": "/nonexistent/socket"}
        done = self.daemon.cli("docs", env=nowhere, owner=False, check=0)
        self.assertEqual(self.docs, done.stdout)
        self.assertEqual("venomx: no daemon is running; this is of the installed plugins\n", done.stderr)
        self.daemon.cli("manifest", env=nowhere, owner=False, check=6)
        done = self.daemon.cli("skill", "--json", env={**nowhere, "XDG_CACHE_HOME": "/proc/none"}, owner=False, check=0)
        self.assertEqual({"text": self.skill}, json.loads(done.stdout))

    def test_every_kind_of_event_is_told(self):
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        published = set()
        for folder in ("kernel", "plugins"):
            for path in glob.glob(os.path.join(root, folder, "**", "*.cpp"), recursive=True):
                with open(path, encoding="utf-8") as file:
                    published |= set(re.findall(r'publish\("([a-z_]+\.[a-z_]+)"', file.read()))
        text = self.daemon.cli("events", "--help", check=0).stdout
        (kinds,) = re.findall(r"There\s+are:\s+([a-z_., \n]+)", text)
        self.assertEqual(sorted(published), sorted(re.findall(r"[a-z_]+\.[a-z_]+", kinds)))

    def test_wrong_usage(self):
        for words in (["docs", "pane"], ["docs", "--dir", "x"], ["skill", "--flag"], ["man", "--dir"], ["man", "--dir="], ["manifest", "--x"]):
            with self.subTest(words=words):
                self.assertEqual("", self.daemon.cli(*words, check=2).stdout)
        self.assertIn("--dir DIR", self.daemon.cli("man", "--help", check=0).stdout)


# What an agent must be told about starting a process, sentence by sentence.
CONTRACT = {
    "an absolute directory": '`--cwd` takes an absolute path: use `--cwd "$PWD"`.',
    "whose directory otherwise": "Without it the process starts in the daemon's directory, not in yours and not in that of the pane you "
                                 "split.",
    "whose environment": "The process gets the daemon's environment, never yours.",
    "the order of edits": "`env_unset` removes names from it, then `env` is applied on top.",
    "arguments as given": "The words after `--` are the argument vector, passed exactly as given.",
    "no shell": "There is no shell: for pipes, globs or variables run one yourself",
    "the child's PATH": "The executable is found on the child's final `PATH`, after `env_unset` and `env`, unless its name contains a `/`.",
    "reserved names": "Names that begin with `VENOMX_` are reserved: they cannot be set or unset.",
    "visible credentials": "Credentials passed with `--env` are visible in your own argument vector, in shell history and in MCP "
                           "transcripts.",
    "no more than needed": "Pass only what the child needs.",
    "what a failure leaves": "If it cannot be started, nothing has been made, and the error says why:",
}
# What the pages of a verb that starts a process say of its parameters.
PARAMETERS = {
    "argv": "Argument vector, passed to the program exactly as given, with no shell",
    "program": "File to execute, found like argv[0] would be on the process's final PATH",
    "cwd": 'Absolute working directory for the new process, from a shell "$PWD"; default: the daemon\'s own, not the caller\'s',
    "env": "Variables to set or replace in the new process, applied after env_unset; VENOMX_* is reserved; what is given here can be "
           "read in the caller's arguments and transcripts",
    "env_unset": "Names to remove from the environment that the process inherits from the daemon; VENOMX_* is reserved",
}
STARTERS = ("window.create", "pane.split")


def unbroken(text):
    """With each run of white space as one blank."""
    return " ".join(text.split())


class AgentContract(WithManifest):
    """What the generated documents tell an agent about starting processes."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.verbs = {verb["name"]: (verb, params, errors) for verb, params, errors in verbs_of(cls.manifest)}

    def printed(self, *words):
        return self.daemon.cli(*words, owner=False, check=0).stdout

    def test_the_skill_says_each_sentence(self):
        skill = self.printed("skill")
        chapter = re.search(r"^## Starting a process\n(.*?)(?=^## )", skill, re.MULTILINE | re.DOTALL).group(1)
        for what, sentence in CONTRACT.items():
            with self.subTest(what=what):
                self.assertIn(sentence, unbroken(chapter))
        self.assertEqual({"text": skill}, self.daemon.json("skill", owner=False))

    def test_the_pages_of_both_verbs_say_it_of_each_parameter(self):
        docs = dict(SECTION.findall(self.printed("docs")))
        for name in STARTERS:
            words = name.split(".")
            pages = {"docs": re.sub(r"\\(\W|_)", r"\1", docs[name]), "help": self.printed(*words, "--help"),
                     "man": self.printed("man", *words).replace("\\(aq", "'").replace("\\(dq", '"').replace("\\-", "-")}
            for param, told in PARAMETERS.items():
                for where, page in pages.items():
                    with self.subTest(verb=name, param=param, where=where):
                        self.assertIn(told, unbroken(page))

    def test_every_error_of_a_start_is_told(self):
        wanted = {"invalid_params.cwd", "invalid_params.env", "invalid_params.argv", "invalid_params.size", "invalid_params.grant_scope",
                  "denied.spawn", "denied.delegation", "not_found.cwd", "unavailable.cwd", "unavailable.spawn", "conflict.no_space",
                  "unavailable.shutdown"}
        for name, own in (("window.create", {"not_found.session"}), ("pane.split", {"not_found.pane", "conflict.pane_exited"})):
            self.assertLessEqual(wanted | own, {error["code"] for error in self.verbs[name][2]})

    def test_no_default_is_told_for_what_may_be_absent(self):
        for name in STARTERS:
            params = {param["name"]: param for param in self.verbs[name][1]}
            for param in ("argv", "program", "cwd", "env", "env_unset"):
                self.assertNotIn("default", params[param])
                self.assertFalse(params[param]["required"])

    def test_the_examples_are_benign(self):
        for name, (verb, _, _) in self.verbs.items():
            for example in verb["examples"]:
                with self.subTest(verb=name, example=example["summary"]):
                    self.assertNotRegex(json.dumps(example), r"_TOKEN|vnt1|@owner|(?i:secret|passw|credential)")
        starts = [example["params"] for name in STARTERS for example in self.verbs[name][0]["examples"]]
        self.assertTrue(any("env" in params and "env_unset" in params for params in starts))
        self.assertTrue(any("cwd" in params for params in starts))
        for params in starts:
            self.assertTrue(params.get("cwd", "/").startswith("/"))

    def test_no_token_is_shown_anywhere(self):
        pages = [["man", *name.split(".")] for name in STARTERS]
        for text in (self.printed(*words) for words in (["skill"], ["docs"], ["manifest"], ["man"], ["--help"], *pages)):
            self.assertNotRegex(text, r"vnt1\.[a-z]")
            self.assertNotIn(self.daemon.owner_token, text)


class Examples(unittest.TestCase):
    """Each example of the reference on a daemon of its own with session s0 (build), window w0, panes p0 p1 p2."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="venomx-test-docs-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for name, text in STUBS.items():
            with open(os.path.join(cls.folder, name), "w", encoding="ascii") as stub:
                stub.write(text)
            os.chmod(stub.name, 0o755)

    def start(self):
        path = f"{self.folder}:{os.path.dirname(VENOMX)}:{os.environ['PATH']}"
        return Daemon(env={"PATH": path, "SHELL": "/bin/sh"})

    def scene(self, daemon, ended):
        with daemon.wire() as wire:
            wire.request("session.create", {"name": "build"})
            wire.request("window.create", {"session": "s0", "argv": ["cat"]})
            for _ in range(2):
                wire.request("pane.split", {"pane": "p0", "axis": "rows", "argv": ["cat"]})
            if ended:
                wire.request("pane.send", {"pane": "p0", "text": "PASSED\n"})
                wire.request("pane.wait", {"pane": "p0", "until": "match", "match": "PASSED"})
                wire.request("pane.send", {"pane": "p0", "keys": ["C-d"]})
                wire.request("pane.wait", {"pane": "p0", "until": "exit"})

    def words(self, line, request):
        """The command of an example, its directory replaced by one that is there."""
        words = shlex.split(line)
        self.assertEqual("venomx", words[0])
        cwd = request["params"].get("cwd")
        return [self.folder if word == cwd else word for word in words[1:]]

    def run_stream(self, daemon, words):
        """Until the first line has come; something happens meanwhile, for those who wait for events."""
        environment = {**daemon.environment, "VENOMX_SOCKET": daemon.socket, "VENOMX_TOKEN": "@owner"}
        with subprocess.Popen([VENOMX, *words, "--json"], env=environment, stdout=subprocess.PIPE) as stream, daemon.wire() as wire:

            def line_came():
                wire.request("session.create", {})
                return select.select([stream.stdout], [], [], 0)[0]

            wait_until(line_came, f"{words} prints a line")
            self.assertIsInstance(json.loads(stream.stdout.readline()), dict)
            stream.send_signal(signal.SIGINT)
            stream.stdout.read()
            self.assertEqual(130, stream.wait(DEADLINE))

    def run_example(self, verb, index, line, request):
        with self.start() as daemon:
            if not verb.startswith("session.create"):
                self.scene(daemon, verb in ENDED)
            words = self.words(line, request)
            if verb == "events" and request["params"].get("follow", True):
                self.run_stream(daemon, words)
                return
            done = daemon.cli(*words)
            refusal = REFUSED.get((verb, index))
            if refusal is not None:
                self.assertIn(f"({refusal})", done.stderr)
            else:
                self.assertIn(done.returncode, ANSWERS.get(verb, (0,)))
                self.assertEqual("", done.stderr)

    def test_every_example_runs(self):
        with self.start() as daemon:
            docs = daemon.cli("docs", check=0).stdout
        ran = 0
        for verb, section in SECTION.findall(docs):
            for index, (line, request) in enumerate(EXAMPLE.findall(section)):
                with self.subTest(verb=verb, line=line):
                    self.run_example(verb, index, line, json.loads(request))
                    ran += 1
        self.assertGreater(ran, 30)

    def task(self, daemon, title):
        """Runs the skill's commands of that chapter, one after the other, in one shell."""
        skill = daemon.cli("skill", check=0).stdout
        block = re.search(rf"^## {title}\n+```sh\n(.*?)^```$", skill, re.MULTILINE | re.DOTALL).group(1)
        environment = {**daemon.environment, "VENOMX_SOCKET": daemon.socket, "VENOMX_TOKEN": "@owner"}
        done = subprocess.run(["/bin/sh", "-euc", block], env=environment, cwd=self.folder, capture_output=True, text=True, timeout=DEADLINE,
                              check=False)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_the_skills_way_to_run_a_command(self):
        with self.start() as daemon:
            _, window, wait, capture, closed = self.task(daemon, "Task: run a command and get its result")
        self.assertEqual("p0", window["pane"])
        self.assertEqual(("exit", {"code": 0}), (wait["reason"], wait["status"]))
        self.assertEqual("made test", capture["text"].strip())
        self.assertEqual({"session": "s0", "panes": ["p0"]}, closed)

    def test_the_skills_way_to_type_into_a_program(self):
        with self.start() as daemon:
            with daemon.wire() as wire:
                wire.request("session.create", {})
                wire.request("window.create", {"session": "s0", "argv": ["sh", "-i"], "cwd": self.folder})
            _, wait, capture = self.task(daemon, "Task: type into a program and read the answer")
        self.assertEqual(("match", "exit=0"), (wait["reason"], wait["match"]))
        self.assertIn("made test\nexit=0\n", capture["text"])


if __name__ == "__main__":
    unittest.main()
