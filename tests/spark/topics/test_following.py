"""A stream's positions: each offset once, whatever comes between, and no question too many."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.spark.cluster import TopicPartition
from kafkawire.spark.topics.errors import DataLoss
from kafkawire.spark.topics.following import NO_LIMIT, Limit
from kafkawire.spark.topics.logs import UnknownTopic
from kafkawire.spark.topics.offsets import Offsets
from tests.support.spark.followers import FORGIVING, Time, follower, spans
from tests.support.spark.pretended_logs import T0, T1, T2, PretendedLogs

# Trap 1: the initial offset


def test_trap_1_a_restart_before_the_first_commit_begins_where_the_first_run_began(
    tmp_path: Path,
) -> None:
    """Spark does not keep what `initialOffset` returns: it asks again at a restart.

    Without the state file, batch 0 would be replayed from the end that the log has by then, and
    the records before that would be lost.
    """
    cluster = PretendedLogs(100)
    options: dict[str, Any] = {"startingOffsets": "latest", "stateFile": tmp_path / "state"}
    assert follower(cluster, **options).initial() == {T0: 100}
    cluster.ends[T0] = 105
    again = follower(cluster, **options)
    start = again.initial()
    assert start == {T0: 100}
    assert spans(again.plan(start, again.latest(start, NO_LIMIT))) == [(T0, 100, 105)]


def test_the_initial_offset_is_the_same_each_time_it_is_asked_for() -> None:
    """Spark asks twice at a start."""
    cluster = PretendedLogs(100)
    following = follower(cluster)
    assert following.initial() == {T0: 0}
    cluster.begins[T0] = 5
    assert following.initial() == {T0: 0}


# Trap 3: polling


def test_trap_3_an_idle_stream_asks_ten_times_a_second_at_most() -> None:
    """The default trigger of Spark calls latestOffset 87 times a second."""
    cluster, time = PretendedLogs(100), Time()
    following = follower(cluster, time)
    start = {T0: 100}
    following.latest(start, NO_LIMIT)
    cluster.asked.clear()
    began_ms = time.now_ms
    for _ in range(200):
        time.now_ms += 11
        assert following.latest(start, NO_LIMIT) == start
    seconds = (time.now_ms - began_ms) / 1_000
    assert cluster.asked["offsets"] <= 10 * seconds + 1
    assert cluster.asked["topics"] <= 2 * seconds + 1


def test_a_question_that_had_to_wait_gets_an_answer_of_now() -> None:
    cluster, time = PretendedLogs(100), Time()
    following = follower(cluster, time)
    following.latest({T0: 100}, NO_LIMIT)
    cluster.ends[T0] = 101
    assert following.latest({T0: 100}, NO_LIMIT) == {T0: 101}
    assert time.waited_ms > 0


def test_a_busy_stream_never_waits() -> None:
    cluster, time = PretendedLogs(100), Time()
    following, position = follower(cluster, time), {T0: 0}
    for _ in range(5):
        cluster.ends[T0] += 10
        position = following.latest(position, NO_LIMIT)
    assert time.waited_ms == 0


def test_what_is_reported_as_latest_costs_no_question() -> None:
    cluster = PretendedLogs(100)
    following = follower(cluster)
    before = following.reported
    following.latest({T0: 0}, Limit(rows_max=10))
    cluster.asked.clear()
    assert (before, following.reported) == (None, {T0: 100})
    assert not cluster.asked


# Limits


def test_a_batch_is_limited_by_shares_of_the_backlog() -> None:
    cluster = PretendedLogs(134, 133, 133)
    following, position, taken = follower(cluster), {T0: 100, T1: 100, T2: 100}, []
    while (ends := following.latest(position, Limit(40))) != position:
        taken.append(sum(each.size for each in following.plan(position, ends)))
        position = ends
    assert taken == [39, 39, 22]


def test_with_a_lower_limit_a_batch_waits_for_more_but_not_too_long() -> None:
    cluster, time = PretendedLogs(5), Time()
    following = follower(cluster, time, minOffsetsPerTrigger=10, maxTriggerDelay="60s")
    limit = Limit(rows_min=10)
    assert following.latest({T0: 0}, limit) == {T0: 5}
    cluster.ends[T0] = 14
    assert following.latest({T0: 5}, limit) == {T0: 5}
    cluster.ends[T0] = 15
    assert following.latest({T0: 5}, limit) == {T0: 15}
    cluster.ends[T0] = 16
    time.now_ms += 59_000
    assert following.latest({T0: 15}, limit) == {T0: 15}
    time.now_ms += 1_000
    assert following.latest({T0: 15}, limit) == {T0: 16}


def test_available_now_ends_where_the_logs_ended_and_ignores_the_lower_limit() -> None:
    cluster = PretendedLogs(15)
    following = follower(cluster)
    following.prepare_available_now()
    cluster.ends[T0] = 99
    limit = Limit(10, 10)
    assert following.latest({T0: 0}, limit) == {T0: 10}
    assert following.latest({T0: 10}, limit) == {T0: 15}
    assert following.latest({T0: 15}, limit) == {T0: 15}


def test_partitions_of_a_batch_may_be_split() -> None:
    cluster = PretendedLogs(90)
    following = follower(cluster, minPartitions=2, maxRecordsPerPartition=40)
    ends = following.latest({T0: 0}, NO_LIMIT)
    assert [each.size for each in following.plan({T0: 0}, ends)] == [30, 30, 30]


# Partitions that come and go


def test_new_partitions_are_read_from_their_beginning() -> None:
    cluster = PretendedLogs(10)
    start = {T0: 10}
    cluster.create("t", 10, 25)
    following = follower(cluster)
    ends = following.latest(start, NO_LIMIT)
    assert ends == {T0: 10, T1: 25}
    assert spans(following.plan(start, ends)) == [(T1, 0, 25)]


def test_new_partitions_have_their_share_of_a_limit() -> None:
    cluster = PretendedLogs(20)
    cluster.create("t", 20, 10)
    cluster.begins[T1] = 0
    assert follower(cluster).latest({T0: 0}, Limit(15)) == {T0: 10, T1: 5}


def test_a_new_partition_that_has_lost_its_beginning_is_a_loss() -> None:
    cluster = PretendedLogs(10)
    cluster.create("t", 10, 25)
    cluster.begins[T1] = 4
    strict, forgiving = follower(cluster), follower(cluster, **FORGIVING)
    ends = strict.latest({T0: 10}, NO_LIMIT)
    with pytest.raises(
        DataLoss, match=r"ADDED_PARTITION_DOES_NOT_START_FROM_OFFSET_ZERO.* t-1 starts from 4"
    ):
        strict.plan({T0: 10}, ends)
    assert spans(forgiving.plan({T0: 10}, ends)) == [(T1, 4, 25)]


def test_a_new_partition_that_is_gone_again_is_a_loss() -> None:
    cluster = PretendedLogs(10)
    with pytest.raises(DataLoss, match=r"INITIAL_OFFSET_NOT_FOUND_FOR_PARTITIONS.*\{t-1\}"):
        follower(cluster).plan({T0: 10}, {T0: 10, T1: 5})
    assert follower(cluster, **FORGIVING).plan({T0: 10}, {T0: 10, T1: 5}) == []


@pytest.mark.parametrize(
    ("options", "name"),
    [({}, r"PARTITIONS_DELETED\]"), ({"kafka.group.id": "g"}, "PARTITIONS_DELETED_AND_GROUP_ID")],
)
def test_deleted_partitions_are_a_loss(options: dict[str, Any], name: str) -> None:
    cluster = PretendedLogs(10, 10)
    cluster.create("u", 5)
    strict = follower(cluster, subscribePattern=".", **options)
    start = strict.initial()
    cluster.delete("u")
    strict.prepare_available_now()
    ends = strict.latest(start, NO_LIMIT)
    with pytest.raises(DataLoss, match=name):
        strict.plan(start, ends)
    forgiving = follower(cluster, subscribePattern=".", **options, **FORGIVING)
    assert spans(forgiving.plan(start, ends)) == [(T0, 0, 10), (T1, 0, 10)]


def test_a_topic_that_vanishes_fails_the_query_unless_loss_is_forgiven() -> None:
    cluster, time = PretendedLogs(10), Time()
    strict, forgiving = follower(cluster, time), follower(cluster, time, **FORGIVING)
    assert strict.latest({T0: 10}, NO_LIMIT) == forgiving.latest({T0: 10}, NO_LIMIT) == {T0: 10}
    cluster.delete("t")
    time.now_ms += 1_000
    with pytest.raises(UnknownTopic):
        strict.latest({T0: 10}, NO_LIMIT)
    assert forgiving.latest({T0: 10}, NO_LIMIT) == {}
    cluster.create("t", 3, number=2)
    time.now_ms += 1_000
    ends = forgiving.latest({}, NO_LIMIT)
    assert spans(forgiving.plan({}, ends)) == [(T0, 0, 3)]


def test_ends_that_go_backwards_for_a_moment_are_nothing() -> None:
    cluster = PretendedLogs(60)
    cluster.late = [{T0: 20}]
    assert follower(cluster).latest({T0: 50}, NO_LIMIT) == {T0: 60}


# All of it together


class World:
    """A stream as Spark runs one: offsets are logged before a batch, commits come after it."""

    def __init__(self, cluster: PretendedLogs, seed: int, path: Path) -> None:
        self.cluster, self.random = cluster, Random(seed)
        self.path, self.read = path, dict[TopicPartition, list[int]]()
        self.time = Time()
        self.position: Offsets | None = None
        self.pending: tuple[Offsets, Offsets] | None = None
        self.restart()

    def restart(self) -> None:
        self.following = follower(self.cluster, self.time, stateFile=self.path)

    def step(self, limit: Limit) -> bool:
        """One batch, perhaps one that fails and comes again; False if there was nothing."""
        start = self.following.initial() if self.position is None else self.position
        if self.pending is None:
            ends = self.following.latest(start, limit)
            if ends == start:
                return False
            self.pending = (start, ends)
        ranges = self.following.plan(*self.pending)
        if self.random.random() < 0.3:
            self.restart()
            return True
        for each in ranges:
            self.read.setdefault(each.found, []).extend(range(each.start, each.end))
        self.position, self.pending = self.pending[1], None
        return True

    def disturb(self) -> None:
        self.time.now_ms += self.random.choice([0, 1_000])
        for each in self.cluster.ends:
            self.cluster.ends[each] += self.random.choice([0, 0, 1, 30])
        if self.random.random() < 0.2:
            ends = [self.cluster.ends[each] for each in sorted(self.cluster.ends)]
            self.cluster.create("t", *ends, self.random.randrange(9))
        if self.random.random() < 0.2:
            self.restart()


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 1 << 32), st.integers(0, 20), st.sampled_from([NO_LIMIT, Limit(1), Limit(25)])
)
def test_each_offset_is_read_once_through_failures_restarts_and_new_partitions(
    tmp_path_factory: pytest.TempPathFactory, seed: int, end: int, limit: Limit
) -> None:
    cluster = PretendedLogs(end)
    world = World(cluster, seed, tmp_path_factory.mktemp("w") / "state")
    for _ in range(12):
        world.step(limit)
        world.disturb()
    world.time.now_ms += 1_000
    while world.step(limit):
        pass
    assert world.read == {each: list(range(end)) for each, end in cluster.ends.items() if end}
