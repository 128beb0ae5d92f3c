"""Commits of a consumer, against a broker in the same run of trio."""

from __future__ import annotations

import pytest
import trio

from kafkawire.client.errors import Closed
from kafkawire.client.shell.committing import log_uncommitted
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.client.test_consumer_groups import broker, committed, member, until

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


async def test_offsets_may_have_metadata() -> None:
    """client G-62."""
    async with broker(10) as (_, address), member(address) as consumer:
        await consumer.poll(max_records=5)
        await consumer.commit({FIRST: OffsetAndMetadata(3, None, "mine"), SECOND: 0})
        assert await consumer.committed([FIRST, SECOND]) == {
            FIRST: (3, None, "mine"),
            SECOND: (0, None, ""),
        }


async def test_a_commit_that_is_cancelled_is_withdrawn() -> None:
    """client L.2: only waiting ends; later commits go on."""
    async with broker(10) as (_, address), member(address) as consumer:
        await consumer.poll(max_records=5)
        with trio.CancelScope() as scope:
            scope.cancel()
            await consumer.commit({FIRST: 3})
        assert scope.cancelled_caught
        await consumer.commit({FIRST: 4})
        assert await committed(address) == {FIRST: 4}


def test_a_warning_names_the_offsets_that_were_not_committed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """client L-3, N 96."""
    log_uncommitted({SECOND: OffsetAndMetadata(3), FIRST: OffsetAndMetadata(7, 1)}, None)
    assert caplog.messages == []
    log_uncommitted({SECOND: OffsetAndMetadata(3), FIRST: OffsetAndMetadata(7, 1)}, Closed("why"))
    assert caplog.messages == ["offsets were not committed: t-0 at 7, t-1 at 3: why"]


async def test_a_commit_that_does_not_wait_warns_of_its_offsets(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """client G-65: the broker refuses metadata that is too long."""
    async with broker(10) as (_, address), member(address, enable_auto_commit=False) as consumer:
        await consumer.poll(max_records=5)
        consumer.commit_soon({FIRST: OffsetAndMetadata(3, None, "m" * 5000), SECOND: 0})
        await until(lambda: bool(caplog.messages))
        assert caplog.messages[0].startswith(
            "offsets were not committed: t-0 at 3: OFFSET_COMMIT of "
        )
        assert await committed(address) == {SECOND: 0}
