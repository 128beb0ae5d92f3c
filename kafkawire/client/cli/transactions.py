"""`kafkawire transactions`: list and describe transactions, find those that hang, abort them."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from kafkawire.client.cli import verbs
from kafkawire.client.cli.connection import seconds
from kafkawire.client.cli.hanging import abort_hanging, find_hanging
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.values import TopicPartition
from kafkawire.wording import iso

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

STATES = (
    "Empty",
    "Ongoing",
    "PrepareCommit",
    "PrepareAbort",
    "CompleteCommit",
    "CompleteAbort",
    "PrepareEpochFence",
    "Dead",
)
HANGING_S = 900
"""A transaction times out after transaction.max.timeout.ms, 15 minutes, at the latest."""
_LIST = {"transactional_id": "TRANSACTIONAL ID", "state": "STATE", "producer_id": "PRODUCER"}
_PARTITIONS = {"topic": "TOPIC", "partition": "PARTITION"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    _add_listing(add.add("list", list_transactions, "list transactional ids", _LIST_EXAMPLES))
    describing = add.add(
        "describe", describe_transactions, "show states and partitions", _DESCRIBE_EXAMPLES
    )
    describing.add_argument("ids", metavar="ID", nargs="+", help="a transactional id")
    finding = add.add("hanging", find_hanging, "find transactions that hang", _HANGING_EXAMPLES)
    finding.add_argument("topics", metavar="TOPIC", nargs="*", help="in these topics (all)")
    _add_age(finding, HANGING_S)
    _add_aborting(add.add("abort", abort_transactions, "abort transactions", _ABORT_EXAMPLES))


def _add_listing(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--state", action="append", default=[], choices=STATES, metavar="STATE", help=_STATES)
    add("--producer", type=int, action="append", default=[], metavar="ID", help="a producer's id")
    add("--pattern", help="a regular expression that the whole id matches")
    _add_age(parser, None)


def _add_age(parser: argparse.ArgumentParser, default: float | None) -> None:
    parser.add_argument(
        "--older",
        metavar="SECONDS",
        type=seconds,
        default=default,
        help=f"going on for longer ({'any time' if default is None else f'{default:g}'})",
    )


def _add_aborting(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("ids", metavar="ID", nargs="*", help="a transactional id, whose producers are fenced")
    add(
        "--hanging",
        metavar="TOPIC:PARTITION",
        type=place,
        help="a partition that `hanging` has found",
    )
    add("--producer", metavar="ID", type=int, help="with --hanging: the id of its producer")
    verbs.add_assent(parser, _question)


def place(text: str) -> TopicPartition:
    """Read TOPIC:PARTITION."""
    topic, _, number = text.rpartition(":")
    if not topic or not number.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form TOPIC:PARTITION")
    return TopicPartition(topic, int(number))


async def list_transactions(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """List the transactional ids of all brokers."""
    found = await admin.list_transactions(
        states=arguments.state,
        producer_ids=arguments.producer,
        duration_ms=-1 if arguments.older is None else round(arguments.older * 1000),
        pattern=arguments.pattern,
    )
    for broker, error in found.errors.items():
        output.failed(f"transactions of {broker}", error)
    output.rows(_LIST, [each._asdict() for each in sorted(found.values())])
    if not found and not found.errors:
        output.line("no transactions")


async def describe_transactions(
    admin: Admin, arguments: argparse.Namespace, output: Output
) -> None:
    """Show the states of transactional ids, and the partitions that they write to."""
    found = await admin.describe_transactions(dict.fromkeys(arguments.ids))
    for name, error in found.errors.items():
        output.failed(f"transactional id {name!r}", error)
    for index, each in enumerate(found.values()):
        start_ms = each.start_time_ms
        started = None if start_ms is None else iso(start_ms)
        if output.is_json:
            output.object({**each._asdict(), "start_time": started})
            continue
        producer = f"producer {each.producer_id} epoch {each.producer_epoch}"
        text = f"{each.transactional_id}: {each.state}, {producer}, timeout {each.timeout_ms} ms"
        if start_ms is not None:
            text += f", since {started} ({max(time.time() - start_ms / 1000, 0):.0f} s)"
        output.heading(index, text)
        output.rows(_PARTITIONS, [partition._asdict() for partition in sorted(each.partitions)])


async def abort_transactions(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Abort transactions by their transactional ids, or one that hangs in a partition."""
    if (arguments.hanging is None) != (arguments.producer is None):
        raise UsageError("--hanging and --producer belong together")
    if not arguments.ids and arguments.hanging is None:
        raise UsageError("give a transactional id, or --hanging TOPIC:PARTITION --producer ID")
    if arguments.ids:
        await _abort(admin, arguments.ids, output)
    if arguments.hanging is not None:
        await abort_hanging(admin, arguments.hanging, arguments.producer, output)


async def _abort(admin: Admin, ids: list[str], output: Output) -> None:
    """Fence the producers of ids that exist: fencing would make those that do not."""
    there = await admin.describe_transactions(dict.fromkeys(ids))
    for name, error in there.errors.items():
        output.failed(f"transactional id {name!r}", error)
    fenced = await admin.fence_producers(there)
    for name, producer in fenced.items():
        row = {"transactional_id": name, **producer._asdict(), "is_aborted": True}
        epoch = f"producers before epoch {producer.producer_epoch} are fenced"
        output.tell(f"{name} has no open transaction; {epoch}", row)
    for name, error in fenced.errors.items():
        output.failed(f"{name} was not aborted", error)


def _question(given: argparse.Namespace) -> str | None:
    what = list(given.ids)
    if given.hanging is not None:
        what.append(f"what producer {given.producer} has open in {given.hanging}")
    return f"Abort {', '.join(what)}?" if what else None


_STATES = ", ".join(STATES)
_LIST_EXAMPLES = """\
  kafkawire transactions list
  kafkawire transactions list --state Ongoing --older 60
"""
_DESCRIBE_EXAMPLES = """\
  kafkawire transactions describe billing-1
"""
_HANGING_EXAMPLES = """\
  kafkawire transactions hanging
  kafkawire transactions hanging orders --older 60

A transaction hangs if a partition has it open and no coordinator has. It keeps
read_committed consumers waiting until it is aborted.
"""
_ABORT_EXAMPLES = """\
  kafkawire transactions abort billing-1
  kafkawire transactions abort --hanging orders:3 --producer 4711
"""
