"""Texts that a test hands to the daemon and looks for afterwards: all of one run share a random marker, so that one search finds
any of them, and every stretch of a long one holds it, so that a remnant is found too."""

import os
import secrets
import string

LETTERS = string.ascii_letters + string.digits
MARKER_SIZE = 8
SMALL, LARGE = 10, 60 * 1024


class Mint:
    def __init__(self):
        self.marker = "".join(secrets.choice(LETTERS) for _ in range(MARKER_SIZE))
        self.made = 0

    def value(self, size=SMALL):
        """That many characters, never the same twice as long as there are fewer than 3,844."""
        self.made += 1
        piece = self.marker + LETTERS[self.made // len(LETTERS) % len(LETTERS)] + LETTERS[self.made % len(LETTERS)]
        return (piece * (size // len(piece) + 1))[:size]

    def token(self, tool="venom", principal="g7"):
        """Of the shape of a token; its secret is made of canaries."""
        return f"vnt1.{tool}.{principal}.{self.value(43)}"

    def folder(self, parent):
        path = os.path.join(parent, self.value())
        os.mkdir(path)
        return path

    def environment(self):
        """A small and a large value and another tool's token, under names that are canaries too."""
        return [{"name": "C" + self.value(), "value": self.value()}, {"name": "C" + self.value(), "value": self.value(LARGE)},
                {"name": "VENOM_TOKEN", "value": self.token()}]
