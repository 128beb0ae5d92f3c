"""`kafkawire offsets` against a broker. client O.2, N 140."""

from __future__ import annotations

import pytest

from tests.client.support.commands import command
from tests.support.log.batches import make_batch
from tests.support.requests.produce import produce_request
from tests.support.requests.served import serving


async def test_bounds_of_partitions_are_shown() -> None:
    async with serving() as broker:
        connection = await broker.connect()
        await connection.request(produce_request(("t", 1, make_batch(5))), 9)
        shown = await command(broker, "offsets", "t")
        assert shown.lines == [
            ["PARTITION", "START", "END", "RECORDS"],
            ["0", "0", "0", "0"],
            ["1", "0", "5", "5"],
        ]
        told = await command(broker, "offsets", "t", "-p", "1", "--json")
        assert told.objects == [{"topic": "t", "partition": 1, "start": 0, "end": 5, "records": 5}]


@pytest.mark.parametrize(
    ("place", "offset"), [("start", 0), ("-2", 3), ("end", 5), ("@0", 0), ("@now", None)]
)
async def test_offsets_of_a_place_are_shown(place: str, offset: int | None) -> None:
    async with serving() as broker:
        connection = await broker.connect()
        await connection.request(produce_request(("t", 0, make_batch(5))), 9)
        (told,) = (
            await command(broker, "offsets", "t", "-p", "0", "--json", "--time", place)
        ).objects
        assert told["offset"] == offset


async def test_the_greatest_timestamp_has_an_offset_and_a_time() -> None:
    """client O-2: timestamps in milliseconds and as ISO 8601."""
    async with serving() as broker:
        connection = await broker.connect()
        await connection.request(produce_request(("t", 0, make_batch(5))), 9)
        first, second = (await command(broker, "offsets", "t", "--json", "--time", "max")).objects
        assert first["offset"] is not None
        assert isinstance(first["timestamp"], int)
        assert first["time"].endswith("Z")
        assert second == {
            "topic": "t",
            "partition": 1,
            "offset": None,
            "timestamp": None,
            "time": None,
        }


async def test_what_is_not_there_is_named_at_once() -> None:
    async with serving() as broker:
        unknown = await command(broker, "offsets", "none")
        assert (unknown.code, unknown.out) == (1, "")
        assert "`kafkawire topics list`" in unknown.err
        part = await command(broker, "offsets", "t", "-p", "0,7")
        assert part.code == 1
        assert "t has no partition 7; it has 2 partitions" in part.err
        assert len(part.lines) == 2
        wrong = await command(broker, "offsets", "t", "--time", "noon")
        assert wrong.code == 2
        assert "'noon' is no place" in wrong.err
