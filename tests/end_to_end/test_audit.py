"""The audit: one line for each request that changes something, one for each denial, none for anything else, and never a word
of a request but the ids that it points at."""

import base64
import json
import os
import re
import secrets
import socket
import stat
import unittest

from audit_testing import check_of, folder_of, lines, path_of, told, wait_for
from venomx_testing import Closed, Daemon, Wire, wait_until

SLEEP = ["/bin/sleep", "1000"]
FIELDS = ["at", "seq", "principal", "pid", "verb", "targets", "outcome", "ms"]

# Every verb that changes something, called so that it succeeds, and the ids that it points at. In this order they build a small
# world and take it down again.
WRITES = [
    ("session.create", {"name": "one"}, []),
    ("session.create", {"name": "two"}, []),
    ("window.create", {"session": "one", "argv": SLEEP}, ["s0"]),
    ("pane.split", {"pane": "p0", "axis": "rows", "argv": SLEEP}, ["p0"]),
    ("session.rename", {"session": "s1", "name": "second"}, ["s1"]),
    ("window.rename", {"window": "w0", "name": "secret name"}, ["w0"]),
    ("window.resize", {"window": "w0", "cols": 90, "rows": 30}, ["w0"]),
    ("window.select", {"window": "w0", "pane": "p1"}, ["w0", "p1"]),
    ("pane.send", {"pane": "p0", "text": "p77"}, ["p0"]),
    ("pane.resize", {"pane": "p0", "rows": 10}, ["p0"]),
    ("pane.clear", {"pane": "p0"}, ["p0"]),
    ("pane.signal", {"pane": "p1", "signal": "CONT"}, ["p1"]),
    ("pane.close", {"pane": "p1"}, ["p1"]),
    ("window.close", {"window": "w0"}, ["w0"]),
    ("session.close", {"session": "second"}, ["s1"]),
    ("principal.create", {"grants": []}, []),
    ("principal.revoke", {"principal": "g3"}, ["g3"]),
]
READS = [
    ("whoami", {}), ("session.list", {}), ("window.list", {}), ("pane.list", {}), ("principal.list", {}), ("plugin.list", {}), ("doctor", {}),
    ("config.list", {}), ("manifest.get", {}), ("daemon.info", {}), ("events", {"since": 0, "follow": False}), ("pane.info", {"pane": "p9"}),
]


