"""Which brokers a command compares, and what it ends with. No Java is needed for that."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

import pytest

from compat.oracle import commands
from compat.oracle.commands import Pair, add_pair, ended, verdict
from compat.oracle.node import OracleUnavailable
from compat.oracle.side import Side
from compat.oracle.sides import SETTINGS, Bugs


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    usual = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, usual)


def named(text: str) -> AbstractContextManager[Side]:
    """A side that nobody connects to."""
    return nullcontext(Side(text, "127.0.0.1", 9))


@pytest.mark.parametrize(
    ("arguments", "sides", "has_gaps"),
    [
        ("", ["Kafka 4.4.0", "ours None"], True),
        ("--version 3.9.2 --emulate", ["Kafka 3.9.2", "ours 3.9.2"], True),
        ("--kafka-twice", ["Kafka 4.4.0", "Kafka 4.4.0"], False),
        ("--running h:1", ["Kafka at h:1", "ours None"], True),
        ("--running h:1 --kafka-twice", ["Kafka at h:1", "Kafka 4.4.0"], False),
        ("--running h:1 --running h:2", ["Kafka at h:1", "Kafka at h:2"], False),
    ],
)
def test_options_choose_the_pair(
    arguments: str, sides: list[str], has_gaps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "apache", lambda version, settings: named(f"Kafka {version}"))
    monkeypatch.setattr(commands, "kafkawire", lambda settings, release: named(f"ours {release}"))
    parser = argparse.ArgumentParser()
    add_pair(parser)
    pair = Pair.chosen(parser.parse_args(arguments.split()))
    with pair.sides(SETTINGS) as found:
        assert [each.name for each in found] == sides
    assert bool(pair.gaps()) == has_gaps


def raising(error: BaseException) -> Callable[[], int]:
    """A command that does not come to its end."""

    def command() -> int:
        raise error

    return command


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (lambda: 0, 0),
        (lambda: 1, 1),
        (raising(KeyboardInterrupt()), 130),
        (raising(OracleUnavailable("no Java")), 2),
        (raising(Bugs("a traceback")), 1),
    ],
)
def test_how_a_command_ends_is_its_exit_code(command: Callable[[], int], code: int) -> None:
    assert ended(command) == code


def test_a_run_that_is_terminated_is_an_interrupted_one() -> None:
    def command() -> int:
        signal.raise_signal(signal.SIGTERM)
        return 0

    assert ended(command) == 130


def test_whatever_was_found_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert [verdict(0), verdict(3), verdict(1, "walks")] == [0, 1, 1]
    assert capsys.readouterr().out.splitlines() == ["no differences", "3 differences", "1 walks"]
