"""Results within the budget: cut with a cursor that goes on, in pieces that fit the schema, losing nothing."""

import base64
import json
import unittest

from mcp_testing import Server, schema_faults
from venomx_testing import Daemon

USUAL = 16 * 1024


def text_of(result):
    return result["content"][0]["text"]


class Budget(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(Daemon())
        cls.server = cls.enterClassContext(Server(cls.daemon))
        cls.small = cls.enterClassContext(Server(cls.daemon, arguments=["--budget", "1024"]))
        session = cls.server.good("session_create", {"name": "budget"})["session"]
        script = "seq 1 5000; printf '\\303\\251\\342\\230\\203\"\\\\%.0s' $(seq 500); exec cat"
        cls.pane = cls.server.good("window_create", {"session": session, "argv": ["/bin/sh", "-c", script], "cols": 100})["pane"]
        cls.server.good("pane_wait", {"pane": cls.pane, "until": "idle", "idle_ms": 200})
        cls.schemas = {tool["name"]: tool["outputSchema"] for tool in cls.server.request("tools/list")["tools"]}

    def test_pieces_are_small_and_fit_and_lose_nothing(self):
        unlimited = Server(self.daemon, arguments=["--budget", str(8 << 20)])
        self.addCleanup(unlimited.kill)
        table = [("pane_capture", {"pane": self.pane, "scrollback": -1}), ("pane_capture", {"pane": self.pane, "scrollback": 300, "format": "cells"}),
                 ("pane_capture", {"pane": self.pane, "scrollback": 100, "format": "html"}), ("manifest_get", {}), ("config_list", {}), ("plugin_list", {})]
        for server, budget in ((self.server, USUAL), (self.small, 1024)):
            for name, arguments in table:
                with self.subTest(name=name, arguments=arguments, budget=budget):
                    whole = unlimited.good(name, arguments)
                    self.assertNotIn("next", whole)
                    pieces = server.pieces(name, arguments)
                    self.assertEqual(len(pieces) > 1, len(json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()) > budget)
                    for piece in pieces:
                        self.assertEqual([], schema_faults(self.schemas[name], piece))
                        self.assertEqual("next" in piece, piece is not pieces[-1])
                    if name != "manifest_get" or budget == USUAL:
                        self.assertLessEqual(max(len(json.dumps(piece, ensure_ascii=False, separators=(",", ":")).encode()) for piece in pieces), budget)
                        self.assertEqual(whole, server.whole(name, arguments))

    def test_lines_stay_whole(self):
        for piece in self.server.pieces("pane_capture", {"pane": self.pane, "scrollback": -1}):
            self.assertTrue(piece["text"].endswith("\n"))

    def test_a_cursor_may_be_used_again_and_is_its_tools_own(self):
        first = self.server.good("pane_capture", {"pane": self.pane, "scrollback": -1})
        again = {"pane": self.pane, "next": first["next"]}
        second = self.server.good("pane_capture", again)
        third = self.server.good("pane_capture", again)
        self.assertEqual(second["text"], third["text"])
        gone = ({"code": "conflict.next", "message": "what was left of that result is gone; call again without next", "data": {}}, [])
        self.assertEqual(gone, self.server.bad("config_list", {"next": first["next"]}))
        for cursor in ("", "r1.1", "x" * 1000):
            self.assertEqual(gone, self.server.bad("pane_capture", {"pane": self.pane, "next": cursor}))
        self.assertEqual(gone, self.small.bad("pane_capture", again))

    def test_old_rests_give_way(self):
        with Server(self.daemon) as server:
            oldest = server.good("pane_capture", {"pane": self.pane, "scrollback": -1})["next"]
            for _ in range(63):
                server.good("pane_capture", {"pane": self.pane, "scrollback": -1})
            server.good("pane_capture", {"pane": self.pane, "next": oldest})
            server.good("pane_capture", {"pane": self.pane, "scrollback": -1})
            self.assertEqual("conflict.next", server.bad("pane_capture", {"pane": self.pane, "next": oldest})[0]["code"])

    def test_streams_go_on_from_next(self):
        for server, budget in ((self.server, USUAL), (self.small, 1024)):
            with self.subTest(budget=budget):
                total = server.good("pane_info", {"pane": self.pane})["bytes_out"]
                output, since, rounds = b"", 0, 0
                while since < total:
                    result = server.tool("pane_output", {"pane": self.pane, "since": since})
                    self.assertLessEqual(len(text_of(result).encode()), budget)
                    content = result["structuredContent"]
                    self.assertEqual([], schema_faults(self.schemas["pane_output"], content))
                    for frame in content["frames"]:
                        self.assertEqual(len(output), frame["offset"])
                        output += base64.b64decode(frame["bytes"], validate=True)
                    self.assertEqual(len(output), content["next"])
                    since, rounds = content["next"], rounds + 1
                self.assertTrue(output.startswith(b"1\r\n2\r\n3\r\n"))
                self.assertTrue(output.endswith("é☃\"\\".encode()))
                self.assertGreater(rounds, 1)

    def test_events_go_on_from_next(self):
        with Server(self.daemon, arguments=["--budget", str(8 << 20)]) as unlimited:
            everything = unlimited.good("events", {"since": 0})
        frames, since = [], 0
        while True:
            content = self.small.good("events", {"since": since})
            self.assertEqual([], schema_faults(self.schemas["events"], content))
            self.assertEqual(len(content["frames"]), content["count"])
            if not content["frames"]:
                break
            frames += content["frames"]
            since = content["next"]
        self.assertEqual(everything["frames"], frames[:len(everything["frames"])])
        self.assertGreater(len(frames), 3)

    def test_the_argument_is_offered_where_results_may_be_cut(self):
        tools = {tool["name"]: tool for tool in self.server.request("tools/list")["tools"]}
        for name, tool in tools.items():
            given, taken = (tool[schema]["properties"].get("next", {}).get("type") for schema in ("outputSchema", "inputSchema"))
            self.assertNotIn("next", tool["inputSchema"].get("required", []))
            if name in ("events", "pane_output"):
                self.assertEqual(("integer", None), (given, taken), name)
                continue
            self.assertEqual(given, taken, name)
            kinds = {result.get("type") for key, result in tool["outputSchema"]["properties"].items() if key != "next"}
            long = kinds & {"array", "object", None} or (tool["annotations"]["readOnlyHint"] and "string" in kinds)
            self.assertEqual("string" if long else None, given, name)
        self.assertEqual({None}, {tools[name]["inputSchema"]["properties"].get("next") for name in ("pane_send", "window_create", "session_create")})
        self.assertEqual("invalid_params.schema", self.server.bad("events", {"next": "r1"})[0]["code"])


if __name__ == "__main__":
    unittest.main()
