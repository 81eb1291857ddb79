"""Tokens: the daemon keeps digests alone, and no token is ever where another could read it: memory, words, environment, files."""

import json
import os
import secrets
import subprocess
import tempfile
import unittest

from authority_testing import Agent, greeting
from memory_scan import hits, may_scan
from venomx_testing import SANITIZED, VENOMX, Daemon, wait_until


def secret(token):
    return token.rsplit(".", 1)[1]


def of_process(pid, name):
    """A file of /proc; nothing when the process has gone, or is not ours to read."""
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:
        return b""


class TokenSecrets(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(settings={"log.level": "debug", "log.format": "json"})
        self.addCleanup(self.daemon.stop)
        self.owner = self.daemon.wire()
        self.addCleanup(self.owner.close)
        self.session = self.owner.request("session.create")["session"]
        self.agent = Agent(self.owner, self.session)
        self.addCleanup(self.agent.close)
        self.shown = []

    def show(self, wire, token):
        """Says hello; the connection stays, unless the token is nobody's."""
        self.addCleanup(wire.close)
        frame = wire.call("hello", {"protocol": 1, "token": token})
        self.shown.append(frame)
        return "ok" in frame

    def use_tokens(self):
        """Makes and shows tokens in every way there is; all of them."""
        made = self.owner.request("principal.create", {"grants": []})["token"]
        gone = Agent(self.owner, self.session)
        self.addCleanup(gone.close)
        self.assertTrue(self.show(gone.connect(self.daemon), gone.token))
        self.owner.request("pane.close", {"pane": gone.pane})
        forged = ["vnt1.venomx.g1." + secrets.token_urlsafe(32) for _ in range(7)]
        for token in (self.daemon.owner_token, self.agent.token, made):
            self.assertTrue(self.show(self.daemon.wire(hello=False), token))
            self.assertNotEqual("denied.token", greeting(self.daemon.wire(hello=False), token))
        for token in (gone.token, *forged):
            self.assertFalse(self.show(self.daemon.wire(hello=False), token))
        wrong = self.daemon.wire()
        self.addCleanup(wrong.close)
        # In places where no token belongs.
        self.shown += [wrong.call("hello", {"protocol": 1, "token": forged[0]}), wrong.call("whoami", {"token": forged[1]}),
                       wrong.call(forged[2]), wrong.call("pane.info", {"pane": forged[3]}),
                       wrong.call("session.create", {"name": forged[4] + " "}), wrong.call("principal.revoke", {"principal": forged[5]}),
                       wrong.call("principal.create", {"grants": [{"right": "read", "scope": forged[6]}]})]
        wrong.send_bytes(b'{"id":1,"verb":"hello","params":{"protocol":1,"token":"' + forged[0].encode() + b'"\n')
        self.shown.append(wrong.read_frame())
        return [self.daemon.owner_token, self.agent.token, made, gone.token, *forged]

    @unittest.skipIf(SANITIZED, "sanitizers keep freed memory on purpose")
    def test_memory_holds_digests_alone(self):
        if not may_scan(self.daemon.pid):
            self.skipTest("only root may read the daemon's memory")
        tokens = self.use_tokens()
        self.owner.request("whoami")
        self.assertEqual([], hits(self.daemon.pid, [secret(token).encode() for token in tokens]))
        self.assertEqual([], hits(self.daemon.pid, [token[:-len(secret(token)) + 16].encode() for token in tokens]))

    def test_answers_events_log_and_files_hold_none(self):
        tokens = self.use_tokens()
        for verb in ("whoami", "principal.list", "pane.list", "window.list", "session.list", "config.list", "plugin.list", "daemon.info",
                     "doctor", "manifest.get"):
            self.shown.append(self.owner.request(verb))
        stream = self.owner.start("events", {"since": 0, "follow": False})
        self.shown.append(self.owner.answer(stream))
        self.shown += [self.owner.answer(stream) for _ in range(self.shown[-1]["ok"]["count"])]
        self.assertHoldsNone(tokens, "what was answered", json.dumps(self.shown))
        self.assertHoldsNone(tokens, "the log", self.daemon.log_text())
        self.assertNotIn("vnt1.", self.daemon.log_text())
        for folder, _, names in os.walk(self.daemon.folder):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.isfile(path) and path != self.daemon.socket + ".owner":
                    with open(path, encoding="utf-8", errors="replace") as file:
                        self.assertHoldsNone(tokens, path, file.read())

    def assertHoldsNone(self, tokens, where, text):
        self.assertEqual([], [token for token in tokens if secret(token) in text], where)

    def test_no_words_of_a_process_and_no_environment_of_the_daemon(self):
        """The command line waits with each kind of token, inside and outside, while all processes' words are read."""
        tokens = [self.daemon.owner_token, self.agent.token]
        with tempfile.NamedTemporaryFile("w", suffix=".token") as file:
            file.write(self.agent.token + "\n")
            file.flush()
            waits = ["pane", "wait", "--pane", self.agent.pane, "--until", "exit"]
            environment = dict(self.daemon.environment, VENOMX_SOCKET=self.daemon.socket)
            clients = [subprocess.Popen([VENOMX, *words, *waits], env={**environment, **more}, stdout=subprocess.DEVNULL)
                       for words, more in ((["--token", "@owner"], {}), (["--token-file", file.name], {}), ([], {"VENOMX_TOKEN": "@owner"}),
                                           ([], {"VENOMX_TOKEN": self.agent.token}))]
            inside = self.owner.request("window.create", {"session": self.session, "argv": [VENOMX, *waits],
                                                          "grants": [{"right": "read", "scope": f"pane:{self.agent.pane}"}]})
            running = [client.pid for client in clients] + [inside["pid"]]
            wait_until(lambda: self.owner.request("doctor")["counters"]["connections"] == len(running) + 1, "all of them have connected")
            words = {pid: of_process(pid, "cmdline").decode(errors="replace") for pid in map(int, filter(str.isdigit, os.listdir("/proc")))}
            self.assertEqual(set(), {pid for pid in running if "wait" not in words[pid]})
            self.assertEqual({}, {pid: text for pid, text in words.items() if any(secret(token) in text for token in tokens)})
            environ = of_process(self.daemon.pid, "environ").decode(errors="replace")
            self.assertHoldsNone(tokens, "the daemon's environment", environ)
            self.assertNotIn("VENOMX_TOKEN", environ)
            self.assertEqual([None] * len(clients), [client.poll() for client in clients])
            for client in clients:
                client.kill()
                client.wait()

    def test_a_token_is_no_word_of_a_command_line(self):
        done = self.daemon.cli("--token", self.agent.token, "whoami", owner=False)
        self.assertEqual(2, done.returncode)
        self.assertHoldsNone([self.agent.token], "its answer", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
