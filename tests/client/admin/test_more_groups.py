"""Share groups and streams groups through `Admin`: what its methods make of results."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.admin import more_groups
from kafkawire.client.errors import UnsupportedVersion, refusal
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.client.admin.test_client import admin
from tests.client.admin.test_security import Asked

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


async def test_partitions_and_topics_that_fail_hide_no_others() -> None:
    """client B-50."""
    error = refusal(3, "t-1")
    altered = await more_groups.alter_share_group_offsets(
        Asked({SECOND: error}), "s", {FIRST: 1, SECOND: 2}
    )
    assert (dict(altered), altered.errors) == ({FIRST: None}, {SECOND: error})
    deleted = await more_groups.delete_share_group_offsets(
        Asked({"none": error}), "s", ["t", "none", "t"]
    )
    assert (dict(deleted), deleted.errors) == ({"t": None}, {"none": error})


async def test_a_broker_without_such_groups_says_so() -> None:
    """client D-31."""
    async with admin() as (_, client):
        share = await client.describe_share_groups(["s"])
        streams = await client.describe_streams_groups(["s"], include_graph=True)
        offsets = await client.list_share_group_offsets(["s"])
        for told in (share.errors, streams.errors, offsets.errors):
            assert isinstance(told["s"], UnsupportedVersion)
        with pytest.raises(UnsupportedVersion):
            await client.alter_share_group_offsets("s", {FIRST: 1})
        with pytest.raises(UnsupportedVersion):
            await client.delete_share_group_offsets("s", ["t"])


async def test_offsets_of_a_streams_group_are_those_of_a_group() -> None:
    async with admin() as (_, client):
        given: dict[TopicPartition, int | OffsetAndMetadata] = {FIRST: 7, SECOND: 9}
        assert set(await client.alter_streams_group_offsets("app", given)) == {FIRST, SECOND}
        assert set(await client.delete_streams_group_offsets("app", [SECOND])) == {SECOND}
        found: Any = (await client.list_streams_group_offsets(["app"]))["app"]
        assert found == {FIRST: (7, None, "")}
        deleted = await client.delete_streams_groups(["app", "none"])
        assert set(deleted) == {"app"}
        deleted = await client.delete_share_groups(["none"])
        assert "GROUP_ID_NOT_FOUND" in str(deleted.errors["none"])
