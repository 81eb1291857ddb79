"""The recorded streams: files `streams/<name>.<cols>x<rows>.stream`, made by record.py."""

import os
import re

import emulators

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "streams")


def recorded():
    """Each as a job of one piece, named for its file."""
    jobs = []
    for name in sorted(os.listdir(FOLDER)):
        found = re.fullmatch(r"(.+\.(\d+)x(\d+))\.stream", name)
        if not found:
            continue
        with open(os.path.join(FOLDER, name), "rb") as file:
            jobs.append(emulators.Job(found[1], int(found[2]), int(found[3]), [file.read()]))
    return jobs
