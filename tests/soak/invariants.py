"""What must hold at any moment at which nobody's request is under way, and once everything is closed."""

import os

from ledger import leaves, size
from venomx_testing import wait_until


def resident(pid):
    """Bytes of memory that a process has in use."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def check_workspace(wire):
    """Sessions, windows, panes and principals tell one story; every running pane has its process. The number of panes."""
    sessions = {session["session"]: session for session in wire.request("session.list")["sessions"]}
    windows = {window["window"]: window for window in wire.request("window.list")["windows"]}
    panes = {pane["pane"]: pane for pane in wire.request("pane.list")["panes"]}
    in_sessions = sorted(window for session in sessions.values() for window in session["windows"])
    if in_sessions != sorted(windows):
        raise AssertionError(f"sessions hold {in_sessions}, the list {sorted(windows)}")
    shown = {}
    for name, window in windows.items():
        if window["session"] not in sessions:
            raise AssertionError(f"{name} is of no session")
        if size(window["layout"]) != (window["cols"], window["rows"]):
            raise AssertionError(f"the layout does not fill its window: {window}")
        cells = leaves(window["layout"])
        shown.update({cell["pane"]: (name, cell["cols"], cell["rows"]) for cell in cells})
        if window["active"] not in {cell["pane"] for cell in cells}:
            raise AssertionError(f"the active pane is not of its window: {window}")
    listed = {name: (pane["window"], pane["cols"], pane["rows"]) for name, pane in panes.items()}
    if shown != listed:
        raise AssertionError(f"layouts and panes differ: {set(shown.items()) ^ set(listed.items())}")
    for pane in panes.values():
        check_process(wire, pane)
    return len(panes)


def check_process(wire, pane):
    """A process or a status, never neither. A process may just have ended: then its pane is about to say so."""
    if pane["state"] == "exited":
        if sorted(pane["status"]) not in (["code"], ["core", "signal"]):
            raise AssertionError(f"a strange status: {pane}")
        return

    def holds():
        if os.path.exists(f"/proc/{pane['pid']}"):
            return True
        answer = wire.call("pane.info", {"pane": pane["pane"]})
        return "error" in answer or answer["ok"]["state"] == "exited"

    wait_until(holds, f"{pane['pane']} has a process or a status")


def story(pid):
    """What a process left over is: its state, session and words."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat, open(f"/proc/{pid}/cmdline", "rb") as words:
            fields = stat.read().rsplit(")", 1)[1].split()
            return pid, fields[0], f"session {fields[3]}", words.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return pid, "gone"


def close_everything(daemon, wire):
    for session in wire.request("session.list")["sessions"]:
        wire.call("session.close", {"session": session["session"], "grace_ms": 0})
    for principal in wire.request("principal.list")["principals"]:
        wire.call("principal.revoke", {"principal": principal["principal"]})
    empty = {"sessions": [], "windows": [], "panes": []}
    for verb, field in (("session.list", "sessions"), ("window.list", "windows"), ("pane.list", "panes")):
        left = wire.request(verb)[field]
        if left != empty[field]:
            raise AssertionError(f"left after closing everything: {left}")
    try:
        wait_until(lambda: not daemon.children(), "no child is left")
    except AssertionError as left:
        raise AssertionError(f"{left}: {[story(child) for child in daemon.children()]}") from left
    if daemon.terminals():
        raise AssertionError(f"{daemon.terminals()} terminals are left")
