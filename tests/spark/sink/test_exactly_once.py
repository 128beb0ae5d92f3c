"""Decisions, kept in the cluster as offsets of groups."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import Cluster, ClusterError, OutOfTime, TopicPartition
from kafkawire.spark.cluster.errors import Refused
from kafkawire.spark.cluster.groups import Committed
from kafkawire.spark.cluster.transactions import Identity, open_transactions
from kafkawire.spark.sink import exactly_once
from kafkawire.spark.sink.exactly_once import Decision, Ledger, Part, finish, finish_all
from kafkawire.testing import LocalBroker

LONG = (1 << 63) - 1
SHORT = (1 << 15) - 1
SOME = st.integers(0, 5)
"""Parts that are written before the driver dies."""


@pytest.fixture
def ledger(broker: LocalBroker, cluster: Cluster) -> Ledger:
    broker.create_topic("t", partitions=1)
    broker.create_topic("u", partitions=1)
    return Ledger(cluster, "q")


def test_before_the_first_batch_nothing_is_decided(ledger: Ledger) -> None:
    assert ledger.read(0) is None


def test_the_latest_decision_is_read_whichever_topic_it_is_kept_for(ledger: Ledger) -> None:
    for batch_id, topic in enumerate("tutu"):
        decision = Decision(batch_id, {0: (1, batch_id), 7: (LONG, SHORT)})
        ledger.write(decision, topic)
        assert ledger.read(batch_id) == decision


def test_a_decision_about_thousands_of_tasks_is_read_as_it_was_written(ledger: Ledger) -> None:
    for batch_id, tasks in enumerate([3_000, 2, 1_000]):
        decision = Decision(batch_id, {task: (LONG - task, SHORT) for task in range(tasks)})
        ledger.write(decision, "t")
        assert ledger.read(batch_id) == decision


def identities(count: int, producer_id: int = LONG) -> dict[int, tuple[int, int]]:
    return {task: (producer_id - task, SHORT) for task in range(count)}


def dying(
    cluster: Cluster, patch: pytest.MonkeyPatch, writes: int
) -> Callable[[Ledger, Decision, str], bool]:
    """Decides; False if the driver died instead, when that many parts had been written."""
    left = [writes]
    commit = Cluster.offset_commit

    def commit_or_die(group: str, *rest: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise ClusterError("the driver dies here")
        commit(cluster, group, *rest)  # type: ignore[arg-type]

    def write(ledger: Ledger, decision: Decision, topic: str) -> bool:
        patch.setattr(cluster, "offset_commit", commit_or_die)
        try:
            ledger.write(decision, topic)
        except ClusterError:
            return False
        finally:
            patch.delattr(cluster, "offset_commit")
        return True

    return write


@pytest.mark.parametrize("writes", range(3))
@pytest.mark.parametrize("batch_id", [1, 0], ids=["the next batch", "a replay of this one"])
@pytest.mark.parametrize("tasks", [1, 500])
@pytest.mark.parametrize("topic", ["t", "u"])
def test_a_driver_may_die_after_any_part_of_a_decision(
    ledger: Ledger,
    cluster: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    *,
    topic: str,
    tasks: int,
    batch_id: int,
    writes: int,
) -> None:
    before = Decision(0, identities(tasks))
    ledger.write(before, "t")
    new = Decision(batch_id, identities(700, LONG >> 1))
    assert not dying(cluster, monkeypatch, writes)(ledger, new, topic), "three parts are needed"
    assert ledger.read(0) == before
    assert ledger.read(1) == Decision(0, {})
    ledger.write(new, "t")
    assert ledger.read(batch_id) == new


def test_whatever_drivers_wrote_before_they_died_the_last_whole_decision_is_in_force(
    cluster: Cluster, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some parts, to some topic; then the same batch or the next one, of as many tasks or not."""
    names = count()
    monkeypatch.setattr(exactly_once, "METADATA_CHARACTERS_MAX", 55)

    @profile(max_examples=60)
    @example([(0, 3, "t", 2), (0, 3, "u", None)])
    @example([(0, 3, "u", 2), (0, 3, "t", None)])
    @given(
        st.lists(
            st.tuples(st.integers(0, 1), st.integers(1, 5), st.sampled_from("tu"), st.none() | SOME)
        )
    )
    def check(steps: list[tuple[int, int, str, int | None]]) -> None:
        asked = Ledger(cluster, f"of-{next(names)}")
        in_force, batch_id = None, 0
        for number, (later, tasks, topic, writes) in enumerate(steps):
            batch_id += later
            decision = Decision(batch_id, identities(tasks, number + 100))
            if dying(cluster, monkeypatch, 99 if writes is None else writes)(
                asked, decision, topic
            ):
                in_force = decision
            if in_force is None:
                assert asked.read(batch_id) is None
            else:
                assert asked.read(in_force.batch_id) == in_force
                found = asked.read(in_force.batch_id + 1)
                assert found == Decision(in_force.batch_id, {})

    check()


def test_of_two_decisions_about_a_batch_the_later_counts_whichever_topics_they_are_kept_for(
    ledger: Ledger,
) -> None:
    for number, topic in enumerate("tuut"):
        decision = Decision(3, {0: (number, 0)})
        ledger.write(decision, topic)
        assert ledger.read(3) == decision


