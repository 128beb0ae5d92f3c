"""Decisions, kept in the cluster as offsets of groups."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.spark.cluster import Cluster, ClusterError, TopicPartition
from kafkawire.spark.cluster.groups import Committed
from kafkawire.spark.sink import exactly_once
from kafkawire.spark.sink.exactly_once import Decision, Ledger, finish, finish_all
from kafkawire.testing import LocalBroker

LONG = (1 << 63) - 1
SHORT = (1 << 15) - 1


@pytest.fixture
def ledger(broker: LocalBroker, cluster: Cluster) -> Ledger:
    broker.create_topic("t", partitions=1)
    broker.create_topic("u", partitions=1)
    return Ledger(cluster, "q")


def test_before_the_first_batch_nothing_is_decided(ledger: Ledger) -> None:
    assert ledger.read() is None


def test_the_latest_decision_is_read_whichever_topic_it_is_kept_for(ledger: Ledger) -> None:
    for batch_id, topic in enumerate("tutu"):
        decision = Decision(batch_id, {0: (1, batch_id), 7: (LONG, SHORT)})
        ledger.write(decision, topic)
        assert ledger.read() == decision


def test_a_decision_about_thousands_of_tasks_is_read_as_it_was_written(ledger: Ledger) -> None:
    for batch_id, count in enumerate([3_000, 2, 1_000]):
        decision = Decision(batch_id, {task: (LONG - task, SHORT) for task in range(count)})
        ledger.write(decision, "t")
        assert ledger.read() == decision


def test_a_decision_counts_only_when_its_last_part_is_written(
    ledger: Ledger, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Decision(0, {0: (1, 1)})
    ledger.write(before, "t")
    commit = cluster.offset_commit

    written: list[str] = []

    def fail_behind_first(group: str, *rest: object) -> None:
        if written:
            raise ClusterError("the driver dies here")
        written.append(group)
        commit(group, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(cluster, "offset_commit", fail_behind_first)
    with pytest.raises(ClusterError, match="dies here"):
        ledger.write(Decision(1, {task: (LONG, SHORT) for task in range(500)}), "t")
    assert ledger.read() == before


def test_what_somebody_else_committed_is_no_decision(ledger: Ledger, cluster: Cluster) -> None:
    cluster.offset_commit("spark-sink-q", {TopicPartition("t", 0): Committed(3, "mine")})
    with pytest.raises(ClusterError, match="not a decision of this sink: 'mine'"):
        ledger.read()


@given(st.lists(st.text("0123456789abcdef:", min_size=3, max_size=30), max_size=400))
def test_no_part_is_longer_than_brokers_allow(entries: list[str]) -> None:
    chunks = exactly_once._chunks(entries)
    assert [entry for chunk in chunks for entry in chunk] == entries
    assert all(len(" ".join(("1", "99999", *chunk))) <= 4_000 for chunk in chunks)


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
    with pytest.raises(ClusterError, match=r"1 of 3 transactions .*: spark-sink-q-0"):
        finish_all(cluster, identities)
    for identity in identities[1:]:
        deadline = cluster.deadline()
        assert not finish(cluster, identity, is_commit=False, deadline=deadline), "is committed"
