"""What leaders wait for, and what they watch."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import Any

import pytest

from kafkawire.client.core.membership.assignors import ASSIGNORS
from kafkawire.client.core.membership.classic_leader import Assignments, Leader
from kafkawire.client.core.membership.subscription import (
    MemberSubscription,
    decode_assignment,
    encode_subscription,
)
from kafkawire.client.core.view import ClusterView, Node, PartitionView, TopicView
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from tests.client.support.group import partitions


def member(name: str, *topics: str) -> JoinGroupResponse.JoinGroupResponseMember:
    data = encode_subscription(MemberSubscription(topics))
    return JoinGroupResponse.JoinGroupResponseMember(member_id=name, metadata=data)


def view(version: int, replica: int = 1, error: int = 0, **counts: int) -> ClusterView:
    """Return a view of topics with so many partitions, all on one of two brokers."""
    topics = {
        name: TopicView(
            name,
            bytes(16),
            {number: PartitionView(replica, 0, (replica,)) for number in range(count)},
            error=error,
        )
        for name, count in counts.items()
    }
    nodes = {number: Node(number, "h", 1, f"rack-{number}") for number in (1, 2)}
    return ClusterView(version, nodes=MappingProxyType(nodes), topics=MappingProxyType(topics))


class Metadata:
    """Keeps what was asked."""

    def __init__(self) -> None:
        self.view = view(1, orders=2)
        self.wanted: Counter[str] = Counter()
        self.updates = 0

    def want(self, topics: Any, now_ms: int) -> None:
        self.wanted.update(topics)

    def forget(self, topics: Any) -> None:
        self.wanted.subtract(topics)

    def request_update(self, now_ms: int) -> None:
        self.updates += 1


class Fixture:
    """A leader that got its members, and what it assigned."""

    def __init__(self, *, has_rack: bool = False) -> None:
        self.metadata = Metadata()
        metadata: Any = self.metadata
        self.leader = Leader(metadata, has_rack=has_rack)
        self.assigned: list[Assignments] = []
        members = [member("a", "orders"), member("b", "orders", "bills")]
        self.leader.lead(members, ASSIGNORS["range"](), self.take, 0)

    def take(self, assignments: Assignments, now_ms: int) -> None:
        self.assigned.append(assignments)


def test_a_leader_assigns_by_a_view_that_is_newer_and_has_all_topics() -> None:
    """client G-42, E-2."""
    fixture = Fixture()
    assert set(fixture.metadata.wanted) == {"orders", "bills"}
    assert fixture.metadata.updates == 1
    for older in (view(1, orders=2, bills=1), view(2, orders=2)):
        assert not fixture.leader.on_view(older, 0)
        assert fixture.assigned == []
    fixture.leader.on_view(view(3, orders=2, bills=1), 0)
    (found,) = fixture.assigned
    told = {name: frozenset(decode_assignment(data).partitions) for name, data in found.items()}
    assert told == {
        "a": partitions("orders", 0),
        "b": partitions("orders", 1) | partitions("bills", 0),
    }
    fixture.leader.on_view(view(4, orders=2, bills=1), 0)
    assert len(fixture.assigned) == 1


def test_changed_partitions_and_deleted_topics_are_a_reason_to_rebalance() -> None:
    """client G-42."""
    fixture = Fixture()
    fixture.leader.on_view(view(3, orders=2, bills=1), 0)
    assert not fixture.leader.on_view(view(4, orders=2, bills=1), 0)
    assert fixture.leader.on_view(view(5, orders=3, bills=1), 0)
    assert fixture.leader.on_view(view(5, error=3, orders=0, bills=1), 0)
    assert not fixture.leader.on_view(view(6, error=5, orders=0, bills=0), 0), "may pass"
    assert not fixture.leader.on_view(ClusterView(7), 0), "a client that starts over"


@pytest.mark.parametrize("has_rack", [False, True])
def test_racks_matter_to_leaders_that_have_one(has_rack: bool) -> None:
    """client G-42."""
    fixture = Fixture(has_rack=has_rack)
    fixture.leader.on_view(view(3, orders=2, bills=1), 0)
    assert fixture.leader.on_view(view(4, replica=2, orders=2, bills=1), 0) == has_rack


def test_a_leader_that_skips_the_assignment_watches() -> None:
    """client G-42: SkipAssignment."""
    fixture = Fixture()
    fixture.leader.stop()
    assert +fixture.metadata.wanted == {}
    fixture.leader.watch([member("a", "orders"), member("b", "bills")], 0)
    assert +fixture.metadata.wanted == {"orders": 1, "bills": 1}
    assert not fixture.leader.on_view(view(4, orders=2), 0)
    assert not fixture.leader.on_view(view(5, orders=2, bills=1), 0), "it was in no view before"
    assert fixture.leader.on_view(view(6, orders=2, bills=2), 0)
    assert fixture.leader.on_view(view(6, orders=3, bills=1), 0)
    fixture.leader.stop()
    assert not fixture.leader.on_view(view(6, orders=4), 0)
    assert fixture.assigned == []


def test_subscriptions_that_cannot_be_read_are_refused() -> None:
    broken = JoinGroupResponse.JoinGroupResponseMember(member_id="a", metadata=b"\x00")
    with pytest.raises(DecodeError):
        Fixture().leader.lead([broken], ASSIGNORS["range"](), Fixture().take, 0)
