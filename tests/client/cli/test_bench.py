"""`kafkawire bench` against a broker: what is counted, not how fast it is. client O.2, N 140."""

from __future__ import annotations

import argparse

import pytest

from kafkawire.client.cli.bench import made_values, size
from tests.client.support.commands import command
from tests.support.requests.served import serving

MEASURES = {"records", "bytes", "seconds", "records_per_s", "bytes_per_s", "cpu_us_per_record"}


@pytest.mark.slow
async def test_records_are_sent_and_read_and_counted() -> None:
    async with serving() as broker:
        first = await command(broker, "bench", "produce", "-n", "1500", "--json")
        (sent,) = first.objects
        assert (sent["topic"], sent["records"], sent["bytes"]) == ("kafkawire-bench", 1500, 150_000)
        assert set(sent) == MEASURES | {"topic", "ack_ms_p50", "ack_ms_p99"}
        assert "`kafkawire topics delete kafkawire-bench` removes the records" in first.err
        again = await command(broker, "bench", "produce", "-n", "10", "--each", "--size", "50")
        assert (again.code, again.err) == (0, "")
        assert again.out.startswith("10 records of kafkawire-bench in ")
        assert [line.split()[0] for line in again.out.splitlines()[1:]] == [
            "per",
            "CPU",
            "acknowledged",
        ]
        (read,) = (await command(broker, "bench", "consume", "--json")).objects
        assert (read["records"], read["bytes"]) == (1510, 150_500)
        assert set(read) == MEASURES | {"topic"}
        some = (await command(broker, "bench", "consume", "-n", "5", "--json")).objects[0]
        assert 5 <= some["records"] <= 1510


async def test_a_topic_that_is_named_has_to_exist_and_is_kept_as_it_is() -> None:
    async with serving() as broker:
        unknown = await command(broker, "bench", "produce", "none", "-n", "1")
        assert (unknown.code, unknown.out) == (1, "")
        assert "topic 'none': UNKNOWN_TOPIC_OR_PARTITION" in unknown.err
        empty = await command(broker, "bench", "consume", "t")
        assert (empty.code, "t has no records; `kafkawire bench produce`" in empty.err) == (1, True)
        sent = await command(
            broker, "bench", "produce", "t", "-n", "3", "--acks", "1", "-z", "gzip"
        )
        assert (sent.code, sent.err) == (0, "")
        listed = await command(broker, "topics", "list", "--names")
        assert listed.out == "t\n"


@pytest.mark.slow
async def test_records_that_are_refused_are_reported() -> None:
    async with serving({"message.max.bytes": "500"}) as broker:
        told = await command(broker, "bench", "produce", "t", "-n", "5", "--size", "10000")
        assert told.code == 1
        assert "records failed" in told.err


def test_values_have_their_size_and_differ() -> None:
    for count in (32, 100, 1000):
        values = made_values(count)
        assert {len(each) for each in values} == {count}
        assert len(set(values)) == 1000
    assert made_values(100) == made_values(100)


@pytest.mark.parametrize("text", ["31", "1000001", "x", ""])
def test_sizes_have_bounds(text: str) -> None:
    assert size("32") == 32
    with pytest.raises(argparse.ArgumentTypeError, match="from 32 to 1000000"):
        size(text)