class Audit(unittest.TestCase):
    def test_each_write_leaves_one_line_and_a_read_none(self):
        with Daemon() as daemon:
            with daemon.wire() as wire:
                verbs = [verb for plugin in wire.request("manifest.get")["manifest"]["plugins"] for verb in plugin["verbs"]]
                changing = {verb["name"] for verb in verbs if verb["effect"] != "read"}
                self.assertEqual(changing, {verb for verb, _, _ in WRITES} | {"daemon.shutdown"})
                for verb, params, _ in WRITES:
                    wire.request(verb, params)
                    for read, asked in READS:
                        wire.call(read, asked)
                found = wait_for(daemon, len(WRITES))
                self.assertEqual([("owner", verb, targets, "ok") for verb, _, targets in WRITES], [told(line) for line in found])
                wire.request("daemon.shutdown")
            daemon.process.wait(20)
            found = wait_for(daemon, len(WRITES) + 1)
            self.assertEqual(("owner", "daemon.shutdown", [], "ok"), told(found[-1]))
            self.assertEqual(list(range(1, len(found) + 1)), [line["seq"] for line in found])
            for line in found:
                self.assertEqual(FIELDS, list(line))
                self.assertRegex(line["at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
                self.assertEqual(os.getpid(), line["pid"])
                self.assertIs(int, type(line["ms"]))
                self.assertTrue(0 <= line["ms"] < 60_000)

    def test_failed_writes_leave_their_code(self):
        calls = [
            ("session.close", {"session": "nothing"}, [], "not_found.session"),
            ("session.close", {"session": "s99"}, ["s99"], "not_found.session"),
            ("window.close", {"window": "w007"}, ["w007"], "not_found.window"),
            ("window.close", {"window": "w" + "9" * 40}, [], "not_found.window"),
            ("window.close", {"window": "w1 secret"}, [], "not_found.window"),
            ("window.close", {"window": 7}, [], "invalid_params.schema"),
            ("window.close", {"window": "w3", "secret": 1}, ["w3"], "invalid_params.schema"),
            ("window.close", None, [], "invalid_params.schema"),
            ("principal.revoke", {"principal": "g44"}, ["g44"], "not_found.principal"),
            ("principal.revoke", {"principal": "owner"}, [], "conflict.principal"),
            ("session.create", {"name": "a b"}, [], "invalid_params.name"),
        ]
        with Daemon() as daemon, daemon.wire() as wire:
            for verb, params, _, code in calls:
                self.assertEqual(code, wire.refusal(verb, params)["code"])
            wire.refusal("no.such", {"pane": "p0"})
            wire.send_bytes(b"not json\n")
            self.assertEqual("protocol.syntax", wire.read_frame()["error"]["code"])
            wire.request("session.create")
            found = wait_for(daemon, len(calls) + 1)
            self.assertEqual([("owner", verb, targets, code) for verb, _, targets, code in calls], [told(line) for line in found[:-1]])

    def test_cancelled_and_abandoned_writes_leave_one_line(self):
        with Daemon() as daemon, daemon.wire() as wire:
            wire.request("session.create")
            with daemon.wire() as other:
                other.start("window.create", {"session": "s0", "argv": SLEEP})
            found = wait_for(daemon, 2)
            self.assertEqual(("owner", "window.create", ["s0"]), told(found[1])[:3])
            self.assertIn(found[1]["outcome"], ("ok", "unavailable.cancelled"))

    def test_each_denial_leaves_one_line(self):
        with Daemon(settings={"authority.unknown_grants": ""}) as daemon, daemon.wire() as owner:
            owner.request("session.create", {"name": "build"})
            made = owner.request("principal.create", {"grants": [{"right": "spawn", "scope": "session:s0"}]})
            with Wire(daemon.socket) as unknown:
                for verb, params in (("pane.info", {"pane": "p5"}), ("session.close", {"session": "build"}), ("principal.list", {})):
                    self.assertTrue(unknown.refusal(verb, params)["code"].startswith("denied."))
            with daemon.wire(token=made["token"]) as spawner:
                grants = [{"right": "write", "scope": "session:s0"}]
                self.assertEqual("denied.delegation", spawner.refusal("window.create", {"session": "s0", "argv": SLEEP, "grants": grants})["code"])
                self.assertEqual("denied.write", spawner.refusal("window.select", {"window": "w1", "pane": "p2"})["code"])
            for token in ("vnt1.venomx.g9." + "A" * 43, "nonsense"):
                with Wire(daemon.socket, hello=False) as stranger:
                    self.assertEqual("denied.token", stranger.refusal("hello", {"protocol": 1, "token": token})["code"])
                    self.assertRaises(Closed, stranger.read_frame)
            expected = [
                ("owner", "session.create", [], "ok"), ("owner", "principal.create", [], "ok"), ("unknown", "pane.info", ["p5"], "denied.read"),
                ("unknown", "session.close", [], "denied.write"), ("unknown", "principal.list", [], "denied.admin"),
                ("g1", "window.create", ["s0"], "denied.delegation"), ("g1", "window.select", ["w1", "p2"], "denied.write"),
                ("unknown", "hello", [], "denied.token"), ("unknown", "hello", [], "denied.token"),
            ]
            self.assertEqual(expected, [told(line) for line in wait_for(daemon, len(expected))])

    @staticmethod
    def knock_as(user, path):
        """In a child: connects as another user; 0 when it was turned away."""
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
        with socket.socket(socket.AF_UNIX) as knocking:
            knocking.connect(path)
            return 0 if b'"denied.peer"' in knocking.recv(4096) else 1

    @unittest.skipIf(os.geteuid() != 0, "needs another user to come as")
    def test_a_foreign_peer_leaves_one_line(self):
        with Daemon() as daemon:
            for path, mode in ((daemon.folder, 0o755), (os.path.dirname(daemon.socket), 0o755), (daemon.socket, 0o666)):
                os.chmod(path, mode)
            stranger = os.fork()
            if stranger == 0:
                os._exit(self.knock_as(65534, daemon.socket))
            self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(stranger, 0)[1]))
            line = wait_for(daemon, 1)[0]
            self.assertEqual(("unknown", "hello", [], "denied.peer"), told(line))
            self.assertEqual(stranger, line["pid"])

    def test_it_is_private_and_there_from_the_start(self):
        with Daemon() as daemon:
            self.assertEqual(0o700, stat.S_IMODE(os.stat(folder_of(daemon)).st_mode))
            self.assertEqual(0o600, stat.S_IMODE(os.stat(path_of(daemon)).st_mode))
            with daemon.wire() as wire:
                for name in ("kernel.audit", "kernel.state"):
                    check = check_of(wire, name)
                    self.assertIn(check["status"], ("ok", "warn"), check)  # warn: a machine with little room

    def test_two_lives_follow_each_other_in_one_file(self):
        with Daemon() as daemon, daemon.wire() as wire:
            wire.request("session.create")
            first = wait_for(daemon, 1)
            with open(path_of(daemon), "a", encoding="ascii") as file:
                file.write('{"at":"cut')  # as a crash of the machine leaves it
            with Daemon(env={"XDG_STATE_HOME": daemon.environment["XDG_STATE_HOME"]}) as second, second.wire() as other:
                other.request("session.create")

                def text():
                    with open(path_of(daemon), encoding="utf-8") as file:
                        return file.read().splitlines()

                wait_until(lambda: len(text()) == 3, "the second daemon's line")
                self.assertEqual(first[0], json.loads(text()[0]))
                self.assertEqual('{"at":"cut', text()[1])
                self.assertEqual(("owner", "session.create", [], "ok"), told(json.loads(text()[2])))

    def test_no_secret_reaches_it(self):
        def canary():
            word = "canary" + secrets.token_hex(12)
            canaries.append(word)
            return word

        canaries = []
        with Daemon() as daemon, daemon.wire() as wire:
            folder = os.path.join(daemon.folder, canary())
            os.mkdir(folder)
            foreign = "vnt1.venom.g7." + secrets.token_urlsafe(32)
            canaries.append(foreign)
            wire.request("session.create", {"name": canary()[:60]})
            ask = {"session": "s0", "cwd": folder, "argv": ["/bin/cat", canary()], "env": [{"name": canary(), "value": canary()}, {"name": "VENOM_TOKEN", "value": foreign}]}
            count = 1
            for more in ({"argv": SLEEP}, {}, {"argv": [canary()]}, {"cwd": folder + canary()}, {"session": canary()}, {canary(): 1}, {"grants": canary()}):
                wire.call("window.create", {**ask, **more})
                count += 1
            wire.request("pane.send", {"pane": "p0", "text": canary()})
            wire.request("pane.send", {"pane": "p0", "bytes": base64.b64encode(canary().encode()).decode()})
            wire.request("window.rename", {"window": "w0", "name": canary()})
            made = wire.request("principal.create", {})
            canaries += [made["token"], daemon.owner_token]
            wire.refusal("principal.revoke", {"principal": canary()})
            with Wire(daemon.socket, hello=False) as stranger:
                stranger.refusal("hello", {"protocol": 1, "token": canary(), "client": canary()})
            with Wire(daemon.socket) as unknown:
                unknown.refusal("session.close", {"session": canary()})
            wait_for(daemon, count + 7)
            with open(path_of(daemon), encoding="utf-8") as file:
                text = file.read()
            for word in canaries:
                self.assertNotIn(word, text)
            self.assertNotIn("vnt1.", text)
            self.assertNotIn(daemon.folder, text)
            pattern = re.compile(r"^[swpg][0-9]+$")
            for line in lines(daemon):
                self.assertTrue(all(pattern.match(target) for target in line["targets"]))


