"""A pane's own principal is told of its pane's end before its connection goes."""

import os
import signal
import unittest

from venomx_testing import Closed, Daemon, wait_until


def token_of(pid):
    """The kernel fills a process's environment in during the last steps of its exec."""

    def read():
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read()

    entries = wait_until(read, "the process has its environment").split(b"\0")
    return next(entry for entry in entries if entry.startswith(b"VENOMX_TOKEN=")).split(b"=", 1)[1].decode()


class LastWords(unittest.TestCase):
    def test_the_exit_comes_before_the_end(self):
        with Daemon() as daemon, daemon.wire() as owner:
            session = owner.request("session.create")["session"]
            for number in (signal.SIGTERM, signal.SIGKILL):
                made = owner.request("window.create", {"session": session, "argv": ["/bin/sleep", "1000"]})
                with daemon.wire(token=token_of(made["pid"])) as own:
                    follow = own.start("events")
                    own.answer(follow)
                    os.kill(made["pid"], number)
                    event = own.answer(follow)["event"]
                    status = {"signal": number.name, "core": False}
                    self.assertEqual(("pane.exited", {"pane": made["pane"], "status": status}), (event["kind"], event["data"]))
                    self.assertEqual({"reason": "revoked"}, own.answer(follow)["end"])
                    with self.assertRaises(Closed):
                        own.read_frame()


if __name__ == "__main__":
    unittest.main()
