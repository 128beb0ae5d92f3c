"""Subscribing by regular expression."""

from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.broker.groups.consumer import regexes
from kafkawire.broker.security.authorizer import Operation, ResourceType, Subject
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.requests.consumer_groups import ConsumerClient, ConsumerHarness, settle

pytest.importorskip(
    "re2", reason="google-re2 is not installed: groups that subscribe by a pattern are not tried"
)

BOTH = {"t1": {0, 1, 2}, "t2": {0, 1}}


@pytest.fixture
def harness() -> ConsumerHarness:
    return ConsumerHarness({"group.consumer.regex.refresh.interval.ms": "60000"})


def subscriber(
    harness: ConsumerHarness, regex: str, member_id: str = "m1", **fields: Any
) -> ConsumerClient:
    """A client that has joined with an expression, and with no names unless given."""
    client = ConsumerClient(harness, member_id, ())
    client.join(**{"subscribed_topic_names": None, "subscribed_topic_regex": regex, **fields})
    return client


@pytest.mark.parametrize(
    ("regex", "reason"),
    [("t(", "missing closing )"), ("(?!x)t.*", "invalid or unsupported Perl syntax")],
)
def test_a_wrong_expression_is_refused(harness: ConsumerHarness, regex: str, reason: str) -> None:
    """groups D-45, G 132: and no group is made."""
    client = subscriber(harness, regex)
    assert (client.answer.error_code, client.answer.error_message) == (
        128,
        f"SubscribedTopicRegex `{regex}` is not a valid regular expression: {reason}.",
    )
    assert "g" not in harness.broker.groups.shard_of("g").groups


def test_topics_are_looked_up_after_the_first_answer(harness: ConsumerHarness) -> None:
    """groups D-46, D-30, A-2, G 133: in a write of its own, and delivered by the next heartbeat."""
    client = subscriber(harness, "t.*")
    assert (client.epoch, client.answer.assignment.topic_partitions) == (1, [])
    assert harness.kinds() == [5, 8, 16, 3]
    value = harness.written()[2][2]
    assert (value.topics, value.timestamp) == (["t1", "t2"], harness.now_ms)
    assert value.version == harness.broker.metadata.applied_offset
    assert client.beat().member_epoch == 2
    assert client.assigned == BOTH


def test_an_expression_that_is_known_counts_at_once(harness: ConsumerHarness) -> None:
    """groups D-47."""
    subscriber(harness, "t.*").beat()
    harness.set_group_config("g", "consumer.assignment.interval.ms", "0")
    other = subscriber(harness, "t.*", "m2")
    assert other.epoch == 3
    assert harness.group().subscriptions.is_homogeneous(2)


def test_the_last_member_of_an_expression_takes_it_along(harness: ConsumerHarness) -> None:
    """groups D-47, A-12, D-59: changing to none is reason for another epoch."""
    client = subscriber(harness, "t.*")
    client.beat()
    count = len(harness.written())
    client.send(subscribed_topic_regex="")
    assert harness.kinds(count) == [5, -16, 3, 8]
    assert client.assigned == {}
    assert not harness.group().is_subscribed_to("t1")
    harness.advance(11_000)
    client = subscriber(harness, "t1")
    count = len(harness.written())
    client.leave()
    assert harness.kinds(count) == [-8, -7, -5, -16, 3, 6]


def test_names_and_expression_are_united(harness: ConsumerHarness) -> None:
    """groups D-49, G 136."""
    client = subscriber(harness, "t2", subscribed_topic_names=["t1"])
    harness.advance(1_000)
    client.beat()
    assert client.assigned == BOTH
    assert harness.group().subscriptions.topics == {"t1", "t2"}


def test_internal_topics_and_flags_match_like_others(harness: ConsumerHarness) -> None:
    """groups D-45, G 134: the whole name must match."""
    harness.create_topic("t1x")
    for regex, expected in (("t1", {"t1"}), ("(?i)T1", {"t1"}), ("__.*", {"__consumer_offsets"})):
        client = subscriber(harness, regex, f"m-{regex}", group_id="h")
        resolved = harness.group("h").subscriptions.resolved[regex]
        assert set(resolved.topics) == expected, regex
        client.send(member_epoch=-1, group_id="h")


def test_a_new_topic_is_noticed_ten_seconds_after_the_last_look(harness: ConsumerHarness) -> None:
    """groups D-48, G 135: growth of a topic is no reason to look."""
    client = subscriber(harness, "t.*")
    client.beat()
    harness.create_topic("t3")
    harness.grow("t1", 4)
    harness.advance(10_000)
    client.acknowledge()
    assert "t3" not in client.assigned
    assert len(client.assigned["t1"]) == 4
    count = len(harness.written())
    harness.advance(1)
    client.beat()
    assert [kind for kind in harness.kinds(count) if kind == 16] == [16]
    harness.advance(1_000)
    client.beat()
    assert client.assigned["t3"] == {0}
    harness.grow("t1", 5)
    count = len(harness.written())
    for _ in range(4):
        harness.advance(10_000)
        client.acknowledge()
    assert 16 not in harness.kinds(count)


