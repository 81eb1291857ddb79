"""What a plugin adds in the protocol's own terms, and what it may ask of a client, in both eras; content of its own; log messages."""

import unittest

from mcp_testing import META, Server, envelope, extended_daemon
from venomx_testing import Daemon

ASKING = "test_input_required_result_elicitation"


class Extension(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(extended_daemon())
        cls.server = cls.enterClassContext(Server(cls.daemon))
        cls.modern = cls.enterClassContext(Server(cls.daemon, stateless=True))

    def test_content_of_a_verbs_own(self):
        for server in (self.server, self.modern):
            result = server.tool("test_multiple_content_types")
            self.assertEqual(["text", "image", "resource"], [block["type"] for block in result["content"]])
            self.assertEqual({"content": result["content"]}, result["structuredContent"])
            self.assertEqual(self.daemon.json("test", "multiple-content-types"), result["structuredContent"])

    def test_lists_hold_its_part_and_ours(self):
        tools = [tool["name"] for tool in self.server.request("tools/list")["tools"]]
        self.assertEqual(sorted(tools), tools)
        self.assertLessEqual({"json_schema_2020_12_tool", "pane_split", "test_every_kind"}, set(tools))
        self.assertNotIn("protocol_mcp", tools)
        self.assertEqual({"code": -32602, "message": "the server has no such tool"}, self.server.ask("tools/call", {"name": "protocol_mcp"})["error"])
        for method, name, key, value in (("prompts/list", "prompts", "name", "test_simple_prompt"),
                                         ("resources/list", "resources", "uri", "test://static-text"),
                                         ("resources/templates/list", "resourceTemplates", "uriTemplate", "test://template/{id}/data")):
            listed = [item[key] for item in self.modern.request(method)[name]]
            self.assertIn(value, listed)
            self.assertGreater(len(listed), 1)

    def test_what_it_answers(self):
        read = {"contents": [{"uri": "test://static-text", "mimeType": "text/plain", "text": "This is the content of the static text resource."}]}
        self.assertEqual(read, self.server.request("resources/read", {"uri": "test://static-text"}))
        modern = self.modern.request("resources/read", {"uri": "test://static-text"})
        self.assertEqual((read["contents"], 0, "private", "complete"),
                         (modern["contents"], modern["ttlMs"], modern["cacheScope"], modern["resultType"]))
        self.assertEqual({}, self.server.request("resources/subscribe", {"uri": "test://watched-resource"}))
        self.assertEqual({"code": -32602, "message": "the server has no such resource", "data": {"uri": "test://none"}},
                         self.modern.ask("resources/read", {"uri": "test://none"})["error"])
        completion = self.server.request("completion/complete", {"ref": {"type": "ref/prompt", "name": "test_prompt_with_arguments"},
                                                                 "argument": {"name": "arg1", "value": "t"}})
        self.assertEqual({"completion": {"values": ["testing"], "total": 1, "hasMore": False}}, completion)
        missing = self.modern.ask("tools/call", {"name": "test_missing_capability"})["error"]
        self.assertEqual({"code": -32021, "message": "the client does not sample", "data": {"requiredCapabilities": {"sampling": {}}}}, missing)

    def test_a_stateless_client_brings_the_answers_itself(self):
        first = self.modern.request("tools/call", {"name": ASKING})
        self.assertEqual(("input_required", "elicitation/create"), (first["resultType"], first["inputRequests"]["user_name"]["method"]))
        self.assertIn(META + "serverInfo", first["_meta"])
        second = self.modern.request("tools/call", {"name": ASKING, "inputResponses": {"user_name": {"action": "accept", "content": {"name": "A"}}}})
        self.assertEqual(("complete", "state-ok: thank you"), (second["resultType"], second["content"][0]["text"]))

    def answer_next(self, server, response):
        """Answers the server's next request with these members; that request."""
        request = server.receive()
        self.assertEqual({"jsonrpc", "id", "method", "params"}, set(request))
        server.send({"jsonrpc": "2.0", "id": request["id"], **response})
        return request

    def test_a_client_of_the_handshake_era_is_asked(self):
        with Server(self.daemon) as server:
            asked = server.start_tool("test_input_required_result_multi_round")
            names = [self.answer_next(server, {"result": {"action": "accept", "content": {}}}) for _ in range(2)]
            self.assertEqual([["name"], ["color"]], [request["params"]["requestedSchema"]["required"] for request in names])
            self.assertEqual(2, len({request["id"] for request in names}))
            self.assertEqual({"content": [{"type": "text", "text": "state-ok: thank you"}]}, server.answer(asked)["result"])
            asked = server.start_tool("test_input_required_result_multiple_inputs")
            methods = {self.answer_next(server, {"error": {"code": -1, "message": "no"}})["method"] for _ in range(3)}
            self.assertEqual({"elicitation/create", "sampling/createMessage", "roots/list"}, methods)
            self.assertEqual([{"type": "text", "text": "state-ok: thank you"}], server.answer(asked)["result"]["content"])

    def test_cancelling_while_the_client_is_asked(self):
        with Server(self.daemon) as server:
            asked = server.start_tool(ASKING)
            request = server.receive()
            server.notify("notifications/cancelled", {"requestId": asked})
            server.send({"jsonrpc": "2.0", "id": request["id"], "result": {"action": "accept", "content": {"name": "A"}}})
            server.send({"jsonrpc": "2.0", "id": "unknown", "result": {}})
            self.assertEqual({}, server.request("ping"))
            self.assertEqual([], server.parked)
            self.assertIsNone(server.receive(0.2))

    def test_log_messages(self):
        with Server(self.daemon) as server:
            server.tool("test_tool_with_logging")
            self.assertEqual([], server.parked)
            for level in ("", "none", 7):
                self.assertEqual(-32602, server.ask("logging/setLevel", {"level": level})["error"]["code"])
            self.assertEqual({}, server.request("logging/setLevel", {"level": "warning"}))
            server.tool("test_tool_with_logging")
            self.assertEqual([], server.parked)
            server.request("logging/setLevel", {"level": "info"})
            server.tool("test_tool_with_logging")
            self.assertEqual(["Tool execution started", "Tool processing data", "Tool execution completed"],
                             [message["params"]["data"] for message in server.parked])
            self.assertEqual({("notifications/message", "info", "venomx")},
                             {(message["method"], message["params"]["level"], message["params"]["logger"]) for message in server.parked})

    def test_the_loss_of_the_daemon_is_logged(self):
        daemon = Daemon()
        self.addCleanup(daemon.kill)
        with Server(daemon) as server:
            server.request("logging/setLevel", {"level": "warning"})
            server.good("whoami")
            daemon.process.kill()
            daemon.process.wait()
            self.assertEqual({"level": "warning", "logger": "venomx", "data": "the daemon is not there"}, server.told("notifications/message"))

    def test_without_such_a_plugin(self):
        with Daemon() as daemon, Server(daemon) as server:
            self.assertEqual({"code": -32602, "message": "the server has no such tool"}, server.ask("tools/call", {"name": ASKING})["error"])
            self.assertEqual({"code": -32602, "message": "the server has no such prompt"},
                             server.ask("prompts/get", {"name": "test_simple_prompt"})["error"])
            self.assertEqual(-32602, server.ask("server/discover", {"_meta": {**envelope(), META + "protocolVersion": None}})["error"]["code"])


if __name__ == "__main__":
    unittest.main()