def test_a_decision_of_which_a_part_was_forgotten_is_told_and_holds_up_no_other_batch(
    ledger: Ledger, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch = Cluster.offset_fetch

    def forgetful(group: str, **named: Any) -> object:
        return {} if group.endswith("-1") else fetch(cluster, group, **named)

    ledger.write(Decision(0, identities(500)), "t")
    monkeypatch.setattr(cluster, "offset_fetch", forgetful)
    with pytest.raises(
        ClusterError, match=r"spark-sink-q-even-1 has nothing of batch 0.*retention"
    ):
        ledger.read(0)
    assert ledger.read(1) == Decision(0, {})


def test_what_somebody_else_committed_is_no_decision(ledger: Ledger, cluster: Cluster) -> None:
    cluster.offset_commit("spark-sink-q", {TopicPartition("t", 0): Committed(3, "mine")})
    with pytest.raises(ClusterError, match="not a decision of this sink: 'mine'"):
        ledger.read(3)


def part(chunk: list[str]) -> Part:
    """With as long a head as there can be."""
    return Part(LONG, LONG, "f" * 8, 99_999, chunk)


@given(st.lists(st.text("0123456789abcdef:", min_size=3, max_size=30), max_size=400))
def test_no_part_is_longer_than_brokers_allow(entries: list[str]) -> None:
    chunks = exactly_once._chunks(entries)
    assert [entry for chunk in chunks for entry in chunk] == entries
    assert all(len(exactly_once._metadata(part(chunk))) <= 4_000 for chunk in chunks)


def test_a_transaction_ends_once_and_a_second_time_without_harm(
    broker: LocalBroker, cluster: Cluster, ledger: Ledger
) -> None:
    identity = cluster.init_producer_id(ledger.transactional_id(0))
    cluster.transaction(identity).add_partitions([TopicPartition("t", 0)], cluster.deadline())
    deadline = cluster.deadline()
    assert finish(cluster, identity, is_commit=True, deadline=deadline)
    assert finish(cluster, identity, is_commit=True, deadline=deadline)
    cluster.init_producer_id(ledger.transactional_id(0))
    assert not finish(cluster, identity, is_commit=True, deadline=deadline)


def test_those_that_can_be_committed_are_before_the_lost_ones_are_told(
    broker: LocalBroker, cluster: Cluster, ledger: Ledger
) -> None:
    identities = [cluster.init_producer_id(ledger.transactional_id(task)) for task in range(3)]
    for identity in identities:
        where = [TopicPartition("t", 0)]
        cluster.transaction(identity).add_partitions(where, cluster.deadline())
    cluster.init_producer_id(ledger.transactional_id(0))
    with pytest.raises(ClusterError, match=r"1 of 3 transactions had been.*: spark-sink-q-0; 2 of"):
        finish_all(cluster, identities)
    for identity in identities[1:]:
        deadline = cluster.deadline()
        assert not finish(cluster, identity, is_commit=False, deadline=deadline), "is committed"


def refusing(
    cluster: Cluster, patch: pytest.MonkeyPatch, refused: str, error: ClusterError
) -> list[Identity]:
    """Three open transactions, of which one cannot be committed."""
    end = exactly_once.finish

    def finish_others(cluster: Cluster, identity: Identity, **named: object) -> bool:
        if identity.transactional_id == refused:
            raise error
        return end(cluster, identity, **named)  # type: ignore[arg-type]

    patch.setattr(exactly_once, "finish", finish_others)
    ledger = Ledger(cluster, "q")
    identities = [cluster.init_producer_id(ledger.transactional_id(task)) for task in range(3)]
    for identity in identities:
        where = [TopicPartition("t", 0)]
        cluster.transaction(identity).add_partitions(where, cluster.deadline())
    return identities


def test_one_that_is_refused_keeps_no_other_back_and_all_are_named(
    cluster: Cluster, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = Refused("EndTxn", ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    identities = refusing(cluster, monkeypatch, "spark-sink-q-1", error)
    with pytest.raises(
        ClusterError,
        match=r"^2 of 3 transactions committed: spark-sink-q-0, spark-sink-q-2; 1 of 3 transactions"
        r" refused \(EndTxn: TRANSACTIONAL_ID_AUTHORIZATION_FAILED \(53\)\): spark-sink-q-1\. ",
    ):
        finish_all(cluster, identities)
    assert open_transactions(cluster, cluster.deadline()) == ["spark-sink-q-1"]


def test_where_no_answer_comes_the_rest_is_not_waited_for(
    cluster: Cluster, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    identities = refusing(cluster, monkeypatch, "spark-sink-q-1", OutOfTime("after 5 ms"))
    with pytest.raises(
        ClusterError,
        match=r"^1 of 3 transactions committed: spark-sink-q-0; 1 of 3 transactions perhaps"
        r" committed \(after 5 ms\): spark-sink-q-1; 1 of 3 transactions not tried:"
        r" spark-sink-q-2\. .*df\.write",
    ):
        finish_all(cluster, identities)
