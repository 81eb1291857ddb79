"""The era without a handshake: what each request must carry, what each result says of itself, and that both eras are served at once."""

import json
import time
import unittest

from mcp_testing import META, NEWEST, STATELESS, Server, envelope, schema_faults
from venomx_testing import Daemon

SERVER = META + "serverInfo"


class Stateless(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(Daemon())
        cls.server = cls.enterClassContext(Server(cls.daemon, stateless=True))
        cls.old = cls.enterClassContext(Server(cls.daemon))
        cls.session = cls.server.good("session_create", {"name": "modern"})["session"]
        cls.pane = cls.server.good("window_create", {"session": "modern", "argv": ["/bin/cat"]})["pane"]

    def raw(self, method, params):
        """The answer to a request with these very parameters."""
        request_id = self.server.next_id = self.server.next_id + 1
        self.server.send({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})
        return self.server.answer(request_id)

    def test_discover(self):
        before = self.old.ask("initialize", {"protocolVersion": NEWEST, "capabilities": {}})["result"]
        result = self.server.request("server/discover")
        self.assertEqual({"resultType": "complete", "supportedVersions": [STATELESS], "capabilities": {name: value for name, value in before["capabilities"].items() if name != "logging"},
                          "instructions": before["instructions"], "ttlMs": 60000, "cacheScope": "public",
                          "_meta": {SERVER: before["serverInfo"]}}, result)

    def test_discover_needs_no_daemon(self):
        with Server(self.daemon, socket="/nonexistent/none.sock", stateless=True) as server:
            began = time.monotonic()
            self.assertEqual([STATELESS], server.request("server/discover")["supportedVersions"])
            self.assertLess(time.monotonic() - began, 10)

    def test_what_the_envelope_lacks(self):
        whole = envelope()
        version, capabilities = META + "protocolVersion", META + "clientCapabilities"
        without = lambda key: {name: value for name, value in whole.items() if name != key}
        for method in ("server/discover", "tools/list", "tools/call", "subscriptions/listen"):
            for meta, code, message in ((without(version), -32602, "_meta names no protocol version"),
                                        (without(capabilities), -32602, "_meta has no client capabilities"),
                                        ({**whole, version: 7}, -32602, "_meta names no protocol version"),
                                        ({**whole, capabilities: []}, -32602, "_meta has no client capabilities")):
                with self.subTest(method=method, meta=meta):
                    self.assertEqual({"code": code, "message": message}, self.raw(method, {"_meta": meta, "name": "whoami"})["error"])
        for params in ({}, {"_meta": {}}, {"_meta": 7}, {"_meta": {"progressToken": 1}}):
            for method in ("server/discover", "subscriptions/listen"):
                self.assertEqual({"code": -32602, "message": "the method needs the protocol version and client capabilities in _meta"},
                                 self.raw(method, params)["error"])
        self.assertNotIn("error", self.raw("server/discover", {"_meta": without(META + "clientInfo")}))

    def test_versions_that_it_does_not_speak(self):
        for version in ("2025-11-25", "1900-01-01", "", "v999"):
            self.assertEqual({"code": -32022, "message": "the server does not speak that protocol version",
                              "data": {"supported": [STATELESS], "requested": version}},
                             self.raw("tools/list", {"_meta": envelope(version)})["error"])

    def test_methods_of_the_other_era(self):
        for method in ("initialize", "ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel", "no/such"):
            self.assertEqual({"code": -32601, "message": "the server has no such method"}, self.server.ask(method, {"uri": "venomx://doctor"})["error"])

    def test_the_request_chooses_the_era(self):
        with Server(self.daemon) as both:
            self.assertEqual({}, both.request("ping"))
            modern = both.request("tools/call", {"name": "whoami", "_meta": envelope()})
            self.assertEqual("complete", modern["resultType"])
            self.assertNotIn("resultType", both.request("tools/call", {"name": "whoami"}))

    def test_lists_say_how_long_they_stay_good(self):
        listed = {"tools/list": "tools", "prompts/list": "prompts", "resources/templates/list": "resourceTemplates", "skills/list": "skills"}
        for method, name in listed.items():
            with self.subTest(method):
                result, old = self.server.request(method), self.old.request(method)
                self.assertEqual({name, "resultType", "_meta", "ttlMs", "cacheScope"}, set(result))
                self.assertEqual(("complete", 60000, "public"), (result["resultType"], result["ttlMs"], result["cacheScope"]))
                self.assertEqual({name: result[name]}, old)
        for method, params in (("resources/list", {}), ("resources/read", {"uri": "venomx://doctor"})):
            result = self.server.request(method, params)
            self.assertEqual((0, "private"), (result["ttlMs"], result["cacheScope"]))

    def test_results_and_refusals(self):
        schema = next(tool["outputSchema"] for tool in self.server.request("tools/list")["tools"] if tool["name"] == "pane_info")
        result = self.server.tool("pane_info", {"pane": self.pane})
        self.assertEqual({"content", "structuredContent", "isError", "resultType", "_meta"}, set(result))
        self.assertEqual([], schema_faults(schema, result["structuredContent"]))
        refused = self.server.tool("pane_info", {"pane": "p999"})
        error = {"error": {"code": "not_found.pane", "message": "no such pane", "data": {}}}
        self.assertEqual((True, error, error), (refused["isError"], refused["structuredContent"], json.loads(refused["content"][0]["text"])))
        self.assertEqual("complete", refused["resultType"])
        self.assertEqual({"code": -32602, "message": "the server has no such tool"}, self.server.ask("tools/call", {"name": "nope"})["error"])

    def test_progress_rises_and_ends_with_the_answer(self):
        for server in (self.server, self.old):
            for token in ("t-1", 7):
                wait = {"pane": self.pane, "until": "exit", "timeout_ms": 700}
                asked = server.start_tool("pane_wait", wait, progress=token)
                answer = server.answer(asked)
                told = [message["params"] for message in server.parked if message.get("method") == "notifications/progress"]
                server.parked.clear()
                self.assertEqual("timeout", answer["result"]["structuredContent"]["reason"])
                self.assertGreaterEqual(len(told), 4)
                self.assertTrue(all(params["progressToken"] == token and params["total"] >= 700 for params in told))
                values = [params["progress"] for params in told]
                self.assertEqual(sorted(set(values)), values)
                self.assertEqual(0, values[0])
        self.old.good("whoami")
        self.assertEqual([], self.old.parked)

    def test_no_progress_for_who_did_not_ask_or_cancelled(self):
        with Server(self.daemon, stateless=True) as server:
            server.good("pane_wait", {"pane": self.pane, "until": "exit", "timeout_ms": 100})
            self.assertEqual([], server.parked)
            asked = server.start_tool("pane_wait", {"pane": self.pane, "until": "exit", "timeout_ms": 50000}, progress="x")
            self.assertEqual(0, server.told("notifications/progress")["progress"])
            server.notify("notifications/cancelled", {"requestId": asked})
            server.good("whoami")
            server.parked.clear()
            self.assertIsNone(server.receive(0.3))

    def test_the_core_toolset(self):
        with Server(self.daemon, arguments=["--toolset", "core"], stateless=True) as server:
            core = server.request("tools/list")["tools"]
            full = {tool["name"]: tool for tool in self.server.request("tools/list")["tools"]}
            self.assertEqual(["doctor", "events", "pane_capture", "pane_close", "pane_info", "pane_list", "pane_output", "pane_send", "pane_signal",
                              "pane_split", "pane_wait", "session_close", "session_create", "session_list", "whoami", "window_close",
                              "window_create", "window_list"], [tool["name"] for tool in core])
            self.assertEqual([full[tool["name"]] for tool in core], core)
            server.good("whoami")
            self.assertEqual({"code": -32602, "message": "the server has no such tool"}, server.ask("tools/call", {"name": "config_list"})["error"])


if __name__ == "__main__":
    unittest.main()
