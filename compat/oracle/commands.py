"""What the commands of this package share: the two brokers that they compare, and how they end.

The exit code is 1 if anything was found, 2 if there is no Kafka here, 130 after an interrupt.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from compat.oracle.gaps import Gap, known_gaps
from compat.oracle.node import OracleUnavailable
from compat.oracle.reports import SHOWN_MAX
from compat.oracle.side import Side
from compat.oracle.sides import SETTINGS, VERSION, Bugs, apache, kafkawire, running

INTERRUPTED = 130
"""The exit code of a command that was interrupted, as of a shell's."""


class Pair(NamedTuple):
    """Which two brokers are compared: a real Kafka, and ours unless it is Kafka twice.

    `running` are the addresses of those that someone else started.
    """

    version: str
    is_kafka_twice: bool = False
    emulates: bool = False
    running: Sequence[str] = ()

    @classmethod
    def chosen(cls, options: argparse.Namespace) -> Pair:
        """The pair that the options of `add_pair` name."""
        is_kafka_twice = options.kafka_twice or len(options.running) > 1
        return cls(options.version, is_kafka_twice, options.emulate, options.running)

    @contextlib.contextmanager
    def sides(self, settings: Mapping[str, str] = SETTINGS) -> Iterator[tuple[Side, Side]]:
        """Both of them. Raises OracleUnavailable, and Bugs at the end."""
        named = [running(f"Kafka at {each}", each) for each in self.running]
        real = named[0] if named else apache(self.version, settings)
        other = named[1] if len(named) > 1 else self.second(settings)
        with real as first, other as second:
            yield first, second

    def second(self, settings: Mapping[str, str] = SETTINGS) -> AbstractContextManager[Side]:
        """What the real Kafka is compared with."""
        if self.is_kafka_twice:
            return apache(self.version, settings)
        return kafkawire(settings, self.version if self.emulates else None)

    def gaps(self) -> list[Gap]:
        """What may differ; nothing between two of the same."""
        return [] if self.is_kafka_twice else known_gaps(emulated=self.emulates)


def add_version(parser: argparse.ArgumentParser) -> None:
    """The option that every command has."""
    parser.add_argument("--version", default=VERSION, help="of Kafka (%(default)s)")


def add_shown(parser: argparse.ArgumentParser) -> None:
    """The option of commands that show differences."""
    parser.add_argument(
        "--shown", type=int, default=SHOWN_MAX, help="differences shown of each (%(default)s)"
    )


def add_pair(parser: argparse.ArgumentParser) -> None:
    """The options that say what is compared; see `Pair.chosen`."""
    add_version(parser)
    parser.add_argument(
        "--running",
        metavar="HOST:PORT",
        default=[],
        action="append",
        help="a Kafka that runs already, on `sides.SETTINGS`; given twice, they are compared",
    )
    parser.add_argument("--kafka-twice", action="store_true", help="Kafka against Kafka")
    parser.add_argument(
        "--emulate", action="store_true", help="ours behaves as that version (fetch and produce)"
    )


def ended(command: Callable[[], int]) -> int:
    """What a command returns, or why it could not: its exit code."""
    # Whatever ends the run ends the node of Kafka with it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return command()
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except OracleUnavailable as missing:
        sys.stderr.write(f"{missing}\n")
        return 2
    except Bugs as bugs:
        sys.stderr.write(f"kafkawire met bugs:\n{bugs}\n")
        return 1


def verdict(found: int, kind: str = "differences") -> int:
    """Say how many there were; the exit code."""
    say(f"{found} {kind}" if found else "no differences")
    return 1 if found else 0


def say(*lines: str) -> None:
    """Print lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def fresh_seed() -> int:
    """A seed that was never used before, with room for the walks that follow."""
    return int.from_bytes(os.urandom(4), "big")
