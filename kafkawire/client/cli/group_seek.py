"""`kafkawire groups seek`: moves the committed offsets of a group that has no members."""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.files import read_text
from kafkawire.client.cli.locating import Bounds, bounds, describe, existing, locate
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.cli.places import place
from kafkawire.client.errors import ServerError
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

_SHIFT = re.compile(r"[+-]\d{1,18}")
_COLUMNS = {
    "topic": "TOPIC",
    "partition": "PARTITION",
    "committed": "COMMITTED",
    "offset": "NEW",
    "start": "START",
    "end": "END",
}

Offsets = dict[TopicPartition, int]


def add_seeking(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    add = parser.add_argument
    add("group", metavar="GROUP")
    add(
        "--to",
        metavar="PLACE",
        required=True,
        help="start, end, an offset, +5 or -5 from where it is, @TIME, or a file of offsets",
    )
    add(
        "--topic",
        metavar="TOPIC[:LIST]",
        dest="topics",
        type=verbs.topic_and_partitions,
        action="append",
        default=[],
        help="these partitions, such as orders or orders:0,2 (all with offsets)",
    )
    verbs.add_dry_run(parser)
    verbs.add_assent(parser, lambda given: f"Move the offsets of {given.group} to {given.to}?")


async def seek_group(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Move committed offsets to a place, by a number, or to those of a file."""
    group_id = arguments.group
    chosen = dict(arguments.topics)
    target = Target(arguments.to, int(time.time() * 1000))
    if not await _is_idle(admin, output, group_id):
        return
    committed = await _committed(admin, group_id)
    wanted = await _partitions(admin, output, chosen, target.offsets or committed)
    if not wanted and not output.exit_code:
        output.fail(f"group {group_id!r} has no offsets", "--topic names what to begin with")
    within = await bounds(admin, output, wanted)
    found = await target.locate(admin, output, within, committed)
    done = found
    if found and not arguments.dry_run:
        moved = await admin.alter_consumer_group_offsets(group_id, found)
        for partition, error in moved.errors.items():
            output.failed(f"{partition} was not moved", error)
        done = {each: found[each] for each in moved}
    rows = [
        {
            "group_id": group_id,
            **each._asdict(),
            "committed": committed.get(each),
            "offset": offset,
            **within[each]._asdict(),
        }
        for each, offset in sorted(done.items())
    ]
    output.rows(_COLUMNS, rows)


class Target:
    """The new place of a group's offsets.

    Args:
        text: A place, +N or -N, or the name of a file.
        now_ms: The wall clock's time.

    Raises:
        UsageError: The text has another form.
    """

    def __init__(self, text: str, now_ms: int) -> None:
        self.offsets: Offsets = {}
        self._shift: int | None = None
        self._place = None
        if _SHIFT.fullmatch(text):
            self._shift = int(text)
        elif Path(text).is_file():
            self.offsets = read_offsets(text)
        else:
            try:
                self._place = place(text, now_ms)
            except UsageError as error:
                raise UsageError(f"{error}; or +N, -N, or a file of offsets") from None

    async def locate(
        self,
        admin: Admin,
        output: Output,
        within: Mapping[TopicPartition, Bounds],
        committed: Mapping[TopicPartition, int],
    ) -> Offsets:
        """Return the new offset of each partition, between its bounds."""
        if self._place is not None:
            return await locate(admin, output, self._place, within)
        if self._shift is None:
            return {
                each: within[each].clamp(self.offsets[each])
                for each in within
                if each in self.offsets
            }
        for each in within.keys() - committed.keys():
            output.fail(
                f"{each} has no committed offset to move from", "give a place, such as start"
            )
        return {
            each: limits.clamp(committed[each] + self._shift)
            for each, limits in within.items()
            if each in committed
        }


def read_offsets(path: str) -> Offsets:
    """Read a file of offsets: lines topic,partition,offset or objects. Raises UsageError."""
    found: Offsets = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            partition, offset = _json_line(line) if line.startswith("{") else _csv_line(line)
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{path}, line {number}: not topic,partition,offset") from None
        if offset is not None:
            found[partition] = offset
    return found


def _csv_line(line: str) -> tuple[TopicPartition, int]:
    topic, partition, offset = (part.strip().strip('"') for part in line.split(","))
    return TopicPartition(topic, int(partition)), int(offset)


def _json_line(line: str) -> tuple[TopicPartition, int | None]:
    """Read an object of `groups seek --json`, `groups lag --json` or the like."""
    found = json.loads(line)
    offset = found["offset"] if "offset" in found else found["committed"]
    at = None if offset is None else int(offset)
    return TopicPartition(found["topic"], int(found["partition"])), at


async def _is_idle(admin: Admin, output: Output, group_id: str) -> bool:
    """Whether a group has no members; one that does not exist has none."""
    described = await admin.describe_consumer_groups([group_id])
    for error in described.errors.values():
        if isinstance(error, ServerError) and error.code == ErrorCode.GROUP_ID_NOT_FOUND:
            return True
        output.failed(f"group {group_id!r}", error)
        return False
    members = described[group_id].members
    if members:
        hint = "stop them first; `kafkawire groups describe` shows them"
        output.fail(f"group {group_id!r} has {counted(len(members), 'member')}", hint)
    return not members


async def _committed(admin: Admin, group_id: str) -> Offsets:
    found = (await admin.list_consumer_group_offsets([group_id])).unwrap()
    return {each: at.offset for each, at in found[group_id].items() if at is not None}


async def _partitions(
    admin: Admin,
    output: Output,
    chosen: Mapping[str, frozenset[int] | None],
    known: Mapping[TopicPartition, int],
) -> list[TopicPartition]:
    """The partitions that are chosen and there, or all that are known."""
    topics = await describe(admin, output, chosen or sorted({each.topic for each in known}))
    there = [
        each for name, topic in topics.items() for each in existing(output, topic, chosen.get(name))
    ]
    return there if chosen else [each for each in there if each in known]


EXAMPLES = """\
  kafkawire groups seek billing --to start --dry-run
  kafkawire groups seek billing --to @2026-11-01T00:00 --topic orders
  kafkawire groups seek billing --to=-100 --topic orders:0,2   one hundred back
  kafkawire groups lag billing --json > saved; kafkawire groups seek billing --to ./saved

Members have to be stopped first. A file has a line for each partition: topic,partition,offset as
in Kafka's own tools, or what --json prints.
"""
