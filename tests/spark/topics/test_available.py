"""Batches of AvailableNow against the ends that were taken, and against what is there."""

from __future__ import annotations

import pytest

from kafkawire.spark.cluster import TopicPartition
from kafkawire.spark.topics.errors import DataLoss, SourceError
from kafkawire.spark.topics.following import NO_LIMIT
from tests.support.spark.followers import FORGIVING, follower, spans
from tests.support.spark.pretended_logs import T0, T1, PretendedLogs

U0 = TopicPartition("u", 0)


def test_available_now_refuses_ends_beyond_what_it_took() -> None:
    cluster = PretendedLogs(15)
    following = follower(cluster)
    following.prepare_available_now()
    following.latest({T0: 0}, NO_LIMIT)
    with pytest.raises(SourceError, match=r"^\[END_OFFSET_HAS_GREATER_.*_THAN_PREFETCHED\]"):
        following.plan({T0: 0}, {T0: 16})
    with pytest.raises(SourceError, match=r"^\[MISMATCHED_TOPIC_PARTITIONS_BETWEEN_END_OFFSET"):
        following.plan({T0: 0}, {T0: 15, T1: 1})


def test_available_now_reads_a_batch_of_before_as_it_is_though_there_are_more_partitions() -> None:
    """It was planned by the run before; to start this one again would change nothing about it."""
    cluster = PretendedLogs(15)
    pending = follower(cluster).latest({T0: 0}, NO_LIMIT)
    cluster.create("t", 15, 7)
    following = follower(cluster)
    following.prepare_available_now()
    assert spans(following.plan({T0: 0}, pending)) == [(T0, 0, 15)]
    ends = following.latest(pending, NO_LIMIT)
    assert spans(following.plan(pending, ends)) == [(T1, 0, 7)]


def test_available_now_tells_what_was_lost_since_before_any_task_looks_for_it() -> None:
    cluster = PretendedLogs(10)
    cluster.create("u", 5)
    strict, forgiving = (
        follower(cluster, subscribePattern=".", **more) for more in ({}, FORGIVING)
    )
    for each in (strict, forgiving):
        each.prepare_available_now()
        ends = each.latest({T0: 0, U0: 0}, NO_LIMIT)
    cluster.ends[T0] = 9
    with pytest.raises(
        SourceError,
        match=r"^\[END_OFFSET_HAS_GREATER_.*_THAN_LATEST_WITH_TRIGGER_AVAILABLENOW\] t-0: latest"
        r" offset: 9, end offset: 10",
    ):
        strict.plan({T0: 0, U0: 0}, ends)
    cluster.ends[T0] = 10
    assert spans(strict.plan({T0: 0, U0: 0}, ends)) == [(T0, 0, 10), (U0, 0, 5)]
    cluster.delete("u")
    with pytest.raises(SourceError, match=r"^\[LOST_TOPIC_PARTITIONS_IN_END_OFFSET_WITH.*\{u-0\}"):
        strict.plan({T0: 0, U0: 0}, ends)
    assert (T0, 0, 10) in spans(forgiving.plan({T0: 0, U0: 0}, ends))


def test_partitions_that_came_after_the_end_of_the_first_batch_are_no_deleted_ones() -> None:
    """Without a state file the start is asked for again, and has them; the batch's end has not."""
    cluster = PretendedLogs(15)
    pending = follower(cluster).latest({T0: 0}, NO_LIMIT)
    cluster.create("t", 15, 7)
    following = follower(cluster)
    start = following.initial()
    assert start == {T0: 0, T1: 0}
    assert spans(following.plan(start, pending)) == [(T0, 0, 15)]
    ends = following.latest(pending, NO_LIMIT)
    assert spans(following.plan(pending, ends)) == [(T1, 0, 7)]


def test_partitions_of_a_topic_that_was_created_again_were_deleted_though_they_are_there() -> None:
    cluster = PretendedLogs(15, 7)
    following = follower(cluster)
    start = following.initial()
    cluster.create("t", 15, 7, number=2)
    with pytest.raises(DataLoss, match=r"PARTITIONS_DELETED.*\{t-1\}"):
        following.plan(start, {T0: 15})
