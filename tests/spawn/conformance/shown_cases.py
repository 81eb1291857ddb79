"""Case 24: nothing that a request gave is shown anywhere, whatever became of the request."""

import json
import os
import re
import secrets

from room import SLEEP, Room, venom_token

SECRET_SIZE = 12  # shorter values are words that may stand anywhere


def given(params):
    """What of a request must be shown nowhere: its long values, its tokens, and the names of its directory."""
    values = [entry["value"] for entry in params.get("env", ()) if isinstance(entry, dict) and isinstance(entry.get("value"), str)]
    found = {value for value in values if len(value) >= SECRET_SIZE}
    found |= {token for value in values for token in re.findall(r"vnt1\.[A-Za-z0-9_.-]+", value)}
    # Part by part: the folder of all tests stands also in the daemon's own paths.
    parts = str(params.get("cwd", "")).split("/")
    return found | {part for part in parts if len(part) >= SECRET_SIZE and "-" in part and not part.startswith("venomx-")}


class CanaryRequests:
    """Requests full of canaries, one for each kind of end. Names of variables are canaries too."""

    def __init__(self, root):
        self.canaries = set()
        self.token = venom_token()
        self.folder = os.path.join(root, self.mint())
        os.mkdir(self.folder)

    def mint(self, first="Canary"):
        canary = first + secrets.token_hex(8)
        self.canaries.add(canary)
        return canary

    def params(self, **more):
        mint = self.mint
        self.canaries.add(self.token)
        env = [{"name": mint(), "value": mint()}, {"name": mint(), "value": mint() * 100}, {"name": "VENOM_TOKEN", "value": self.token}]
        return {"argv": SLEEP, "cwd": self.folder, "env": env, "env_unset": [mint()], **more}

    def entry(self, name, value):
        return self.params(env=[{"name": self.mint(), "value": self.mint()}, {"name": name, "value": value}])

    def all(self):
        mint, params = self.mint, self.params
        yield params()
        for argv in ([mint()], ["/" + mint() + "/x"], [], ["\0" + mint()], {mint(): mint()}):
            yield params(argv=argv)
        for cwd in (mint(), "/" + mint(), "/" + mint() * 300, f"/{mint()}\0", [mint()]):
            yield params(cwd=cwd)
        owners = venom_token("venom", "owner")
        self.canaries.add(owners)
        for name, value in (("1" + mint(), mint()), (mint(), "x\0" + mint()), ("VENOMX_" + mint(), mint()), (mint() + "_TOKEN", "@owner"),
                            (mint(), self.token), (mint(), owners), (mint(), mint() * 3000)):
            yield self.entry(name, value)
        for grant in ({"right": mint(), "scope": "*"}, {"right": "read", "scope": mint()}):
            yield params(grants=[grant])
        for more in ({"program": mint()}, {"rows": 1001}, {"unknown": mint()}, {"env": mint()}, {"session": mint()}, {"pane": mint()},
                     {"env": [{"name": mint(), "value": mint(), "more": mint()}]}, {mint(): mint()}, {"env": {mint(): mint()}},
                     {"env": [{mint("canary"): mint()}]}, {"env": [{"name": mint(), "value": mint(), mint(): mint()}]}):
            yield params(**more)


LISTS = ("doctor", "pane.list", "window.list", "session.list", "principal.list", "plugin.list", "config.list", "daemon.info",
         "manifest.get")
PRINTED = (["doctor"], ["docs"], ["skill"], ["man"], ["man", "pane", "split"], ["man", "window", "create"], ["pane", "list"],
           ["events", "--no-follow", "--since", "0"])
# These tell what a token looks like.
TELL_OF_TOKENS = ("docs", "skill", "man")


class ShownCases(Room):
    """Runs after all other cases of the matrix and looks at what all of them showed."""

    def everything_shown(self):
        """(where, text) of all that the daemon and the surfaces said or wrote."""
        for surface in self.surfaces:
            yield surface.name, "\n".join(surface.said)
        stream = self.owner.start("events", {"since": 0, "follow": False})
        head = self.owner.answer(stream)["ok"]
        yield "events", "\n".join(json.dumps(self.owner.answer(stream), ensure_ascii=False) for _ in range(head["count"]))
        self.owner.answer(stream)
        for verb in LISTS:
            yield verb, json.dumps(self.owner.request(verb), ensure_ascii=False)
        for words in PRINTED:
            done = self.daemon.cli(*words)
            yield " ".join(words), done.stdout + done.stderr
        yield "log", self.daemon.log_text()
        for kind in ("state", "cache", "config", "xdg", "run"):
            for folder, _, names in os.walk(os.path.join(self.daemon.folder, kind)):
                for path in (os.path.join(folder, name) for name in names):
                    if os.path.isfile(path) and not path.endswith(".owner"):
                        with open(path, encoding="utf-8", errors="surrogateescape") as file:
                            yield os.path.basename(path), file.read()

    def ask_all(self, surface, requests):
        for params in requests.all():
            for verb in ("window.create", "pane.split"):
                asked = {**self.target(verb), **params}
                if verb == "pane.split":
                    asked.pop("session", None)
                if not surface.carries(asked):
                    continue
                kind, answer = surface.call(verb, asked)
                if kind == "ok":
                    self.addCleanup(self.owner.call, "pane.close", {"pane": answer["pane"], "grace_ms": 0})

    def test_24_nothing_is_shown(self):
        def ask(surface):
            requests = CanaryRequests(self.root)
            self.ask_all(surface, requests)
            hidden = requests.canaries.union(*map(given, surface.asked))
            self.assertGreater(len(hidden), 200)
            places = set()
            for where, text in self.everything_shown():
                places.add(where)
                for secret in hidden:
                    self.assertNotIn(secret, text, f"shown in {where}")
                if where not in TELL_OF_TOKENS:
                    self.assertNotIn("vnt1.", text, f"shown in {where}")
            self.assertLessEqual({"wire", "CLI", "MCP", "events", "doctor", "docs", "skill", "log"}, places)

        self.each(24, ask)
