"""Produce: what an answer says beside its code, and what a consumer then sees."""

from __future__ import annotations

import pytest

from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.batch import read_header
from kafkawire.records.compression import compress
from tests.support.broker.partitions import image_of, reassign
from tests.support.log.batches import headers_of, make_batch, records_of
from tests.support.requests.produce import Producer, answers_of, produce_request, with_crc

BATCH = make_batch()
BAD_CRC = BATCH[:-1] + b"\x01"
CODECS = ["uncompressed", "gzip", "snappy", "lz4", "zstd"]
INTERNAL = ["__consumer_offsets", "__transaction_state", "__share_group_state"]


@pytest.mark.parametrize("topic", INTERNAL)
@pytest.mark.parametrize(("client_id", "code"), [("test", 17), ("__admin_client", 0)])
@pytest.mark.parametrize("version", [3, 12, 13])
def test_each_internal_topic_is_closed_to_all_but_one(
    topic: str, client_id: str, code: int, version: int
) -> None:
    """produce A-16, F 11: by name and by id; a client id that is nearly right is not."""
    producer = Producer(client_id=client_id)
    broker = producer.harness.broker
    broker.controller.create_internal_topic(topic, producer.harness.now_ms)
    producer.harness.settle()
    key = broker.metadata.topics[topic].topic_id if version == 13 else topic
    (answer,) = producer.produce((key, 0, BATCH), version=version).values()
    assert answer.error_code == code
    if code:
        assert (answer.base_offset, answer.log_append_time_ms, answer.log_start_offset) == (-1,) * 3
        assert answer.error_message is None
        other = producer.harness.connect("__admin_client ")
        response = other.request(produce_request((key, 0, BATCH)), version)
        assert [each.error_code for each in answers_of(response, version).values()] == [17]


def test_a_codec_that_came_too_early_hides_the_log_start() -> None:
    """produce A-30, A-61, F 28."""
    producer = Producer()
    assert producer.code(make_batch(compression=4), version=6) == (76, -1)
    assert producer.code(make_batch(compression=4), version=7) == (0, 0)


@pytest.mark.parametrize("version", [10, 12, 13])
def test_only_the_missing_leader_is_hinted_at(version: int) -> None:
    """produce A-63: one address for all partitions that it leads; nothing with other errors."""
    producer = Producer({"min.insync.replicas": "2"})
    producer.harness.create_topic("b", 3)
    ids = {name: topic.topic_id for name, topic in producer.harness.broker.metadata.topics.items()}
    reassign(producer.partition(1), replicas=(1, 2))
    for index in range(2):
        producer.partition(index, "b").is_leader = False
    wanted = [("t", 0, BAD_CRC), ("t", 1, BATCH), ("t", 9, BATCH)]
    wanted += [("b", at, BATCH) for at in range(3)]
    sent = [(ids[name] if version == 13 else name, at, data) for name, at, data in wanted]
    response: ProduceResponse = producer.client.request(produce_request(*sent), version)

    answers = list(answers_of(response, version).values())
    hinted = {6: (1, 0)}
    for each in answers:
        leader = each.current_leader
        known = hinted.get(each.error_code, (-1, -1))
        assert (leader.leader_id, leader.leader_epoch) == known
    assert sorted(each.error_code for each in answers) == [0, 2, 3, 6, 6, 19]
    nodes = [(each.node_id, each.host, each.port) for each in response.node_endpoints]
    assert nodes == [(1, "127.0.0.1", 9092)]


def test_no_leader_no_address() -> None:
    """produce A-63: a partition without a leader is told so."""
    producer = Producer()
    image = image_of(leader=-1, leader_epoch=4, partition_epoch=4, isr=())
    producer.harness.broker.replicas.update(TopicPartition("t", 0), image)
    response: ProduceResponse = producer.client.request(produce_request(("t", 0, BATCH)), 12)
    (answer,) = answers_of(response).values()
    leader = answer.current_leader
    assert (answer.error_code, leader.leader_id, leader.leader_epoch) == (6, -1, 4)
    assert response.node_endpoints == []


def test_the_log_start_is_that_of_the_append() -> None:
    """produce A-64: what is deleted while the answer waits does not show."""
    producer = Producer()
    producer.one(make_batch(3))
    partition = producer.partition()
    reassign(partition, replicas=(1, 2), isr=(1, 2))
    sent = producer.send(("t", 0, BATCH))
    partition.log.delete_records_before(2)
    partition.move_high_watermark(4)
    producer.harness.broker.replicas.changed(partition)
    producer.harness.settle()
    (answer,) = answers_of(sent.response).values()
    assert (answer.error_code, answer.base_offset, answer.log_start_offset) == (0, 3, 0)


