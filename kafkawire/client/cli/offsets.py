"""`kafkawire offsets`: the offsets of a topic's partitions."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.locating import bounds, listed, locate, partitions_of
from kafkawire.client.cli.output import Output
from kafkawire.client.cli.places import place
from kafkawire.client.values import TopicPartition
from kafkawire.wording import iso

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

MAX_TIMESTAMP = -3
_BOUNDS = {"partition": "PARTITION", "start": "START", "end": "END", "records": "RECORDS"}
_FOUND = {"partition": "PARTITION", "offset": "OFFSET", "time": "TIME"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    verbs.prepare(parser, "offsets", offsets)
    parser.epilog = f"examples:\n{_EXAMPLES}"
    add = parser.add_argument
    add("topic", metavar="TOPIC")
    add(
        "--time",
        metavar="PLACE",
        help="start, end, -5, @TIME; or max, the record with the greatest timestamp",
    )
    add("-p", "--partitions", type=verbs.partitions, metavar="LIST", help="such as 0,2 (all)")


async def offsets(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show the bounds of partitions, or the offsets of a place."""
    wanted = None
    if arguments.time not in (None, "max"):
        wanted = place(arguments.time, int(time.time() * 1000))
    partitions = await partitions_of(admin, output, arguments.topic, arguments.partitions)
    if arguments.time is None:
        within = await bounds(admin, output, partitions)
        output.rows(
            _BOUNDS,
            [
                {**each._asdict(), **limits._asdict(), "records": limits.end - limits.start}
                for each, limits in within.items()
            ],
        )
    elif wanted is None:
        await _by_time(admin, output, dict.fromkeys(partitions, MAX_TIMESTAMP))
    elif wanted.time_ms is not None:
        await _by_time(admin, output, dict.fromkeys(partitions, wanted.time_ms))
    else:
        found = await locate(admin, output, wanted, await bounds(admin, output, partitions))
        rows = [{**each._asdict(), "offset": offset} for each, offset in found.items()]
        output.rows({"partition": "PARTITION", "offset": "OFFSET"}, rows)


async def _by_time(admin: Admin, output: Output, times: dict[TopicPartition, int]) -> None:
    """Show offsets with the timestamps of their records; a dash where there is no such record."""
    found = await listed(admin, output, times)
    rows = [
        {
            **each._asdict(),
            "offset": None if there.offset < 0 else there.offset,
            "timestamp": None if there.timestamp < 0 else there.timestamp,
            "time": iso(there.timestamp),
        }
        for each, there in found.items()
    ]
    output.rows(_FOUND, rows)


_EXAMPLES = """\
  kafkawire offsets orders                          the first offsets and the next ones
  kafkawire offsets orders --time @2026-11-01T00:00 the first record as young as that
  kafkawire offsets orders --time @-1h -p 0
  kafkawire offsets orders --time max --json
"""
