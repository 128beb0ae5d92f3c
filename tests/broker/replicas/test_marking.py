"""Markers in a partition's log; tests/broker/api/test_write_txn_markers.py has the rules."""

from __future__ import annotations

import pytest

from kafkawire.broker.replicas.marking import Marker, write_marker
from kafkawire.log.append import Verification
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.broker.cluster import Cluster
from tests.support.broker.partitions import reassign
from tests.support.log.batches import append, numbered_batch
from tests.support.requests.produce import Producer

MARKER = Marker(7, 0, True, 0)


def refused(replicas: object, partition: object) -> int:
    with pytest.raises(ApiError) as error:
        write_marker(replicas, partition, MARKER, 0)  # type: ignore[arg-type]
    return error.value.code


def test_only_a_leader_with_enough_replicas_takes_a_marker() -> None:
    """produce C-93."""
    cluster = Cluster((2, 1), (1, 2))
    replicas = cluster.broker.replicas
    assert refused(replicas, cluster.partition(0)) == ErrorCode.NOT_LEADER_OR_FOLLOWER
    few = cluster.partition(1)
    reassign(few, isr=())
    assert refused(replicas, few) == ErrorCode.NOT_ENOUGH_REPLICAS


def test_a_marker_has_the_brokers_time_and_epoch() -> None:
    """produce C-98."""
    producer = Producer()
    partition = producer.partition()
    write_marker(producer.harness.broker.replicas, partition, MARKER, 1234)
    ((header, _),) = partition.log.iter_batches()
    assert header.max_timestamp == 1234
    assert header.partition_leader_epoch == partition.leader_epoch


@pytest.mark.parametrize(
    ("transaction_version", "epoch", "code"),
    [
        (1, 0, None),
        (1, 1, None),
        (2, 0, ErrorCode.INVALID_PRODUCER_EPOCH),
        (2, 1, None),
        (-1, 0, ErrorCode.UNKNOWN_SERVER_ERROR),
    ],
)
def test_from_version_2_on_a_marker_raises_the_epoch(
    transaction_version: int, epoch: int, code: ErrorCode | None
) -> None:
    """produce C-98, KIP-890: the producer's epoch at the partition is 0."""
    producer = Producer()
    partition = producer.partition()
    append(partition.log, numbered_batch(0), verification=Verification.VERIFIED)
    marker = Marker(7, epoch, True, 0, transaction_version)
    found = None
    try:
        write_marker(producer.harness.broker.replicas, partition, marker, 0)
    except ApiError as error:
        found = error.code
    assert found == code
