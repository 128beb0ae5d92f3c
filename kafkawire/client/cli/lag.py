"""`kafkawire lag`: how far groups are behind, by partition."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

import trio

from kafkawire.client.cli import verbs
from kafkawire.client.cli.connection import seconds
from kafkawire.client.cli.locating import describe, led, listed
from kafkawire.client.cli.output import Output
from kafkawire.client.descriptions import GroupDescription
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

LATEST = -1
WATCH_S = 2.0
_COLUMNS = {
    "topic": "TOPIC",
    "partition": "PARTITION",
    "committed": "COMMITTED",
    "end": "END",
    "lag": "LAG",
    "client_id": "CLIENT",
    "host": "HOST",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    verbs.prepare(parser, "lag", show_lag)
    parser.epilog = f"examples:\n{EXAMPLES}"
    add_lag_arguments(parser)


def add_lag_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `kafkawire lag` and `kafkawire groups lag` have."""
    add = parser.add_argument
    parser.set_defaults(is_endless=lambda given: given.watch is not None)
    add("groups", metavar="GROUP", nargs="+")
    add(
        "--watch",
        metavar="SECONDS",
        type=seconds,
        nargs="?",
        const=WATCH_S,
        help="show it again every so many seconds (2), until Ctrl-C",
    )


async def show_lag(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Show the lag of groups, once or again and again."""
    first = 0
    while True:
        for index, group_id in enumerate(dict.fromkeys(arguments.groups), first):
            await _show(admin, output, index, group_id)
        output.flush()
        if arguments.watch is None or output.exit_code:
            return
        await trio.sleep(arguments.watch)
        first = 1


async def _show(admin: Admin, output: Output, index: int, group_id: str) -> None:
    described = await admin.describe_consumer_groups([group_id])
    committed = await admin.list_consumer_group_offsets([group_id])
    if errors := [*described.errors.values(), *committed.errors.values()]:
        output.failed(f"group {group_id!r}", errors[0])
        return
    rows = await _rows(admin, output, described[group_id], committed[group_id])
    group = described[group_id]
    known = [lag for row in rows if isinstance(lag := row["lag"], int)]
    members = counted(len(group.members), "member")
    behind = f"{counted(sum(known), 'record')} behind"
    output.heading(index, f"{group_id}: {group.state}, {members}, {behind}")
    output.rows(_COLUMNS, rows)


async def _rows(
    admin: Admin,
    output: Output,
    group: GroupDescription,
    committed: Mapping[TopicPartition, OffsetAndMetadata | None],
) -> list[dict[str, object]]:
    owners = {
        TopicPartition(topic, partition): member
        for member in group.members
        for topic, partitions in member.assignment.items()
        for partition in partitions
    }
    offsets = {each: found.offset for each, found in committed.items() if found is not None}
    partitions = sorted(owners.keys() | offsets.keys())
    topics = await describe(admin, output, (each.topic for each in partitions))
    there = {each for topic in topics.values() for each in led(output, topic)}
    ends = await listed(admin, output, {each: LATEST for each in partitions if each in there})
    rows: list[dict[str, object]] = []
    for each in partitions:
        end = ends[each].offset if each in ends else None
        at, owner = offsets.get(each), owners.get(each)
        rows.append(
            {
                "group_id": group.group_id,
                **each._asdict(),
                "committed": at,
                "end": end,
                "lag": None if at is None or end is None else max(end - at, 0),
                "member_id": owner and owner.member_id,
                "client_id": owner and owner.client_id,
                "host": owner and owner.host,
            }
        )
    return rows


EXAMPLES = """\
  kafkawire lag billing
  kafkawire lag billing --watch 5
  kafkawire lag billing shipping --json | jq 'select(.lag > 1000)'
"""
