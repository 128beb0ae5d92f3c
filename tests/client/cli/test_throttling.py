"""The line that a throttled `produce` or `consume` prints."""

from __future__ import annotations

import io

from kafkawire.cli import parser
from kafkawire.client import events
from kafkawire.client.cli.consume import _client
from kafkawire.client.cli.output import Output
from kafkawire.client.cli.throttling import ThrottleNote
from tests.client.support.commands import command
from tests.support.requests.served import serving


def lines(*answers: tuple[str, int]) -> list[str]:
    """What is printed while responses come, each of an API with a throttle time."""
    err = io.StringIO()
    note = ThrottleNote(Output("consume", io.TextIOWrapper(io.BytesIO()), err), "FETCH", "rate")
    for api, throttle_ms in answers:
        note(events.RequestDone(7, api, 12, 3, 100, throttle_ms))
    note(events.Rebootstrapped())
    return err.getvalue().splitlines()


def test_more_than_a_second_is_told_once_until_it_ends() -> None:
    told = lines(("FETCH", 1500), ("FETCH", 9000), ("FETCH", 20), ("FETCH", 4000))
    assert told == [
        "kafkawire consume: broker 7 throttles this client for 1.5 s and maybe longer: its quota"
        " rate is used up (`kafkawire quotas list` shows quotas)"
    ]
    again = lines(("FETCH", 1500), ("FETCH", 0), ("FETCH", 2500))
    assert ["1.5 s" in again[0], "2.5 s" in again[1]] == [True, True]


def test_a_second_and_other_requests_are_not_told() -> None:
    assert lines(("FETCH", 1000), ("METADATA", 5000)) == []
    assert len(lines(("FETCH", 1500), ("METADATA", 0), ("FETCH", 1500))) == 1


async def test_a_producer_that_is_throttled_prints_a_line() -> None:
    """client O.2: the record is sent all the same."""
    async with serving() as broker:
        quota = ["quotas", "set", "--client-id", "slow", "producer_byte_rate=100"]
        assert (await command(broker, *quota)).code == 0
        sent = await command(broker, "produce", "t", "-X", "client.id=slow", stdin=[b"v" * 3000])
        assert sent.code == 0
        assert sent.err.count("throttles this client") == 1
        assert "its quota producer_byte_rate is used up" in sent.err


def test_a_consumer_notes_fetches() -> None:
    """client O.2."""
    err = io.StringIO()
    output = Output("consume", io.TextIOWrapper(io.BytesIO()), err)
    consumer = _client(parser("consume").parse_args(["consume", "t"]), output, {})
    observing = consumer._runtime.observing
    assert observing is not None
    observing.tell(events.RequestDone(7, "FETCH", 12, 3, 100, 1500))
    assert "its quota consumer_byte_rate is used up" in err.getvalue()
