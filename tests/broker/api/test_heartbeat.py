"""Heartbeat on the wire."""

import pytest

from kafkawire.broker.coordinated_topic import ShardState
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from tests.support.requests.groups import GroupsHarness
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize("version", range(5))
def test_members_live_at_every_version(version: int) -> None:
    """groups B-55."""
    (member,) = GroupsHarness().stable()
    assert member.heartbeat(version) == 0
    assert member.heartbeat(version, generation_id=9) == 22


def test_while_loading_only_heartbeats_are_fine() -> None:
    """groups A-50, B-85, scenario 10."""
    harness = GroupsHarness()
    (member,) = harness.stable()
    harness.broker.groups.shard_of("g").state = ShardState.LOADING
    assert member.heartbeat() == 0
    assert member.send_sync().response.error_code == 14
    join = JoinGroupRequest(group_id="g", session_timeout_ms=6_000)
    assert harness.connect().request(join, 9).error_code == 14
    listed = harness.list_groups()
    assert (listed.error_code, listed.groups) == (14, [])
    assert harness.describe().error_code == 14
    assert harness.delete_groups("g").results[0].error_code == 14


def test_without_a_coordinator_heartbeats_fail() -> None:
    """groups A-50."""
    client = BrokerHarness().connect()
    assert client.request(HeartbeatRequest(group_id="g"), 4).error_code == 16
    assert client.request(HeartbeatRequest(group_id=""), 4).error_code == 24
