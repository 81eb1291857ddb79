"""Fetches Node and the protocol's official programs from npm into the folder given, once for each package.json.

Ends with 77, which ctest takes for a skip, where there is no npm or its registry cannot be reached."""

import os
import shutil
import subprocess
import sys

SKIP = 77
WANTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "package.json")
UNREACHABLE = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "network")


def run(command, folder):
    """False: the registry cannot be reached. Any other failure ends the program."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode == 0:
        return True
    print(ran.stdout, ran.stderr)
    if not any(word in ran.stderr for word in UNREACHABLE):
        sys.exit(1)
    print("skipped: npm's registry cannot be reached")
    return False


def main(folder):
    with open(WANTED, encoding="ascii") as file:
        wanted = file.read()
    done = os.path.join(folder, "fetched")
    if os.path.exists(done):
        with open(done, encoding="ascii") as file:
            if file.read() == wanted:
                print("fetched before")
                return 0
    npm = shutil.which("npm")
    if npm is None:
        print("skipped: there is no npm")
        return SKIP
    # npm tries again for minutes; one look first tells whether that has any use.
    if not run([npm, "view", "node@24", "version", "--fetch-retries=0", "--loglevel=error"], os.path.dirname(WANTED)):
        return SKIP
    os.makedirs(folder, exist_ok=True)
    shutil.copy(WANTED, folder)
    if not run([npm, "install", "--no-fund", "--no-audit", "--no-package-lock", "--fetch-retries=1", "--loglevel=error"], folder):
        return SKIP
    with open(done, "w", encoding="ascii") as file:
        file.write(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
