"""Questions about offsets end when their time is over."""

from __future__ import annotations

import pytest

from kafkawire.client.consumer import Consumer
from kafkawire.client.errors import NotAssigned, TimedOut
from kafkawire.client.values import TopicPartition
from tests.support.requests.served import serving

NONE = TopicPartition("none", 0)


@pytest.mark.slow
async def test_what_is_not_known_in_time_is_told() -> None:
    """client B-6."""
    async with serving({"auto.create.topics.enable": "false"}) as broker:
        host, port = broker.server.address
        async with Consumer(f"{host}:{port}", default_api_timeout_ms=200) as consumer:
            with pytest.raises(TimedOut, match="the offsets were not found within 200 ms"):
                await consumer.end_offsets([NONE])
            with pytest.raises(NotAssigned):
                await consumer.position(NONE)
            await consumer.assign([NONE])
            with pytest.raises(TimedOut, match="the position of none-0 was not found"):
                await consumer.position(NONE)


async def test_nothing_is_asked_for_no_partitions() -> None:
    async with serving() as broker:
        host, port = broker.server.address
        async with Consumer(f"{host}:{port}") as consumer:
            assert await consumer.offsets_for_times({}) == {}
