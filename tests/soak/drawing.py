"""Draws random requests, sensible and senseless, from the daemon's own manifest."""

import base64
import json

PROGRAMS = {
    "floods": ["/bin/sh", "-c", "exec yes 'a line of a program that never stops'"],
    "ends at once": ["/bin/true"],
    "fails": ["/bin/sh", "-c", "exit 3"],
    "dies of a signal": ["/bin/sh", "-c", "kill -SEGV $$"],
    "reads": ["/bin/cat"],
    "forks away": ["/bin/sh", "-c", "(setsid sleep 30 &) ; (sleep 30 &) ; sleep 1; exit 0"],
    "ignores": ["/bin/sh", "-c", "trap '' HUP TERM INT; while :; do sleep 0.2; done"],
    "draws": ["/bin/sh", "-c", "while :; do printf '\\033[2J\\033[1;31m%s\\033[0m\\r\\n\\033]2;title\\007' x; sleep 0.05; done"],
    "prints much and ends": ["/bin/sh", "-c", "seq 1 3000; exit 7"],
    "is missing": ["no-such-program-anywhere"],
    "stops": ["/bin/sh", "-c", "kill -STOP $$; exit 0"],
}

# What would end the run, or take the owner's own view away.
LEFT_OUT = {"daemon.shutdown"}
STREAMS = {"events", "pane.output"}


class Known:
    """The ids that clients have seen, gone ones too. Shared by all threads; a stale id is as welcome as a live one."""

    def __init__(self):
        self.ids = {"session": ["s0"], "window": ["w0"], "pane": ["p0"], "principal": ["g1"]}

    def learn(self, result):
        for kind, known in self.ids.items():
            value = result.get(kind)
            if isinstance(value, str) and value[1:].isdigit():
                known.append(value)
                del known[:-60]

    def draw(self, rng, kind):
        # The newest are the likeliest to live.
        known = self.ids[kind]
        return known[-1 - min(int(rng.expovariate(0.15)), len(known) - 1)]


class Requests:
    def __init__(self, manifest, known, rng):
        self.rng = rng
        self.known = known
        plugins = manifest["plugins"]
        self.groups = {name: group for plugin in plugins for name, group in plugin.get("groups", {}).items()}
        self.verbs = {verb["name"]: verb for plugin in plugins for verb in plugin["verbs"] if verb["name"] not in LEFT_OUT}
        self.creators = [name for name, verb in self.verbs.items() if "spawn.params" in verb.get("include", [])]

    def declared(self, verb):
        """The error codes that a verb may answer with, its groups' too."""
        spec = self.verbs[verb]
        codes = {error["code"] for error in spec["errors"]}
        for group in spec.get("include", []):
            codes |= {error["code"] for error in self.groups[group].get("errors", [])}
        return codes

    def draw(self):
        """(verb, params), about a fifth of them wrong on purpose."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.25:
            verb = rng.choice(self.creators)
        elif roll < 0.33:
            verb = rng.choice(["pane.close", "window.close"])
        else:
            verb = rng.choice(list(self.verbs))
        # Rare, for they end the work of many; `principal.revoke` would silence a pane's own clients only.
        if verb == "session.close" and rng.random() < 0.8:
            verb = "session.list"
        params = self.sensible(verb)
        if rng.random() < 0.2:
            self.spoil(params)
        if verb == "pane.wait":
            # Left to itself it waits for longer than a client here has patience.
            params.setdefault("timeout_ms", 50)
        return verb, params

    def sensible(self, verb):
        spec = self.verbs[verb]
        params = {}
        for param in spec["params"]:
            if param.get("required") or self.rng.random() < 0.3:
                params[param["name"]] = self.value(verb, param["name"], param["type"])
        if "spawn.params" in spec.get("include", []):
            params.update(self.program())
        if verb == "pane.send":
            self.only_one_input(params)
        if verb in STREAMS and self.rng.random() < 0.7:
            params["follow"] = False
        # What is kept alive on purpose would be found left over at the end.
        params.pop("keep", None)
        if verb == "pane.wait":
            params["timeout_ms"] = self.rng.choice([0, 1, 50, 400])
            params.setdefault("match", "x")
        return params

    def program(self):
        rng = self.rng
        params = {"argv": PROGRAMS[rng.choice(list(PROGRAMS))]}
        if rng.random() < 0.3:
            params["cwd"] = rng.choice(["/tmp", "/", "/no/such/folder", "relative", "/etc/passwd"])
        if rng.random() < 0.3:
            params["env"] = [{"name": rng.choice(["A", "PATH", "TERM", "VENOMX_X", "1BAD"]), "value": "v" * rng.randint(0, 200)}]
        if rng.random() < 0.2:
            params["env_unset"] = ["HOME"]
        return params

    def only_one_input(self, params):
        for name in ("text", "keys", "bytes"):
            params.pop(name, None)
        kind = self.rng.choice(["text", "keys", "bytes"])
        params[kind] = {"text": "echo hello\n" * self.rng.randint(1, 50), "keys": ["Enter", "C-c", "x"],
                        "bytes": base64.b64encode(self.rng.randbytes(self.rng.randint(1, 4000))).decode()}[kind]
        if kind != "text":
            params.pop("paste", None)

    def value(self, verb, name, kind):
        rng = self.rng
        if name in self.known.ids:
            return self.known.draw(rng, name)
        if name == "grants":
            return [{"right": rng.choice(["read", "write", "spawn"]), "scope": rng.choice(["self", "*", "session:s0", "pane:p1"])}]
        if name == "name":
            return rng.choice(["", "fine", "n%d" % rng.randint(0, 50), "s7"]) or "x"
        if name == "signal":
            return rng.choice(["INT", "SIGTERM", "CONT", "KILL", "NOSUCH"])
        if name == "grace_ms":
            return rng.choice([0, 10, 200])
        if name in ("cols", "rows"):
            return rng.choice([2, 20, 80, 132, 300])
        return self.plain(kind)

    def plain(self, kind):
        rng = self.rng
        if "choices" in kind:
            return rng.choice(kind["choices"])
        return {"string": lambda: "x" * rng.randint(1, 20), "integer": lambda: rng.randint(max(kind.get("min", 0), 0), min(kind.get("max", 100), 100)),
                "boolean": lambda: rng.random() < 0.5, "number": rng.random, "array": lambda: [self.plain(kind["items"])],
                "object": lambda: {field["name"]: self.plain(field["type"]) for field in kind["fields"]}}[kind["kind"]]()

    def spoil(self, params):
        """One wrong thing: a missing, an unknown, a badly typed or a wild parameter."""
        wild = [None, [], {}, -1, 1 << 60, 1.5, "", "p999999", "\u0000", "é" * 300, [["x"]], True]
        names = list(params) or ["nothing"]
        name = self.rng.choice(names)
        how = self.rng.randint(0, 2)
        if how == 0:
            params.pop(name, None)
        elif how == 1:
            params["no_such_parameter"] = 1
        else:
            params[name] = self.rng.choice(wild)


def flags(verb, params):
    """The command line's words for a request."""
    words = [*verb.split("."), "--json"]
    for name, value in params.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            words.append(flag if value else "--no-" + flag[2:])
        else:
            text = value if isinstance(value, str) else json.dumps(value)
            words.append(f"{flag}={text}".replace("\0", "0"))
    return words
