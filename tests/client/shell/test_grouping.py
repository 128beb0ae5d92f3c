"""What may be subscribed to, and hooks that take too long."""

from __future__ import annotations

import re
from typing import Any

import pytest
import trio

from kafkawire.client.errors import ConfigurationError
from kafkawire.client.hooks import GroupHooks, RemotePattern
from kafkawire.client.options import ConsumerSettings, settings
from kafkawire.client.shell.grouping import selection_of
from kafkawire.client.values import TopicPartition
from tests.client.test_consumer_groups import FIRST, SECOND, broker, member, until

SETTINGS = settings(
    ConsumerSettings,
    {"bootstrap.servers": "a:1", "group.id": "g", "exclude.internal.topics": False},
)


def test_names_patterns_and_patterns_of_brokers() -> None:
    """client B-13."""
    assert selection_of(["b", "a", "b"], SETTINGS).names == {"a", "b"}
    pattern = re.compile("a.*")
    found = selection_of(pattern, SETTINGS)
    assert (found.pattern, found.excludes_internal) == (pattern, False)
    assert selection_of(RemotePattern("a.*"), SETTINGS).remote_pattern == "a.*"


def test_one_name_is_no_collection() -> None:
    with pytest.raises(ConfigurationError, match=r"\['orders'\]"):
        selection_of("orders", SETTINGS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"group_protocol": "consumer"}, {"group_protocol": "classic", "heartbeat_interval_ms": 50}],
    ids=["consumer", "classic"],
)
async def test_a_hook_that_takes_too_long_ends_the_membership_for_a_while(
    options: dict[str, Any],
) -> None:
    """client G-30, G-31: the ask that waits for the hook joins again."""
    lost: list[frozenset[TopicPartition]] = []
    runs: list[int] = []

    async def assigned(partitions: frozenset[TopicPartition]) -> None:
        runs.append(len(partitions))
        if len(runs) == 1:
            with trio.CancelScope(shield=True):
                await until(lambda: not consumer.assignment)

    async def gone(partitions: frozenset[TopicPartition]) -> None:
        lost.append(partitions)

    hooks = GroupHooks(assigned=assigned, lost=gone)
    async with (
        broker(20) as (_, address),
        member(address, max_poll_interval_ms=300, hooks=hooks, **options) as consumer,
    ):
        batches = consumer.batches()
        assert (await batches.__anext__()).first_offset == 0
        assert lost == [{FIRST, SECOND}]
        assert runs == [2, 2]
