"""`kafkawire consume`: prints the records of topics.

Without a group it reads partitions from one place to another. With `-g` it is a member of a group,
which commits what was printed.
"""

from __future__ import annotations

import argparse
import math
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.client.admin import Admin
from kafkawire.client.cli import connection, verbs
from kafkawire.client.cli.formats import Shown, Token, render, tokens_of
from kafkawire.client.cli.locating import Bounds, bounds, describe, led, locate
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.cli.places import END, START, Range, range_of
from kafkawire.client.cli.records import line_of, row_of
from kafkawire.client.cli.throttling import ThrottleNote
from kafkawire.client.consumer import Consumer
from kafkawire.client.options import AdminSettings, ConsumerSettings
from kafkawire.client.values import TopicPartition

Environment = Mapping[str, str]
BATCH_MAX = 500
LOOK_S = 0.2
"""Interval of checks for the end, where the end may be a marker of a transaction."""
SHORT_FETCH_MS = 50
_RESETS = {START: "earliest", END: "latest"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    verbs.prepare_session(parser, "consume", consume, is_endless=lambda given: not given.exit)
    parser.epilog = f"examples:\n{_EXAMPLES}"
    add = parser.add_argument
    add("topics", metavar="TOPIC", nargs="+")
    add("--regex", action="store_true", help="topics are regular expressions")
    add(
        "-o",
        "--offset",
        metavar="PLACE",
        default="end",
        help="start, end, 100, -5, @TIME, or a range such as 100:200, @-1h:@now (end)",
    )
    add("-p", "--partitions", type=verbs.partitions, metavar="LIST", help="such as 0,2 (all)")
    add("-e", "--exit", action="store_true", help="stop at the end instead of waiting for more")
    add("-n", "--count", type=verbs.positive, metavar="COUNT", help="stop after so many records")
    add("-g", "--group", help="as a member of this group, from its committed offsets")
    add("--no-commit", action="store_true", help="with -g: leave its offsets as they are")
    add("--read-committed", action="store_true", help="no records of open or aborted transactions")
    add("-f", "--format", type=_tokens, help=r"such as '%%p %%o %%k %%v\n'; see below")
    add("--json", action="store_true", help="print an object per line")
    add("--headers-only", action="store_true", help="print neither keys nor values")


async def consume(arguments: argparse.Namespace, output: Output, environment: Environment) -> None:
    """Print records until the end, or until it is interrupted."""
    wanted = range_of(arguments.offset, int(time.time() * 1000))
    printer = Printer(arguments, output)
    if arguments.group is not None:
        await _as_member(arguments, output, environment, printer, wanted)
        return
    async with connection.client(Admin, AdminSettings, arguments, environment) as admin:
        within = await _within(admin, arguments, output)
        starts = await locate(admin, output, wanted.start, within)
        stops: dict[TopicPartition, int] = {}
        if wanted.end is not None:
            stops = await locate(admin, output, wanted.end, within)
        elif arguments.exit:
            stops = {each: limits.end for each, limits in within.items()}
    if wanted.end is not None or arguments.exit:
        starts = {each: start for each, start in starts.items() if start < stops.get(each, 0)}
    if not starts:
        return
    # All records before the stops exist, so fetches need not wait, and closing is quick.
    wait_ms = SHORT_FETCH_MS if stops else None
    client = _client(
        arguments, output, environment, auto_offset_reset="earliest", fetch_max_wait_ms=wait_ms
    )
    async with client as consumer:
        await consumer.assign(starts)
        await _print_until(consumer, printer, {each: stops[each] for each in starts if stops})


class Printer:
    """Prints records as the command line asks for.

    Attributes:
        left: How many records are still to be printed.
    """

    def __init__(self, arguments: argparse.Namespace, output: Output) -> None:
        self.left: float = arguments.count or math.inf
        self._output = output
        self._has_values = not arguments.headers_only
        self._is_for_people = output.is_for_people and arguments.format is None
        default = r"%v\n" if self._has_values else r"%t %p %o %T{iso} %h\n"
        self._tokens: tuple[Token, ...] = arguments.format or tokens_of(default)
        self._printed = 0

    def print(self, records: Sequence[Shown]) -> None:
        """Print records, at once."""
        output, has_values = self._output, self._has_values
        if output.is_json:
            for record in records:
                output.object(row_of(record, with_values=has_values))
        elif self._is_for_people:
            for record in records:
                output.line(line_of(record, with_values=has_values))
        else:
            numbered = enumerate(records, self._printed)
            output.raw(b"".join(render(self._tokens, each, index) for index, each in numbered))
        output.flush()
        self._printed += len(records)
        self.left -= len(records)


async def _within(
    admin: Admin, arguments: argparse.Namespace, output: Output
) -> dict[TopicPartition, Bounds]:
    """Return the partitions that are meant, and their bounds."""
    names = arguments.topics
    if arguments.regex:
        pattern = _pattern(names)
        names = [each for each in sorted(await admin.list_topics()) if pattern.fullmatch(each)]
        if not names:
            output.fail(f"no topic matches {pattern.pattern}")
    topics = await describe(admin, output, names)
    partitions = [
        each for topic in topics.values() for each in led(output, topic, arguments.partitions)
    ]
    missing = set(arguments.partitions or ()) - {each.partition for each in partitions}
    for number in sorted(missing):
        if topics:
            output.fail(f"{', '.join(topics)}: there is no partition {number} to read")
    level = "read_committed" if arguments.read_committed else "read_uncommitted"
    return await bounds(admin, output, partitions, isolation_level=level)


async def _print_until(
    consumer: Consumer[bytes, bytes], printer: Printer, stops: Mapping[TopicPartition, int]
) -> None:
    """Print records, up to the stops if there are any."""
    going = set(stops)
    while printer.left > 0 and (going or not stops):
        count = int(min(printer.left, BATCH_MAX))
        found = await consumer.poll(LOOK_S if stops else math.inf, max_records=count)
        for partition, batch in found.items():
            stop = stops.get(partition, math.inf)
            printer.print([record for record in batch if record.offset < stop])
            if batch.next_offset >= stop:
                consumer.pause(partition)
                going.discard(partition)
        if not found:
            going = {each for each in going if await consumer.position(each) < stops[each]}


async def _as_member(
    arguments: argparse.Namespace,
    output: Output,
    environment: Environment,
    printer: Printer,
    wanted: Range,
) -> None:
    """Print what the group has not read yet."""
    if wanted.end is not None or wanted.start not in _RESETS or arguments.partitions is not None:
        raise UsageError("-g reads from committed offsets: -o can be start or end, without -p")
    names: Any = _pattern(arguments.topics) if arguments.regex else arguments.topics
    if not arguments.regex:
        async with connection.client(Admin, AdminSettings, arguments, environment) as admin:
            if len(await describe(admin, output, names)) < len(set(names)):
                return
    member = _client(
        arguments,
        output,
        environment,
        topics=names,
        group_id=arguments.group,
        enable_auto_commit=not arguments.no_commit,
        auto_offset_reset=_RESETS[wanted.start],
    )
    async with member as consumer:
        while printer.left > 0:
            count = int(min(printer.left, BATCH_MAX))
            found = await consumer.poll(LOOK_S if arguments.exit else math.inf, max_records=count)
            for batch in found.values():
                printer.print(batch)
            if not found and _is_at_end(consumer):
                break
        if not arguments.no_commit and consumer.assignment:
            await consumer.commit()


def _is_at_end(consumer: Consumer[bytes, bytes]) -> bool:
    """Whether there are partitions, and all of them are read to their ends."""
    assigned = consumer.assignment
    return bool(assigned) and all(consumer.lag(each) == 0 for each in assigned)


def _client(
    arguments: argparse.Namespace, output: Output, environment: Environment, **own: object
) -> Consumer[bytes, bytes]:
    own["isolation_level"] = "read_committed" if arguments.read_committed else None
    own["observer"] = ThrottleNote(output, "FETCH", "consumer_byte_rate")
    return connection.client(Consumer, ConsumerSettings, arguments, environment, **own)


def _pattern(texts: Sequence[str]) -> re.Pattern[str]:
    try:
        return re.compile("|".join(f"(?:{text})" for text in texts))
    except re.error as error:
        raise UsageError(f"{'|'.join(texts)} is no regular expression: {error}") from None


def _tokens(text: str) -> tuple[Token, ...]:
    try:
        return tokens_of(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


_EXAMPLES = r"""  kafkawire consume orders                        new records
  kafkawire consume orders -o start -e            all records
  kafkawire consume orders -o -5                  the last five of each partition, and on
  kafkawire consume orders -o 100:200 -p 0
  kafkawire consume orders -o @2026-11-01T00:00:@now --json
  kafkawire consume orders -g billing -n 10       as a member of a group, which commits
  kafkawire consume orders -e -o start -f '%p %o %T{iso} %k %h{%k=%v;} %v\n'

A terminal shows records with their places, keys and headers; elsewhere values are printed, a line
each. Fields of -f:
  %t topic  %p partition  %o offset  %T timestamp  %k key  %v value  %e leader epoch
  %h{%k=%v;} each header  %K %V bytes of key and value, -1 for null  %H headers  %i number
  %k{hex} {base64} {json}   %T{iso}   %V{big4} as four bytes   \n \t \xNN %%
"""
