"""Produce: what is asked for, in which order it is looked at, and what is answered when."""

from __future__ import annotations

import pytest

from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from tests.support.log.batches import headers_of, make_batch
from tests.support.requests.produce import Producer, answers_of, produce_request, with_crc

BATCH = make_batch()
BAD_CRC = BATCH[:-1] + b"\x01"
TRANSACTIONAL = make_batch(producer_id=7, producer_epoch=1, base_sequence=0, transactional=True)


def with_magic(batch: bytes, magic: int) -> bytes:
    return batch[:16] + bytes([magic]) + batch[17:]


def with_length(batch: bytes, length: int) -> bytes:
    return batch[:8] + length.to_bytes(4, "big", signed=True) + batch[12:]


def test_a_batch_is_appended_and_answered_with_its_offset() -> None:
    """produce A-64, A-71."""
    producer = Producer()

    assert [producer.one(make_batch(2)).base_offset for _ in range(3)] == [0, 2, 4]
    assert [each.base_offset for each in headers_of(producer.partition().log)] == [0, 2, 4]
    assert producer.partition().high_watermark == 6


@pytest.mark.parametrize("version", range(14))
def test_every_version_is_answered(version: int) -> None:
    """produce A-1, A-6: 13 speaks of topic ids."""
    producer = Producer()
    key = producer.topic_id if version == 13 else "t"
    answers = producer.produce((key, 0, BATCH), version=version)

    assert [(answer.error_code, answer.base_offset) for answer in answers.values()] == [(0, 0)]


def test_the_golden_answers_encode_as_observed() -> None:
    """produce H."""
    answer = ProduceResponse.PartitionProduceResponse(base_offset=5, log_start_offset=0)
    topic = ProduceResponse.TopicProduceResponse(name="t1", partition_responses=[answer])
    encoded = ProduceResponse(responses=[topic]).encode(9)

    assert encoded.hex() == (
        "02037431020000000000000000000000000005ffffffffffffffff0000000000000000010000000000000000"
    )


def test_the_last_of_two_data_for_one_partition_wins() -> None:
    """produce A-12, F 15, F 16: the first is never looked at beyond its framing."""
    producer = Producer()
    last = make_batch(size=9)
    answers = producer.produce(("t", 0, BAD_CRC), ("t", 0, last))

    assert [answer.error_code for answer in answers.values()] == [0]
    assert [header.size for header in headers_of(producer.partition().log)] == [len(last)]
    assert producer.code(BATCH, transactional_id=None) == (0, 0)
    answers = producer.produce(("t", 0, BATCH), ("t", 0, BAD_CRC))
    assert [answer.error_code for answer in answers.values()] == [2]


def test_partitions_of_a_topic_are_answered_in_one_element() -> None:
    """produce A-13."""
    producer = Producer()
    answers = producer.produce(
        ("t", 1, BATCH), ("nope", 0, BATCH), ("t", 0, BATCH), ("t", 9, BATCH)
    )

    codes = {key: answer.error_code for key, answer in answers.items()}
    assert codes == {("t", 1): 0, ("nope", 0): 3, ("t", 0): 0, ("t", 9): 3}


@pytest.mark.parametrize("acks", [-1, 1, 9])
def test_nothing_asked_nothing_answered(acks: int) -> None:
    """produce A-14, F 18."""
    producer = Producer()
    empty = ProduceRequest(acks=acks, topic_data=[ProduceRequest.TopicProduceData(name="t")])

    assert producer.produce(acks=acks) == {}
    assert producer.client.request(empty, 11).responses == []


@pytest.mark.parametrize("name", ["nope", "a/b", "", "__consumer_offsets"])
def test_topics_are_not_created(name: str) -> None:
    """produce A-15, A-16, F 10, F 11: an internal one that is not there yet is unknown, too."""
    producer = Producer()
    answers = producer.produce((name, 0, BATCH))

    assert [(each.error_code, each.log_start_offset) for each in answers.values()] == [(3, -1)]
    assert name not in producer.harness.broker.metadata.topics


def make_internal(producer: Producer, topic: str = "__consumer_offsets") -> None:
    broker = producer.harness.broker
    broker.controller.create_internal_topic(topic, producer.harness.now_ms)
    producer.harness.settle()


