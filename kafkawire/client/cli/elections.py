"""`kafkawire cluster elect`: has leaders elected."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.locating import describe, numbers
from kafkawire.client.cli.output import Output
from kafkawire.client.errors import ClientError, ServerError
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin


def add_electing(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    add = parser.add_argument
    add(
        "partitions",
        metavar="TOPIC[:LIST]",
        type=verbs.topic_and_partitions,
        nargs="*",
        help="such as orders or orders:0,2 (all that need an election)",
    )
    add(
        "--unclean",
        action="store_true",
        help="if no replica is in sync, another one may lead; the records that it lacks are lost",
    )
    verbs.add_assent(
        parser,
        lambda given: (
            "Elect leaders that are not in sync, and lose records?" if given.unclean else None
        ),
    )


async def elect(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Elect leaders of some partitions, or of all that need it."""
    wanted = await _partitions(admin, arguments, output) if arguments.partitions else None
    if wanted is not None and not wanted:
        return
    kind = "unclean" if arguments.unclean else "preferred"
    found = await admin.elect_leaders(kind, wanted)
    for partition in sorted(found):
        row = {**partition._asdict(), "is_elected": True}
        output.tell(f"{partition} has a new leader", row)
    for partition, error in sorted(found.errors.items()):
        if _is_not_needed(error):
            output.tell(
                f"{partition} has the leader that it should have",
                {**partition._asdict(), "is_elected": False},
            )
        else:
            output.failed(f"{partition} has no new leader", error)
    if not found and not found.errors:
        output.line("all partitions have the leaders that they should have")


async def _partitions(
    admin: Admin, arguments: argparse.Namespace, output: Output
) -> list[TopicPartition]:
    """Return the partitions that are named and exist, with or without a leader."""
    topics = await describe(admin, output, (topic for topic, _ in arguments.partitions))
    found = [
        TopicPartition(name, number)
        for name, wanted in arguments.partitions
        if name in topics
        for number in sorted(numbers(output, topics[name], wanted))
    ]
    return list(dict.fromkeys(found))


def _is_not_needed(error: ClientError) -> bool:
    return isinstance(error, ServerError) and error.code == ErrorCode.ELECTION_NOT_NEEDED


EXAMPLES = """\
  kafkawire cluster elect                          preferred leaders lead again
  kafkawire cluster elect orders bills:0,2
  kafkawire cluster elect orders:3 --unclean --yes
"""
