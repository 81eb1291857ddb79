"""Who a peer is to the daemon by whom it descends from: real processes inside and outside of panes."""

import contextlib
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

import older_system
from authority_testing import CHILD, GRANDCHILD, ORPHAN, PANE, SETSID, Agent, adopted, greeting
from venomx_testing import DEADLINE, VENOMX, Daemon, Wire, listens, wait_until

OWNER = ("owner", ["read *", "write *", "spawn *", "admin *"])
OUTSIDE = ("unknown", ["read *"])
NOBODY = ("unknown", [])
CONTAINED = "exec unshare --pid --fork --kill-child {agent}"
LAST_PID = "/proc/sys/kernel/ns_last_pid"


def own(agent):
    return agent.principal, ["read self", "write self"]


@contextlib.contextmanager
def stopped(daemon):
    """What happens within happens before the daemon accepts anything."""
    os.kill(daemon.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(daemon.pid, signal.SIGCONT)


def connect_in_a_child(path):
    """A connection that a child process made, which has ended; and its number."""
    near, far = socket.socketpair()
    child = os.fork()
    if child == 0:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made:
            made.connect(path)
            socket.send_fds(far, [b"c"], [made.fileno()])
        os._exit(0)
    far.close()
    with near:
        descriptors = socket.recv_fds(near, 1, 1)[1]
    os.waitpid(child, 0)
    return Wire.over(socket.socket(fileno=descriptors[0])), child


def process_with(pid):
    """A process of ours that has this number, or None: somebody else was faster."""
    with open(LAST_PID, "w", encoding="ascii") as last:
        last.write(str(pid - 1))
    made = subprocess.Popen(["/bin/sleep", "1000"])
    if made.pid == pid:
        return made
    made.kill()
    made.wait()
    return None


class Peers(unittest.TestCase):
    preexec = None

    def setUp(self):
        self.daemon = Daemon(preexec=self.preexec)
        self.addCleanup(self.daemon.stop)
        self.owner = self.daemon.wire()
        self.addCleanup(self.owner.close)
        self.session = self.owner.request("session.create")["session"]

    def agent(self, stands=PANE, **more):
        agent = Agent(self.owner, self.session, stands, **more)
        self.addCleanup(agent.close)
        return agent

    def assertStands(self, wanted, owner_token, connect):
        """`connect` makes connections of one peer."""
        self.assertEqual(wanted, greeting(connect()))
        self.assertEqual(OWNER if owner_token else "denied.token", greeting(connect(), self.daemon.owner_token))

    def test_outside(self):
        self.assertStands(OUTSIDE, True, lambda: self.daemon.wire(hello=False))

    def test_inside_is_the_panes_own_principal(self):
        for stands in (PANE, CHILD, GRANDCHILD, SETSID):
            with self.subTest(stands):
                agent = self.agent(stands)
                self.assertStands(own(agent), False, lambda: agent.connect(self.daemon))
                self.assertEqual(own(agent), greeting(agent.connect(self.daemon), agent.token))

    def test_a_panes_first_word_is_its_own(self):
        """A process can be faster than the commit of its pane: many creations at once, each of which asks who it is."""
        argv = ["/usr/bin/env", "-u", "VENOMX_TOKEN", VENOMX, "whoami", "--json"]
        requests = [self.owner.start("window.create", {"session": self.session, "argv": argv, "cols": 200}) for _ in range(30)]
        for made in [self.owner.answer(request)["ok"] for request in requests]:
            self.assertEqual({"code": 0}, self.owner.request("pane.wait", {"pane": made["pane"], "until": "exit"})["status"])
            who = json.loads(self.owner.request("pane.capture", {"pane": made["pane"], "join": True})["text"])
            self.assertEqual((made["principal"], made["pane"]), (who["principal"], who["pane"]))

    def test_each_pane_is_its_own(self):
        first, second = self.agent(), self.agent(grants=[])
        self.assertEqual(own(first), greeting(first.connect(self.daemon)))
        self.assertEqual((second.principal, []), greeting(second.connect(self.daemon)))
        # A token is what it is, whoever shows it.
        self.assertEqual(own(first), greeting(second.connect(self.daemon), first.token))
        self.assertEqual(own(first), greeting(self.daemon.wire(hello=False), first.token))

    def test_an_orphan_is_nobody(self):
        agent = self.agent(ORPHAN)
        adopted(self.daemon, agent.pid)
        self.assertStands(NOBODY, False, lambda: agent.connect(self.daemon))
        self.assertEqual(own(agent), greeting(agent.connect(self.daemon), agent.token))

    def test_what_its_pane_left_behind_is_nobody(self):
        agent = self.agent("setsid {agent} & read line")
        self.assertStands(own(agent), False, lambda: agent.connect(self.daemon))
        self.owner.request("pane.send", {"pane": agent.pane, "text": "\n"})
        adopted(self.daemon, agent.pid)
        self.assertStands(NOBODY, False, lambda: agent.connect(self.daemon))

    def test_another_pid_namespace_is_nobody(self):
        if subprocess.run(["unshare", "--pid", "--fork", "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("only root may make a pid namespace")
        agent = self.agent(CONTAINED)
        self.assertEqual(1, agent.pid)
        self.assertStands(NOBODY, False, lambda: agent.connect(self.daemon))
        self.assertEqual(own(agent), greeting(agent.connect(self.daemon), agent.token))
        with tempfile.TemporaryDirectory() as folder:
            outside = self.contained_outside(folder)
            self.assertStands(NOBODY, False, outside)

    def contained_outside(self, folder):
        """Connections of an agent in a pid namespace of its own outside of the daemon."""
        path = os.path.join(folder, "control")
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        listener.bind(path)
        listener.listen(1)
        agent = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agent.py")
        process = subprocess.Popen(["unshare", "--pid", "--fork", "--kill-child", sys.executable, "-B", agent, path])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        control = listener.accept()[0]
        self.addCleanup(control.close)
        control.recv(4096)

        def connect():
            control.sendall(f'["connect", "{self.daemon.socket}"]\n'.encode())
            return Wire.over(socket.socket(fileno=socket.recv_fds(control, 1, 1)[1][0]))

        return connect

    def test_a_peer_that_has_gone_is_nobody(self):
        for token, wanted in ((None, NOBODY), (self.daemon.owner_token, "denied.token")):
            with self.subTest(wanted):
                with stopped(self.daemon):
                    wire, _ = connect_in_a_child(self.daemon.socket)
                self.assertEqual(wanted, greeting(wire, token))

    @unittest.skipUnless(os.access(LAST_PID, os.W_OK) and os.geteuid() == 0, "only root may choose the number of a process")
    def test_a_reused_number_makes_nobody_somebody(self):
        for token, wanted in ((None, NOBODY), (self.daemon.owner_token, "denied.token")):
            with self.subTest(wanted):
                with stopped(self.daemon):
                    wire, other = self.gone_and_reused()
                self.addCleanup(other.wait)
                self.addCleanup(other.kill)
                self.assertEqual(wanted, greeting(wire, token))

    def gone_and_reused(self):
        def attempt():
            wire, pid = connect_in_a_child(self.daemon.socket)
            other = process_with(pid)
            if other is None:
                wire.close()
            return other and (wire, other)

        return wait_until(attempt, "the number is had again")

    def test_who_connected_counts_not_who_speaks(self):
        """A connection that is handed on, or inherited, stays that of the process which made it."""
        agent = self.agent()
        # Made inside and used outside: each connection of an agent's is. Made outside and used inside:
        with self.daemon.wire(hello=False) as wire:
            self.assertEqual("unknown", agent.say(wire, {"id": 1, "verb": "hello", "params": {"protocol": 1}})["ok"]["principal"])
            self.assertEqual(["pane.list"], [verb for verb in ("pane.list", "session.create") if "ok" in wire.call(verb)])
        # Made outside and used by a child of its maker:
        with self.daemon.wire(hello=False) as wire:
            child = os.fork()
            if child == 0:
                code = 1
                with contextlib.suppress(BaseException):
                    code = 0 if greeting(wire) == OUTSIDE else 2
                os._exit(code)
            self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        self.assertEqual(own(agent), greeting(agent.connect(self.daemon)))

    @unittest.skipUnless(os.geteuid() == 0, "only root may look at the daemon's descriptors and limit them")
    def test_each_is_known_when_the_last_descriptor_is_its_connection(self):
        agent = self.agent()
        used = {int(name) for name in os.listdir(f"/proc/{self.daemon.pid}/fd")}
        free = next(number for number in range(len(used) + 1) if number not in used)
        limit = max(used | {free}) + 1
        holes = limit - len(used) - 1
        _, hard = resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE)
        held = [self.daemon.wire() for _ in range(holes)]
        resource.prlimit(self.daemon.pid, resource.RLIMIT_NOFILE, (limit, hard))
        self.assertStands(OUTSIDE, True, lambda: self.daemon.wire(hello=False))
        self.assertStands(own(agent), False, lambda: agent.connect(self.daemon))
        for wire in held:
            wire.close()

    def test_a_revoked_pane_is_nobody(self):
        agent = self.agent()
        before = agent.connect(self.daemon)
        self.owner.request("principal.revoke", {"principal": agent.principal})
        for wire in (before, agent.connect(self.daemon)):
            self.assertEqual(NOBODY, greeting(wire))
        self.assertEqual("denied.token", greeting(agent.connect(self.daemon), agent.token))
        self.assertEqual("denied.token", greeting(agent.connect(self.daemon), self.daemon.owner_token))


@unittest.skipUnless(older_system.known(), "no filter for this machine")
class PeersOnAnOlderSystem(Peers):
    """Without SO_PEERPIDFD a peer is pinned by the number that the socket gives."""

    preexec = staticmethod(older_system.become)
    # A number that was had again between connecting and the accept cannot be told there.
    test_a_reused_number_makes_nobody_somebody = None

    def test_the_filter_is_in_force(self):
        with open(f"/proc/{self.daemon.pid}/status", encoding="utf-8") as status:
            self.assertIn("\nSeccomp:\t2\n", status.read())


class OperatorsChoice(unittest.TestCase):
    def test_the_owner_may_come_from_panes(self):
        with Daemon(settings={"authority.owner_from_panes": "true", "authority.unknown_grants": ""}) as daemon, daemon.wire() as owner:
            session = owner.request("session.create")["session"]
            with Agent(owner, session) as inside, Agent(owner, session, ORPHAN) as orphan:
                adopted(daemon, orphan.pid)
                self.assertEqual(OWNER, greeting(inside.connect(daemon), daemon.owner_token))
                self.assertEqual(own(inside), greeting(inside.connect(daemon)))
                self.assertEqual("denied.token", greeting(orphan.connect(daemon), daemon.owner_token))
                self.assertEqual(NOBODY, greeting(orphan.connect(daemon)))
            self.assertEqual(NOBODY, greeting(daemon.wire(hello=False)))

    def test_a_daemon_inside_a_pane_takes_its_neighbours_for_outside(self):
        with Daemon() as outer, outer.wire() as owner:
            session = owner.request("session.create")["session"]
            with Agent(owner, session, "{agent} & exec \"$VENOMX\" serve --socket \"$INNER\"",
                       env=[{"name": "VENOMX", "value": VENOMX}, {"name": "INNER", "value": outer.folder + "/inner/v.sock"}]) as agent:
                inner = InnerDaemon(outer.folder + "/inner/v.sock")
                wait_until(lambda: listens(inner.socket), "the inner daemon listens")
                # The agent was started before the inner daemon took over its shell's process, so it descends from that.
                self.assertEqual(NOBODY, greeting(agent.connect(inner)))
                self.assertEqual(own(agent), greeting(agent.connect(outer)))
                self.assertEqual(OUTSIDE, greeting(Wire(inner.socket, hello=False)))
                os.kill(agent.made["pid"], signal.SIGTERM)
                self.assertEqual({"code": 0}, owner.request("pane.wait", {"pane": agent.pane, "until": "exit"})["status"])


    def test_without_a_proc_of_its_own_it_does_not_start(self):
        """Nobody's descent could be known."""
        with tempfile.TemporaryDirectory() as folder:
            words = ["unshare", "--pid", "--fork", VENOMX, "serve", "--socket", os.path.join(folder, "run", "v.sock")]
            done = subprocess.run(words, capture_output=True, timeout=DEADLINE, check=False)
            if b"unshare failed" in done.stderr:
                self.skipTest("only root may make a pid namespace")
            self.assertEqual((6, b"venomx: /proc does not show this process\n"), (done.returncode, done.stderr))
            self.assertFalse(os.path.exists(os.path.join(folder, "run", "v.sock")))


class InnerDaemon:
    def __init__(self, path):
        self.socket = path


if __name__ == "__main__":
    unittest.main()
