"""`wire-dump diff A B`: what differs between two captures, by meaning."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import zip_longest

from kafkawire.dump.commands import put
from kafkawire.dump.commands.exchanges import add_choosing_options, complaining, exchanges_in

SAME, DIFFERENT = 0, 1
EXAMPLES = """examples:
  wire-dump diff yesterday.pcap today.pcap
  wire-dump diff -f '~api OffsetCommit' --ignore committedMetadata old.pcap new.pcap

Exchanges are matched by client and what they ask, not by where they stand. What is new in every run
does not count: times, addresses, and the ids that brokers give (sessions, members, producers,
topics, epochs); records count by key, value and headers.

exit codes:
  0  nothing differs
  1  something does
  2  the command line is wrong, or a capture cannot be read
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "diff",
        help="say what differs between two captures, by meaning",
        description="Say what differs between two captures, by meaning and not by place.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("left", metavar="A", help="a capture")
    add("right", metavar="B", help="another")
    add_rules(parser)
    add("-q", "--summary", action="store_true", help="only the last line")
    add_choosing_options(parser)
    parser.set_defaults(run=run)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add what says which fields count."""
    add = parser.add_argument
    add("--strict", action="store_true", help="ids, times and addresses count too")
    add(
        "--ignore",
        action="append",
        default=[],
        metavar="FIELD",
        help="a field that does not count, as highWatermark; may be given again",
    )


def run(arguments: argparse.Namespace) -> int:
    """The `diff` command; its exit code."""
    return complaining(lambda: _compare(arguments))


def _compare(arguments: argparse.Namespace) -> int:
    from kafkawire.dump.diff.matching import LEFT, RIGHT
    from kafkawire.dump.diff.meaning import Rules
    from kafkawire.dump.diff.report import Comparison

    rules = Rules(frozenset(arguments.ignore), is_strict=arguments.strict)
    comparison = Comparison(rules, names=(arguments.left, arguments.right))
    sides = (exchanges_in(path, arguments) for path in (arguments.left, arguments.right))
    # Both at once, so that little has to wait for its partner.
    for left, right in zip_longest(*sides):
        for side, exchange in ((LEFT, left), (RIGHT, right)):
            if exchange is not None:
                _show(arguments, comparison.add(side, exchange))
    _show(arguments, comparison.rest())
    if arguments.summary:
        put(comparison.summary())
    return DIFFERENT if comparison.has_differences else SAME


def _show(arguments: argparse.Namespace, lines: Iterator[str]) -> None:
    for line in lines:
        if not arguments.summary:
            put(line)