@pytest.mark.parametrize(
    ("batch", "acks", "code"),
    [(BATCH, 1, 17), (BAD_CRC, 1, 17), (BATCH * 2, 1, 87), (BATCH, 7, 21)],
)
def test_internal_topics_are_closed(batch: bytes, acks: int, code: int) -> None:
    """produce A-16, scenario 12: before checksums, after framing and acks."""
    producer = Producer()
    make_internal(producer)
    answers = producer.produce(("__consumer_offsets", 0, batch), acks=acks)

    assert [(each.error_code, each.log_start_offset) for each in answers.values()] == [(code, -1)]


def test_the_admin_client_may_write_to_internal_topics() -> None:
    """produce A-16, F 11."""
    producer = Producer(client_id="__admin_client")
    make_internal(producer)
    answers = producer.produce(("__consumer_offsets", 0, BATCH))

    assert [each.error_code for each in answers.values()] == [0]


def test_a_transactional_batch_without_an_id_fails_the_request() -> None:
    """produce A-17, A-18, F 121: every partition, unknown and plain ones too."""
    producer = Producer()
    answers = producer.produce(("t", 0, BATCH), ("t", 1, TRANSACTIONAL), ("nope", 3, BATCH))

    assert [(each.error_code, each.error_message) for each in answers.values()] == [(53, None)] * 3
    assert producer.partition().log_end_offset == 0


def test_only_first_batches_make_a_request_transactional() -> None:
    """produce A-17: a second, transactional batch fails its own partition."""
    producer = Producer()
    answers = producer.produce(("t", 0, BATCH + TRANSACTIONAL), ("t", 1, BATCH))

    assert {key: each.error_code for key, each in answers.items()} == {("t", 0): 87, ("t", 1): 0}


@pytest.mark.parametrize("transactional_id", ["", "denied"])
def test_a_transactional_id_over_plain_batches_is_ignored(transactional_id: str) -> None:
    """produce A-17, scenario 122."""
    assert Producer().code(BATCH, transactional_id=transactional_id) == (0, 0)


@pytest.mark.parametrize(
    ("bad", "code", "message"),
    [
        (with_magic(BATCH, 3), 2, "Invalid magic found in record: 3"),
        (
            with_length(BATCH, 13),
            2,
            "Record size 13 is less than the minimum record overhead (14)",
        ),
        (
            with_length(BATCH, -1),
            2,
            "Record size -1 is less than the minimum record overhead (14)",
        ),
        (with_length(BATCH, 14)[:26], -1, None),
        (with_length(BATCH, 38)[:50], -1, None),
    ],
)
def test_a_first_batch_that_cannot_be_framed_fails_the_request(
    bad: bytes, code: int, message: str | None
) -> None:
    """produce A-19, scenarios 21 and 22."""
    producer = Producer()
    answers = producer.produce(("t", 0, BATCH), ("t", 1, bad), ("nope", 0, BATCH))

    assert len(answers) == 3
    for answer in answers.values():
        assert (answer.error_code, answer.error_message) == (code, message)
        assert (answer.base_offset, answer.log_start_offset) == (-1, -1)
    assert producer.partition().log_end_offset == 0


def test_nothing_is_framed_behind_the_first_transactional_batch() -> None:
    """produce A-17, A-19: observed; such partitions then fail alone, and 53 wins over all."""
    bad = with_magic(BATCH, 3)
    short = with_length(TRANSACTIONAL, 38)[:50]
    sent = (("t", 0, make_batch(transactional=True)), ("t", 1, bad))
    answers = Producer().produce(*sent, transactional_id="x")
    assert {key: each.error_code for key, each in answers.items()} == {("t", 0): 0, ("t", 1): 2}
    assert answers["t", 1].error_message is None

    assert [each.error_code for each in Producer().produce(*sent).values()] == [53, 53]
    elsewhere = Producer().produce(("nope", 0, with_length(BATCH, 38)[:50]), ("t", 1, BATCH))
    assert sorted(each.error_code for each in elsewhere.values()) == [0, 3]
    assert Producer().code(short) == (53, -1)
    assert Producer().code(short, transactional_id="x") == (-1, -1)


