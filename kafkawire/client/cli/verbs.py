"""The grammar of commands: verbs, what all verbs have in common, arguments of several commands."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, NoReturn

from kafkawire.client.cli import connection
from kafkawire.client.cli.output import Output
from kafkawire.grammar import Layout, Parser

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

Verb = Callable[["Admin", argparse.Namespace, Output], Awaitable[None]]
Session = Callable[[argparse.Namespace, Output, Mapping[str, str]], Awaitable[None]]
Question = Callable[[argparse.Namespace], "str | None"]
"""None where these arguments do no harm."""


class Verbs:
    """The verbs of a command.

    Args:
        parser: The parser of the command.
    """

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        assert isinstance(parser, Parser)
        self._command = parser.prog.rpartition(" ")[2]
        self._verbs = parser.add_choices("verbs", "VERB")

    def add(self, name: str, verb: Verb, summary: str, examples: str) -> argparse.ArgumentParser:
        """Add a verb and return its parser, for its own arguments."""
        parser = self._parser(name, summary, examples)
        prepare(parser, f"{self._command} {name}", verb)
        return parser

    def add_session(
        self, name: str, session: Session, summary: str, examples: str
    ) -> argparse.ArgumentParser:
        """Add a verb that opens clients of its own, and return its parser."""
        parser = self._parser(name, summary, examples)
        parser.add_argument("--json", action="store_true", help="print an object per line")
        prepare_session(parser, f"{self._command} {name}", session)
        return parser

    def _parser(self, name: str, summary: str, examples: str) -> argparse.ArgumentParser:
        return self._verbs.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=f"examples:\n{examples}",
            formatter_class=Layout,
        )


def run(arguments: argparse.Namespace) -> int:
    """Run a command; only now is all imported that it takes, which help does without."""
    from kafkawire.client.cli import running

    return running.run(arguments)


async def administer(
    arguments: argparse.Namespace, output: Output, environment: Mapping[str, str]
) -> None:
    """Run a verb with an admin client."""
    from kafkawire.client.cli import running

    await running.administer(arguments, output, environment)


def prepare(parser: argparse.ArgumentParser, command: str, verb: Verb) -> None:
    """Add the flags that all commands have, and the function that the command runs."""
    parser.add_argument("--json", action="store_true", help="print an object per line")
    prepare_session(parser, command, administer)
    parser.set_defaults(verb=verb)


def prepare_session(
    parser: argparse.ArgumentParser,
    command: str,
    session: Session,
    is_endless: Callable[[argparse.Namespace], bool] = lambda given: False,
) -> None:
    """Add the flags of the connection, and the function that opens clients of its own.

    Args:
        parser: The parser of the command.
        command: The command and its verb, for lines about what failed.
        session: What the command runs.
        is_endless: Whether Ctrl-C is how it ends, so that the exit code is 0 then.
    """
    connection.add_flags(parser)
    parser.set_defaults(
        run=run, session=session, command=command, question=None, is_endless=is_endless
    )


def add_assent(parser: argparse.ArgumentParser, question: Question) -> None:
    """Have a command ask before it runs, on a terminal; elsewhere it needs --yes."""
    parser.add_argument("--yes", "-y", action="store_true", help="do not ask for confirmation")
    parser.set_defaults(question=question)


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    """Add --dry-run."""
    parser.add_argument("--dry-run", action="store_true", help="only show the changes")


def add_sending(parser: argparse.ArgumentParser) -> None:
    """Add the options of a producer."""
    add = parser.add_argument
    add("--acks", help="replicas that have to have a record: all, 1 or 0 (all)")
    add("-z", "--compression", metavar="CODEC", help="gzip, snappy, lz4 or zstd (none)")


def partitions(text: str) -> frozenset[int]:
    """Read the numbers of partitions: 0,2 or 0-3."""
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            _refuse(f"{text!r} is not a list of partitions such as 0,2 or 0-3")
        begin, end = int(first), int(last or first)
        if end < begin or end - begin >= PARTITIONS_MAX:
            _refuse(f"{part!r} is not a range of partitions")
        found.update(range(begin, end + 1))
    return frozenset(found)


PARTITIONS_MAX = 100_000


def topic_and_partitions(text: str) -> tuple[str, frozenset[int] | None]:
    """Read TOPIC, with None for all its partitions, or TOPIC:0,2."""
    topic, separator, numbers = text.partition(":")
    if not topic:
        _refuse(f"{text!r} is not of the form TOPIC or TOPIC:0,2")
    return topic, partitions(numbers) if separator else None


def assignment(text: str) -> tuple[str, str]:
    """Read NAME=VALUE."""
    name, separator, value = text.partition("=")
    if not separator or not name:
        _refuse(f"{text!r} is not of the form NAME=VALUE")
    return name, value


def positive(text: str) -> int:
    """Read a number of 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        _refuse(f"{text!r} is not a number of 1 or more")
    return int(text)


def _refuse(text: str) -> NoReturn:
    raise argparse.ArgumentTypeError(text)
