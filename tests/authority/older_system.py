"""A system without SO_PEERPIDFD and PIDFD_GET_PID_NAMESPACE, as Linux 6.1 is: a filter of system calls that says so, for the process
and all that it starts."""

import ctypes
import platform
import struct

SO_PEERPIDFD, PIDFD_GET_PID_NAMESPACE = 77, 0xFF05
ENOPROTOOPT, ENOTTY = 92, 25
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
# (audit architecture, numbers of getsockopt and ioctl)
MACHINES = {"x86_64": (0xC000003E, 55, 16), "aarch64": (0xC00000B7, 209, 29)}
LOAD, JUMP_EQUAL, RETURN = 0x20, 0x15, 0x06
ARCHITECTURE, NUMBER, SECOND_ARGUMENT, THIRD_ARGUMENT = 4, 0, 24, 32


def known():
    return platform.machine() in MACHINES


def become():
    """For preexec_fn."""
    architecture, getsockopt, ioctl = MACHINES[platform.machine()]
    steps = [(LOAD, 0, 0, ARCHITECTURE), (JUMP_EQUAL, 0, 9, architecture),
             (LOAD, 0, 0, NUMBER), (JUMP_EQUAL, 0, 3, getsockopt),
             (LOAD, 0, 0, THIRD_ARGUMENT), (JUMP_EQUAL, 0, 5, SO_PEERPIDFD), (RETURN, 0, 0, ERRNO | ENOPROTOOPT),
             (JUMP_EQUAL, 0, 3, ioctl),
             (LOAD, 0, 0, SECOND_ARGUMENT), (JUMP_EQUAL, 0, 1, PIDFD_GET_PID_NAMESPACE), (RETURN, 0, 0, ERRNO | ENOTTY),
             (RETURN, 0, 0, ALLOW)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