def test_badly_framed_records_hide_good_ones_for_the_same_partition() -> None:
    """produce A-12: observed; the last are appended, and yet the answer is that of the first."""
    producer = Producer()
    answers = producer.produce(("t", 0, b""), ("t", 0, BATCH))

    assert [(each.error_code, each.base_offset) for each in answers.values()] == [(87, -1)]
    assert producer.partition().log_end_offset == 1


@pytest.mark.parametrize("second", [with_magic(BATCH, 9), with_length(BATCH, 13)])
def test_a_second_batch_that_cannot_be_framed_fails_its_partition(second: bytes) -> None:
    """produce A-19, A-30."""
    answer = Producer().one(BATCH + second)

    assert (answer.error_code, answer.log_start_offset, answer.error_message) == (2, -1, None)


@pytest.mark.parametrize("size", [51, 60])
def test_a_batch_shorter_than_its_head_is_corrupt(size: int) -> None:
    """produce A-19."""
    assert Producer().code(with_length(BATCH, size - 12)[:size]) == (2, -1)


def test_topic_ids_are_resolved_before_all_else() -> None:
    """produce A-20, A-6: unknown and zero ids are 100, a missing partition of a known one is 3."""
    producer = Producer()
    unknown, zero = b"u" * 16, bytes(16)
    answers = producer.produce(
        (unknown, 0, BATCH), (zero, 0, BATCH), (producer.topic_id, 9, BATCH), version=13, acks=9
    )

    assert {key: (each.error_code, each.log_start_offset) for key, each in answers.items()} == {
        (unknown, 0): (100, -1),
        (zero, 0): (100, -1),
        (producer.topic_id, 9): (3, -1),
    }


def test_null_records_close_the_connection() -> None:
    """produce A-23, F 19: Kafka leaves it hanging; closing it is the useful form of that."""
    producer = Producer()
    producer.send(("t", 0, None))

    assert producer.client.closed


def test_null_records_for_nobody_are_refused_like_any() -> None:
    """produce A-23, as seen on 4.4.0: Kafka does not look at what it has no partition for."""
    producer = Producer()

    answers = producer.produce(("t", 9, None), ("nope", 0, None), ("t", 0, BATCH))

    assert [each.error_code for each in answers.values()] == [0, 3, 3]


@pytest.mark.parametrize(
    "records", [b"", BATCH[:10], BATCH[:16], BATCH[:17], BATCH[:40], with_length(BATCH, len(BATCH))]
)
def test_no_complete_batch_is_invalid(records: bytes) -> None:
    """produce A-30, scenarios 20, 23 and 26."""
    answer = Producer().one(records)

    assert (answer.error_code, answer.log_start_offset, answer.error_message) == (87, -1, None)


def test_other_magics_and_several_batches_are_invalid() -> None:
    """produce A-30, scenarios 25 and 27."""
    producer = Producer()

    assert producer.code(with_magic(BATCH, 1)) == (87, -1)
    assert producer.code(BATCH + BATCH) == (87, -1)


@pytest.mark.parametrize(("version", "code"), [(3, 76), (6, 76), (7, 0), (11, 0)])
def test_zstd_is_allowed_from_version_7_on(version: int, code: int) -> None:
    """produce A-30, scenario 28."""
    assert Producer().one(make_batch(compression=4), version=version).error_code == code


@pytest.mark.parametrize("codec", [5, 6, 7])
def test_codecs_that_do_not_exist(codec: int) -> None:
    """fetch A-33, J 26, produce A-30, A-42 row 4: the whole request up to version 6, the partition
    from 7 on.
    """
    batch = make_batch(compression=4)
    head = bytearray(batch)
    head[22] = codec
    producer = Producer()
    old = producer.produce(("t", 0, bytes(head)), ("t", 1, BATCH), version=6)
    new = producer.produce(("t", 0, with_crc(head)), ("t", 1, BATCH))

    assert [each.error_code for each in old.values()] == [-1, -1]
    assert [each.error_code for each in new.values()] == [-1, 0]
    assert [each.log_start_offset for each in new.values()] == [0, 0]


def test_a_cut_off_length_is_corrupt() -> None:
    """produce A-33, scenario 23."""
    assert Producer().code(with_length(BATCH, 49)) == (2, -1)


