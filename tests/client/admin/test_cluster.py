"""The cluster's features, quorum and nodes, as an admin client reads and changes them."""

from __future__ import annotations

import pytest

from kafkawire.client.descriptions import Endpoint
from kafkawire.client.errors import ConfigurationError, ServerError
from tests.client.admin.test_client import admin

DIRECTORY = b"d" * 16


async def test_features_are_described_and_changed() -> None:
    async with admin() as (_, client):
        found = (await client.describe_features())["metadata.version"]
        assert found.least is not None
        assert found.finalized is not None
        level = {"metadata.version": found.finalized}
        assert set(await client.update_features(level)) == {"metadata.version"}
        refused = await client.update_features({"colour": 3}, validate_only=True)
        assert "colour" in str(refused.errors["colour"])
        with pytest.raises(ConfigurationError, match="'down'; there are upgrade, safe_downgrade"):
            await client.update_features(level, upgrade="down")


async def test_the_quorum_is_described() -> None:
    async with admin() as (_, client):
        found = await client.describe_metadata_quorum()
        assert [each.id for each in found.voters] == [found.leader]
        assert found.high_watermark > 0
        assert set(found.endpoints) == {found.leader}


async def test_what_a_cluster_of_one_node_refuses_is_raised() -> None:
    async with admin() as (_, client):
        here = [Endpoint("CONTROLLER", "localhost", 9093)]
        with pytest.raises(ServerError, match="ADD_RAFT_VOTER"):
            await client.add_raft_voter(1, DIRECTORY, here)
        with pytest.raises(ServerError, match="REMOVE_RAFT_VOTER"):
            await client.remove_raft_voter(7, DIRECTORY)
        with pytest.raises(ServerError, match="UNREGISTER_BROKER"):
            await client.unregister_broker(7)
        with pytest.raises(ServerError, match="UNREGISTER_CONTROLLER"):
            await client.unregister_controller(7)
