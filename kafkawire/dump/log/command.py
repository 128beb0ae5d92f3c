"""The `log` command of `wire-dump`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from kafkawire.dump.log.items import PROBLEM, Item
from kafkawire.dump.log.segment import Options, Totals
from kafkawire.dump.log.text import TextLines
from kafkawire.dump.log.walking import NothingThere, walk

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

EXAMPLES = """examples:
  wire-dump log /var/lib/kafka                 everything, one line for each batch
  wire-dump log --brief /var/lib/kafka         is all of it sound?
  wire-dump log --records data/orders-0        a partition with its records
  wire-dump log data/orders-0/00000000000000000000.index
  wire-dump log --records --json data/__consumer_offsets-12 | jq 'select(.kind == "record")'

Everything is verified: checksums, offsets, indexes, snapshots and leader epochs against the
batches. What is wrong is marked with !!, and the exit code is 1 if there is anything.
"""

PROBLEMS_FOUND = 1
USAGE_EXIT_CODE = 2


def add_parser(commands: Commands) -> None:
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
    add(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour: on a terminal, always, never; NO_COLOR turns it off too",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `log` command; its exit code."""
    options = Options(
        records=arguments.records,
        entries=arguments.entries,
        batches=not arguments.brief,
        topic=arguments.topic,
    )
    # A name that no terminal can show is shown in escapes.
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    show = json_lines if arguments.json else text_lines(arguments)
    problems = 0
    totals = Totals()
    try:
        for path in arguments.paths:
            problems += printed(walk(path, options, totals), show)
        printed((total(totals, problems),), show)
    except (OSError, NothingThere) as error:
        if isinstance(error, BrokenPipeError):
            raise
        sys.stdout.flush()
        sys.stderr.write(f"wire-dump: {complaint(error)}\n")
        return USAGE_EXIT_CODE
    return PROBLEMS_FOUND if problems else 0


def printed(items: Iterable[Item], show: Callable[[Item], Iterable[str]]) -> int:
    """Print items as they come; how many of them are problems."""
    problems = 0
    write = sys.stdout.write
    for item in items:
        problems += item.kind == PROBLEM
        for line in show(item):
            write(line + "\n")
    return problems


def total(totals: Totals, problems: int) -> Item:
    """The last item."""
    return Item(
        "total",
        {
            "partitions": totals.partitions,
            "segments": totals.segments,
            "batches": totals.batches,
            "records": totals.records,
            "bytes": totals.bytes,
            "problems": problems,
        },
    )


def json_lines(item: Item) -> Iterator[str]:
    """An item as a JSON object."""
    yield json.dumps({"kind": item.kind, **item.facts}, separators=(",", ":"))


def text_lines(arguments: argparse.Namespace) -> Callable[[Item], Iterable[str]]:
    """What makes lines for people."""
    is_coloured = arguments.color == "always" or (
        arguments.color == "auto" and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    )
    return TextLines(colour=is_coloured, brief=arguments.brief).lines


def complaint(error: Exception) -> str:
    """What went wrong, in a line."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot read {error.filename}: {error.strerror or error}"
    return str(error)