def test_even_an_unresolved_expression_waits(harness: ConsumerHarness) -> None:
    """groups D-48: and all expressions are looked up together, known ones as well."""
    subscriber(harness, "t1").beat()
    harness.advance(5_000)
    other = subscriber(harness, "t2", "m2")
    assert set(harness.group().subscriptions.resolved) == {"t1"}
    harness.advance(5_001)
    count = len(harness.written())
    other.beat()
    assert harness.kinds(count)[-3:] == [16, 16, 3]
    assert set(harness.group().subscriptions.resolved) == {"t1", "t2"}


def test_expressions_are_looked_up_from_time_to_time(harness: ConsumerHarness) -> None:
    """groups D-48: and every one gets a record, though nothing has changed."""
    client = subscriber(harness, "t.*")
    client.beat()
    count = len(harness.written())
    for _ in range(2):
        harness.advance(30_000)
        client.beat()
    assert harness.kinds(count) == []
    harness.advance(1)
    client.beat()
    assert harness.kinds(count) == [16]
    assert harness.epochs() == (2, 2)


def test_a_result_that_nobody_wants_any_more_is_dropped(harness: ConsumerHarness) -> None:
    """groups D-46."""
    subscriber(harness, "t1").beat()
    shard, count = harness.broker.groups.shard_of("g"), len(harness.written())
    regexes.look_up(shard, harness.group(), ["gone", "t1"], None, harness.now_ms)
    harness.settle()
    found = harness.written(count)
    assert [(kind, key.regular_expression) for kind, key, _ in found] == [(16, "t1")]


@pytest.mark.parametrize(("code", "tries"), [(ErrorCode.NOT_COORDINATOR, 4), (-1, 2)])
def test_a_result_that_cannot_be_written_is_looked_for_again(
    harness: ConsumerHarness, monkeypatch: pytest.MonkeyPatch, code: int, tries: int
) -> None:
    """groups D-46: with the next heartbeat; one that is too large not before ten seconds."""
    tried: list[int] = []

    def fail(*_: object) -> None:
        tried.append(harness.now_ms)
        raise ApiError(code)

    monkeypatch.setattr(regexes, "_write", fail)
    client = subscriber(harness, "t.*")
    for _ in range(2):
        client.beat()
    harness.advance(10_000)
    client.beat()
    assert len(tried) == tries
    monkeypatch.undo()
    harness.advance(10_000)
    client.beat()
    assert client.beat().member_epoch == 2
    assert client.assigned == BOTH


def test_topics_that_others_name_are_a_reason_all_the_same(harness: ConsumerHarness) -> None:
    """groups D-46: the group reads what it read, but not everybody as before."""
    harness.set_group_config("g", "consumer.assignment.interval.ms", "0")
    first = harness.joiner("m0", "t1", "t2")
    metadata_hash = harness.group().metadata_hash
    other = subscriber(harness, "t1")
    assert harness.group().metadata_hash == metadata_hash
    assert harness.epochs() == (3, 2)
    settle([other, first])
    assert first.assigned.get("t1", set()) ^ other.assigned["t1"] == {0, 1, 2}
    assert harness.epochs() == (3, 3)


class Hiding:
    """An authorizer that hides one topic."""

    version = 0
    allows: Callable[..., bool]

    def __init__(self, topic: str) -> None:
        self.topic = topic
        self.allows = self._allows

    def _allows(
        self, subject: Subject, operation: Operation, kind: ResourceType, name: str
    ) -> bool:
        del subject, operation
        return kind is not ResourceType.TOPIC or name != self.topic


def test_hidden_topics_do_not_match(harness: ConsumerHarness) -> None:
    """groups D-46, D-2: and may not be named."""
    harness.broker.authorizer = Hiding("t2")  # type: ignore[assignment]
    client = subscriber(harness, "t.*")
    client.beat()
    assert client.assigned == {"t1": {0, 1, 2}}
    assert client.send(subscribed_topic_names=["t1", "t2"]).error_code == 29


def test_an_expression_survives_a_restart(harness: ConsumerHarness) -> None:
    """groups A-23."""
    client = subscriber(harness, "t.*")
    client.beat()
    before = harness.group().subscriptions
    harness.restart_groups()
    after = harness.group().subscriptions
    assert after is not before
    assert (after.resolved, after.by_regex) == (before.resolved, before.by_regex)
    harness.grow("t2", 3)
    harness.advance(1_000)
    client.beat()
    assert client.assigned["t2"] == {0, 1, 2}
