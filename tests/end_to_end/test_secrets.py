"""Nothing of a request's environment, directory or tokens stays in the daemon's memory, log, events or answers.

The daemon's readable memory is scanned from outside. The test reads /proc/<pid>/mem, so it must run as root or as the
daemon's user with the right to trace it.
"""

import os
import secrets
import unittest

from memory_scan import hits, may_scan
from venomx_testing import SANITIZED, Daemon, wait_until


def canary(size=24):
    return "canary" + secrets.token_hex(size // 2)


@unittest.skipIf(SANITIZED, "sanitizers keep freed memory on purpose")
class Secrets(unittest.TestCase):
    def test_memory_log_and_events_hold_no_canary(self):
        with Daemon() as daemon, daemon.wire() as wire:
            if not may_scan(daemon.pid):
                self.skipTest("needs the right to read the daemon's memory")
            session = wire.request("session.create")["session"]
            folder = os.path.join(daemon.folder, canary())
            os.mkdir(folder)
            needles = [os.path.basename(folder).encode()]
            token = "vnt1.venom.g7." + secrets.token_urlsafe(32)
            needles.append(token.encode())

            def values(size):
                value = secrets.token_hex(size // 2)
                needles.append(value[:16].encode() if size >= 16 else value.encode())
                if size > 4096:
                    needles.append(value[-64:].encode())
                return value

            def ask(**more):
                params = {"session": session, "cwd": folder, "argv": ["/bin/sleep", "1000"]}
                params["env"] = [{"name": "A", "value": values(10)}, {"name": "B", "value": values(24)}, {"name": "C", "value": values(60000)},
                                 {"name": "VENOM_TOKEN", "value": token}]
                params.update(more)
                return params

            outputs = []
            made = wire.request("window.create", ask())
            outputs.append(made)
            def environment():
                with open(f"/proc/{made['pid']}/environ", "rb") as environ:
                    return dict(entry.split(b"=", 1) for entry in environ.read().split(b"\0") if b"=" in entry)

            child = wait_until(environment, "the child has its environment")
            self.assertEqual(token.encode(), child[b"VENOM_TOKEN"])
            self.assertEqual(folder.encode(), child[b"PWD"])
            needles.append(child[b"VENOMX_TOKEN"])
            for failing in (
                ask(argv=["no-such-program"]),
                ask(cwd=os.path.join(folder, "missing")),
                ask(cwd="relative/" + canary()),
                ask(argv=["/bin/true", "x" * 130000, "y" * 100000]),
                ask(env=[{"name": "1X", "value": values(24)}]),
                ask(env=[{"name": "VENOM_TOKEN", "value": token + " trailing"}]),
                ask(session="s99"),
                ask(unknown=1),
            ):
                outputs.append(wire.call("window.create", failing).get("error"))
            lonely = canary(12)
            needles.append(lonely.encode())
            with daemon.wire() as last:
                last.send_bytes(b'{"id":1,"verb":"' + lonely.encode() + b'"}\n')
                outputs.append(last.read_frame())
            with daemon.wire() as last:
                last.send_bytes(b'{"id":2,"verb":"window.create","params":{"cwd":"' + lonely.encode())
            wire.request("whoami")
            self.assertEqual([], hits(daemon.pid, needles))
            stream = wire.start("events", {"since": 0, "follow": False})
            outputs += [wire.answer(stream)["ok"]]
            outputs += [wire.answer(stream) for _ in range(outputs[-1]["count"])]
            outputs += [wire.request("doctor"), daemon.log_text()]
            shown = repr(outputs)
            for needle in needles:
                self.assertNotIn(needle.decode(), shown)
            self.assertNotIn("vnt1.", shown)


if __name__ == "__main__":
    unittest.main()