class Rotation(unittest.TestCase):
    def archives(self, daemon):
        return sorted(name for name in os.listdir(folder_of(daemon)) if name != "audit.jsonl")

    def test_full_files_are_put_aside_and_the_oldest_go(self):
        with Daemon(settings={"audit.rotate_bytes": 1024, "audit.keep_files": 3}) as daemon, daemon.wire() as wire:
            with open(os.path.join(folder_of(daemon), "notes"), "w", encoding="ascii"):
                pass
            for _ in range(60):
                wire.request("session.create")
            last = wait_until(lambda: (lambda found: found[-1]["seq"] == 60 and found if found else None)(lines(daemon)), "the last line")
            names = self.archives(daemon)
            self.assertIn("notes", names)
            names.remove("notes")
            self.assertEqual(3, len(names))
            seqs = []
            for name in names:
                self.assertRegex(name, r"^audit\.jsonl\.\d{8}T\d{9}Z$")
                path = os.path.join(folder_of(daemon), name)
                self.assertEqual(0o600, stat.S_IMODE(os.stat(path).st_mode))
                self.assertLessEqual(os.path.getsize(path), 1024)
                with open(path, encoding="utf-8") as file:
                    seqs += [json.loads(line)["seq"] for line in file]
            seqs += [line["seq"] for line in last]
            self.assertEqual(list(range(seqs[0], 61)), seqs)
            self.assertGreater(seqs[0], 20)

    def test_old_files_go_at_the_start(self):
        with Daemon() as daemon:
            old = os.path.join(folder_of(daemon), "audit.jsonl.20200101T000000000Z")
            for path in (old, old.replace("2020", "2999")):
                with open(path, "w", encoding="ascii"):
                    pass
            state = {"XDG_STATE_HOME": daemon.environment["XDG_STATE_HOME"]}
            with Daemon(env=state) as keeping, keeping.wire() as wire:
                wire.request("session.create")
                wait_for(daemon, 1)
                self.assertEqual(2, len(self.archives(daemon)))
            with Daemon(env=state, settings={"audit.keep_days": 30}) as purging, purging.wire() as wire:
                wire.request("session.create")
                wait_until(lambda: not os.path.exists(old), "the old file goes")
                self.assertEqual(["audit.jsonl.29990101T000000000Z"], self.archives(daemon))


if __name__ == "__main__":
    unittest.main()
