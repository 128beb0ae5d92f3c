"""Produce requests and their answers."""

from __future__ import annotations

from kafkawire.client.core.producing.batch import Batch
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.core.producing.partition_queue import PartitionQueue
from kafkawire.client.core.producing.requests import (
    encoded,
    request_for,
    results_of,
    versions_for,
)
from kafkawire.client.core.view import ClusterView, PartitionView, TopicView
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.produce_response import ProduceResponse

ID = b"0123456789abcdef"


def view_of(topic_id: bytes) -> ClusterView:
    topic = TopicView("orders", topic_id, {0: PartitionView(1, 0), 1: PartitionView(1, 0)})
    return ClusterView(1, topics={"orders": topic})


def sent(*partitions: int) -> list[tuple[PartitionQueue, Batch]]:
    found = []
    for number in partitions:
        partition = TopicPartition("orders", number)
        batch = Batch(partition, 0, 1000)
        batch.records.append((5, None, b"x", ()))
        found.append((PartitionQueue(partition), batch))
    return found


def test_versions_depend_on_ids_codec_and_transaction() -> None:
    """client D-32."""
    plain, zstd = ProducerOptions(), ProducerOptions(compression=4)
    transactional = ProducerOptions(transactional_id="t")
    with_id, without = view_of(ID), view_of(bytes(16))
    assert versions_for(sent(0), with_id, plain, adds_partitions=True) == (3, 13)
    assert versions_for(sent(0), without, plain, adds_partitions=True) == (3, 12)
    assert versions_for(sent(0), with_id, zstd, adds_partitions=True) == (7, 13)
    assert versions_for(sent(0), with_id, transactional, adds_partitions=True) == (3, 13)
    assert versions_for(sent(0), with_id, transactional, adds_partitions=False) == (3, 11)
    assert versions_for(sent(0), with_id, plain, adds_partitions=False) == (3, 13)


def test_a_request_has_names_or_ids() -> None:
    """produce A.1."""
    found = sent(0, 1)
    data = [encoded(batch, ProducerOptions()) for _, batch in found]
    make = request_for(found, data, view_of(ID), ProducerOptions(acks=1))
    (named,), (identified,) = make(12).topic_data, make(13).topic_data
    assert (named.name, named.topic_id) == ("orders", bytes(16))
    assert (identified.name, identified.topic_id) == ("", ID)
    assert [row.index for row in named.partition_data] == [0, 1]
    assert (make(13).acks, make(13).timeout_ms) == (1, 30000)


def test_results_stand_in_the_order_of_the_batches() -> None:
    """produce A-76; what the answer leaves out may be tried again."""
    rows = [
        ProduceResponse.PartitionProduceResponse(
            index=index,
            base_offset=index * 100,
            current_leader=ProduceResponse.LeaderIdAndEpoch(leader_id=3, leader_epoch=4),
        )
        for index in (1, 0)
    ]
    topic = ProduceResponse.TopicProduceResponse(topic_id=ID, partition_responses=rows)
    answer = ProduceResponse(responses=[topic])
    results = results_of(sent(0, 1, 2), answer, 13, view_of(ID))
    assert [each.base_offset for each in results] == [0, 100, -1]
    assert [each.code for each in results] == [0, 0, 2]
    assert (results[0].leader, results[0].leader_epoch) == (3, 4)
    assert [each.code for each in results_of(sent(0), answer, 12, view_of(ID))] == [2]
