"""What the `log` command does; its grammar is in `kafkawire.dump.commands.log`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator

from kafkawire.dump.log.items import PROBLEM, Item
from kafkawire.dump.log.segment import Options, Totals
from kafkawire.dump.log.text import TextLines
from kafkawire.dump.log.walking import NothingThere, walk
from kafkawire.dump.safe_text import json_text
from kafkawire.protocol.visible_text import visible

PROBLEMS_FOUND = 1
USAGE_EXIT_CODE = 2


def run(arguments: argparse.Namespace) -> int:
    """The `log` command; its exit code."""
    options = Options(
        records=arguments.records,
        entries=arguments.entries,
        batches=not arguments.brief,
        topic=arguments.topic,
        secrets=arguments.secrets,
    )
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
        sys.stderr.write(f"wire-dump: {visible(complaint(error))}\n")
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
    yield json_text({"kind": item.kind, **item.facts})


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
