"""What a sanitizer says of a program under test, and that no test lets it pass: neither its report nor the end that it brings about."""

import os

SANITIZED = os.environ.get("VENOMX_SANITIZE", "")
# The exit status of a program with a finding: none that a program of ours has for itself.
FINDING = 86
TOOLS = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS")
REPORTS = ("ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: ThreadSanitizer", "FATAL: ThreadSanitizer", ": runtime error: ")


def add_option(text):
    """For each program that this one starts from now on, after the options that whoever runs the tests has given."""
    if SANITIZED:
        for tool in TOOLS:
            os.environ[tool] = f"{os.environ.get(tool, '')}:{text}".lstrip(":")


def options():
    """The variables that hold them, for an environment that is not ours."""
    return {tool: os.environ[tool] for tool in TOOLS if tool in os.environ}


def require_no_report(said, status=None):
    """Fails with all that a program said on its standard error, when a sanitizer's report is in it or ended it with `status`."""
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    if status == FINDING or any(report in text for report in REPORTS):
        raise AssertionError(f"a sanitizer's report:\n{text}")


add_option(f"exitcode={FINDING}:halt_on_error=1")
