"""Transactions as a task and its driver use them."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import Cluster, Refused, TopicPartition
from kafkawire.spark.cluster.groups import Committed
from kafkawire.spark.cluster.transactions import Identity, is_fenced, open_transactions
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import settings, topic_values

T0 = TopicPartition("t", 0)


@pytest.fixture(autouse=True)
def _topic(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=1)


def write(cluster: Cluster, identity: Identity, value: bytes) -> None:
    producer = cluster.producer(identity)
    producer.append(T0, [(5, None, value, ())])
    producer.flush()
    producer.close()


def test_records_and_offsets_count_with_the_commit(broker: LocalBroker, cluster: Cluster) -> None:
    identity = cluster.init_producer_id("id")
    write(cluster, identity, b"x")
    transaction = cluster.transaction(identity)
    transaction.add_offsets("g", cluster.deadline())
    transaction.commit_offsets("g", {T0: Committed(7, "noted")}, cluster.deadline())
    assert topic_values(broker.bootstrap, "t") == []
    assert cluster.offset_fetch("g", is_stable=False) == {}
    transaction.end(True, cluster.deadline())
    assert topic_values(broker.bootstrap, "t") == [b"x"]
    assert cluster.offset_fetch("g") == {T0: (7, "noted")}


def test_an_aborted_transaction_leaves_neither(broker: LocalBroker, cluster: Cluster) -> None:
    identity = cluster.init_producer_id("id")
    write(cluster, identity, b"x")
    transaction = cluster.transaction(identity)
    transaction.add_offsets("g", cluster.deadline())
    transaction.commit_offsets("g", {T0: Committed(7)}, cluster.deadline())
    transaction.end(False, cluster.deadline())
    assert topic_values(broker.bootstrap, "t") == []
    assert cluster.offset_fetch("g") == {}


def test_who_comes_later_fences_and_aborts(broker: LocalBroker, cluster: Cluster) -> None:
    old = cluster.init_producer_id("id")
    write(cluster, old, b"old")
    new = cluster.init_producer_id("id")
    assert new.producer_id == old.producer_id
    assert new.epoch > old.epoch
    with pytest.raises(Refused, match=r"EndTxn for id: PRODUCER_FENCED") as caught:
        cluster.transaction(old).end(True, cluster.deadline())
    assert is_fenced(caught.value)
    with pytest.raises(Refused, match=r"INVALID_PRODUCER_EPOCH|PRODUCER_FENCED"):
        write(cluster, old, b"older")
    write(cluster, new, b"new")
    cluster.transaction(new).end(True, cluster.deadline())
    assert topic_values(broker.bootstrap, "t") == [b"new"]


def test_an_end_whose_answer_is_lost_is_asked_for_again(broker: LocalBroker) -> None:
    losses = iter([True])

    def edit(api_key: int, answer: Any) -> Any:
        return None if api_key == ApiKey.END_TXN and next(losses, False) else answer

    with Guarded(broker.bootstrap, edit=edit) as guard, Cluster(settings(guard.bootstrap)) as found:
        identity = found.init_producer_id("id")
        write(found, identity, b"x")
        found.transaction(identity).end(True, found.deadline())
        assert guard.count(ApiKey.END_TXN) == 2
    assert topic_values(broker.bootstrap, "t") == [b"x"]


def test_what_comes_before_the_markers_are_written_is_waited_for(broker: LocalBroker) -> None:
    codes = [ErrorCode.CONCURRENT_TRANSACTIONS] * 3

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.ADD_PARTITIONS_TO_TXN and codes:
            part = answer.results_by_topic_v3_and_below[0].results_by_partition[0]
            part.partition_error_code = codes.pop()
        return answer

    with Guarded(broker.bootstrap, edit=edit) as guard, Cluster(settings(guard.bootstrap)) as found:
        identity = found.init_producer_id("id")
        write(found, identity, b"x")
        found.transaction(identity).end(True, found.deadline())
    assert topic_values(broker.bootstrap, "t") == [b"x"]


def test_a_partition_is_added_to_the_transaction_once(broker: LocalBroker) -> None:
    with Guarded(broker.bootstrap) as guard, Cluster(settings(guard.bootstrap)) as found:
        producer = found.producer(found.init_producer_id("id"))
        for _ in range(20):
            producer.append(T0, [(5, None, b"x", ())])
        producer.flush()
        producer.close()
        assert guard.count(ApiKey.ADD_PARTITIONS_TO_TXN) == 1


def test_open_transactions_are_told_by_their_ids(broker: LocalBroker, cluster: Cluster) -> None:
    deadline = cluster.deadline()
    assert open_transactions(cluster, deadline) == []
    for name in ("a", "b"):
        write(cluster, cluster.init_producer_id(name), b"x")
    assert sorted(open_transactions(cluster, deadline)) == ["a", "b"]
    cluster.init_producer_id("a")
    assert open_transactions(cluster, deadline) == ["b"]


def test_an_idempotent_producer_has_an_id_of_its_own(cluster: Cluster) -> None:
    first, second = cluster.init_producer_id(), cluster.init_producer_id()
    assert first.transactional_id is None
    assert first.producer_id != second.producer_id


def test_a_timeout_that_the_broker_does_not_allow_is_told(broker: LocalBroker) -> None:
    found = settings(broker.bootstrap, transaction_timeout_ms=1 << 30)
    with Cluster(found) as cluster, pytest.raises(Refused, match="INVALID_TRANSACTION_TIMEOUT"):
        cluster.init_producer_id("id")
