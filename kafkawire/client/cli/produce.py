"""`kafkawire produce`: sends records that are read from the standard input."""

from __future__ import annotations

import argparse
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import trio

from kafkawire.client.cli import connection, verbs
from kafkawire.client.cli.format_parsing import FormatError, Parsed, Parser
from kafkawire.client.cli.formats import Field, Token, tokens_of
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.cli.records import JsonLines
from kafkawire.client.cli.throttling import ThrottleNote
from kafkawire.client.delivery import Delivery
from kafkawire.client.options import ProducerSettings
from kafkawire.client.producer import Producer

CHUNK_BYTES = 65_536
FAILURES_SHOWN_MAX = 10
_STDIN = 0
Source: TypeAlias = Callable[[], Awaitable[bytes]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    verbs.prepare_session(parser, "produce", produce)
    parser.set_defaults(source=read_stdin)
    parser.epilog = f"examples:\n{_EXAMPLES}"
    add = parser.add_argument
    add("topic", metavar="TOPIC", nargs="?", help="may be missing if %%t or an object names it")
    add("-f", "--format", type=_tokens, help=r"such as '%%k\t%%v\n' ('%%v\n': a value a line)")
    add("--json", action="store_true", help="read objects as `kafkawire consume --json` prints")
    add("--key", help="the key of records without one")
    add(
        "--header",
        metavar="NAME=VALUE",
        dest="headers",
        type=verbs.assignment,
        action="append",
        default=[],
        help="a header of all records; may be repeated",
    )
    add("--partition", metavar="NUMBER", type=_partition, help="of all records")
    verbs.add_sending(parser)
    add("-v", "--verbose", action="store_true", help="print where each record is")


async def produce(
    arguments: argparse.Namespace, output: Output, environment: Mapping[str, str]
) -> None:
    """Send records until the input ends."""
    if arguments.json and arguments.format is not None:
        raise UsageError("--json and -f are two formats: give one")
    tokens = arguments.format or tokens_of(r"%v\n")
    names_topic = arguments.json or any(
        isinstance(each, Field) and each.letter == "t" for each in tokens
    )
    if arguments.topic is None and not names_topic:
        raise UsageError("give a TOPIC, or a format with %t")
    parser = JsonLines() if arguments.json else Parser(tokens)
    report = Report(output, is_verbose=arguments.verbose)
    client = connection.client(
        Producer,
        ProducerSettings,
        arguments,
        environment,
        on_delivery=report.delivered,
        acks=arguments.acks,
        compression_type=arguments.compression,
        observer=ThrottleNote(output, "PRODUCE", "producer_byte_rate"),
    )
    async with client as producer:
        try:
            await _send_all(producer, arguments, parser, report)
        except FormatError as error:
            sent = report.sent
            output.fail(f"record {sent + 1} of the input: {error}", f"{sent} before it were sent")
    report.end()


class Report:
    """Prints where records are, and which failed.

    Attributes:
        sent: How many records were accepted.
    """

    def __init__(self, output: Output, *, is_verbose: bool) -> None:
        self.sent = 0
        self._output = output
        self._is_verbose = is_verbose
        self._failures = 0

    def delivered(self, delivery: Delivery) -> None:
        """Note how a record ended."""
        error = delivery.error
        if error is not None:
            self._failures += 1
            if self._failures <= FAILURES_SHOWN_MAX:
                self._output.failed(f"a record for {delivery.batch.partition} failed", error)
        elif self._is_verbose:
            where = delivery.metadata()
            self._output.tell(f"{where.topic}-{where.partition} @{where.offset}", where._asdict())

    def end(self) -> None:
        """Print how many failures were not printed one by one."""
        if self._failures > FAILURES_SHOWN_MAX:
            self._output.fail(f"{self._failures} records failed in all")


async def read_stdin() -> bytes:
    """Return what comes next from the standard input, nothing at its end.

    The thread reads the descriptor: one that waits in Python's buffer would disturb the exit.
    """
    try:
        return await trio.to_thread.run_sync(os.read, _STDIN, CHUNK_BYTES, abandon_on_cancel=True)
    except OSError as error:
        raise UsageError(f"cannot read the standard input: {error.strerror}") from None


async def _send_all(
    producer: Producer[bytes, bytes],
    arguments: argparse.Namespace,
    parser: Parser | JsonLines,
    report: Report,
) -> None:
    """Send records while they come, until the input ends."""
    source: Source = arguments.source
    while True:
        data = await source()
        parser.feed(data)
        while (record := parser.take()) is not None:
            await _send(producer, arguments, record)
            report.sent += 1
        if not data:
            return


async def _send(
    producer: Producer[bytes, bytes], arguments: argparse.Namespace, record: Parsed
) -> None:
    topic = arguments.topic or record.topic
    if not topic:
        raise FormatError("it names no topic")
    key = arguments.key.encode() if record.key is None and arguments.key else record.key
    own = [(name, value.encode()) for name, value in arguments.headers]
    partition = record.partition if arguments.partition is None else arguments.partition
    await producer.send(
        topic,
        record.value,
        key=key,
        headers=[*record.headers, *own],
        partition=partition,
        timestamp=record.timestamp,
    )


def _tokens(text: str) -> tuple[Token, ...]:
    try:
        tokens = tokens_of(text)
        Parser(tokens)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return tokens


def _partition(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a partition")
    return int(text)


_EXAMPLES = r"""  kafkawire produce orders < lines                each line is a value
  echo hello | kafkawire produce orders --key k --header a=b -v
  kafkawire produce orders -f '%k\t%v\n' < pairs
  kafkawire produce orders -f '%K{big4}%V{big4}%k%v' < binary
  kafkawire produce orders --acks 1 -z lz4 --partition 2 < lines
  kafkawire consume a -o start -e --json | kafkawire produce b --json

`kafkawire consume --help` has the fields of -f.
"""
