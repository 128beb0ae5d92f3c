"""Replicas, as an admin client moves them and has leaders elected."""

from __future__ import annotations

import pytest

from kafkawire.client.descriptions import Replica
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.values import TopicPartition
from tests.client.admin.test_client import admin

FIRST, NONE = TopicPartition("t", 0), TopicPartition("none", 0)


async def test_leaders_are_elected_where_that_is_needed() -> None:
    """client B-50."""
    async with admin() as (_, client):
        elected = await client.elect_leaders("preferred", [FIRST, NONE])
        assert "ELECTION_NOT_NEEDED" in str(elected.errors[FIRST])
        assert "UNKNOWN_TOPIC_OR_PARTITION" in str(elected.errors[NONE])
        every = await client.elect_leaders()
        assert (dict(every), every.errors) == ({}, {})
        with pytest.raises(ConfigurationError, match="'fair'; there are preferred, unclean"):
            await client.elect_leaders("fair")


async def test_replicas_are_moved_between_brokers() -> None:
    """client B-50."""
    async with admin() as (_, client):
        told = await client.alter_partition_reassignments({FIRST: [1], NONE: [1]})
        assert set(told) == {FIRST}
        assert "UNKNOWN_TOPIC_OR_PARTITION" in str(told.errors[NONE])
        assert await client.list_partition_reassignments() == {}
        assert await client.list_partition_reassignments([FIRST]) == {}
        cancelled = await client.alter_partition_reassignments({FIRST: None})
        assert "NO_REASSIGNMENT_IN_PROGRESS" in str(cancelled.errors[FIRST])


async def test_log_directories_and_replicas_in_them() -> None:
    async with admin() as (_, client):
        described = await client.describe_log_dirs([1])
        ((path, directory),) = described[1].items()
        assert directory.error is None
        assert FIRST in {each.partition for each in directory.replicas}
        here, absent = Replica("t", 0, 1), Replica("none", 0, 1)
        found = await client.describe_replica_log_dirs([here, absent])
        assert found[here] == (path, 0, None, None)
        assert found[absent] == (None, None, None, None)
        moved = await client.alter_replica_log_dirs({here: "/elsewhere"})
        assert "LOG_DIR_NOT_FOUND" in str(moved.errors[here])
