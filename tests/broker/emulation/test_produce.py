"""What releases answer otherwise to Produce, on both sides of each change."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.replicas.verification import Claim, TransactionVerifier
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.records.compression import GZIP, ZSTD, compress
from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import NOW_MS, headers_of, make_batch
from tests.support.requests.produce import Producer, with_crc
from tests.support.requests.transactions import verify_by

BATCH = make_batch()
HOUR_MS = 3_600_000
KEYLESS = "Compacted topic cannot accept message without key in topic partition t-0"
CLAIMS_APPEND_TIME = with_crc(bytearray(BATCH[:22] + bytes([BATCH[22] | 0x08]) + BATCH[23:]))
CONTROL = with_crc(bytearray(BATCH[:22] + bytes([BATCH[22] | 0x20]) + BATCH[23:]))


def keyless() -> bytes:
    from kafkawire.records.builder import encode_batch

    return bytes(encode_batch([(NOW_MS, None, b"v", ())] * 2))


def latest(release: str) -> int:
    """The newest version of Produce of a release, as far as names go."""
    api = Producer(emulate=release).harness.broker.load_api(0)
    assert api is not None
    return min(api.versions.max, 12)


@pytest.mark.parametrize(
    ("release", "answer"),
    [("0.11", (2, -1)), ("1.1", (2, -1)), ("2.0", (2, -1)), ("2.4", (87, 0)), ("3.9", (87, 0))],
)
def test_what_is_wrong_with_a_batch_has_a_code_of_its_own_since_2_4(
    release: str, answer: tuple[int, int]
) -> None:
    """produce A-42, A-61: INVALID_RECORD, before it CORRUPT_MESSAGE (KIP-467)."""
    version = latest(release)
    code = Producer(emulate=release).code(CONTROL, version=version)
    assert code == (answer if version >= 5 else (answer[0], -1))


@pytest.mark.parametrize("release", ["0.11", "2.0", "2.4", "3.9"])
@pytest.mark.parametrize(
    "records", [b"", BATCH + BATCH, BATCH[:30], b"\0" * 16 + b"\1" + b"\0" * 60]
)
def test_what_is_not_one_batch_ended_the_connection_before_2_4(
    release: str, records: bytes
) -> None:
    """produce A-30: it could not be parsed."""
    producer = Producer(emulate=release)
    pending = producer.send(("t", 0, records), version=3)
    assert producer.client.closed == (release in ("0.11", "2.0"))
    assert pending.done != producer.client.closed


@pytest.mark.parametrize(
    ("release", "errors", "text"),
    [
        ("2.4", [(0, None)], f"{KEYLESS}."),
        (
            "2.8",
            [(i, f"{KEYLESS}.") for i in (0, 1)],
            "One or more records have been rejected",
        ),
        (
            "3.3",
            [(i, f"{KEYLESS}.") for i in (0, 1)],
            f"message='{KEYLESS}.')]",
        ),
        (
            "3.9",
            [(i, KEYLESS) for i in (0, 1)],
            f"message='{KEYLESS}')]",
        ),
    ],
)
def test_bad_records_are_named_in_the_words_of_the_release(
    release: str, errors: list[tuple[int, str | None]], text: str
) -> None:
    """produce A-65, A-66: only the first by 2.4, all since 2.5, counted since 3.2."""
    producer = Producer({"cleanup.policy": "compact"}, emulate=release)
    answer = producer.one(keyless(), version=8)
    assert answer.error_code == 87
    named = [(each.batch_index, each.batch_index_error_message) for each in answer.record_errors]
    assert named == errors
    assert (answer.error_message or "").endswith(text)


@pytest.mark.parametrize(("release", "code"), [("2.0", 32), ("3.3", 32), ("3.9", 0), ("4.0", 0)])
def test_claims_to_the_append_time_are_forgiven_since_3_6(release: str, code: int) -> None:
    """produce A-53."""
    producer = Producer(emulate=release)
    version = min(latest(release), 9)
    assert producer.one(CLAIMS_APPEND_TIME, version=version).error_code == code


@pytest.mark.parametrize(
    ("release", "code"), [("2.8", 0), ("3.3", 0), ("3.9", 0), ("4.0", 32), ("4.4", 32)]
)
def test_the_future_is_limited_since_4_0(release: str, code: int) -> None:
    """produce A-50, F 54, table G: message.timestamp.after.max.ms."""
    producer = Producer(emulate=release)
    late = make_batch(timestamps=[producer.harness.now_ms + HOUR_MS + 60_000])
    assert producer.one(late, version=9).error_code == code


@pytest.mark.parametrize(("days", "code"), [(1, 0), (3, 32), (-1, 0), (-3, 32)])
def test_one_limit_held_both_ways_before_3_6(days: int, code: int) -> None:
    """produce A-50: message.timestamp.difference.max.ms."""
    producer = Producer(
        emulate="2.8", overrides={"log.message.timestamp.difference.max.ms": str(2 * 24 * HOUR_MS)}
    )
    batch = make_batch(timestamps=[producer.harness.now_ms + days * 24 * HOUR_MS])
    assert producer.one(batch, version=9).error_code == code


@pytest.mark.parametrize(("release", "code"), [("2.0", (-1, 0)), ("2.4", (76, -1))])
def test_zstd_is_unknown_before_2_1(release: str, code: tuple[int, int]) -> None:
    """produce A-30: later it is known, and refused below version 7."""
    producer = Producer(emulate=release)
    assert producer.code(make_batch(compression=ZSTD), version=6) == code


@pytest.mark.parametrize(("release", "code"), [("2.0", -1), ("2.4", 0), ("3.9", 0)])
def test_zstd_below_version_3_is_a_matter_of_the_log(release: str, code: int) -> None:
    """produce A-31, A-3: batches of magic 2 are accepted there, as 3.9.2 does it."""
    producer = Producer(emulate=release)
    assert producer.one(make_batch(compression=ZSTD), version=2).error_code == code


@pytest.mark.parametrize("version", [0, 1, 2])
@pytest.mark.parametrize("release", ["0.11", "2.8", "3.9"])
def test_old_messages_become_batches_whatever_the_format_is_said_to_be(
    release: str, version: int
) -> None:
    """produce A-3, A-90, A-93: since 0.11 by default, in 3.9 always."""
    producer = Producer(emulate=release)
    for magic in (0, 1):
        records = encode_message_set([(NOW_MS, b"k", b"v", ())] * 2, magic=magic)
        assert producer.one(records, version=version).error_code == 0
    assert producer.one(BATCH, version=version).error_code == 0
    assert [header.magic for header in headers_of(producer.partition().log)] == [2, 2, 2]


def numbered(sequence: int, epoch: int = 0, **fields: Any) -> bytes:
    return make_batch(producer_id=7, producer_epoch=epoch, base_sequence=sequence, **fields)


@pytest.mark.parametrize(
    ("release", "code"), [("0.11", 45), ("1.1", 59), ("2.4", 59), ("2.8", 0), ("3.9", 0)]
)
def test_an_unknown_producer_may_begin_anywhere_since_2_5(release: str, code: int) -> None:
    """produce B-20, B-25: UNKNOWN_PRODUCER_ID until then, in 0.11 just out of order."""
    assert Producer(emulate=release).one(numbered(3), version=3).error_code == code


@pytest.mark.parametrize(("release", "remembered"), [("0.11", 1), ("1.1", 5), ("3.9", 5)])
def test_how_many_duplicates_are_known_again(release: str, remembered: int) -> None:
    """produce B-14."""
    producer = Producer(emulate=release)
    for sequence in range(6):
        assert producer.one(numbered(sequence), version=3).error_code == 0
    known = [producer.one(numbered(each), version=3).error_code == 0 for each in range(6)]
    assert sum(known) == remembered
    assert known[5]


@pytest.mark.parametrize(("release", "code"), [("2.0", 59), ("2.4", 0)])
def test_deleting_its_records_forgets_a_producer_before_2_3(release: str, code: int) -> None:
    """produce B-30."""
    producer = Producer(emulate=release)
    for sequence in (0, 1):
        producer.one(numbered(sequence), version=3)
    producer.partition().log.delete_records_before(2)
    assert producer.one(numbered(2), version=3).error_code == code


@pytest.mark.parametrize(("release", "code"), [("3.3", 0), ("3.9", 19)])
def test_transactions_are_verified_since_3_6(release: str, code: int) -> None:
    """produce A-101: here nobody can be asked."""
    producer = Producer(emulate=release)
    batch = numbered(0, transactional=True)
    answer = producer.one(batch, version=9, transactional_id="x")
    assert answer.error_code == code


class Verified(TransactionVerifier):
    """A coordinator that knows of every transaction."""

    def verify(self, claim: Claim) -> ErrorCode:
        del claim
        return ErrorCode.NONE


@pytest.mark.parametrize(
    ("release", "answer"), [("3.9", (47, 0)), ("4.0", (47, 0)), ("4.4", (47, -1))]
)
def test_an_old_epoch_was_found_by_the_append(release: str, answer: tuple[int, int]) -> None:
    """produce A-61, A-102, table G: so its answer told the log start."""
    producer = Producer(emulate=release)
    verify_by(producer.harness.broker, Verified())
    assert producer.one(numbered(0, epoch=5), version=9).error_code == 0
    old = numbered(0, epoch=4, transactional=True)
    assert producer.code(old, version=9, transactional_id="x") == answer


@pytest.mark.parametrize(("release", "code"), [("2.8", 19), ("3.3", 19), ("3.9", 0), ("4.0", 0)])
def test_a_quorum_is_clamped_to_the_replicas_since_3_7(release: str, code: int) -> None:
    """produce A-41: one replica, min.insync.replicas=2."""
    producer = Producer({"min.insync.replicas": "2"}, emulate=release)
    assert producer.one(BATCH, version=9).error_code == code
    assert producer.one(BATCH, version=9, acks=1).error_code == 0


@pytest.mark.parametrize(
    ("release", "code"), [("2.4", 0), ("3.9", 0), ("4.0", 0), ("4.4", 87), (None, 87)]
)
def test_a_negative_length_in_a_compressed_batch_is_refused_since_4_1(
    release: str | None, code: int
) -> None:
    """produce A-42, A-58: seen on 3.9.2, 4.0.2 and 4.4.0."""
    records = b"\x59" + bytes(make_batch()[62:])
    head = bytearray(make_batch(compression=GZIP)[:61])
    batch = head + compress(GZIP, records)
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    sealed = with_crc(batch)
    producer = Producer(emulate=release)
    producer.harness.create_topic("configured", configs={"max.message.bytes": "5000"})
    answers = producer.produce(("t", 0, sealed), ("configured", 0, sealed), version=8)
    assert [answer.error_code for answer in answers.values()] == [code, code]
