"""Message sets from before record batches."""

from __future__ import annotations

import pytest

from kafkawire.protocol.errors import ApiError
from kafkawire.records.message_set import Message, encode_message_set, encode_messages
from tests.support.log.batches import NOW_MS, append, headers_of, make_batch, make_log, records_of

MESSAGES = [(1000, b"a", b"1", ()), (3000, None, None, ()), (2000, b"", b"", ())]


def message_set(magic: int, count: int = 3, **fields: int) -> bytes:
    return encode_message_set(MESSAGES[:count], magic=magic, **fields)


def code(records: bytes, **configs: str) -> int:
    log = make_log({name.replace("_", "."): text for name, text in configs.items()})
    try:
        append(log, records)
    except ApiError as error:
        return error.code
    return 0


@pytest.mark.parametrize("magic", [0, 1])
@pytest.mark.parametrize("codec", [0, 1, 2, 3])
def test_a_set_becomes_one_batch(magic: int, codec: int) -> None:
    """produce A-90, A-92: codec kept, magic 0 without timestamps."""
    log = make_log()
    append(log, make_batch())
    info = append(log, message_set(magic, compression=codec))
    header = headers_of(log)[1]
    records = records_of(log)[1:]

    assert (info.first_offset, info.last_offset) == (1, 3)
    assert (header.magic, header.compression, header.base_offset) == (2, codec, 1)
    assert [record.key for record in records] == [b"a", None, b""]
    assert [record.timestamp for record in records] == ([1000, 3000, 2000] if magic else [-1] * 3)
    assert header.max_timestamp == (3000 if magic else -1)


def test_append_time_replaces_what_the_messages_say() -> None:
    """produce A-90."""
    log = make_log({"message.timestamp.type": "LogAppendTime"})
    info = append(log, message_set(1))

    assert info.log_append_time_ms == NOW_MS
    assert [record.timestamp for record in records_of(log)] == [NOW_MS] * 3
    assert headers_of(log)[0].timestamp_type == 1


def test_no_batch_is_written_with_times_before_all_time() -> None:
    """produce A-57: observed for batches that are written anew, which every set is."""
    assert code(encode_message_set([(-5, b"k", b"v", ())], magic=1)) == -1
    assert code(encode_message_set([(-1, b"k", b"v", ())], magic=1)) == 0


def test_a_topics_own_codec_is_applied() -> None:
    """produce A-57."""
    log = make_log({"compression.type": "gzip"})
    append(log, message_set(1))

    assert headers_of(log)[0].compression == 1


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (message_set(0) + message_set(1), 87),
        (message_set(1, compression=1) + message_set(1, compression=1), 87),
        (message_set(1) + make_batch(), 87),
        (make_batch() + message_set(1), 87),
        (make_batch() + make_batch(), 87),
        (message_set(1)[:-1] + b"x", 2),
        (make_batch()[:8] + (40).to_bytes(4, "big") + make_batch()[12:52], 2),
    ],
)
def test_sets_that_are_refused(records: bytes, expected: int) -> None:
    """produce A-91."""
    assert code(records) == expected


def test_zstd_has_no_place_in_old_messages() -> None:
    """produce A-91."""
    wrapper = bytearray(message_set(1, compression=1))
    wrapper[17] = 4
    from zlib import crc32

    wrapper[12:16] = crc32(wrapper[16:]).to_bytes(4, "big")

    assert code(bytes(wrapper)) == 87


def test_keys_times_and_sizes_are_looked_at() -> None:
    """produce A-91, A-50, A-43: sizes of each message as sent, and of the batch that is made."""
    assert code(message_set(1), cleanup_policy="compact") == 87
    assert code(message_set(1), message_timestamp_before_max_ms="5") == 32
    assert code(message_set(1), max_message_bytes="80") == 10
    assert code(message_set(1), max_message_bytes="30") == 10
    assert code(message_set(1), max_message_bytes="100") == 0


@pytest.mark.parametrize("codec", [0, 1])
def test_append_time_that_a_message_claims(codec: int) -> None:
    """produce A-53, A-90: dropped on a topic of CreateTime, refused on one of LogAppendTime."""
    claims = b"".join(
        encode_messages([Message(0, 1, 8, time, None, b"v")], codec) for time in (1000,)
    )

    assert code(claims) == 0
    assert code(claims, message_timestamp_type="LogAppendTime") == 32


@pytest.mark.parametrize(
    "records", [b"", message_set(1)[:20], make_batch()[:50], make_batch(5)[:-1]]
)
def test_nothing_complete_appends_nothing(records: bytes) -> None:
    """produce A-42 row 5."""
    log = make_log()
    info = append(log, records)

    assert info == (-1, -1, -1, 0, 0, False, 0)
    assert log.log_end_offset == 0


def test_an_incomplete_message_at_the_end_is_ignored() -> None:
    """produce A-34."""
    log = make_log()
    append(log, message_set(0) + message_set(0)[:20])

    assert log.log_end_offset == 3


@pytest.mark.parametrize("bits", [0x10, 0x20, 0x40, 0x80, 0xF0])
def test_old_messages_are_nobodys_and_of_no_transaction(bits: int) -> None:
    """produce A-94: attributes of batches mean nothing in messages."""
    from zlib import crc32

    messages = bytearray(message_set(1, 1))
    messages[17] |= bits
    messages[12:16] = crc32(messages[16:]).to_bytes(4, "big")
    log = make_log()
    append(log, bytes(messages))

    (header,) = headers_of(log)
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (-1, -1, -1)
    assert header.attributes == 0
    assert not log.producer_state
    assert log.last_stable_offset == 1


def one(magic: int, timestamp: int, key: bytes | None = b"k") -> bytes:
    return encode_message_set([(timestamp, key, b"v", ())], magic=magic)


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ((one(1, 5), one(0, 5)), 32),
        ((one(0, 5), one(1, 5)), 87),
        ((one(1, NOW_MS), one(0, 5), one(1, 5)), 87),
        ((one(1, -2), one(0, 5)), 32),
        ((one(1, NOW_MS), one(1, 5)), 32),
    ],
)
def test_plain_messages_are_judged_one_after_another(
    messages: tuple[bytes, ...], expected: int
) -> None:
    """produce A.12, as seen on 3.9.2: each is a batch of its own to its validator."""
    assert code(b"".join(messages), message_timestamp_before_max_ms="1000") == expected


def test_a_timestamp_that_cannot_be_written_fails_before_the_next_message_is_looked_at() -> None:
    """As seen on 3.9.2: but its checksum comes first."""
    assert code(one(1, -2) + one(0, 5)) == -1
    assert code(one(0, 5) + one(1, -2)) == 87
    assert code(one(1, -2) + one(1, 5)[:-1] + b"x") == 2


def test_a_message_may_have_just_the_greatest_size() -> None:
    """produce A-91: the size of a message as sent, whatever the batch that is made of it."""
    message = encode_message_set([(1000, None, bytes(1000), ())], magic=1)
    gzip = {"compression_type": "gzip"}
    assert code(message, max_message_bytes=str(len(message)), **gzip) == 0
    assert code(message, max_message_bytes=str(len(message) - 1), **gzip) == 10
