"""The faults that the daemon is held to, each with the test that makes it happen. Prints the table; what the tests of this folder saw in
their last run stands in it. A row whose test is not there fails."""

import os
import re
import sys

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
SEEN = os.environ.get("VENOMX_FAULTS_SEEN", "")

# Fault; how it is made to happen; file and test; what is asserted there (None: what the test saw is shown).
ROWS = [
    ("EMFILE at each step of a start", "the seam of system calls",
     "transaction/RollbackTest.cpp: windowCreate", "unavailable.spawn, reason resource; nothing is left"),
    ("EMFILE from outside", "the daemon's RLIMIT_NOFILE is lowered",
     "spawn/outside/test_errors.py: test_no_descriptors", "the same, at each of three steps"),
    ("descriptors run out by clients", "as many connections as descriptors",
     "doctor/test_causes.py: test_descriptors_run_out", "doctor warns, fails, recovers"),
    ("no descriptors at the start", "RLIMIT_NOFILE, one after another", "faults/test_descriptors.py: test_it_ends_or_answers", None),
    ("no descriptor for who connects", "the daemon's RLIMIT_NOFILE is lowered", "faults/test_descriptors.py: test_who_connects_waits_for_one", None),
    ("ENOMEM at each step of a start", "the seam of system calls", "spawn/FailureTest.cpp: ENOMEM", "unavailable.spawn, reason resource"),
    ("no memory for a pane", "the seam of the clock throws",
     "transaction/FailurePoints.cpp: for want of memory", "refused; the process is ended and reaped"),
    ("no memory at the start", "RLIMIT_AS, in steps", "faults/test_memory.py: test_it_ends_or_answers", None),
    ("no memory while it runs", "RLIMIT_AS of the running daemon", "faults/test_memory.py: test_it_refuses_who_it_has_no_room_for", None),
    ("EAGAIN, no thread for a start", "RLIMIT_NPROC",
     "spawn/outside/test_errors.py: test_1_no_thread_for_the_first_start", "unavailable.spawn, reason resource"),
    ("EAGAIN, no process", "RLIMIT_NPROC", "spawn/outside/test_errors.py: test_2_no_process", "unavailable.spawn, reason resource"),
    ("no terminal is left", "a devpts with room for one",
     "spawn/outside/test_errors.py: test_none_is_left", "unavailable.spawn, reason resource"),
    ("the disk is full", "a small tmpfs, filled",
     "end_to_end/test_audit_disk.py: test_a_full_disk_loses_nothing", "requests go on; no audit line is lost"),
    ("the disk is full, audit required", "a small tmpfs, filled",
     "end_to_end/test_audit_disk.py: test_required_refuses_writes_on_a_full_disk", "unavailable.audit; reading goes on"),
    ("the state folder is read-only", "mounted so",
     "end_to_end/test_audit_disk.py: test_a_read_only_folder", "doctor fails; recovers by itself"),
    ("the cache is on a full disk", "a small tmpfs, filled",
     "hostile_plugins/test_start.py: test_a_full_disk_costs_the_cache_alone", "the daemon starts"),
    ("a dead file system as cwd", "FUSE that does not answer",
     "spawn/outside/test_errors.py: entering never ends", "unavailable.cwd; other starts go on"),
    ("crowds on a dead file system", "FUSE that does not answer", "spawn/DeadFileSystemTest.cpp: CPPUNIT_TEST", "no worker is used up"),
    ("the socket's folder does not answer", "FUSE that does not answer",
     "doctor/test_hanging.py: test_the_folder_of_the_socket", "one warning; the stop is clean"),
    ("the clock jumps", "preloaded: the time of day of one process", "faults/test_clock.py: test_nothing_minds", None),
    ("the daemon is killed", "SIGKILL at random points of busy work", "faults/test_kills.py: test_each_next_daemon_starts_clean", None),
    ("clients are stopped at shutdown", "SIGSTOP, SIGTERM, SIGCONT", "faults/test_clients.py: test_a_stop_does_not_wait_for_them", None),
    ("a client never reads", "a socket that is not read",
     "end_to_end/test_hostile_clients.py: test_one_that_never_reads_is_cut_and_delays_nobody", "it is cut; nobody else waits"),
    ("the socket is removed while the daemon runs", "unlink",
     "faults/test_sockets.py: test_what_is_connected_goes_on_and_a_restart_mends_it", None),
    ("the lock is removed while the daemon runs", "unlink",
     "faults/test_sockets.py: test_without_its_lock_it_is_still_the_one", None),
    ("the daemon is stopped and goes on", "SIGSTOP, SIGCONT",
     "pane/end_to_end/test_waits.py: test_a_stopped_daemon_takes_its_own_silence_for_nobodys", "its own silence counts for nobody's"),
    ("daemons are started at once", "six, five times, after a crash too",
     "faults/test_sockets.py: test_one_serves_and_the_others_say_so", None),
    ("a plugin throws, drops, answers twice", "a plugin of each kind",
     "hostile_plugins/test_refusals.py: test_calls_that_go_wrong_harm_nothing_else", "one answer each; counted against it"),
    ("a plugin blocks", "a verb that sleeps on the loop", "faults/test_plugins.py: test_one_that_blocks", None),
    ("a plugin leaks descriptors", "a verb that takes them all", "faults/test_plugins.py: test_one_that_leaks", None),
    ("a plugin hangs in start", "a plugin that does",
     "hostile_plugins/test_start.py: test_the_daemon_starts_again_without_a_plugin_whose_start_hangs", "left out at the next start"),
    ("a plugin hangs in stop", "a plugin that does",
     "hostile_plugins/test_start.py: test_a_stop_that_hangs_holds_up_nothing_else", "the stop goes on"),
]


def exists(where):
    file, test = where.split(": ", 1)
    try:
        with open(os.path.join(SOURCE, file), encoding="utf-8") as source:
            return test in source.read()
    except FileNotFoundError:
        return False


def seen(fault):
    try:
        with open(os.path.join(SEEN, re.sub(r"\W+", "_", fault)), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return "not run"


def main():
    missing = [where for _, _, where, _ in ROWS if not exists(where)]
    for fault, made, where, asserted in ROWS:
        print(f"{fault}\n    made by: {made}\n    seen:    {asserted or seen(fault)}\n    test:    {where}")
    for where in missing:
        print(f"no such test: {where}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
