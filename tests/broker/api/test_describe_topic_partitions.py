"""DescribeTopicPartitions through bytes: pages of partitions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.protocol.messages.describe_topic_partitions_request import (
    DescribeTopicPartitionsRequest,
)
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.broker.metadata import broker, topic, topic_id
from tests.support.requests.harness import BrokerHarness

Request = DescribeTopicPartitionsRequest
SIZES = {"p0": 1, "p1": 3, "p2": 2}


def harness_of(sizes: dict[str, int]) -> BrokerHarness:
    harness = BrokerHarness()
    for name, size in sizes.items():
        harness.create_topic(name, size)
    return harness


def ask(
    harness: BrokerHarness,
    *names: str,
    limit: int = 2000,
    cursor: tuple[str, int] | None = None,
) -> Any:
    request = Request(
        topics=[Request.TopicRequest(name=name) for name in names],
        response_partition_limit=limit,
        cursor=cursor and Request.Cursor(topic_name=cursor[0], partition_index=cursor[1]),
    )
    return harness.connect().request(request, 0)


def told(response: Any) -> list[tuple[str, int, list[int]]]:
    return [
        (each.name, each.error_code, [one.partition_index for one in each.partitions])
        for each in response.topics
    ]


def cursor(response: Any) -> tuple[str, int] | None:
    found = response.next_cursor
    return None if found is None else (found.topic_name, found.partition_index)


def test_answers_are_sorted_and_complete() -> None:
    """admin H 29, A-42, A-43: duplicates collapse, and nothing asked is everything."""
    harness = harness_of(SIZES)
    everything = [("p0", 0, [0]), ("p1", 0, [0, 1, 2]), ("p2", 0, [0, 1])]
    assert told(ask(harness, "p2", "p0", "p1", "p0")) == everything
    assert told(ask(harness)) == everything


def test_missing_names_have_their_place() -> None:
    """admin A-47: they cost nothing of the limit."""
    response = ask(harness_of(SIZES), "p0", "nope", "a/b", limit=1)
    assert told(response) == [("a/b", 17, []), ("nope", 3, []), ("p0", 0, [0])]
    assert cursor(response) is None


def test_a_page_ends_within_a_topic_or_between_two() -> None:
    """admin H 29, H 33, A-44, A-46."""
    harness = harness_of(SIZES)
    assert cursor(ask(harness, limit=4)) == ("p2", 0)
    assert cursor(ask(harness, limit=2)) == ("p1", 1)
    assert cursor(ask(harness, limit=6)) is None
    assert cursor(ask(harness, "p0", "zz", limit=1)) == ("zz", 0)
    assert told(ask(harness, "p0", "zz", limit=1)) == [("p0", 0, [0])]


@pytest.mark.parametrize("limit", [0, -1])
def test_a_page_holds_one_partition_at_least(limit: int) -> None:
    """admin H 30, A-44."""
    response = ask(harness_of(SIZES), limit=limit)
    assert told(response) == [("p0", 0, [0])]
    assert cursor(response) == ("p1", 0)


def test_the_broker_has_a_limit_too() -> None:
    """admin A-44."""
    harness = BrokerHarness({"max.request.partition.size.limit": "2"})
    harness.create_topic("a", 3)
    assert cursor(ask(harness)) == ("a", 2)


def test_a_cursor_goes_on_where_it_points() -> None:
    """admin H 32, A-45: past the end there is an empty topic, and the next ones."""
    harness = harness_of(SIZES)
    assert told(ask(harness, cursor=("p1", 1))) == [("p1", 0, [1, 2]), ("p2", 0, [0, 1])]
    assert told(ask(harness, cursor=("p1", 9))) == [("p1", 0, []), ("p2", 0, [0, 1])]
    assert told(ask(harness, cursor=("p1x", 1))) == [("p2", 0, [0, 1])]


def test_bad_cursors_fail_every_element() -> None:
    """admin H 31, A-45."""
    harness = harness_of(SIZES)
    for bad in (("p2", 0), ("p0", -1)):
        assert told(ask(harness, "p1", "p0", cursor=bad)) == [("p1", 42, []), ("p0", 42, [])]


def test_the_empty_name_needs_a_cursor() -> None:
    """admin A-50: a slip of 4.4.0 fails every element."""
    harness = harness_of(SIZES)
    assert told(ask(harness, "p0", "")) == [("p0", -1, []), ("", -1, [])]
    assert told(ask(harness, "p0", "", cursor=("", 0))) == [("", 17, []), ("p0", 0, [0])]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), st.integers(1, 4), min_size=1),
    st.integers(1, 5),
)
def test_pages_add_up_to_everything(sizes: dict[str, int], limit: int) -> None:
    """admin A-46: following the cursors shows every partition once."""
    harness = harness_of(sizes)
    seen = []
    at: tuple[str, int] | None = None
    while True:
        response = ask(harness, limit=limit, cursor=at)
        page = [(name, index) for name, _, indexes in told(response) for index in indexes]
        assert len(page) <= limit
        seen += page
        at = cursor(response)
        if at is None:
            break
    assert seen == [(name, index) for name in sorted(sizes) for index in range(sizes[name])]


def test_what_is_told_of_a_partition() -> None:
    """admin H 33, A-48, A-49: error 0 always, lists never null, operations always filled."""
    harness = BrokerHarness()
    gone = PartitionChangeRecord(
        partition_id=1,
        topic_id=topic_id("t"),
        isr=[],
        leader=-1,
        eligible_leader_replicas=[2],
        last_known_elr=[2],
    )
    harness.broker.controller.commit(
        [broker(2, fenced=True), *topic("t", [1, 2], [2]), gone], harness.now_ms
    )
    (found,) = ask(harness, "t").topics
    assert (found.topic_id, found.topic_authorized_operations) == (topic_id("t"), 3576)
    first, second = found.partitions
    assert (first.error_code, first.leader_id, first.leader_epoch) == (0, 1, 0)
    assert list(first.offline_replicas) == [2]
    assert (first.eligible_leader_replicas, first.last_known_elr) == ([], [])
    assert (second.error_code, second.leader_id, second.leader_epoch) == (0, -1, 1)
    assert list(second.eligible_leader_replicas) == list(second.last_known_elr) == [2]


def test_kafkas_own_topics_are_internal() -> None:
    (found,) = ask(BrokerHarness(), "__consumer_offsets").topics
    assert (found.error_code, found.is_internal) == (3, True)
