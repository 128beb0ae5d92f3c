"""Requests of classic members in all their versions."""

from __future__ import annotations

import pytest

from kafkawire.client.core.membership.assignors import ASSIGNORS
from kafkawire.client.core.membership.classic_requests import (
    heartbeat_request,
    join_request,
    leave_request,
    subscriptions,
    sync_request,
)
from kafkawire.client.core.membership.common import MemberOptions
from kafkawire.client.core.membership.subscription import decode_subscription
from kafkawire.client.values import GroupMetadata
from kafkawire.protocol.exchange import encode_request
from tests.client.support.group import partitions

OPTIONS = MemberOptions("billing", max_poll_interval_ms=700, session_timeout_ms=500)
ME = GroupMetadata("billing", 3, "me", "i")


@pytest.mark.parametrize("version", range(10))
def test_join_group(version: int) -> None:
    """client G-40, D-34."""
    request = join_request(OPTIONS, ME, {"range": b"1", "sticky": b"2"}, "x" * 300)(version)
    encode_request(11, version, 0, "test", request)
    assert (request.member_id, request.protocol_type) == ("me", "consumer")
    assert [(each.name, each.metadata) for each in request.protocols] == [
        ("range", b"1"),
        ("sticky", b"2"),
    ]
    assert request.rebalance_timeout_ms == (700 if version >= 1 else -1)
    assert request.group_instance_id == ("i" if version >= 5 else None)
    assert request.reason == ("x" * 255 if version >= 8 else None)


@pytest.mark.parametrize("version", range(6))
def test_sync_group(version: int) -> None:
    """client G-42, D-34."""
    request = sync_request(ME, "range", {"me": b"1"})(version)
    encode_request(14, version, 0, "test", request)
    assert [(each.member_id, each.assignment) for each in request.assignments] == [("me", b"1")]
    assert request.group_instance_id == ("i" if version >= 3 else None)
    names = (request.protocol_type, request.protocol_name)
    assert names == (("consumer", "range") if version >= 5 else (None, None))


@pytest.mark.parametrize("version", range(5))
def test_heartbeat(version: int) -> None:
    """client G-45, D-34."""
    request = heartbeat_request(ME)(version)
    encode_request(12, version, 0, "test", request)
    assert (request.generation_id, request.member_id) == (3, "me")
    assert request.group_instance_id == ("i" if version >= 3 else None)


@pytest.mark.parametrize("version", range(6))
def test_leave_group(version: int) -> None:
    """client G-48, D-34."""
    request = leave_request(ME, "x" * 300)(version)
    encode_request(13, version, 0, "test", request)
    if version < 3:
        assert (request.member_id, request.members) == ("me", [])
        return
    (member,) = request.members
    assert (member.member_id, member.group_instance_id) == ("me", "i")
    assert member.reason == ("x" * 255 if version >= 5 else None)


def test_subscriptions_have_what_each_assignor_needs() -> None:
    """client G-40: version 3, owned partitions, generation, rack, user data."""
    assignors = [ASSIGNORS["range"](), ASSIGNORS["cooperative-sticky"]()]
    owned = partitions("b", 1, 0)
    found = subscriptions(assignors, ("b", "a"), owned, 7, "r")
    assert list(found) == ["range", "cooperative-sticky"]
    assert {data[:2] for data in found.values()} == {b"\x00\x03"}
    told = decode_subscription(found["range"])
    assert (told.topics, told.generation, told.rack) == (("a", "b"), 7, "r")
    assert (told.owned, told.user_data) == (tuple(sorted(owned)), None)
    assert decode_subscription(found["cooperative-sticky"]).user_data == b"\xff\xff\xff\xff"
    assert decode_subscription(subscriptions(assignors, (), owned, 7, "")["range"]).rack is None
