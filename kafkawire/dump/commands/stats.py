"""`wire-dump stats FILE...`: how much of what there was, and how fast it was answered."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from kafkawire.dump.commands import EXIT_CODES, put
from kafkawire.dump.commands.exchanges import add_choosing_options, complaining, quiet_pipeline
from kafkawire.dump.commands.options import UsageError, at_least_one

if TYPE_CHECKING:
    from kafkawire.dump.stats import Statistics

ROWS_SHOWN = 40
EXAMPLES = """examples:
  wire-dump stats traffic.pcapng                         a row for each API
  wire-dump stats --by client,api -f '~lat >100ms' *.pcap
  wire-dump stats --by topic --top 10 traffic.pcap
  wire-dump stats --json --by broker,version traffic.pcap | jq .rows

By topic or group, an exchange counts once for each that it is about. Percentiles of latencies are
within 1 % of the true ones; sizes are those of messages, without what TCP adds.

"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "stats",
        help="count what is in captures: messages, bytes, errors, latencies",
        description="Count what is in captures, by API, client, topic, broker and so on.",
        epilog=EXAMPLES + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="a capture; - is the standard input")
    add(
        "--by",
        default="api",
        metavar="WHAT,...",
        help="rows are by api (the default), version, client, topic, group, broker, peer, "
        "connection, software, user, outcome, or several of them",
    )
    rows = f"rows shown ({ROWS_SHOWN})"
    add("--top", type=at_least_one, default=ROWS_SHOWN, metavar="N", help=rows)
    add("--json", action="store_true", help="one JSON document, with all rows")
    add_choosing_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `stats` command; its exit code."""
    return complaining(lambda: _count(arguments))


def _count(arguments: argparse.Namespace) -> int:
    from kafkawire.dump.commands.progress import Progress
    from kafkawire.dump.commands.read import read, tell
    from kafkawire.dump.stats import Statistics

    statistics = Statistics(dimensions(arguments.by))
    pipeline = quiet_pipeline(arguments, [statistics])
    progress = Progress(arguments.files, sys.stderr, sys.stdout)
    code = read(pipeline, arguments.files, progress)
    progress.done()
    _show(arguments, statistics)
    tell(pipeline)
    return code


def _show(arguments: argparse.Namespace, statistics: Statistics) -> None:
    from kafkawire.dump.safe_text import json_document
    from kafkawire.dump.stats.report import as_json, lines

    if arguments.json:
        sys.stdout.write(json_document(as_json(statistics)) + "\n")
        return
    for line in lines(statistics, rows_max=arguments.top):
        put(line)


def dimensions(text: str) -> tuple[str, ...]:
    """What rows are by. Raises `UsageError` for what nothing can be by."""
    from kafkawire.dump.filter.errors import nearest
    from kafkawire.dump.stats import DIMENSIONS

    found = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in found:
        if name not in DIMENSIONS:
            known = nearest(name, list(DIMENSIONS)) or f"; there are {', '.join(DIMENSIONS)}"
            raise UsageError(f"nothing can be counted by {name}{known}")
    if not found:
        raise UsageError(f"--by wants one or more of {', '.join(DIMENSIONS)}")
    return found
