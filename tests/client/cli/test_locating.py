"""Places become offsets within the bounds of a partition."""

from __future__ import annotations

import io

import pytest

from kafkawire.client.cli.locating import Bounds, led, locate
from kafkawire.client.cli.output import Output
from kafkawire.client.cli.places import Place
from kafkawire.client.descriptions import PartitionDescription, TopicDescription
from kafkawire.client.values import TopicPartition
from tests.client.admin.test_client import admin

PARTITION = TopicPartition("t", 0)


def test_an_offset_is_kept_within_bounds() -> None:
    assert [Bounds(3, 9).clamp(offset) for offset in (0, 3, 5, 9, 10)] == [3, 3, 5, 9, 9]


@pytest.mark.parametrize(
    ("place", "offset"),
    [
        (Place(offset=0), 3),
        (Place(offset=5), 5),
        (Place(before_end=0), 9),
        (Place(before_end=2), 7),
        (Place(before_end=20), 3),
        (Place(time_ms=1), 9),
    ],
)
async def test_a_place_is_an_offset(place: Place, offset: int) -> None:
    """client O-4: a time after the last record is the end."""
    output = Output("test", io.StringIO(), io.StringIO())
    async with admin() as (_, client):
        found = await locate(client, output, place, {PARTITION: Bounds(3, 9)})
    assert found == {PARTITION: offset}
    assert output.exit_code == 0


def test_a_partition_without_a_leader_is_reported_instead_of_waited_for() -> None:
    partitions = tuple(
        PartitionDescription(number, leader, 0, (1,), (1,))
        for number, leader in [(0, 1), (1, None)]
    )
    topic = TopicDescription("t", bytes(16), False, partitions)
    err = io.StringIO()
    output = Output("test", io.StringIO(), err)
    assert led(output, topic) == [PARTITION]
    assert (output.exit_code, "t-1 has no leader" in err.getvalue()) == (1, True)
    assert led(output, topic, [1]) == []
