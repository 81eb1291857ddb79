"""Resources, what is told of their changes, prompts, completion and the skill, in both eras."""

import json
import os
import subprocess
import time
import unittest

from mcp_testing import META, Server
from venomx_testing import VENOMX, Daemon, wait_until

UPDATED = "notifications/resources/updated"
LISTED = "notifications/resources/list_changed"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"


class Resources(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(Daemon())
        cls.server = cls.enterClassContext(Server(cls.daemon))
        cls.modern = cls.enterClassContext(Server(cls.daemon, stateless=True))
        cls.session = cls.server.good("session_create", {"name": "res"})["session"]
        cls.pane = cls.cat()

    @classmethod
    def cat(cls, *argv):
        return cls.server.good("window_create", {"session": "res", "argv": list(argv) or ["/bin/cat"]})["pane"]

    def read(self, uri, server=None):
        result = (server or self.server).request("resources/read", {"uri": uri})
        self.assertEqual(1, len(result["contents"]))
        content = result["contents"][0]
        self.assertEqual({"uri", "mimeType", "text"}, set(content))
        self.assertEqual(uri, content["uri"])
        return content["mimeType"], content["text"]

    def test_the_list_and_the_templates(self):
        resources = {resource["uri"]: resource for resource in self.modern.request("resources/list")["resources"]}
        panes = [pane["pane"] for pane in self.server.good("pane_list")["panes"]]
        uris = {"skill://venomx/SKILL.md", "venomx://doctor", f"venomx://session/{self.session}"}
        uris |= {f"venomx://pane/{pane}/{part}" for pane in panes for part in ("screen", "scrollback")}
        self.assertEqual(uris, set(resources))
        for uri, resource in resources.items():
            self.assertEqual({"uri", "name", "title", "description", "mimeType"}, set(resource), uri)
        templates = self.modern.request("resources/templates/list")["resourceTemplates"]
        self.assertEqual(["venomx://pane/{pane}/screen", "venomx://pane/{pane}/scrollback", "venomx://session/{session}"],
                         [template["uriTemplate"] for template in templates])

    def test_a_caller_sees_what_he_may_read(self):
        with self.daemon.wire() as owner:
            token = owner.request("principal.create", {"grants": [{"right": "read", "scope": f"pane:{self.pane}"}]})["token"]
        with Server(self.daemon, token=token) as server:
            uris = {resource["uri"] for resource in server.request("resources/list")["resources"]}
            self.assertEqual({f"venomx://pane/{self.pane}/screen", f"venomx://pane/{self.pane}/scrollback"},
                             {uri for uri in uris if uri.startswith("venomx://pane")})
            self.assertEqual({"skill://venomx/SKILL.md"}, {uri for uri in uris if not uri.startswith("venomx://pane")})
            error = server.ask("resources/read", {"uri": "venomx://doctor"})["error"]
            self.assertEqual((-32603, "denied.read"), (error["code"], error["data"]["error"]["code"]))
            denied = [server.ask("resources/read", {"uri": f"venomx://pane/{pane}/screen"})["error"] for pane in ("p998", "p999")]
            self.assertEqual([(-32603, "denied.read")] * 2, [(error["code"], error["data"]["error"]["code"]) for error in denied])
            self.assertEqual({"values": [self.pane], "total": 1, "hasMore": False}, self.complete(server, "ref/prompt", "watch_until", "pane", ""))

    def test_who_sees_the_daemons_health(self):
        for right, listed in (("read", True), ("admin", True), ("write", False)):
            with self.daemon.wire() as owner:
                token = owner.request("principal.create", {"grants": [{"right": right, "scope": "*"}]})["token"]
            with Server(self.daemon, token=token) as server:
                uris = {resource["uri"] for resource in server.request("resources/list")["resources"]}
                self.assertEqual((listed, listed), ("venomx://doctor" in uris, "result" in server.ask("resources/read", {"uri": "venomx://doctor"})))

    def test_reading(self):
        pane = self.cat("/bin/sh", "-c", "seq 1 100; printf end; exec cat")
        self.server.good("pane_wait", {"pane": pane, "until": "match", "match": "end"})
        mime, screen = self.read(f"venomx://pane/{pane}/screen")
        self.assertEqual(("text/plain", self.server.good("pane_capture", {"pane": pane})["text"]), (mime, screen))
        mime, scrollback = self.read(f"venomx://pane/{pane}/scrollback")
        self.assertEqual(("text/plain", [str(number) for number in range(1, 101)] + ["end"]), (mime, scrollback.split()))
        mime, doctor = self.read("venomx://doctor")
        self.assertEqual("application/json", mime)
        self.assertEqual({"status", "checks", "counters", "daemon"}, set(json.loads(doctor)) | {"daemon"})
        for name in (self.session, "res"):
            mime, session = self.read(f"venomx://session/{name}")
            content = json.loads(session)
            self.assertEqual((self.session, "res"), (content["session"]["session"], content["session"]["name"]))
            self.assertIn(pane, [entry["pane"] for entry in content["panes"]])
            self.assertEqual(len(self.server.good("window_list", {"session": "res"})["windows"]), len(content["windows"]))
        self.server.good("pane_close", {"pane": pane, "grace_ms": 0})

    def test_what_is_missing(self):
        for uri in ("venomx://pane/p999/screen", "venomx://session/none", "venomx://pane//screen", "venomx://pane/p0/", "venomx://", "file:///etc/passwd",
                    "venomx://pane/../screen/screen", ""):
            with self.subTest(uri):
                self.assertEqual({"code": -32002, "message": "the server has no such resource", "data": {"uri": uri}},
                                 self.server.ask("resources/read", {"uri": uri})["error"])
                self.assertEqual({"code": -32602, "message": "the server has no such resource", "data": {"uri": uri}},
                                 self.modern.ask("resources/read", {"uri": uri})["error"])
        self.assertEqual(-32002, self.server.ask("resources/subscribe", {"uri": "venomx://pane/p999/screen"})["error"]["code"])
        for method in ("resources/read", "resources/subscribe", "resources/unsubscribe"):
            self.assertEqual({"code": -32602, "message": "the parameters do not fit the method"}, self.server.ask(method, {})["error"])

    def test_a_subscription_of_the_handshake_era(self):
        pane = self.cat()
        uri = f"venomx://pane/{pane}/screen"
        with Server(self.daemon) as server:
            self.assertEqual({}, server.request("resources/subscribe", {"uri": uri}))
            for text in ("one\n", "two\n"):
                server.good("pane_send", {"pane": pane, "text": text})
                self.assertEqual({"uri": uri}, server.told(UPDATED))
            self.assertEqual({}, server.request("resources/unsubscribe", {"uri": uri}))
            server.good("pane_send", {"pane": pane, "text": "three\n"})
            server.good("pane_wait", {"pane": pane, "until": "match", "match": "three\nthree|three"})
            server.parked.clear()
            self.assertIsNone(server.told(UPDATED, 0.3))
        self.server.good("pane_close", {"pane": pane, "grace_ms": 0})

    def test_updates_come_at_most_ten_times_a_second(self):
        pane = self.cat("/bin/sh", "-c", "while :; do echo x; done")
        uri = f"venomx://pane/{pane}/screen"
        with Server(self.daemon) as server:
            server.request("resources/subscribe", {"uri": uri})
            server.told(UPDATED)
            began = time.monotonic()
            told = sum(server.told(UPDATED) == {"uri": uri} for _ in range(5))
            self.assertEqual(5, told)
            self.assertGreaterEqual(time.monotonic() - began, 0.39)
        self.server.good("pane_close", {"pane": pane, "grace_ms": 0})

    def test_a_subscription_without_handshake(self):
        pane = self.cat()
        uris = [f"venomx://pane/{pane}/screen", f"venomx://session/{self.session}", "venomx://doctor"]
        with Server(self.daemon, stateless=True) as server:
            asked = server.start("subscriptions/listen", {"notifications": {"toolsListChanged": True, "promptsListChanged": True,
                                                                            "resourcesListChanged": False,
                                                                            "resourceSubscriptions": [*uris, "file:///x"]}})
            meta = {META + "subscriptionId": asked}
            self.assertEqual({"_meta": meta, "notifications": {"toolsListChanged": True, "resourceSubscriptions": uris}}, server.told(ACKNOWLEDGED))
            server.good("pane_send", {"pane": pane, "text": "x\n"})
            self.assertEqual({"_meta": meta, "uri": uris[0]}, server.told(UPDATED))
            server.good("session_rename", {"session": self.session, "name": "res2"})
            seen = {server.told(UPDATED)["uri"], server.told(UPDATED)["uri"]}
            self.assertEqual(set(uris[1:]), seen)
            server.good("session_rename", {"session": self.session, "name": "res"})
            server.good("pane_close", {"pane": pane, "grace_ms": 0})
            wait_until(lambda: (server.told(UPDATED) or {}).get("uri") == uris[0], "the end of a pane is told")
            server.notify("notifications/cancelled", {"requestId": asked})
            server.good("whoami")
            server.parked.clear()
            self.server.good("session_close", {"session": self.server.good("session_create", {})["session"]})
            self.assertIsNone(server.receive(0.3))

    def test_lists_that_change(self):
        with Server(self.daemon) as old, Server(self.daemon, stateless=True) as server:
            asked = server.start("subscriptions/listen", {"notifications": {"resourcesListChanged": True}})
            self.assertEqual({"resourcesListChanged": True}, server.told(ACKNOWLEDGED)["notifications"])
            old.request("resources/list")
            for other in (old, server):
                other.good("whoami")
            pane = self.cat()
            self.assertIsNone(old.told(LISTED))
            self.assertEqual({"_meta": {META + "subscriptionId": asked}}, server.told(LISTED))
            self.server.good("pane_close", {"pane": pane, "grace_ms": 0})
            self.assertEqual({"_meta": {META + "subscriptionId": asked}}, server.told(LISTED))

    def test_a_subscription_ends_with_the_input(self):
        server = Server(self.daemon, stateless=True)
        self.addCleanup(server.kill)
        asked = server.start("subscriptions/listen", {"notifications": {}})
        self.assertEqual({}, server.told(ACKNOWLEDGED)["notifications"])
        status, seconds, out, err = server.end()
        self.assertEqual((0, b""), (status, err))
        self.assertLess(seconds, 10)
        info = self.modern.request("server/discover")["_meta"]
        self.assertEqual([{"jsonrpc": "2.0", "id": asked,
                           "result": {"resultType": "complete", "_meta": {**info, META + "subscriptionId": asked}}}],
                         [json.loads(line) for line in out.splitlines()])
        self.assertEqual({"code": -32602, "message": "the parameters do not fit the method"}, self.modern.ask("subscriptions/listen", {})["error"])

    def test_a_lost_daemon_is_looked_for(self):
        first = Daemon()
        self.addCleanup(first.kill)
        path = os.path.join(first.folder, "link.sock")
        for end in ("", ".owner"):
            os.symlink(first.socket + end, path + end)
        with Server(first, socket=path, stateless=True) as server:
            server.start("subscriptions/listen", {"notifications": {"toolsListChanged": True, "resourceSubscriptions": ["venomx://doctor"]}})
            server.told(ACKNOWLEDGED)
            server.good("whoami")
            first.process.kill()
            first.process.wait()
            with Daemon(settings={"plugins.disabled": "window"}) as second:
                for end in ("", ".owner"):
                    os.unlink(path + end)
                    os.symlink(second.socket + end, path + end)
                self.assertIsNotNone(server.told("notifications/tools/list_changed"))
                self.assertEqual("venomx://doctor", server.told(UPDATED)["uri"])

    def test_the_skill(self):
        skill = subprocess.run([VENOMX, "skill"], capture_output=True, check=True, env=dict(self.daemon.environment, VENOMX_SOCKET=self.daemon.socket))
        mime, text = self.read("skill://venomx/SKILL.md", self.modern)
        self.assertEqual(("text/markdown", skill.stdout.decode()), (mime, text))
        front = dict(line.split(": ", 1) for line in text.split("---\n")[1].splitlines())
        entry = {"uri": "skill://venomx/SKILL.md", "frontmatter": front, "resources": "dynamic"}
        self.assertEqual([entry], self.modern.request("skills/list")["skills"])
        self.assertEqual(entry, self.modern.request("skills/get", {"uri": entry["uri"]})["skill"])
        self.assertEqual(-32602, self.modern.ask("skills/get", {"uri": "skill://other/SKILL.md"})["error"]["code"])
        listed = next(item for item in self.modern.request("resources/list")["resources"] if item["uri"] == entry["uri"])
        self.assertEqual((front["name"], front["description"]), (listed["name"], listed["description"]))

    def test_prompts(self):
        prompts = {prompt["name"]: prompt for prompt in self.modern.request("prompts/list")["prompts"]}
        self.assertEqual(["hand_over_pane", "run_and_report", "watch_until"], list(prompts))
        for name, prompt in prompts.items():
            arguments = {argument["name"]: f"<{argument['name']}>" for argument in prompt["arguments"]}
            whole = self.server.request("prompts/get", {"name": name, "arguments": arguments})
            self.assertEqual((prompt["description"], "user", "text"),
                             (whole["description"], whole["messages"][0]["role"], whole["messages"][0]["content"]["type"]))
            text = whole["messages"][0]["content"]["text"]
            self.assertTrue(all(text.count(value) == 1 for value in arguments.values()), text)
            needed = {argument["name"]: "X" for argument in prompt["arguments"] if argument["required"]}
            short = self.server.request("prompts/get", {"name": name, "arguments": needed})["messages"][0]["content"]["text"]
            self.assertEqual([line for line in text.splitlines() if "<" not in line], [line for line in short.splitlines() if "X" not in line])
            self.assertNotIn("{", short)
            first = next(iter(needed))
            for wrong, data in (({}, {"argument": first, "reason": "missing"}), ({**needed, first: ""}, {"argument": first, "reason": "missing"}),
                                ({**needed, "other": "x"}, {"reason": "unknown"}), ({**needed, first: 7}, {"argument": first, "reason": "type"}),
                                ([], {"argument": "arguments", "reason": "type"})):
                self.assertEqual({"code": -32602, "message": "the parameters do not fit the method", "data": data},
                                 self.server.ask("prompts/get", {"name": name, "arguments": wrong})["error"])
            self.assertEqual({"argument": first, "reason": "missing"}, self.server.ask("prompts/get", {"name": name})["error"]["data"])
        self.assertEqual({"code": -32602, "message": "the server has no such prompt"}, self.server.ask("prompts/get", {"name": "none"})["error"])

    def complete(self, server, kind, name, argument, value):
        reference = {"type": kind, "name" if kind == "ref/prompt" else "uri": name}
        return server.request("completion/complete", {"ref": reference, "argument": {"name": argument, "value": value}})["completion"]

    def test_completion(self):
        panes = [pane["pane"] for pane in self.server.good("pane_list")["panes"]]
        for kind, name in (("ref/prompt", "hand_over_pane"), ("ref/resource", "venomx://pane/{pane}/screen")):
            self.assertEqual({"values": panes, "total": len(panes), "hasMore": False}, self.complete(self.modern, kind, name, "pane", "p"))
        self.assertEqual([], self.complete(self.server, "ref/prompt", "hand_over_pane", "pane", "zzz")["values"])
        self.assertEqual([self.session], self.complete(self.server, "ref/resource", "venomx://session/{session}", "session", "")["values"])
        self.assertEqual([], self.complete(self.server, "ref/prompt", "run_and_report", "command", "ma")["values"])
        for params in ({}, {"ref": {"type": "ref/prompt", "name": "none"}, "argument": {"name": "pane", "value": ""}},
                       {"ref": {"type": "ref/prompt", "name": "watch_until"}, "argument": {"name": "none", "value": ""}},
                       {"ref": {"type": "ref/prompt", "name": "watch_until"}, "argument": {"name": "pane", "value": 7}}):
            self.assertEqual(-32602, self.server.ask("completion/complete", params)["error"]["code"])


if __name__ == "__main__":
    unittest.main()
