"""Run parts of it by hand: `python -m compat.interchange 4.4.0 ours 4.4.0`.

The first node named fills a fresh directory; then each named one, the first again at its head,
serves it, is compared and writes on. `--keep DIR` leaves the directory for a look.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from compat.interchange import loaded
from compat.interchange.exchange import Directory
from compat.interchange.nodes import new_home
from compat.oracle.commands import ended, say
from compat.oracle.sides import OLD_VERSION, VERSION

MATRIX: list[tuple[list[str], bool]] = [
    ([VERSION, "ours", VERSION, "ours", VERSION], False),
    ([VERSION, "ours", VERSION, "ours"], True),
    (["ours", VERSION, "ours", VERSION], False),
    (["ours", VERSION, "ours"], True),
    ([OLD_VERSION, "ours", OLD_VERSION, "ours", VERSION, "ours"], False),
    ([OLD_VERSION, "ours", OLD_VERSION], True),
    ([f"{VERSION}:standalone", "ours", f"{VERSION}:standalone", "ours"], False),
]
"""Who has the directory, one after another, and whether all of them are killed."""
LOADED = [VERSION, "ours", VERSION, "ours", "ours"]


def main() -> int:
    """The command line; how many visits showed differences, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m compat.interchange", description=__doc__)
    parser.add_argument("kinds", nargs="*", help="ours, or versions of Apache Kafka")
    parser.add_argument("--all", action="store_true", help="all of MATRIX, a quarter of an hour")
    parser.add_argument("--kill", action="store_true", help="no node ends politely")
    parser.add_argument("--read", action="store_true", help="visits do not write")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="the home, left as it is")
    options = parser.parse_args()
    if options.all:
        return _all()
    if not options.kinds:
        parser.error("which nodes?")
    with new_home(options.keep) as home:
        return _exchange(Directory(home, say), options)


def _all() -> int:
    failed = 0
    for kinds, kills in MATRIX:
        say(f"== {' '.join(kinds)}{' --kill' if kills else ''}")
        with new_home() as home:
            options = argparse.Namespace(kinds=kinds, kill=kills, read=False)
            failed |= _exchange(Directory(home, say), options)
    for seconds in (0.3, 1.1, 2.3):
        with new_home() as home:
            count, missing = loaded.exchange(home, LOADED, seconds)
        say(f"== killed under load: {count} acknowledged, {len(missing)} missing", *missing[:9])
        failed |= bool(missing)
    return failed


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
