"""What one request makes of a group, before it is written."""

import pytest

from kafkawire.broker.groups.consumer.change import Change
from kafkawire.broker.groups.consumer.lookup import FoundGroup, FoundMember
from kafkawire.broker.groups.consumer.member import Profile
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.requests.consumer_groups import ConsumerHarness


def change(harness: ConsumerHarness, profile: Profile) -> Change:
    shard, group = harness.broker.groups.shard_of("g"), harness.group()
    found = FoundMember(group.members["m1"], [])
    return Change(shard, FoundGroup(group, []), found, profile, harness.now_ms)


def test_a_change_that_is_not_written_has_changed_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """groups A-53: the member hears of it, and the group is as before."""
    harness = ConsumerHarness()
    harness.joiner("m1")
    before = harness.group()
    was = (before.epoch, dict(before.members), before.subscriptions.by_name.copy())

    def refuse(*_: object) -> None:
        raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)

    shard = harness.broker.groups.shard_of("g")
    monkeypatch.setattr(type(shard.log), "append", refuse)
    answer = harness.beat(
        member_id="m2",
        member_epoch=0,
        subscribed_topic_names=["t1"],
        topic_partitions=[],
        rebalance_timeout_ms=1,
    )
    assert answer.error_code == 15
    group = harness.group()
    assert (group.epoch, dict(group.members), group.subscriptions.by_name) == was


def test_one_request_is_one_epoch() -> None:
    """groups D-22, D-23: however many reasons it has."""
    harness = ConsumerHarness()
    harness.joiner("m1")
    harness.grow("t1", 5)
    profile = harness.group().members["m1"].profile
    more = change(harness, profile._replace(topic_names=("t1",), server_assignor="range"))
    assert more.has_new_names
    assert more.has_new_assignor
    more.follow_metadata(has_reason=True)
    assert more.epoch == 3
    assert [record.key.API_KEY for record in more.records] == [5, 3]


def test_metadata_that_are_as_they_were_are_no_reason() -> None:
    """groups D-22."""
    harness = ConsumerHarness()
    harness.joiner("m1")
    group = harness.group()
    group.metadata_deadline_ms = 0
    same = change(harness, group.members["m1"].profile)
    same.follow_metadata(has_reason=False)
    assert (same.epoch, same.records) == (2, [])
    assert same.looked_at_metadata
    same.write()
    assert harness.group().metadata_deadline_ms > harness.now_ms


def test_the_record_of_an_older_kafka_is_removed_with_the_next_epoch() -> None:
    """groups A-13, D-32: type 4."""
    harness = ConsumerHarness()
    harness.joiner("m1")
    group = harness.group()
    group.has_partition_metadata = True
    more = change(harness, group.members["m1"].profile._replace(topic_names=("t1",)))
    more.follow_metadata(has_reason=True)
    kinds = [(record.key.API_KEY, record.value is None) for record in more.records]
    assert kinds == [(5, False), (3, False), (4, True)]
