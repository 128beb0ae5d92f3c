"""`wire-dump log PATH`: the files of a data directory, shown and verified."""

from __future__ import annotations

import argparse

from kafkawire.dump.commands.options import add_color

EXAMPLES = """examples:
  wire-dump log /var/lib/kafka                 everything, one line for each batch
  wire-dump log --brief /var/lib/kafka         is all of it sound?
  wire-dump log --records data/orders-0        a partition with its records
  wire-dump log data/orders-0/00000000000000000000.index
  wire-dump log --records --json data/__consumer_offsets-12 | jq 'select(.kind == "record")'

Everything is verified: checksums, offsets, indexes, snapshots and leader epochs against the
batches. What is wrong is marked with !!, and the exit code is 1 if there is anything.
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The grammar of `wire-dump log`."""
    parser = commands.add_parser(
        "log",
        help="show and verify the files of a data directory, ours or Apache Kafka's",
        description="Show and verify the files of a data directory, ours or Apache Kafka's.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="a data directory, a partition's, or one file")
    add("-r", "--records", "-v", action="store_true", help="show the records of each batch")
    add("-b", "--brief", action="store_true", help="show no batches, only what they come to")
    add("-e", "--entries", action="store_true", help="show each entry of indexes and checkpoints")
    add("--json", action="store_true", help="one JSON object on each line")
    add("--topic", help="read records as this topic's, where no directory says whose they are")
    add("--secrets", action="store_true", help="show passwords in metadata, which are masked")
    add_color(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `log` command; its exit code."""
    from kafkawire.dump.log.command import run as run_log

    return run_log(arguments)
