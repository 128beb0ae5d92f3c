"""Committed offsets, as the group has them."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.offsets.committing_member import NoMember
from kafkawire.client.errors import (
    GroupAuthorizationFailed,
    ServerError,
    TimedOut,
    TopicAuthorizationFailed,
)
from kafkawire.client.values import TopicPartition
from tests.client.support.group import Client
from tests.client.support.offsets import (
    FETCH,
    ONE,
    ZERO,
    Outcomes,
    at,
    commit,
    error_in,
    member,
    refuse,
)

FIND, METADATA = 10, 3


def ask(client: Client, outcomes: Outcomes, *wanted: TopicPartition) -> object:
    deadline_ms = client.now_ms + 5000
    return client.offsets.committed(wanted, outcomes, deadline_ms, client.now_ms)


def committed() -> Client:
    client = member()
    commit(client, 5, Outcomes())
    client.world.settle()
    client.world.requests.clear()
    return client


def test_members_ask_by_topic_ids_in_their_name() -> None:
    """client G-55, G-67, D-32: version 10, RequireStable; -1 is none."""
    client, outcomes = committed(), Outcomes()
    ask(client, outcomes, ZERO, ONE)
    client.world.settle()
    assert outcomes.of == [{ZERO: at(5), ONE: None}]
    (request,) = client.sent(FETCH)
    assert client.versions(FETCH) == {10}
    assert request.require_stable
    (group,) = request.groups
    assert (group.group_id, group.member_id) == ("billing", client.member.member_id)
    assert group.member_epoch == 2


def test_those_that_wait_share_a_request() -> None:
    """client G-67."""
    client, outcomes = committed(), Outcomes()
    client.world.delay = lambda api: api == FETCH
    ask(client, outcomes, ZERO)
    client.world.settle()
    for _ in range(10):
        ask(client, outcomes, ZERO)
        ask(client, outcomes, ONE)
    client.world.delay = lambda api: False
    client.world.settle()
    assert len(client.sent(FETCH)) == 2
    assert outcomes.of.count({ZERO: at(5)}) == 11
    assert outcomes.of.count({ONE: None}) == 10


def test_unstable_offsets_are_waited_for() -> None:
    """client G-67, N 98: 88; the others need not be asked for again."""
    client, outcomes = committed(), Outcomes()
    refuse(client, FETCH, [88, 88], partition=0)
    ask(client, outcomes, ZERO, ONE)
    client.world.settle()
    assert outcomes.of == []
    client.world.advance(1000)
    assert outcomes.of == [{ZERO: at(5), ONE: None}]
    first, *later = client.sent(FETCH)
    assert [each.groups[0].topics[0].partition_indexes for each in later] == [(0,), (0,)]
    assert first.groups[0].topics[0].partition_indexes == (0, 1)


@pytest.mark.parametrize("code", [14, 15, 16])
def test_passing_errors_are_tried_again(code: int) -> None:
    """client G-46, N 74."""
    client, outcomes = committed(), Outcomes()
    refuse(client, FETCH, [code, code])
    ask(client, outcomes, ZERO)
    client.world.advance(2000)
    assert outcomes.of == [{ZERO: at(5)}]
    assert len(client.sent(FETCH)) == 3
    assert client.world.apis().count(FIND) == (0 if code == 14 else 2)


@pytest.mark.parametrize("code", [3, 100])
def test_unknown_topics_have_no_offsets_after_a_metadata_update(code: int) -> None:
    """client G-67."""
    client, outcomes = committed(), Outcomes()
    refuse(client, FETCH, [code, code], partition=0)
    ask(client, outcomes, ZERO)
    client.world.advance(3000)
    assert outcomes.of == [{ZERO: None}]
    assert len(client.sent(FETCH)) == 2
    assert client.world.apis().count(METADATA) >= 1
    ask(client, outcomes, ZERO)
    client.world.advance(3000)
    assert outcomes.of[1:] == [{ZERO: at(5)}]
    refuse(client, FETCH, [code], partition=0)
    ask(client, outcomes, ZERO)
    client.world.advance(3000)
    assert outcomes.of[2:] == [{ZERO: at(5)}], "what was unknown once is forgotten"


def test_a_newer_epoch_is_tried() -> None:
    """client G-55: 113."""
    client, outcomes = committed(), Outcomes()
    client.world.delay = lambda api: api == FETCH
    ask(client, outcomes, ZERO)
    client.world.settle()
    client.member.epoch += 1
    refuse(client, FETCH, [113])
    client.world.delay = lambda api: False
    client.world.advance(500)
    assert client.sent(FETCH)[1].groups[0].member_epoch == 3


@pytest.mark.parametrize("code", [113, 25])
def test_a_member_that_the_group_dropped_is_refused(code: int) -> None:
    """client G-55."""
    client, outcomes = committed(), Outcomes()
    refuse(client, FETCH, [code])
    ask(client, outcomes, ZERO)
    client.world.settle()
    error = error_in(outcomes)
    assert isinstance(error, ServerError)
    assert error.code == code
    assert ("Lost" in client.shell.kinds()) == (code == 25)


def test_refusals_are_raised() -> None:
    """client B-60: of the group, and of a topic."""
    client, group, topic = committed(), Outcomes(), Outcomes()
    refuse(client, FETCH, [30])
    ask(client, group, ZERO)
    client.world.settle()
    assert isinstance(error_in(group), GroupAuthorizationFailed)
    refuse(client, FETCH, [29], partition=0)
    ask(client, topic, ZERO)
    client.world.settle()
    assert isinstance(error_in(topic), TopicAuthorizationFailed)


@pytest.mark.parametrize("codes", [(29, 88), (88, 29)])
def test_a_refusal_ends_the_wait_though_another_partition_may_pass(
    codes: tuple[int, ...],
) -> None:
    """client B-60: whichever of both comes first."""
    client, outcomes = committed(), Outcomes()

    def edit(api: int, answer: Any) -> Any:
        if api != FETCH:
            return None
        for each in answer.groups[0].topics[0].partitions:
            each.error_code = codes[each.partition_index]
        return answer

    client.world.edit = edit
    ask(client, outcomes, ZERO, ONE)
    client.world.settle()
    assert isinstance(error_in(outcomes), TopicAuthorizationFailed)


def test_waiting_ends_in_time_and_on_wish() -> None:
    """client B-6, L.2: the answer is dropped."""
    client, late, gone = committed(), Outcomes(), Outcomes()
    refuse(client, FETCH, [14] * 1000)
    ask(client, late, ZERO)
    wait = ask(client, gone, ZERO)
    client.offsets.withdraw_wait(wait)  # type: ignore[arg-type]
    client.world.advance(5000)
    assert isinstance(error_in(late), TimedOut)
    assert gone.of == []


def test_a_lost_connection_is_tried_again() -> None:
    client, outcomes = committed(), Outcomes()
    client.world.swallow = lambda api: api == FETCH
    ask(client, outcomes, ZERO)
    client.world.settle()
    client.world.drop_connections()
    client.world.swallow = lambda api: False
    client.world.advance(3000)
    assert outcomes.of == [{ZERO: at(5)}]


@pytest.mark.parametrize("release", ["0.11", "2.4", "3.3", "4.4"])
def test_consumers_without_membership_use_a_group_of_any_release(release: str) -> None:
    """client N 83, D-34."""
    client, outcomes = Client(emulate=release), Outcomes()
    client.world.create_topic("orders", 2)
    client.world.metadata.want(["orders"], client.now_ms)
    client.world.advance(1000)
    client.offsets.commit_for(NoMember("billing"))
    commit(client, 5, outcomes)
    client.world.advance(4000)
    ask(client, outcomes, ZERO, ONE)
    client.world.advance(1000)
    assert outcomes.of == [None, {ZERO: at(5), ONE: None}]


def test_a_consumer_that_has_not_joined_reads_offsets_as_no_member() -> None:
    """client G-67: as Java's consumers do; the broker compares nothing then."""
    client, outcomes = Client(), Outcomes()
    ask(client, outcomes, ZERO)
    client.world.advance(4000)
    assert outcomes.of == [{ZERO: None}]
    (group,) = client.sent(FETCH)[0].groups
    assert (group.member_id, group.member_epoch) == (None, -1)
