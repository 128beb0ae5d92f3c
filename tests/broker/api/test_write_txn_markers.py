"""WriteTxnMarkers: the end of transactions at their partitions."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.coordinated_topic import ShardState
from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.log.append import Verification
from kafkawire.protocol.messages.write_txn_markers_request import WriteTxnMarkersRequest
from kafkawire.records.control import read_marker
from tests.support.broker.cluster import Cluster
from tests.support.log.batches import headers_of, numbered_batch
from tests.support.requests.groups import GroupsHarness
from tests.support.requests.markers import codes_of, marker, write_markers
from tests.support.requests.produce import Producer

KEY = (7, "t", 0)


@pytest.fixture
def producer() -> Producer:
    return Producer()


def put(producer: Producer, sequence: int = 0, *, epoch: int = 0) -> None:
    """A transactional batch, as if its coordinator had agreed."""
    harness = producer.harness
    harness.broker.replicas.append(
        producer.partition(),
        bytearray(numbered_batch(sequence, epoch=epoch)),
        now_ms=harness.now_ms,
        verification=Verification.VERIFIED,
    )


@pytest.mark.parametrize("version", [0, 1, 2])
def test_a_marker_decides_what_was_open(producer: Producer, version: int) -> None:
    """produce C-90, C-98, C-110."""
    put(producer)
    log = producer.partition().log
    assert log.last_stable_offset == 0
    assert write_markers(producer.client, marker(coordinator_epoch=3), version=version) == {KEY: 0}
    assert log.last_stable_offset == 2
    header = headers_of(log)[-1]
    assert (header.is_control, header.is_transactional, header.size) == (True, True, 78)
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (7, 0, -1)
    *_, (_, batch) = log.iter_batches()
    found = read_marker(batch)
    assert found is not None
    assert (found.is_commit, found.coordinator_epoch) == (True, 3)


def test_an_abort_is_told_to_readers(producer: Producer) -> None:
    """produce C-112: a commit is not, nor a marker that ends nothing (C-123)."""
    put(producer)
    write_markers(producer.client, marker(transaction_result=False, producer_epoch=1))
    write_markers(producer.client, marker(producer_epoch=2))
    log = producer.partition().log
    assert log.aborted_transactions(0, log.log_end_offset) == [(7, 0)]


def test_a_marker_needs_no_transaction_and_no_producer(producer: Producer) -> None:
    """produce C-96: it takes an offset, and what it says of the producer counts (C-97)."""
    assert write_markers(producer.client, marker(producer=9, producer_epoch=4)) == {(9, "t", 0): 0}
    entry = producer.partition().log.producer_state.get(9)
    assert entry is not None
    assert (entry.producer_epoch, entry.coordinator_epoch) == (4, 0)
    batch = numbered_batch(0, epoch=3, producer=9, transactional=False)
    assert producer.one(batch).error_code == 47


CASES: dict[str, tuple[dict[str, int], bool, int]] = {
    "older": ({"producer_epoch": 4}, False, 47),
    "older, version 2": ({"producer_epoch": 4, "transaction_version": 2}, False, 47),
    "equal": ({"producer_epoch": 5}, True, 0),
    "equal, version 1": ({"producer_epoch": 5, "transaction_version": 1}, True, 0),
    "equal, version 2, open": ({"producer_epoch": 5, "transaction_version": 2}, True, 47),
    "equal, version 2, a retry": ({"producer_epoch": 5, "transaction_version": 2}, False, 0),
    "equal, version 3, open": ({"producer_epoch": 5, "transaction_version": 3}, True, 47),
    "newer, version 2": ({"producer_epoch": 6, "transaction_version": 2}, True, 0),
    "negative version": ({"producer_epoch": 6, "transaction_version": -1}, True, -1),
    "negative version, older": ({"producer_epoch": 4, "transaction_version": -1}, True, 47),
    "older coordinator": ({"producer_epoch": 6, "coordinator_epoch": 1}, True, 52),
    "newer coordinator": ({"producer_epoch": 6, "coordinator_epoch": 3}, True, 0),
}


@pytest.mark.parametrize("case", list(CASES))
def test_epochs_of_producers_and_coordinators(producer: Producer, case: str) -> None:
    """produce C-94, C-95."""
    fields, is_open, code = CASES[case]
    write_markers(producer.client, marker(producer_epoch=5, coordinator_epoch=2))
    if is_open:
        put(producer, epoch=5)
    end = producer.partition().log.log_end_offset
    said: dict[str, Any] = {"coordinator_epoch": 2, **fields}
    assert write_markers(producer.client, marker(**said)) == {KEY: code}
    assert producer.partition().log.log_end_offset == end + (code == 0)


def test_the_last_epoch_of_all_is_only_for_markers(producer: Producer) -> None:
    """produce C-94, C-13: nothing is higher, so it may come more than once."""
    last: dict[str, Any] = {"producer_epoch": 32767, "transaction_version": 2}
    for _ in range(2):
        put_open = producer.partition().log.producer_state.get(7) is None
        if put_open:
            put(producer, epoch=32767)
        assert write_markers(producer.client, marker(**last)) == {KEY: 0}


def test_partitions_are_answered_one_by_one(producer: Producer) -> None:
    """produce C-93: what is not here does not hinder the others; nothing asked, nothing told."""
    asked = marker(topics={"t": [0, 9, 1], "nope": [0]})
    assert write_markers(producer.client, asked) == {
        (7, "t", 0): 0,
        (7, "t", 9): 3,
        (7, "t", 1): 0,
        (7, "nope", 0): 3,
    }
    assert write_markers(producer.client) == {}


@pytest.mark.parametrize("fields", [{"producer": -1}, {"producer_epoch": -1}])
def test_a_marker_of_nobody_fails_the_whole_request(
    producer: Producer, fields: dict[str, int]
) -> None:
    """Seen on 4.4.0; where none of its partitions is, it is passed over like any."""
    bad = marker(topics={"t": [0], "nope": [0]}, **fields)
    codes = write_markers(producer.client, marker(8), bad)
    assert codes.pop((8, "t", 0)) == -1
    assert set(codes.values()) == {-1}
    assert len(headers_of(producer.partition().log)) == 1
    nowhere = marker(topics={"nope": [0]}, **fields)
    assert set(write_markers(producer.client, nowhere).values()) == {3}


def test_who_may_neither_alter_the_cluster_nor_act_for_it(producer: Producer) -> None:
    """produce C-91."""
    for operation, code in ((Operation.ALTER, 0), (Operation.CLUSTER_ACTION, 0), (None, 31)):
        authorizer = RuleAuthorizer()
        if operation is not None:
            authorizer.add(Rule(ResourceType.CLUSTER, "kafka-cluster", operation))
        producer.harness.broker.authorizer = authorizer
        assert write_markers(producer.client, marker()) == {KEY: code}


def test_it_is_answered_when_the_replicas_have_it() -> None:
    """produce C-93: acks=all, and the request's own timeout."""
    cluster = Cluster((1, 2))
    pending = cluster.harness.connect().send(WriteTxnMarkersRequest(markers=[marker()]), 2)
    assert not pending.done
    cluster.harness.advance(30_000)
    assert codes_of(pending.response) == {KEY: 7}


def test_offsets_of_a_transaction_go_by_the_group_coordinator() -> None:
    """produce C-93: who cannot serve groups looks like a leader that has moved."""
    harness = GroupsHarness()
    shard = harness.broker.groups.shard_at(0)
    client = harness.connect()

    def code() -> Any:
        asked = marker(topics={"__consumer_offsets": [0]})
        return write_markers(client, asked)[7, "__consumer_offsets", 0]

    assert code() == 0
    assert headers_of(shard.partition.log)[-1].is_control
    for state in (ShardState.LOADING, ShardState.FAILED):
        shard.state = state
        assert code() == 6
