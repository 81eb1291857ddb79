"""Daemons with an odd environment of their own: what of it a child inherits, byte for byte, and what doctor counts of the rest."""

import secrets
import unittest

from room import SLEEP
from surfaces import ALL, arguments_of, of_process
from venomx_testing import Daemon

LARGE = 120 * 1024


def token(tool="venom", principal="g7"):
    return f"vnt1.{tool}.{principal}.{secrets.token_urlsafe(32)}".encode()


def near_token():
    return token()[:-1]


def overlapping():
    """The first token's secret ends in what the second one begins with."""
    return b"vnt1.a.g1." + b"s" * 40 + token("b", "owner")


KEPT = [
    b"PATH=/usr/bin:/bin", b"A-B=1", b"BASH_FUNC_f%%=() { :; }", b"RAW=\xff\xfe\x01\n\x80\xc3", b"\xff\xfe=raw name",
    b"LARGE=" + b"L" * LARGE, b"EMPTY=", b"EQUALS==a=b=", b" blank = blank ", b"line\nfeed=1", b"1X=digit", b"TWICE=first",
    b"lower_token=kept", b"_TOKENS=kept", b"VENOMX=kept", b"PRINCIPAL=kept", b"NEAR=" + near_token(), b"TOOL=" + token("Venom"),
    b"NOBODY=" + token(principal="g0"), b"TOOLONG=" + token("t" * 33),
]
# What is left out: the entry, and the count of doctor that it moves.
LEFT_OUT = [
    (b"=x", "malformed"), (b"NOEQUALS", "malformed"), (b"", "malformed"), (b"=" + token(), "malformed"), (b"X_TOKEN", "malformed"),
    (b"TWICE=second", "duplicate"), (b"TWICE=first", "duplicate"), (b"PATH=/nowhere", "duplicate"), (b"EMPTY=full", "duplicate"),
    (b"WATCHDOG_PID=1", "service_manager"), (b"LISTEN_FDNAMES=a:b", "service_manager"),
    (b"X_TOKEN=secret", "token_name"), (b"_TOKEN=", "token_name"), (b"VENOMX_TOKEN=" + token("venomx"), "token_name"),
    (b"\xff_TOKEN=raw", "token_name"), (b"Y_PRINCIPAL=g1", "principal_name"), (b"VENOMX_PRINCIPAL=g1", "principal_name"),
    (b"VENOMX_SOCKET=/elsewhere", "venomx_name"), (b"VENOMX_=", "venomx_name"), (b"VENOMX_\xff=raw", "venomx_name"),
    (b"WHOLE=" + token(), "token_value"), (b"INSIDE=" + b"x" * 60000 + token("a-1", "unknown") + b"y" * 60000, "token_value"),
    (b"OVERLAP=" + overlapping(), "token_value"), (b"NESTED=vnt1.vnt1." + token()[5:], "token_value"),
    (b"TWO=vnt1.vnt1" + token(), "token_value"),
    (b"RUN=" + token() + b"AAAA", "token_value"), (b"BYTES=\xff" + token() + b"\xff", "token_value"),
]


class Bases(unittest.TestCase):
    maxDiff = None

    def inherited(self, entries, look=None, argv=None):
        """What a child of a daemon with these entries gets beyond what the daemon sets, on each surface; doctor's report."""
        with Daemon(entries=entries) as daemon, daemon.wire() as wire:
            session = wire.request("session.create")["session"]
            for kind in ALL:
                surface = kind(daemon)
                with self.subTest(surface=surface.name):
                    outcome, made = surface.call("window.create", {"session": session, "argv": argv or SLEEP})
                    self.assertEqual("ok", outcome, made)
                    child = of_process(made["pid"], "environ").split(b"\0")[:-1]
                    own = [entry for entry in child if entry.startswith((b"VENOMX_", b"TERM="))]
                    self.assertEqual([b"TERM", b"VENOMX_PANE", b"VENOMX_PRINCIPAL", b"VENOMX_SOCKET", b"VENOMX_TOKEN"],
                                     sorted(entry.split(b"=")[0] for entry in own))
                    places = {f"{name}={path}".encode() for name, path in daemon.places.items()}
                    self.assertLessEqual(places, set(child))
                    look([entry for entry in child if entry not in own and entry not in places], made["pid"])
                surface.close()
            checks = {check["name"]: check for check in wire.request("doctor")["checks"]}
        return checks

    def test_byte_for_byte(self):
        # Before, between and after: where an entry stands makes no difference, but that the first of a name counts.
        left_out = [entry for entry, _ in LEFT_OUT]
        entries = [*left_out[:3], *KEPT[:10], *left_out[9:], *KEPT[10:], *left_out[3:9]]
        checks = self.inherited(entries, look=lambda child, _pid: self.assertEqual(sorted(KEPT), sorted(child)))
        counts = {name: sum(1 for _, rule in LEFT_OUT if rule == name) for _, name in LEFT_OUT}
        stripped = {name: counts.pop(name) for name in ("token_name", "principal_name", "venomx_name", "token_value")}
        self.assertEqual({"stripped": stripped, "dropped": counts, "kept": len(KEPT) + 4}, checks["spawn.base_env"]["detail"])
        self.assertEqual(("info", "ok"), (checks["spawn.base_env"]["status"], checks["spawn.path"]["status"]))

    def test_empty(self):
        def look(child, pid):
            self.assertEqual([], child)
            self.assertEqual([b"sleep", b"1000"], arguments_of(pid))

        checks = self.inherited([], look, argv=["sleep", "1000"])
        self.assertEqual({"present": False, "entries": 0, "empty": 0, "relative": 0}, checks["spawn.path"]["detail"])
        self.assertEqual("warn", checks["spawn.path"]["status"])
        self.assertEqual(4, checks["spawn.base_env"]["detail"]["kept"])

    def test_nothing_of_it_is_shown(self):
        canary = secrets.token_hex(12).encode()
        with Daemon(entries=[b"PATH=/usr/bin:/bin", canary + b"=1", b"A=" + canary, b"B_TOKEN=" + canary, canary, b"=" + canary]) as daemon:
            with daemon.wire() as wire:
                shown = repr([wire.request(verb) for verb in ("doctor", "config.list", "daemon.info", "plugin.list")])
            shown += daemon.cli("doctor").stdout + daemon.log_text()
            self.assertNotIn(canary.decode(), shown)


if __name__ == "__main__":
    unittest.main()
