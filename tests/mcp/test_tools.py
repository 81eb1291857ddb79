"""The tools against a real daemon: the list, results and refusals, streams, waits, cancelling, identity, a daemon that goes."""

import json
import os
import signal
import time
import unittest

from mcp_testing import Server, open_objects, refusal_of, schema_faults
from venomx_testing import Daemon, wait_until

HINTS = {"read": (True, False, True, False), "write": (False, False, False, True), "destroy": (False, True, False, False)}
ANNOTATIONS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


class Tools(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(Daemon())
        cls.wire = cls.enterClassContext(cls.daemon.wire())
        cls.server = cls.enterClassContext(Server(cls.daemon))
        cls.session = cls.server.good("session_create", {"name": "tools"})["session"]
        cls.pane = cls.server.good("window_create", {"session": "tools", "argv": ["/bin/cat"]})["pane"]

    def test_one_tool_a_verb(self):
        manifest = self.wire.request("manifest.get")["manifest"]
        verbs = sorted((verb for plugin in manifest["plugins"] for verb in plugin["verbs"]), key=lambda verb: verb["name"])
        listing = self.server.request("tools/list")
        self.assertEqual({"tools"}, set(listing))
        tools = listing["tools"]
        self.assertEqual([verb["name"].replace(".", "_") for verb in verbs], [tool["name"] for tool in tools])
        for verb, tool in zip(verbs, tools):
            with self.subTest(verb["name"]):
                self.assertEqual({"name", "title", "description", "inputSchema", "outputSchema", "annotations"}, set(tool))
                self.assertRegex(tool["name"], "^[a-z][a-z0-9_]{0,63}$")
                self.assertEqual(verb["summary"], tool["title"])
                whole = verb["summary"] + (". " + verb["description"] if verb.get("description") else "")
                self.assertLessEqual(len(tool["description"]), 400)
                self.assertEqual(whole if len(whole) <= 400 else tool["description"], tool["description"])
                self.assertEqual(dict(zip(ANNOTATIONS, HINTS[verb["effect"]])), tool["annotations"])
                self.assertEqual("object", tool["outputSchema"]["type"])
                self.assertEqual([], open_objects(tool["inputSchema"]))
                params = list(verb["params"])
                for plugin in manifest["plugins"]:
                    for group in verb.get("include", ()):
                        params += plugin.get("groups", {}).get(group, {}).get("params", ())
                more = ["next"] if "next" in tool["outputSchema"]["properties"] and not verb.get("stream") else []
                self.assertEqual([param["name"] for param in params] + more, list(tool["inputSchema"]["properties"]))
                self.assertEqual([param["name"] for param in params if param.get("required")], tool["inputSchema"].get("required", []))
                for example in verb.get("examples", ()):
                    if not (verb.get("stream") and example["params"].get("follow")):
                        self.assertEqual([], schema_faults(tool["inputSchema"], example["params"]))
        self.assertEqual(listing, self.server.request("tools/list"))
        with Server(self.daemon, token=None) as other:
            self.assertEqual(listing, other.request("tools/list"))

    def test_a_schema_to_the_letter(self):
        tool = next(tool for tool in self.server.request("tools/list")["tools"] if tool["name"] == "pane_capture")
        properties = tool["inputSchema"]["properties"]
        self.assertEqual({"type": "string", "enum": ["text", "ansi", "html", "cells"], "default": "text",
                          "description": "Plain text, text with SGR, an HTML pre, or rows of runs"}, properties["format"])
        self.assertEqual({"type": "integer", "minimum": -1, "maximum": 10000000, "default": 0,
                          "description": "Lines above the screen; -1: all that are kept"}, properties["scrollback"])
        self.assertEqual({"description": "With format cells: an array of rows of runs {text, width, style}"},
                         tool["outputSchema"]["properties"]["cells"])

    def test_results_fit_their_schemas_and_equal_the_command_line(self):
        schemas = {tool["name"]: tool["outputSchema"] for tool in self.server.request("tools/list")["tools"]}
        table = [
            ("whoami", {}), ("pane_list", {}), ("window_list", {"session": "tools"}), ("session_list", {}), ("pane_info", {"pane": self.pane}),
            ("pane_capture", {"pane": self.pane}), ("pane_capture", {"pane": self.pane, "format": "cells"}), ("principal_list", {}),
            ("plugin_list", {}), ("config_list", {}), ("manifest_get", {}),
        ]
        for name, arguments in table:
            with self.subTest(name=name, arguments=arguments):
                for piece in self.server.pieces(name, arguments):
                    self.assertEqual([], schema_faults(schemas[name], piece))
                content = self.server.whole(name, arguments)
                words = [word for pair in arguments.items() for word in ("--" + pair[0], pair[1])]
                self.assertEqual(self.daemon.json(*name.split("_"), *words), content)
        for name, arguments in (("doctor", {}), ("doctor", {"format": "prometheus"}), ("daemon_info", {}), ("events", {"since": 0}),
                                ("pane_output", {"pane": self.pane, "since": 0}), ("pane_send", {"pane": self.pane, "text": ""})):
            with self.subTest(name=name, arguments=arguments):
                self.assertEqual([], schema_faults(schemas[name], self.server.good(name, arguments)))
        self.assertEqual(self.server.good("whoami"), self.server.good("whoami", {}))

    def test_refusals(self):
        table = [
            ("pane_info", {"pane": "p999"}, {"code": "not_found.pane", "message": "no such pane", "data": {}}),
            ("pane_info", {}, {"code": "invalid_params.schema", "message": "a required parameter is missing",
                               "data": {"param": "pane", "reason": "missing"}}),
            ("pane_info", {"pane": 7}, {"code": "invalid_params.schema", "message": "a parameter has the wrong type",
                                        "data": {"param": "pane", "reason": "type"}}),
            ("whoami", {"x": 1}, {"code": "invalid_params.schema", "message": "unknown parameter", "data": {"param": "x", "reason": "unknown"}}),
            ("session_create", {"name": "tools"}, {"code": "conflict.name", "message": "the name is taken", "data": {}}),
            ("window_create", {"session": "tools", "cwd": "."}, {"code": "invalid_params.cwd", "message": "cwd must be an absolute path",
                                                                 "data": {"param": "cwd", "reason": "relative"}}),
            ("events", {"follow": True}, {"code": "invalid_params.schema", "message": "a parameter is not one of its choices",
                                          "data": {"param": "follow", "reason": "choice"}}),
            ("events", {"follow": "x"}, {"code": "invalid_params.schema", "message": "a parameter has the wrong type",
                                         "data": {"param": "follow", "reason": "type"}}),
            ("pane_wait", {"pane": self.pane, "until": "exit", "timeout_ms": 86400001},
             {"code": "invalid_params.schema", "message": "a parameter is out of range", "data": {"param": "timeout_ms", "reason": "range"}}),
            ("pane_send", {"pane": self.pane, "text": "x" * 1100000},
             {"code": "protocol.frame_too_large", "message": "the request is larger than the daemon takes", "data": {}}),
        ]
        for name, arguments, error in table:
            with self.subTest(name=name, error=error):
                said, more = self.server.bad(name, arguments)
                self.assertEqual([], more)
                if error["code"] == "conflict.name":
                    error["message"] = said["message"]
                self.assertEqual(error, said)

    def test_what_is_no_call(self):
        for params, message in (({"name": "no_such"}, "the server has no such tool"), ({"name": "no.such"}, "the server has no such tool"),
                                ({"name": ""}, "the server has no such tool"), ({}, "the parameters do not fit the method"),
                                ({"name": "whoami", "arguments": "{}"}, "the arguments of a tool are an object")):
            with self.subTest(params):
                self.assertEqual({"code": -32602, "message": message}, self.server.ask("tools/call", params)["error"])

        self.assertEqual({"code": -32602, "message": "the server has no such tool; a tool's name has _ where the verb's has a dot",
                          "data": {"tool": "pane_list"}}, self.server.ask("tools/call", {"name": "pane.list"})["error"])

    def test_a_program_that_fails_is_a_success(self):
        made = self.server.good("window_create", {"session": "tools", "argv": ["/bin/sh", "-c", "exit 1"]})
        waited = self.server.good("pane_wait", {"pane": made["pane"], "until": "exit"})
        self.assertEqual(("exit", {"code": 1}), (waited["reason"], waited["status"]))

    def test_values_arrive_as_they_were_sent(self):
        value = "é\"\\\t 'x' \u2603 \U0001f600 {}[]"
        output = os.path.join(self.daemon.folder, "value")
        made = self.server.good("window_create", {"session": "tools", "env": [{"name": "CANARY", "value": value}],
                                                  "argv": ["/bin/sh", "-c", 'printf %s "$CANARY" > "$0.part"; mv "$0.part" "$0"; exec cat', output]})
        wait_until(lambda: os.path.exists(output), "the program has written its value")
        with open(output, "rb") as file:
            self.assertEqual(value.encode(), file.read())
        self.server.good("pane_close", {"pane": made["pane"], "grace_ms": 0})

    def test_streams_end_with_what_is_there(self):
        made = self.server.good("window_create", {"session": "tools", "argv": ["/bin/sh", "-c", "printf hello; exec sleep 1000"]})
        self.server.good("pane_wait", {"pane": made["pane"], "until": "match", "match": "hello"})
        output = self.server.good("pane_output", {"pane": made["pane"], "since": 0})
        self.assertEqual({"pane": made["pane"], "from": 0, "next": 5, "frames": [{"offset": 0, "bytes": "aGVsbG8="}]}, output)
        self.assertEqual({"pane": made["pane"], "from": 5, "next": 5, "frames": []}, self.server.good("pane_output", {"pane": made["pane"]}))
        events = self.server.good("events", {"since": 0, "kinds": ["pane.created"], "pane": made["pane"], "follow": False})
        self.assertEqual(1, events["count"])
        self.assertEqual([("pane.created", made["pane"])], [(event["kind"], event["data"]["pane"]) for event in events["frames"]])
        later = self.server.good("events", {"since": events["next"]})
        self.assertEqual((0, []), (later["count"], later["frames"]))
        self.server.good("pane_close", {"pane": made["pane"], "grace_ms": 0})

    def test_a_wait_delays_nothing(self):
        waits = [self.server.start_tool("pane_wait", {"pane": self.pane, "until": "exit", "timeout_ms": 50000}) for _ in range(100)]
        began = time.monotonic()
        for _ in range(20):
            self.assertEqual("owner", self.server.good("whoami")["principal"])
        self.assertEqual({}, self.server.request("ping"))
        self.assertLess(time.monotonic() - began, 20)
        self.assertEqual([], self.server.parked)
        for wait in waits:
            self.server.notify("notifications/cancelled", {"requestId": wait, "reason": "enough"})
        self.assertEqual("owner", self.server.good("whoami")["principal"])
        self.assertEqual([], self.server.parked)

    def test_cancelling_ends_the_work_and_says_nothing(self):
        made = self.server.good("window_create", {"session": "tools", "argv": ["/bin/cat"]})
        with Server(self.daemon) as server:
            server.send({"jsonrpc": "2.0", "id": "w", "method": "tools/call",
                         "params": {"name": "pane_wait", "arguments": {"pane": made["pane"], "until": "exit", "timeout_ms": 50000}}})
            server.notify("notifications/cancelled", {"requestId": 1})
            server.good("whoami")
            server.notify("notifications/cancelled", {"requestId": "w"})
            server.good("pane_close", {"pane": made["pane"], "grace_ms": 0})
            self.assertEqual({}, server.request("ping"))
            self.assertIsNone(server.receive(0.2))
            self.assertEqual([], server.parked)

    def test_a_timeout_is_a_result(self):
        waited = self.server.good("pane_wait", {"pane": self.pane, "until": "exit", "timeout_ms": 1})
        self.assertEqual({"pane", "reason", "offset", "waited_ms"}, set(waited))
        self.assertEqual("timeout", waited["reason"])

    def test_the_end_cuts_waits_short(self):
        server = Server(self.daemon)
        self.addCleanup(server.kill)
        server.start_tool("pane_wait", {"pane": self.pane, "until": "exit", "timeout_ms": 50000})
        server.good("whoami")
        status, seconds, out, err = server.end()
        self.assertEqual((0, b"", b""), (status, out, err))
        self.assertLess(seconds, 10)

    def test_the_end_waits_for_answers(self):
        server = Server(self.daemon)
        self.addCleanup(server.kill)
        server.good("whoami")
        asked = server.start_tool("whoami")
        status, _, out, _ = server.end()
        self.assertEqual(0, status)
        self.assertEqual([asked], [json.loads(line)["id"] for line in out.splitlines()])

    def test_large_results(self):
        made = self.server.good("window_create", {"session": "tools", "argv": ["/bin/sh", "-c", "seq 1 20000; exec cat"], "cols": 100})
        self.server.good("pane_wait", {"pane": made["pane"], "until": "match", "match": "^20000$"})
        captured = self.server.whole("pane_capture", {"pane": made["pane"], "scrollback": -1})
        lines = captured["text"].split()
        self.assertEqual([str(number) for number in range(20001 - len(lines), 20001)], lines)
        self.assertGreater(len(lines), 9000)
        self.server.good("pane_close", {"pane": made["pane"], "grace_ms": 0})


class Identity(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(Daemon())

    def who(self, **options):
        with Server(self.daemon, **options) as server:
            return server.good("whoami")["principal"]

    def test_who_calls(self):
        path = os.path.join(self.daemon.folder, "token")
        with self.daemon.wire() as owner:
            made = owner.request("principal.create", {"grants": [{"right": "read", "scope": "*"}]})
        with open(path, "w", encoding="ascii") as file:
            file.write(made["token"] + "\n")
        self.assertEqual("unknown", self.who(token=None))
        self.assertEqual("owner", self.who(token="@owner"))
        self.assertEqual("owner", self.who(token=None, arguments=["--token", "@owner"]))
        self.assertEqual("owner", self.who(token=self.daemon.owner_token))
        self.assertEqual(made["principal"], self.who(token=made["token"]))
        self.assertEqual(made["principal"], self.who(token="@owner", arguments=["--token-file", path]))
        self.assertEqual("owner", self.who(token=None, socket="/nonexistent", arguments=["--socket", self.daemon.socket, "--token", "@owner"]))

    def test_a_denial_tells_the_remedy(self):
        with Server(self.daemon, token=None) as server:
            error, more = server.bad("session_create", {})
            self.assertEqual({"code": "denied.spawn", "message": "permission denied", "data": {"right": "spawn"}}, error)
            self.assertEqual(["Start venomx mcp with a token that has the right spawn: --token-file PATH or VENOMX_TOKEN."], more)

    def test_a_token_that_is_none(self):
        wrong = "vnt1.venomx.g7." + "A" * 43
        with Server(self.daemon, token=wrong) as server:
            for _ in range(2):
                result = server.tool("whoami")
                error, more = refusal_of(result)
                self.assertEqual("denied.token", error["code"])
                self.assertEqual(["Start venomx mcp with a token that is valid: --token-file PATH or VENOMX_TOKEN."], more)
                self.assertNotIn("AAAA", json.dumps(result))
            self.assertEqual({}, server.request("ping"))


class DaemonGoes(unittest.TestCase):
    def test_and_comes_back(self):
        first = Daemon()
        self.addCleanup(first.kill)
        path = os.path.join(first.folder, "link.sock")
        server = Server(first, token="@owner", socket=path)
        self.addCleanup(server.kill)
        os.symlink(first.socket, path)
        os.symlink(first.socket + ".owner", path + ".owner")
        before = server.request("tools/list")
        session = server.good("session_create", {"name": "a"})["session"]
        pane = server.good("window_create", {"session": session, "argv": ["/bin/cat"]})["pane"]
        waits = [server.start_tool("pane_wait", {"pane": pane, "until": "exit", "timeout_ms": 50000}) for _ in range(3)]
        server.good("whoami")
        first.process.kill()
        first.process.wait()
        for wait in waits:
            error, more = refusal_of(server.answer(wait)["result"])
            self.assertEqual(({"code": "unavailable.closed", "message": "the daemon closed the connection before it answered", "data": {}}, []),
                             (error, more))
        self.assertEqual("unavailable.daemon", server.bad("whoami")[0]["code"])
        self.assertEqual(before, server.request("tools/list"))
        second = Daemon()
        self.addCleanup(second.stop)
        for end in ("", ".owner"):
            os.unlink(path + end)
            os.symlink(second.socket + end, path + end)
        self.assertEqual({"sessions": []}, server.good("session_list"))
        self.assertEqual(before, server.request("tools/list"))
        self.assertEqual([], server.parked)

    def test_a_daemon_with_other_verbs_is_told(self):
        first = Daemon()
        self.addCleanup(first.kill)
        path = os.path.join(first.folder, "link.sock")
        os.symlink(first.socket, path)
        os.symlink(first.socket + ".owner", path + ".owner")
        server = Server(first, token="@owner", socket=path)
        self.addCleanup(server.kill)
        names = {tool["name"] for tool in server.request("tools/list")["tools"]}
        first.process.kill()
        first.process.wait()
        second = Daemon(settings={"plugins.disabled": "doctor"})
        self.addCleanup(second.stop)
        for end in ("", ".owner"):
            os.unlink(path + end)
            os.symlink(second.socket + end, path + end)
        wait_until(lambda: "structuredContent" in server.tool("whoami"), "the server has found the new daemon")
        self.assertEqual([{"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}], server.parked)
        self.assertEqual(names - {"doctor"}, {tool["name"] for tool in server.request("tools/list")["tools"]})
        self.assertEqual({"code": -32602, "message": "the server has no such tool"}, server.ask("tools/call", {"name": "doctor"})["error"])

    def test_a_daemon_that_does_not_answer_holds_up_nothing(self):
        with Daemon() as daemon:
            os.kill(daemon.pid, signal.SIGSTOP)
            try:
                server = Server(daemon)
                self.addCleanup(server.kill)
                server.start_tool("whoami")
                server.start("tools/list")
                self.assertEqual({}, server.request("ping"))
                status, seconds, out, err = server.end()
            finally:
                os.kill(daemon.pid, signal.SIGCONT)
            self.assertEqual((0, b"", b""), (status, out, err))
            self.assertLess(seconds, 10)


if __name__ == "__main__":
    unittest.main()