@pytest.mark.parametrize("tail", [bytes(5), make_batch(3)[:30]])
def test_bytes_behind_the_batch_are_ignored(tail: bytes) -> None:
    """produce A-34, scenario 24."""
    producer = Producer()

    assert producer.code(BATCH + tail) == (0, 0)
    assert producer.partition().log.size == len(BATCH)


def test_one_partitions_failure_is_its_own() -> None:
    """produce A-35, A-76."""
    answers = Producer().produce(("t", 0, b""), ("t", 1, BATCH))

    assert {key: each.error_code for key, each in answers.items()} == {("t", 0): 87, ("t", 1): 0}


def test_a_partition_that_is_led_elsewhere() -> None:
    """produce A-40, A-63, F 70: with the leader and its address from version 10 on."""
    producer = Producer()
    producer.partition().is_leader = False
    for version in (9, 10, 12):
        response = producer.client.request(produce_request(("t", 0, BAD_CRC)), version)
        (answer,) = answers_of(response).values()
        assert (answer.error_code, answer.log_start_offset) == (6, -1)
        leader = answer.current_leader
        known = [(each.node_id, each.host, each.port) for each in response.node_endpoints]
        if version < 10:
            assert (leader.leader_id, known) == (-1, [])
        else:
            assert (leader.leader_id, leader.leader_epoch) == (1, 0)
            assert known == [(1, "127.0.0.1", 9092)]


def test_a_partition_that_is_not_hosted_but_known() -> None:
    """produce A-40, A-63: the hint then comes from the metadata."""
    producer = Producer()
    del producer.harness.broker.replicas.partitions[TopicPartition("t", 0)]
    answer = producer.one(BATCH, version=11)

    assert (answer.error_code, answer.current_leader.leader_id) == (6, 1)
    assert producer.code(BATCH, acks=9) == (21, -1)


@pytest.mark.parametrize("version", [9, 11, 12])
def test_transactional_batches_of_unknown_transactional_ids(version: int) -> None:
    """produce A-104, A-107: the id is unknown to the coordinator; plain partitions go on."""
    producer = Producer()
    assert producer.code(TRANSACTIONAL, transactional_id="x", version=version) == (19, -1)
    make_internal(producer, "__transaction_state")
    answers = producer.produce(
        ("t", 0, TRANSACTIONAL), ("t", 1, BATCH), transactional_id="x", version=version
    )

    assert {key: each.error_code for key, each in answers.items()} == {("t", 0): 49, ("t", 1): 0}
    assert answers["t", 0].log_start_offset == -1


def test_the_empty_transactional_id_is_invalid() -> None:
    """produce A-18, A-104."""
    producer = Producer()
    make_internal(producer, "__transaction_state")

    assert producer.code(TRANSACTIONAL, transactional_id="") == (42, -1)


def test_several_producers_in_one_transactional_request() -> None:
    """produce A-100, F 123: the whole request, its unknown topics too."""
    other = make_batch(producer_id=7, producer_epoch=2, base_sequence=0, transactional=True)
    answers = Producer().produce(
        ("t", 0, TRANSACTIONAL), ("t", 1, other), ("nope", 0, BATCH), transactional_id="x"
    )

    text = "Transactional records contained more than one producer ID"
    assert [(each.error_code, each.error_message) for each in answers.values()] == [(49, text)] * 3


def test_a_transactional_batch_without_a_producer_is_appended_unverified() -> None:
    """produce A-81, scenario 130."""
    producer = Producer()
    batch = make_batch(transactional=True)

    assert producer.code(batch, transactional_id="x") == (0, 0)
    assert producer.partition().last_stable_offset == 1


def test_verification_can_be_switched_off() -> None:
    """produce A-101, scenario 133: for clients that add partitions themselves."""
    producer = Producer(overrides={"transaction.partition.verification.enable": "false"})

    assert producer.code(TRANSACTIONAL, transactional_id="x", version=12) == (19, -1)
    assert producer.code(TRANSACTIONAL, transactional_id="x") == (0, 0)
    assert (producer.partition().high_watermark, producer.partition().last_stable_offset) == (1, 0)


def test_produce_is_known_by_its_file() -> None:
    from kafkawire.broker import api

    loaded = api.load(ApiKey.PRODUCE)
    assert loaded is not None
    assert loaded.versions == ProduceRequest.VERSIONS
