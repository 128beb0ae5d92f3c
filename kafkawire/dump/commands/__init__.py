"""The commands of `wire-dump`, a module each.

A module has `add_parser(commands)`, which adds the command's grammar and sets `run` to what is
called with the arguments and returns the exit code. It imports at its top only what a grammar
needs: `wire-dump --help` loads all of them. `wire-dump NAME` loads the one that it names.
"""

import sys

from kafkawire.protocol.visible_text import visible

NAMES = (
    "read",
    "live",
    "proxy",
    "log",
    "frame",
    "filter",
    "stats",
    "diff",
    "replay",
    "detectors",
    "schema",
    "web",
)
"""In the order in which the help shows them; each is the name of its module here."""

EXIT_CODES = """exit codes:
  0  all was read, and all of it makes sense
  1  something was lost, could not be read or decoded, or has a wrong checksum
  2  the command line is wrong, or an input cannot be opened or an output not be written
"""
FINE, PROBLEMS_FOUND, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


def put(text: str) -> None:
    """Print a line whose text may come from the wire. It has no colours."""
    sys.stdout.write(visible(text) + "\n")


def say(text: str, *more: str) -> None:
    """Print a line, and more lines below it, on the standard error at once."""
    lines = (f"wire-dump: {text}", *more)
    sys.stderr.write("".join([visible(line) + "\n" for line in lines]))
    sys.stderr.flush()


def complain(text: str, *more: str) -> int:
    """Say what is wrong, behind all that was printed; the exit code for it."""
    sys.stdout.flush()
    say(text, *more)
    return WRONG_USAGE
