"""Every request that a pane's program can make on what is not its own: the daemon's manifest, with others' ids in it."""

import collections
import json

Attempt = collections.namedtuple("Attempt", "verb params effect wanted")
SELF = ("read", "write")


def verbs_of(owner):
    manifest = owner.request("manifest.get")["manifest"]
    return [verb for plugin in manifest["plugins"] for verb in plugin["verbs"]]


def attempts(verbs, others, own_pane=None):
    """`others`: kind → what may stand for a thing of that kind and is not the attacker's. What each attempt must get: the right
    that is missing, or None where anyone may ask. With `own_pane`, a verb of two targets gets that as one of them too."""
    for verb in verbs:
        for example in verb["examples"]:
            params = example["params"]
            targets = [entry for entry in verb["authorize"] if entry.get("param")]
            if not any(entry["param"] in params for entry in targets):
                yield judged(verb, params, own_pane)
            for varied in targets:
                for thing in others[varied["kind"]]:
                    aimed = {**params, varied["param"]: thing}
                    for other in targets:
                        if other is varied or (other["param"] not in params and not own_pane):
                            continue
                        aimed[other["param"]] = own_pane if own_pane and other["kind"] == "pane" else others[other["kind"]][0]
                    yield judged(verb, aimed, own_pane)


def judged(verb, params, own_pane):
    """With the first right that `read self` and `write self` do not give."""
    for entry in verb["authorize"]:
        if not entry.get("param"):
            return Attempt(verb["name"], params, verb["effect"], entry["right"])
        own = own_pane is not None and entry["kind"] == "pane" and params.get(entry["param"]) == own_pane and entry["right"] in SELF
        if entry["param"] in params and not own:
            return Attempt(verb["name"], params, verb["effect"], entry["right"])
    return Attempt(verb["name"], params, verb["effect"], None)


def denial(right):
    """The one line that says no, whatever is there."""
    return json.dumps({"id": 1, "error": {"code": f"denied.{right}", "message": "permission denied", "data": {"right": right}}},
                      separators=(",", ":")).encode()


def forgeries(token, strangers):
    """(what was done, a token that is nobody's) from one that is somebody's; `strangers` are whole tokens of other kinds."""
    head, tool, principal, secret = token.split(".")
    places = {"version": 0, "tool": len(head) + 1, "principal": len(head) + len(tool) + 2, "secret": len(token) - len(secret)}
    kinds = sorted(places.items(), key=lambda place: place[1])
    for at, letter in enumerate(token):
        kind = "dot" if letter == "." else [name for name, start in kinds if start <= at][-1]
        for bit in range(7):
            yield f"bit of {kind}", token[:at] + chr(ord(letter) ^ (1 << bit)) + token[at + 1:]
    for length in range(len(token)):
        yield "truncated", token[:length]
        yield "beheaded", token[length + 1:]
    for more in ("A", "=", " ", "\n", "\0", ".", "." + secret, token):
        yield "extended", token + more
        yield "extended", more + token
    for name in sorted({"owner", "unknown", "g0", "g01", "g1", "g" + "9" * 20, principal.upper(), "", "*"} - {principal}):
        yield "another principal", f"{head}.{tool}.{name}.{secret}"
    for name in ("venom", "Venomx", "venomx2", "tmux", ""):
        yield "another tool", f"{head}.{name}.{principal}.{secret}"
    for stranger in strangers:
        yield "a stranger's", stranger
        yield "a stranger's secret", f"{head}.{tool}.{principal}.{stranger.split('.')[3]}"
