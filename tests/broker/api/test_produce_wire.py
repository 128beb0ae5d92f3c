"""Produce: what each version's answers have room for."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.messages.produce_response import ProduceResponse
from tests.support.log.batches import make_batch, records_of
from tests.support.requests.produce import Producer, answers_of, produce_request

BATCH = make_batch()
NO_TAGS = b"\0"


def fields_of(version: int, *answers: tuple[int, int, int, int]) -> bytes:
    """An answer about partitions of `t`, written out: (index, code, base offset, log start)."""
    flexible = version >= 9
    count = bytes([len(answers) + 1]) if flexible else len(answers).to_bytes(4, "big")
    data = b"\x02\x02t" if flexible else b"\0\0\0\x01\0\x01t"
    data += count
    for index, code, base_offset, log_start_offset in answers:
        data += index.to_bytes(4, "big") + code.to_bytes(2, "big", signed=True)
        data += base_offset.to_bytes(8, "big", signed=True)
        if version >= 2:
            data += b"\xff" * 8  # the append time
        if version >= 5:
            data += log_start_offset.to_bytes(8, "big", signed=True)
        if version >= 8:
            data += b"\x01" if flexible else bytes(4)  # no record errors
            data += b"\0" if flexible else b"\xff\xff"  # no message
        if flexible:
            data += NO_TAGS
    if flexible:
        data += NO_TAGS
    if version >= 1:
        data += bytes(4)  # the throttle time, behind all else
    return data + NO_TAGS if flexible else data


@pytest.mark.parametrize("version", range(13))
def test_each_version_has_its_fields(version: int) -> None:
    """produce A-1, A-4, A-5, F 4: to the byte; a message or a hint has no room before its time."""
    producer = Producer()
    producer.one(BATCH)
    late = make_batch(timestamps=[producer.harness.now_ms + 3_600_001])
    sent = producer.send(("t", 0, BATCH), ("t", 1, b"" if version >= 3 else BATCH), version=version)
    second = (1, 87, -1, -1) if version >= 3 else (1, 0, 0, 0)
    header = 9 if version >= 9 else 8
    assert set(answers_of(sent.response)) == {("t", 0), ("t", 1)}
    assert sent.raw[header:] in (
        fields_of(version, (0, 0, 1, 0), second),
        fields_of(version, second, (0, 0, 1, 0)),
    )
    if version < 8:
        refused = producer.send(("t", 0, late), version=version)
        assert refused.raw[header:] == fields_of(version, (0, 32, -1, 0))


def test_details_of_compacted_topics_from_version_8_on() -> None:
    """produce A-4, A-60, A-65, A-66, F 47, F 50: three are shown, all are listed."""
    from kafkawire.records.builder import encode_batch

    producer = Producer({"cleanup.policy": "compact"})
    now_ms = producer.harness.now_ms
    keyless = bytes(encode_batch([(now_ms, None, b"v", ())] * 4))
    each = "Compacted topic cannot accept message without key in topic partition t-0"
    shown = ", ".join(f"RecordError(batchIndex={at}, message='{each}')" for at in range(3))
    text = (
        "One or more records have been rejected due to 4 record errors in total, and only "
        f"showing the first three errors at most: [{shown}]"
    )
    for version in (7, 8, 11):
        answer = producer.one(keyless, version=version)
        assert (answer.error_code, answer.log_start_offset) == (87, 0)
        listed = [(it.batch_index, it.batch_index_error_message) for it in answer.record_errors]
        assert listed == ([] if version < 8 else [(at, each) for at in range(4)])
        assert answer.error_message == (None if version < 8 else text)


@pytest.mark.parametrize("codec", [0, 1])
def test_single_records_are_to_blame(codec: int) -> None:
    """produce A-51, A-52, A-60, A-65, A-66, F 48, F 49, F 52: only the bad ones, by their index."""
    from kafkawire.records.builder import encode_batch

    producer = Producer({"cleanup.policy": "compact"})
    now_ms = producer.harness.now_ms
    late = now_ms + 3_600_001

    def blamed(*records: tuple[int, bytes | None]) -> tuple[Any, ...]:
        batch = encode_batch([(at, key, b"v", ()) for at, key in records], compression=codec)
        answer = producer.one(bytes(batch))
        texts = [str(it.batch_index_error_message).split()[0] for it in answer.record_errors]
        indexes = [it.batch_index for it in answer.record_errors]
        return answer.error_code, indexes, texts, str(answer.error_message).split()[-1]

    good, no_key = (now_ms, b"k"), (now_ms, None)
    code, indexes, texts, _ = blamed(good, no_key, good)
    assert (code, indexes, texts) == (87, [1], ["Compacted"])
    assert blamed(good, no_key, (late, b"k")) == (
        32,
        [1, 2],
        ["Compacted", "Timestamp"],
        "timestamp",
    )
    assert blamed(good, (late, b"k"), (late + 1, b"")) == (
        32,
        [1, 2],
        ["Timestamp", "Timestamp"],
        "timestamp",
    )
    assert producer.partition().log_end_offset == 0


def test_the_words_about_a_timestamp() -> None:
    """produce A-65, A-66, F 51: bounds are shown, wrapped as 64 bits have it."""
    producer = Producer({"message.timestamp.before.max.ms": "10000"})
    now_ms = producer.harness.now_ms
    answer = producer.one(make_batch(2, timestamps=[now_ms, now_ms - 20_000]))
    (error,) = answer.record_errors
    assert error.batch_index_error_message == (
        f"Timestamp {now_ms - 20_000} of message with offset 1 is out of range. "
        f"The timestamp should be within [{now_ms - 10_000}, {now_ms + 3_600_000}]"
    )
    producer = Producer()
    answer = producer.one(make_batch(timestamps=[now_ms + 3_600_001]))
    (error,) = answer.record_errors
    oldest = now_ms - (2**63 - 1)
    assert error.batch_index_error_message == (
        f"Timestamp {now_ms + 3_600_001} of message with offset 0 is out of range. "
        f"The timestamp should be within [{oldest}, {now_ms + 3_600_000}]"
    )


@pytest.mark.parametrize(
    ("delta_ms", "code"), [(-10_000, 0), (10_000, 0), (-10_001, 32), (10_001, 32), (-9_000, 0)]
)
def test_both_bounds_are_inclusive(delta_ms: int, code: int) -> None:
    """produce A-50, F 51, F 53, F 54: none at all passes any bound, -5 only without one."""
    bounds = {
        "message.timestamp.before.max.ms": "10000",
        "message.timestamp.after.max.ms": "10000",
    }
    producer, usual = Producer(bounds), Producer()
    now_ms = producer.harness.now_ms
    assert producer.one(make_batch(timestamps=[now_ms + delta_ms])).error_code == code
    assert producer.one(make_batch(timestamps=[-1])).error_code == 0
    assert producer.one(make_batch(timestamps=[-5])).error_code == 32
    assert usual.one(make_batch(timestamps=[-5])).error_code == 0
    assert usual.one(make_batch(timestamps=[now_ms + 61 * 60_000])).error_code == 32


def test_keys_values_and_headers_may_be_empty() -> None:
    """produce A-60, F 37: names twice, empty ones, null values; an empty key is a key."""
    from kafkawire.records.builder import encode_batch

    producer = Producer({"cleanup.policy": "compact"})
    now_ms = producer.harness.now_ms
    headers = [("", b"x"), ("h", None), ("h", b""), ("h", b"2")]
    records = [(now_ms, b"", b"", headers), (now_ms, b"k", None, [])]
    assert producer.one(bytes(encode_batch(records))).error_code == 0
    assert [each.as_tuple() for each in records_of(producer.partition().log)] == records


@pytest.mark.parametrize("version", [9, 13])
def test_nobody_need_say_who_he_is(version: int) -> None:
    """produce F 7: a null client id in the flexible header."""
    producer = Producer()
    client = producer.harness.connect(None)
    key = producer.topic_id if version == 13 else "t"
    sent = client.send(produce_request((key, 0, BATCH)), version)
    assert [each.error_code for each in answers_of(sent.response, version).values()] == [0]
    frame = bytes(encode_request(0, version, 1, None, produce_request((key, 0, BATCH))))
    assert frame[12:14] == b"\xff\xff"


def test_each_topic_is_answered_once_in_any_order() -> None:
    """produce A-12, A-13, F 17: whatever the order and the splitting of the request."""
    producer = Producer()
    producer.harness.create_topic("b", 1)
    sent = [("b", 0), ("nope", 0), ("t", 3), ("t", 1), ("t", 9), ("t", 0), ("b", 0)]
    answers = producer.produce(*[(topic, index, BATCH) for topic, index in sent])
    codes = {where: answer.error_code for where, answer in answers.items()}
    assert codes == {
        ("b", 0): 0,
        ("nope", 0): 3,
        ("t", 3): 3,
        ("t", 1): 0,
        ("t", 9): 3,
        ("t", 0): 0,
    }
    assert producer.partition(0, "b").log_end_offset == 1


def test_ids_that_are_not_known_come_back_as_they_were_sent() -> None:
    """produce A-6, A-20, F 5, F 6: in one answer with those that are."""
    producer = Producer()
    unknown = b"u" * 16
    request = produce_request(
        (unknown, 0, BATCH),
        (producer.topic_id, 0, BATCH),
        (producer.topic_id, 9, BATCH),
    )
    response: ProduceResponse = producer.client.request(request, 13)
    assert {topic.topic_id for topic in response.responses} == {unknown, producer.topic_id}
    assert {topic.name for topic in response.responses} == {""}
    codes = {where: each.error_code for where, each in answers_of(response, 13).items()}
    assert codes == {
        (unknown, 0): 100,
        (producer.topic_id, 0): 0,
        (producer.topic_id, 9): 3,
    }
