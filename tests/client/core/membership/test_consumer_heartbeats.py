"""What heartbeats of KIP-848 members tell, and what they leave out."""

from __future__ import annotations

from kafkawire.client.core.membership.common import MemberOptions
from kafkawire.client.core.membership.consumer_heartbeats import (
    Contents,
    Heartbeats,
    refused,
    without_protocol,
)
from kafkawire.client.errors import GroupMaxSizeReached
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)

ID = bytes(range(16))
NOTHING: dict[bytes, tuple[int, ...]] = {}


def made(**options: str) -> Heartbeats:
    return Heartbeats(MemberOptions("billing", max_poll_interval_ms=700, **options), "me")  # type: ignore[arg-type]


def test_the_first_heartbeat_has_everything() -> None:
    """client G-50: groups D-2."""
    heartbeats = made(group_instance_id="i", client_rack="r", group_remote_assignor="range")
    request = heartbeats.next(0, Contents(("a", "b"), None, NOTHING))
    assert (request.group_id, request.member_id, request.member_epoch) == ("billing", "me", 0)
    assert (request.instance_id, request.rack_id, request.server_assignor) == ("i", "r", "range")
    assert request.rebalance_timeout_ms == 700
    assert request.subscribed_topic_names == ["a", "b"]
    assert request.subscribed_topic_regex is None
    assert request.topic_partitions == []


def test_later_heartbeats_tell_what_changed_only() -> None:
    """client G-50."""
    heartbeats = made(client_rack="r")
    heartbeats.next(0, Contents(("a",), None, NOTHING))
    request = heartbeats.next(2, Contents(("a",), None, NOTHING))
    assert (request.rack_id, request.rebalance_timeout_ms) == (None, -1)
    assert request.subscribed_topic_names is None
    assert request.topic_partitions is None
    owned = {ID: (0, 2)}
    request = heartbeats.next(2, Contents(("a",), None, owned))
    assert request.topic_partitions is not None
    assert [(each.topic_id, each.partitions) for each in request.topic_partitions] == [(ID, (0, 2))]
    assert heartbeats.next(2, Contents(("a",), None, owned)).topic_partitions is None
    request = heartbeats.next(2, Contents(("a", "b"), None, owned))
    assert request.subscribed_topic_names == ["a", "b"]
    assert request.topic_partitions is None


def test_what_is_owned_is_told_after_each_reconciliation() -> None:
    """client G-50: Kafka's local epoch; the same partitions are told again."""
    heartbeats = made()
    heartbeats.next(0, Contents(("a",), None, {}))
    assert heartbeats.next(2, Contents(("a",), None, {})).topic_partitions == []


def test_after_an_error_everything_is_told_again() -> None:
    """client G-50."""
    heartbeats = made()
    owned = {ID: (0,)}
    heartbeats.next(0, Contents(("a",), None, NOTHING))
    heartbeats.next(2, Contents(("a",), None, owned))
    heartbeats.reset()
    request = heartbeats.next(2, Contents(("a",), None, owned))
    assert request.member_epoch == 2
    assert request.rebalance_timeout_ms == 700
    assert request.subscribed_topic_names == ["a"]
    assert request.topic_partitions is not None
    assert len(request.topic_partitions) == 1
    assert heartbeats.next(0, Contents(("a",), None, owned)).subscribed_topic_names == ["a"]


def test_patterns_are_told_and_dropped_by_an_empty_one() -> None:
    """client G-50: groups D-20."""
    heartbeats = made()
    request = heartbeats.next(0, Contents((), "o.*", NOTHING))
    assert (request.subscribed_topic_names, request.subscribed_topic_regex) == ([], "o.*")
    assert heartbeats.next(2, Contents((), "o.*", NOTHING)).subscribed_topic_regex is None
    request = heartbeats.next(2, Contents(("a",), None, NOTHING))
    assert (request.subscribed_topic_names, request.subscribed_topic_regex) == (["a"], "")
    assert heartbeats.next(2, Contents(("a",), None, NOTHING)).subscribed_topic_regex is None


def test_the_last_heartbeat_has_no_names_and_no_partitions() -> None:
    """client G-54."""
    request = made(group_instance_id="i").leaving(-2)
    assert (request.member_epoch, request.instance_id) == (-2, "i")
    assert (request.subscribed_topic_names, request.topic_partitions) == ([], [])
    assert (request.rebalance_timeout_ms, request.subscribed_topic_regex) == (-1, None)


def test_refusals_name_the_group_and_the_brokers_text() -> None:
    """client B-63, N 77."""
    answer = ConsumerGroupHeartbeatResponse(
        error_code=81, error_message="12 members", assignment=None
    )
    error = refused("billing", answer, 3)
    assert isinstance(error, GroupMaxSizeReached)
    assert "'billing': 12 members" in str(error)
    assert "broker 3" in str(error)


def test_brokers_that_do_not_assign_are_named_with_the_remedy() -> None:
    """client G-51: 35."""
    assert "group.protocol=classic" in str(without_protocol("billing", 1))
