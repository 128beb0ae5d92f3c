"""`kafkawire consume` against a broker. client O.2, N 140."""

from __future__ import annotations

import io

import pytest
import trio

from kafkawire.cli import parser
from kafkawire.client.cli.consume import Printer
from kafkawire.client.cli.output import Output
from kafkawire.client.cli.running import execute
from kafkawire.client.record import ConsumerRecord
from kafkawire.client.values import TopicPartition
from tests.client.support.commands import command
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient


async def fill(broker: Running, count: int = 10) -> None:
    """Have values 0, 1, ... in partition 0 of t."""
    lines = b"".join(b"%d\n" % number for number in range(count))
    assert (await command(broker, "produce", "t", "--partition", "0", stdin=[lines])).code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["-o", "start", "-e"], "0 1 2 3 4 5 6 7 8 9"),
        (["-o", "-3", "-e"], "7 8 9"),
        (["-o", "4", "-n", "2"], "4 5"),
        (["-o", "2:5"], "2 3 4"),
        (["-o", "8:100"], "8 9"),
        (["-o", ":-8"], "0 1"),
        (["-o", "@0:@now"], "0 1 2 3 4 5 6 7 8 9"),
        (["-o", "end", "-e"], ""),
        (["-e"], ""),
        (["-o", "5:5"], ""),
        (["-o", "start", "-e", "-p", "1"], ""),
        (["-o", "start", "-e", "-n", "3", "--read-committed"], "0 1 2"),
    ],
)
async def test_a_range_is_printed_and_no_more(words: list[str], values: str) -> None:
    """client O-4."""
    async with serving() as broker:
        await fill(broker)
        printed = await command(broker, "consume", "t", *words)
        assert (printed.code, printed.err) == (0, "")
        assert printed.out.split() == values.split()


@pytest.mark.slow
async def test_objects_have_all_of_a_record() -> None:
    """client O-2."""
    async with serving() as broker:
        await fill(broker, 1)
        (told,) = (await command(broker, "consume", "t", "-o", "start", "-e", "--json")).objects
        assert (told["topic"], told["partition"], told["offset"]) == ("t", 0, 0)
        assert (told["key"], told["value"], told["headers"]) == (None, "0", [])
        bare = await command(
            broker, "consume", "t", "-o", "0", "-n", "1", "--json", "--headers-only"
        )
        assert "value" not in bare.objects[0]


async def test_topics_are_chosen_by_a_pattern() -> None:
    async with serving() as broker:
        await fill(broker, 2)
        found = await command(
            broker, "consume", "t+", "x", "--regex", "-o", "start", "-e", "-f", r"%t %o\n"
        )
        assert found.out == "t 0\nt 1\n"
        none = await command(broker, "consume", "x", "--regex", "-e")
        assert (none.code, "no topic matches (?:x)" in none.err) == (1, True)


async def test_unknown_topics_and_partitions_are_named_at_once() -> None:
    async with serving() as broker:
        await fill(broker, 1)
        unknown = await command(broker, "consume", "none")
        assert (unknown.code, unknown.out) == (1, "")
        assert "topic 'none': UNKNOWN_TOPIC_OR_PARTITION" in unknown.err
        part = await command(broker, "consume", "t", "-p", "0,7", "-o", "start", "-e")
        assert (part.code, part.out) == (1, "0\n")
        assert "there is no partition 7" in part.err
        member = await command(broker, "consume", "none", "-g", "g")
        assert member.code == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["-o", "noon"], "'noon' is no place"),
        (["-g", "g", "-o", "5"], "-o can be start or end"),
        (["-g", "g", "-p", "0"], "without -p"),
        (["(", "--regex"], "no regular expression"),
    ],
)
async def test_a_wrong_command_line_is_refused(words: list[str], why: str) -> None:
    async with serving() as broker:
        refused = await command(broker, "consume", "t", *words)
        assert (refused.code, refused.out) == (2, "")
        assert why in refused.err


@pytest.mark.slow
async def test_a_group_goes_on_behind_what_was_printed() -> None:
    """client O-4: what was printed is committed, and no more."""
    settings = {
        "group.initial.rebalance.delay.ms": "0",
        "group.consumer.assignment.interval.ms": "0",
        "group.consumer.min.heartbeat.interval.ms": "50",
        "group.consumer.heartbeat.interval.ms": "50",
    }
    async with serving(settings) as broker:
        await fill(broker)
        member = ("consume", "t", "-g", "g", "-o", "start")
        assert (await command(broker, *member, "-n", "3")).out.split() == ["0", "1", "2"]
        (lag, *_) = (await command(broker, "lag", "g", "--json")).objects
        assert lag["committed"] == 3
        for more in (["--no-commit"], []):
            rest = await command(broker, *member, "-e", *more)
            assert rest.out.split() == ["3", "4", "5", "6", "7", "8", "9"]
        assert (await command(broker, *member, "-e")).out == ""


async def test_without_an_end_it_follows() -> None:
    async with serving() as broker:
        host, port = broker.server.address
        arguments = parser("consume").parse_args(
            ["consume", "t", "-n", "2", "-b", f"{host}:{port}"]
        )
        out = io.TextIOWrapper(io.BytesIO())
        output = Output("consume", out, io.StringIO())
        with trio.fail_after(patient(60)):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(execute, arguments, output, {})
                while len(out.buffer.getvalue().split()) < 2:
                    await fill(broker, 1)
        assert out.buffer.getvalue() == b"0\n0\n"


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_places_keys_and_headers() -> None:
    arguments = parser("consume").parse_args(["consume", "t"])
    out = Terminal()
    record: ConsumerRecord[bytes, bytes] = ConsumerRecord(TopicPartition("t", 1), 7, b"k", b"v")
    Printer(arguments, Output("consume", out, io.StringIO())).print([record])
    assert out.getvalue() == "t-1 @7  -  k  v\n"
