"""What a daemon has, counted from outside: its lists, its children, its terminals, its events; and whether they agree."""


def events(wire):
    """All that are kept, as (seq, kind, data)."""
    request = wire.start("events", {"since": 0, "follow": False})
    frames = [wire.answer(request)["event"] for _ in range(wire.answer(request)["ok"]["count"])]
    wire.answer(request)
    return [(frame["seq"], frame["kind"], frame["data"]) for frame in frames]


def leaves(layout):
    return [layout] if "pane" in layout else [leaf for cell in layout["cells"] for leaf in leaves(cell)]


def size(layout):
    """(cols, rows) of a layout whose cells and separators add up; otherwise something that is no size."""
    if "pane" in layout:
        return layout["cols"], layout["rows"]
    sizes = [size(cell) for cell in layout["cells"]]
    along, across = (0, 1) if layout["axis"] == "cols" else (1, 0)
    total = [0, 0]
    total[along] = sum(cell[along] for cell in sizes) + len(sizes) - 1
    total[across] = sizes[0][across] if len({cell[across] for cell in sizes}) == 1 else -1
    return tuple(total)


def snapshot(daemon, wire):
    """Everything that a creation could leave behind."""
    return {
        "sessions": wire.request("session.list")["sessions"], "windows": wire.request("window.list")["windows"],
        "panes": [pane["pane"] for pane in wire.request("pane.list")["panes"]],
        "principals": [entry["principal"] for entry in wire.request("principal.list")["principals"]],
        "children": sorted(daemon.children()), "descriptors": daemon.descriptors(), "terminals": daemon.terminals(),
        "events": [kind for _, kind, _ in events(wire)],
    }


def faults(daemon, wire):
    """Why the daemon's panes, all of them running, are not whole, a line each; empty when they are and there is nothing else."""
    found = []
    panes = {pane["pane"]: pane for pane in wire.request("pane.list")["panes"]}
    windows = {window["window"]: window for window in wire.request("window.list")["windows"]}
    in_layouts = sorted(leaf["pane"] for window in windows.values() for leaf in leaves(window["layout"]))
    for name, window in windows.items():
        if size(window["layout"]) != (window["cols"], window["rows"]):
            found.append(f"{name} does not add up")
    in_sessions = sorted(name for session in wire.request("session.list")["sessions"] for name in session["windows"])
    principals = {entry["pane"]: entry["principal"] for entry in wire.request("principal.list")["principals"] if "pane" in entry}
    for what, wanted, real in (
            ("layouts", sorted(panes), in_layouts), ("sessions", sorted(windows), in_sessions),
            ("principals", {name: pane["principal"] for name, pane in panes.items()}, principals),
            ("children", sorted(pane["pid"] for pane in panes.values()), sorted(daemon.children()))):
        if wanted != real:
            found.append(f"{what}: {real} instead of {wanted}")
    if daemon.terminals() not in (len(panes), None):
        found.append(f"{daemon.terminals()} terminals for {len(panes)} panes")
    return found + event_faults(events(wire), set(panes))


def event_faults(told, panes):
    """Each pane, those that have gone too, was told of once, its creation in one piece and in order; `panes` are there now."""
    found = []
    kinds = {seq: (kind, data) for seq, kind, data in told}
    created = [data["pane"] for _, kind, data in told if kind == "pane.created"]
    closed = [data["pane"] for _, kind, data in told if kind == "pane.closed"]
    if len(created) != len(set(created)) or set(created) - set(closed) != panes or len(closed) != len(set(closed)):
        found.append("panes were not told of once each")
    for name, key in (("principal.created", "pane"), ("window.created", "window")):
        ids = [data[key] for _, kind, data in told if kind == name]
        if len(ids) != len(set(ids)):
            found.append(f"{name} was told twice of one {key}")
    for seq, kind, data in told:
        if kind != "pane.created":
            continue
        at = seq - 1
        if kinds.get(at, ("", {}))[0] == "window.created" and kinds[at][1]["window"] == data["window"]:
            at -= 1
        before, after = kinds.get(at), kinds.get(seq + 1)
        if before != ("principal.created", {"principal": data["principal"], "pane": data["pane"]}):
            found.append(f"{data['pane']}: {before} came before it")
        if after is None or after[0] != "layout.changed" or after[1]["window"] != data["window"]:
            found.append(f"{data['pane']}: {after} came after it")
    made = sum(kind == "principal.created" and "pane" in data for _, kind, data in told)
    if made != len(created):
        found.append(f"{made} principals for {len(created)} panes")
    return found
