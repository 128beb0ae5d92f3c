"""Commands as processes: exit codes, questions, Ctrl-C, readers that leave. client O-4, O-5."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kafkawire.cli import parser
from kafkawire.client.cli.output import Output, UsageError
from kafkawire.client.cli.running import execute, is_agreed
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.testing import LocalBroker
from tests.client.support.commands import command, joining
from tests.support.requests.loopback import connected
from tests.support.requests.served import serving
from tests.support.suite.patience import patient
from tools.programs import kafkawire, running

LIMIT_S = patient(60)


class Terminal(io.StringIO):
    """A person who answers."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("answer", "agreed"),
    [("y\n", True), ("Yes\n", True), ("n\n", False), ("\n", False), ("", False)],
)
def test_a_person_is_asked(answer: str, agreed: bool) -> None:
    arguments = parser("topics").parse_args(["topics", "delete", "a", "b"])
    err = io.StringIO()
    assert is_agreed(arguments, Terminal(answer), err) is agreed
    assert err.getvalue() == "Delete a, b and all records? [y/N] "


def test_elsewhere_yes_is_needed() -> None:
    arguments = parser("groups").parse_args(["groups", "delete", "g"])
    with pytest.raises(UsageError, match=r"Delete g and all offsets.*--yes"):
        is_agreed(arguments, io.StringIO("y\n"), io.StringIO())


@pytest.mark.parametrize(
    "words",
    [
        ["topics", "delete", "a", "--yes"],
        ["topics", "trim", "a", "--before", "end", "--dry-run"],
        ["groups", "seek", "g", "--to", "end", "-y"],
        ["topics", "list"],
    ],
)
def test_what_does_no_harm_or_is_agreed_to_asks_nothing(words: list[str]) -> None:
    arguments = parser(words[0]).parse_args(words)
    err = io.StringIO()
    assert is_agreed(arguments, io.StringIO(), err)
    assert err.getvalue() == ""


@pytest.mark.slow
async def test_where_no_broker_is_the_exit_code_is_3() -> None:
    words = ["topics", "list", "-b", "127.0.0.1:1", "--timeout", "0.3"]
    arguments = parser("topics").parse_args(words)
    err = io.StringIO()
    output = Output("topics list", io.StringIO(), err)
    assert await execute(arguments, output, {}) == 3
    assert err.getvalue().startswith(
        "kafkawire topics list: no broker could be reached: 127.0.0.1:1"
    )
    assert err.getvalue().count("\n") == 1


async def test_a_wrong_option_is_a_wrong_command_line() -> None:
    async with serving() as broker:
        wrong = await command(broker, "topics", "list", "-X", "retriess=1")
        assert wrong.code == 2
        assert wrong.err == (
            "kafkawire topics list: there is no option retriess; did you mean retries?\n"
        )
        secret = await command(broker, "topics", "list", "-X", "sasl.password=hunter2")
        assert secret.code == 2
        assert "hunter2" not in secret.err


@contextmanager
def process(*words: str, join: str = "") -> Iterator[subprocess.Popen[str]]:
    """A command, and a broker in this process; `join` is a group with a member."""
    with LocalBroker() as broker:
        broker.create_topic("orders", partitions=2)
        if join:
            with connected(broker.bootstrap) as client:
                client.ask(FindCoordinatorRequest(coordinator_keys=[join]), 4)
                client.ask(joining(join, "orders"), 1)
        with running(
            kafkawire(*words),
            by=signal.SIGKILL,
            env={**os.environ, "KAFKAWIRE_BOOTSTRAP": broker.bootstrap},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as started:
            yield started


@pytest.mark.process
def test_a_command_prints_and_ends() -> None:
    with process("topics", "list") as started:
        out, err = started.communicate(timeout=LIMIT_S)
    assert (started.returncode, err) == (0, "")
    assert out.splitlines()[1].split() == ["orders", "2", "1"]


@pytest.mark.process
def test_a_destructive_command_without_a_terminal_does_nothing() -> None:
    with process("topics", "delete", "orders") as started:
        out, err = started.communicate(timeout=LIMIT_S)
    assert (started.returncode, out) == (2, "")
    assert err.endswith("give --yes\n")


@pytest.mark.process
def test_ctrl_c_ends_what_is_watched_in_peace() -> None:
    with process("lag", "g", "--watch", "600", join="g") as started:
        assert started.stdout is not None
        assert started.stdout.readline().startswith("g: Stable, 1 member")
        started.send_signal(signal.SIGINT)
        _, err = started.communicate(timeout=LIMIT_S)
    assert (started.returncode, err) == (0, "")


@pytest.mark.process
def test_a_reader_that_left_does_no_harm() -> None:
    with process("configs", "show", "topic/orders", "--all") as started:
        assert started.stdout is not None
        started.stdout.close()
        assert started.stderr is not None
        assert started.stderr.read() == ""
        assert started.wait(LIMIT_S) == 0


@pytest.mark.process
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("topics list >&-", 0, ""),
        ("topics delete orders <&-", 2, "There is no terminal to confirm on: give --yes"),
        ("produce orders <&-", 2, "kafkawire produce: cannot read the standard input: "),
    ],
)
def test_streams_that_are_closed_from_the_start_do_no_harm(
    words: str, code: int, said: str
) -> None:
    with LocalBroker() as broker:
        broker.create_topic("orders", partitions=2)
        done = subprocess.run(
            ["sh", "-c", f'"$0" -m kafkawire {words}', sys.executable],
            env={**os.environ, "KAFKAWIRE_BOOTSTRAP": broker.bootstrap},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    assert done.returncode == code
    assert said in done.stderr
    assert done.stderr.count("\n") == (1 if said else 0)
