"""`kafkawire cluster reassign`: moves replicas to other brokers.

Its files are those of Kafka's own tool: {"partitions": [{"topic": ..., "partition": 0, "replicas":
[1, 2, 3]}]}, or lines topic,partition,replica,replica...
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import trio

from kafkawire.client.cli import verbs
from kafkawire.client.cli.files import read_text
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.descriptions import Reassignment
from kafkawire.client.values import TopicPartition
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

LOOK_S = 1.0
_MOVING = {
    "topic": "TOPIC",
    "partition": "PARTITION",
    "replicas": "REPLICAS",
    "adding": "ADDING",
    "removing": "REMOVING",
}
_PLANNED = {"topic": "TOPIC", "partition": "PARTITION", "now": "NOW", "replicas": "NEW"}

Moves = Mapping[TopicPartition, Sequence[int]]


def add_reassigning(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    add = parser.add_argument
    add(
        "file",
        metavar="FILE",
        nargs="?",
        help="the new replicas of partitions; without it: show moves",
    )
    add("--cancel", action="store_true", help="cancel the moves in FILE, or all")
    add("--wait", action="store_true", help="wait until the moves are done")
    verbs.add_dry_run(parser)
    verbs.add_assent(parser, _question)


def _question(given: argparse.Namespace) -> str | None:
    if given.cancel:
        return f"Cancel {f'the moves in {given.file}' if given.file else 'all moves'}?"
    return f"Move replicas as {given.file} has it?" if given.file else None


async def reassign(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Move partitions, cancel moves, or show what moves."""
    moves = None if arguments.file is None else read_moves(arguments.file)
    if arguments.cancel:
        await _cancel(admin, arguments, output, moves)
    elif moves is not None:
        await _move(admin, arguments, output, moves)
    else:
        found = await admin.list_partition_reassignments()
        _show(output, found)
        if not found:
            output.line("nothing moves")
    if arguments.wait and not arguments.dry_run:
        await _wait(admin, output, moves)


def read_moves(path: str) -> Moves:
    """Read a file of moves. Raises UsageError."""
    text = read_text(path)
    read = _json_moves if text.lstrip().startswith("{") else _csv_moves
    try:
        found = read(text)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(
            f'{path} has neither {{"partitions": [{{"topic", "partition", "replicas"}}]}}'
            " nor lines topic,partition,replica,..."
        ) from None
    if not found:
        raise UsageError(f"{path} has no reassignment")
    return found


def _json_moves(text: str) -> Moves:
    found: Any = json.loads(text)
    return {
        TopicPartition(str(each["topic"]), int(each["partition"])): [
            int(broker) for broker in each["replicas"]
        ]
        for each in found["partitions"]
    }


def _csv_moves(text: str) -> Moves:
    found = {}
    for line in filter(str.strip, text.splitlines()):
        topic, partition, first, *more = (part.strip() for part in line.split(","))
        found[TopicPartition(topic, int(partition))] = [int(broker) for broker in (first, *more)]
    return found


async def _move(admin: Admin, arguments: argparse.Namespace, output: Output, moves: Moves) -> None:
    now = await _replicas(admin, moves)
    done: Sequence[TopicPartition] = list(moves)
    if not arguments.dry_run:
        told = await admin.alter_partition_reassignments(moves)
        for partition, error in told.errors.items():
            output.failed(f"{partition} does not move", error)
        done = list(told)
    rows = [
        {**each._asdict(), "now": now.get(each), "replicas": list(moves[each])}
        for each in sorted(done)
    ]
    output.rows(_PLANNED, rows)


async def _replicas(admin: Admin, moves: Moves) -> dict[TopicPartition, list[int]]:
    """Return the replicas of partitions; the controller refuses partitions that do not exist."""
    topics = await admin.describe_topics({each.topic for each in moves})
    return {
        TopicPartition(topic.name, each.partition): list(each.replicas)
        for topic in topics.values()
        for each in topic.partitions
    }


async def _cancel(
    admin: Admin, arguments: argparse.Namespace, output: Output, moves: Moves | None
) -> None:
    moving = await admin.list_partition_reassignments()
    wanted = [each for each in sorted(moving) if moves is None or each in moves]
    if arguments.dry_run:
        _show(output, {each: moving[each] for each in wanted})
    elif wanted:
        told = await admin.alter_partition_reassignments(dict.fromkeys(wanted))
        for partition in told:
            row = {**partition._asdict(), "is_cancelled": True}
            output.tell(f"{partition} stays where it was", row)
        for partition, error in told.errors.items():
            output.failed(f"{partition} moves on", error)
    if not wanted:
        output.line("no such move is going on")


async def _wait(admin: Admin, output: Output, moves: Moves | None) -> None:
    """Wait until partitions do not move any more."""
    while True:
        moving = await admin.list_partition_reassignments()
        left = [each for each in moving if moves is None or each in moves]
        if not left:
            output.flush()
            return
        output.progress(f"{counted(len(left), 'partition')} still moving, {left[0]} for one")
        await trio.sleep(LOOK_S)


def _show(output: Output, found: Mapping[TopicPartition, Reassignment]) -> None:
    rows = [{**each._asdict(), **found[each]._asdict()} for each in sorted(found)]
    output.rows(_MOVING, rows)


EXAMPLES = """\
  kafkawire cluster reassign                       what is moving
  kafkawire cluster reassign moves.json --dry-run
  kafkawire cluster reassign moves.json --wait
  kafkawire cluster reassign --cancel --yes

A file is that of kafka-reassign-partitions.sh, or has a line for each partition:
topic,partition,replica,replica... The first replica is the preferred leader.
"""
