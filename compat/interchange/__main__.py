"""Run parts of it by hand: `python -m compat.interchange 4.4.0 ours 4.4.0`.

The first node named fills a fresh directory; then each named one, the first again at its head,
serves it, is compared and writes on. `--keep DIR` leaves the directory for a look.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from compat.interchange.exchange import Directory
from compat.interchange.nodes import new_home
from compat.oracle.commands import ended, say


def main() -> int:
    """The command line; how many visits showed differences, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m compat.interchange", description=__doc__)
    parser.add_argument("kinds", nargs="+", help="ours, or versions of Apache Kafka")
    parser.add_argument("--kill", action="store_true", help="no node ends politely")
    parser.add_argument("--read", action="store_true", help="visits do not write")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="the home, left as it is")
    options = parser.parse_args()
    with new_home(options.keep) as home:
        return _exchange(Directory(home, say), options)


def _exchange(directory: Directory, options: argparse.Namespace) -> int:
    first, *others = options.kinds
    directory.write(first)
    failed = 0
    for number, kind in enumerate((first, *others)):
        writes = number == 0 or not options.read
        differences = directory.visit(kind, writes=writes, kills=options.kill)
        failed |= bool(differences)
    say("differences" if failed else "no differences")
    return failed


if __name__ == "__main__":
    sys.exit(ended(main))
