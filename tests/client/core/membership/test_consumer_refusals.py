"""Members of KIP-848 groups whose requests are refused, or not answered."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.membership.consumer_states import State
from kafkawire.client.core.membership.handover import Failed, Lost, Raise
from kafkawire.client.errors import (
    GroupMaxSizeReached,
    ServerError,
    TopicAuthorizationFailed,
)
from tests.client.support.group import ALL, Client, answering, joined

HEARTBEAT, FIND, METADATA, COMMIT = 68, 10, 3, 8


@pytest.mark.parametrize("code", [25, 110])
def test_a_fenced_member_loses_everything_and_joins_with_the_same_id(code: int) -> None:
    """client G-51, G-27, N 74: nothing is committed."""
    client = joined()
    client.did("orders", 0, 5)
    answering(client, code)
    client.world.advance(5000)
    assert client.shell.kinds() == ["Assigned", "Lost", "Assigned"]
    (lost,) = client.shell.of(Lost)
    assert (lost.partitions, lost.why.code) == (ALL, code)
    assert client.sent(COMMIT) == []
    _, again, *_ = client.sent(HEARTBEAT)
    assert (again.member_epoch, again.topic_partitions) == (0, [])
    assert again.member_id == client.member.member_id
    assert client.member.owned == ALL


def test_a_fenced_member_waits_for_the_hook_before_it_joins() -> None:
    """client M.4: FENCED; the hook waits for the application."""
    client = joined()
    client.hold()
    answering(client, 25)
    client.world.advance(20_000)
    assert client.state() is State.FENCED
    assert client.shell.assigned == frozenset(), "what is lost is lost at once"
    assert len(client.sent(HEARTBEAT)) == 1
    client.ask()
    client.world.advance(1000)
    assert client.state() is State.STABLE


@pytest.mark.parametrize("code", [15, 16])
def test_a_lost_coordinator_is_found_and_asked_at_once(code: int) -> None:
    """client G-1, G-51, N 73: no rebalance, everything is told again."""
    client = joined()
    answering(client, code)
    client.world.advance(5000)
    assert client.world.apis().count(FIND) == 1
    refused, again = client.sent(HEARTBEAT)
    assert refused.topic_partitions is None
    assert (again.member_epoch, again.subscribed_topic_names) == (2, ["orders"])
    assert [each.partitions for each in again.topic_partitions] == [(0, 1, 2, 3)]
    assert client.shell.kinds() == ["Assigned"]
    assert client.state() is State.STABLE


def test_a_loading_coordinator_is_asked_again_after_a_backoff() -> None:
    """client G-1, G-51: 14 keeps the coordinator."""
    client = joined()
    answering(client, 14, 2)
    client.world.advance(5000)
    assert FIND not in client.world.apis()
    assert len(client.sent(HEARTBEAT)) == 3
    assert client.state() is State.STABLE


def test_a_lost_connection_is_no_loss_of_membership() -> None:
    """client G-50, G-51: the coordinator is found again, and told everything."""
    client = joined()
    client.world.swallow = lambda api: api == HEARTBEAT
    client.world.advance(5000)
    client.world.drop_connections()
    client.world.swallow = lambda api: False
    client.world.advance(6000)
    assert client.world.apis().count(FIND) == 1
    assert client.sent(HEARTBEAT)[-1].subscribed_topic_names is None
    assert client.sent(HEARTBEAT)[1].subscribed_topic_names == ["orders"]
    assert client.shell.kinds() == ["Assigned"]
    assert client.member.owned == ALL


def test_topics_without_rights_are_raised_and_tried_again() -> None:
    """client G-51: 29 leaves the member in its state, as Kafka's client does."""
    client = joined()
    answering(client, 29, 1)
    client.world.advance(5000)
    (raised,) = client.shell.of(Raise)
    assert isinstance(raised.error, TopicAuthorizationFailed)
    assert client.member.owned == ALL
    assert len(client.sent(HEARTBEAT)) == 2


@pytest.mark.parametrize("code", [24, 26, 30, 42, 69, 81, 82, 111, 112, 128, -1])
def test_other_errors_end_the_membership_until_the_application_subscribes(code: int) -> None:
    """client G-51, N 74, N 77."""
    client = joined()
    answering(client, code)
    client.world.advance(30_000)
    assert client.state() is State.FATAL
    assert client.shell.kinds() == ["Assigned", "Lost", "Failed"]
    (failed,) = client.shell.of(Failed)
    assert failed.error.code == code
    assert isinstance(failed.error, GroupMaxSizeReached) == (code == 81)
    assert len(client.sent(HEARTBEAT)) == 1
    client.subscribe("orders")
    client.world.advance(60_000)
    assert client.member.owned == ALL


def test_brokers_without_the_protocol_name_the_remedy() -> None:
    """client G-51: 35, or no such API."""
    client = joined()
    answering(client, 35)
    client.world.advance(5000)
    (failed,) = client.shell.of(Failed)
    assert "group.protocol=classic" in str(failed.error)
    old = Client(emulate="3.3")
    old.world.create_topic("orders", 1)
    old.subscribe("orders")
    old.world.advance(4000)
    (failed,) = old.shell.of(Failed)
    assert "group.protocol=classic" in str(failed.error)


def test_a_group_that_may_not_be_used_is_a_failure() -> None:
    """client G-1: FindCoordinator answers 30."""
    client = Client()
    client.world.create_topic("orders", 1)

    def edit(api: int, answer: Any) -> Any:
        if api != FIND:
            return None
        answer.coordinators[0].error_code = 30
        return answer

    client.world.edit = edit
    client.subscribe("orders")
    client.world.advance(1000)
    (failed,) = client.shell.of(Failed)
    assert isinstance(failed.error, ServerError)
    assert failed.error.code == 30


def test_an_answer_to_an_older_membership_changes_nothing() -> None:
    """client G-47."""
    client = joined()
    client.world.swallow = lambda api: api == HEARTBEAT
    client.world.advance(5000)
    before = client.member.group_metadata()
    client.member.commit_refused(25, before, client.now_ms)
    assert client.state() is State.FENCED
    client.world.swallow = lambda api: False
    client.world.advance(10_000)
    assert client.state() is State.STABLE
    client.member.commit_refused(25, before._replace(member_id="older"), client.now_ms)
    client.member.commit_refused(22, client.member.group_metadata(), client.now_ms)
    assert client.state() is State.STABLE
