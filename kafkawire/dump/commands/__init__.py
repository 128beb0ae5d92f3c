"""The commands of `wire-dump`, a module each.

A module has `add_parser(commands)`, which adds the command's grammar and sets `run` to what is
called with the arguments and returns the exit code. It imports at its top only what a grammar
needs: `wire-dump --help` loads all of them. `wire-dump NAME` loads the one that it names.
"""

import sys

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
  1  something was lost, could not be read, or could not be decoded
  2  the command line is wrong, or an input cannot be opened or an output not be written
"""
FINE, PROBLEMS_FOUND, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


def say(text: str) -> None:
    """A line on the standard error, at once."""
    sys.stderr.write(f"wire-dump: {text}\n")
    sys.stderr.flush()


def complain(text: str) -> int:
    """Say what is wrong, behind all that was printed; the exit code for it."""
    sys.stdout.flush()
    say(text)
    return WRONG_USAGE