@pytest.mark.parametrize(("kind", "newest"), [("LogAppendTime", 5), ("CreateTime", -1)])
def test_each_record_that_claims_append_time_is_told(kind: str, newest: int) -> None:
    """produce A-53, A-66, F 55, F 56: with the time of the batch, which the bit makes its own."""
    producer = Producer({"message.timestamp.type": kind})
    data = bytearray(make_batch(2, timestamps=[newest, -1]))
    data[22] |= 0x08
    answer = producer.one(with_crc(data))
    assert (answer.error_code, answer.log_start_offset) == (32, 0)
    assert [each.batch_index for each in answer.record_errors] == [0, 1]
    assert answer.record_errors[-1].batch_index_error_message == (
        f"Invalid timestamp type in message DefaultRecord(offset=1, timestamp={newest}, "
        "key=1 bytes, value=1 bytes). Producer should not set timestamp type to LogAppendTime."
    )


@pytest.mark.parametrize("codec", range(5))
def test_what_a_topic_would_make_of_it_anyway_is_stored_as_it_came(codec: int) -> None:
    """produce A-57, A-80, F 58: also compressed by another encoder or level."""
    body = make_batch(3, size=40)[61:]
    section = compress(codec, body, 1) if codec == 1 else compress(codec, body) if codec else body
    data = bytearray(make_batch(3, size=40)[:61] + section)
    data[8:12] = (len(data) - 12).to_bytes(4, "big")
    data[22] = codec
    producer = Producer({"compression.type": CODECS[codec]})
    sent = with_crc(data)
    assert producer.one(sent).error_code == 0
    ((_, stored),) = producer.partition().log.iter_batches()
    assert bytes(stored)[16:] == sent[16:]


@pytest.mark.parametrize("target", CODECS)
def test_a_batch_that_is_written_anew_stays_in_its_transaction(target: str) -> None:
    """produce A-57, F 60."""
    producer = Producer(
        {"compression.type": target},
        overrides={"transaction.partition.verification.enable": "false"},
    )
    for sequence, codec in enumerate((0, 1, 2, 3, 4)):
        batch = make_batch(
            producer_id=7,
            producer_epoch=3,
            base_sequence=sequence,
            transactional=True,
            compression=codec,
        )
        assert producer.code(batch, transactional_id="x") == (0, 0)
    headers = headers_of(producer.partition().log)
    assert [header.compression for header in headers] == [CODECS.index(target)] * 5
    assert all(header.is_transactional for header in headers)
    assert [header.base_sequence for header in headers] == list(range(5))
    assert (producer.partition().high_watermark, producer.partition().last_stable_offset) == (5, 0)


def test_what_a_client_says_of_the_log_is_not_believed() -> None:
    """produce A-44, F 40: the leader epoch is overwritten; attributes of records are kept."""
    data = bytearray(make_batch())
    data[12:16] = (77).to_bytes(4, "big")
    data[62] = 0x55
    producer = Producer()
    producer.one(BATCH)
    image = image_of(leader_epoch=4, partition_epoch=4)
    producer.harness.broker.replicas.update(TopicPartition("t", 0), image)
    assert producer.one(with_crc(data)).base_offset == 1
    stored = list(producer.partition().log.iter_batches())[1][1]
    header = read_header(stored)
    assert (header.base_offset, header.partition_leader_epoch) == (1, 4)
    assert bytes(stored)[61:] == bytes(data)[61:]


def test_an_epoch_of_none_is_tracked_and_its_sequences_are_free() -> None:
    """produce A-82, B-24, F 85, F 86."""
    producer = Producer()
    for sequence in (0, 1, 9, 3):
        batch = make_batch(producer_id=7, producer_epoch=-1, base_sequence=sequence)
        assert producer.code(batch) == (0, 0)
    entry = producer.partition().log.producer_state.get(7)
    assert entry is not None
    assert (entry.producer_epoch, entry.last_sequence) == (-1, 3)
    again = make_batch(producer_id=7, producer_epoch=-1, base_sequence=9)
    assert producer.one(again).base_offset == 2


def test_a_deleted_partition_is_unknown_at_once() -> None:
    """produce A-40, A-22: and a topic made anew under its name begins at 0."""
    producer = Producer()
    producer.one(BATCH)
    controller = producer.harness.broker.controller
    controller.delete_topics([producer.topic_id], producer.harness.now_ms)
    producer.harness.settle()
    assert producer.code(BATCH) == (3, -1)
    (answer,) = producer.produce((producer.topic_id, 0, BATCH), version=13).values()
    assert (answer.error_code, answer.log_start_offset) == (100, -1)
    producer.harness.create_topic("t", 1)
    assert producer.one(BATCH).base_offset == 0
    assert producer.harness.broker.replicas.get(TopicPartition("t", 1)) is None
    assert len(records_of(producer.partition().log)) == 1
