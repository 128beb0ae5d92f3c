"""Messages of producers, and of those who ask for offsets, byte for byte in both directions."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.registry import request_class, response_class
from kafkawire.records.batch import crc_is_valid, read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import read_marker
from tests.support.log.batches import make_marker

ID = bytes.fromhex("00112233445566778899aabbccddeeff")
MESSAGES: list[tuple[ApiKey, int, bool, str]] = [
    (
        ApiKey.PRODUCE,
        3,
        True,
        "ffffffff000075300000000100027431000000010000000000000000",
    ),
    (
        ApiKey.PRODUCE,
        12,
        True,
        "0278ffff0000753002037431020000000001000000",
    ),
    (
        ApiKey.PRODUCE,
        13,
        True,
        "000001000075300200112233445566778899aabbccddeeff020000000001000000",
    ),
    (
        ApiKey.PRODUCE,
        0,
        False,
        "0000000100027431000000010000000000000000000000000005",
    ),
    (
        ApiKey.PRODUCE,
        1,
        False,
        "000000010002743100000001000000000000000000000000000500000000",
    ),
    (
        ApiKey.PRODUCE,
        2,
        False,
        "0000000100027431000000010000000000000000000000000005ffffffffffffffff00000000",
    ),
    (
        ApiKey.PRODUCE,
        5,
        False,
        "0000000100027431000000010000000000000000000000000005ffffffffffffffff000000000000"
        "000000000000",
    ),
    (
        ApiKey.PRODUCE,
        8,
        False,
        "0000000100027431000000010000000000000000000000000005ffffffffffffffff000000000000"
        "000000000000ffff00000000",
    ),
    (
        ApiKey.PRODUCE,
        9,
        False,
        "02037431020000000000000000000000000005ffffffffffffffff0000000000000000010000000000000000",
    ),
    (
        ApiKey.PRODUCE,
        12,
        False,
        "02037431020000000000000000000000000005ffffffffffffffff0000000000000000010000000000000000",
    ),
    (
        ApiKey.PRODUCE,
        13,
        False,
        "0200112233445566778899aabbccddeeff020000000000000000000000000005ffffffffffffffff"
        "0000000000000000010000000000000000",
    ),
    (
        ApiKey.PRODUCE,
        12,
        False,
        "0203743102000000000057ffffffffffffffffffffffffffffffff00000000000000000200000001"
        "026d00026500000000000000",
    ),
    (
        ApiKey.PRODUCE,
        12,
        False,
        "0203743102000000000006ffffffffffffffffffffffffffffffffffffffffffffffff0100010009"
        "000000020000000700000000000001000e0200000002036832000023840000",
    ),
    (
        ApiKey.INIT_PRODUCER_ID,
        0,
        True,
        "ffff0000ea60",
    ),
    (
        ApiKey.INIT_PRODUCER_ID,
        5,
        True,
        "02780000ea60ffffffffffffffffffff00",
    ),
    (
        ApiKey.INIT_PRODUCER_ID,
        5,
        False,
        "0000000000000000000000000007000100",
    ),
    (
        ApiKey.ADD_PARTITIONS_TO_TXN,
        3,
        True,
        "027800000000000000070001020374310300000000000000010000",
    ),
    (
        ApiKey.ADD_PARTITIONS_TO_TXN,
        3,
        False,
        "000000000203743102000000000000000000",
    ),
    (
        ApiKey.ADD_PARTITIONS_TO_TXN,
        5,
        True,
        "0202780000000000000007000101020374310200000000000000",
    ),
    (
        ApiKey.ADD_PARTITIONS_TO_TXN,
        5,
        False,
        "000000000000020278020374310200000000007800000000",
    ),
    (
        ApiKey.ADD_OFFSETS_TO_TXN,
        4,
        True,
        "027800000000000000070001026700",
    ),
    (
        ApiKey.TXN_OFFSET_COMMIT,
        6,
        True,
        "0278026700000000000000070001ffffffff01000200112233445566778899aabbccddeeff020000"
        "00000000000000000005ffffffff01000000",
    ),
    (
        ApiKey.END_TXN,
        4,
        True,
        "0278000000000000000700010100",
    ),
    (
        ApiKey.END_TXN,
        5,
        False,
        "0000000000000000000000000007000200",
    ),
    (
        ApiKey.WRITE_TXN_MARKERS,
        2,
        True,
        "0200000000000000070002010203743102000000000000000003020000",
    ),
    (
        ApiKey.LIST_OFFSETS,
        11,
        True,
        "ffffffff01020374310200000000fffffffffffffffffffffffd0000000003e800",
    ),
    (
        ApiKey.LIST_OFFSETS,
        11,
        False,
        "00000000020374310200000000000000000000000003e8000000000000000500000000000000",
    ),
    (
        ApiKey.DELETE_RECORDS,
        2,
        True,
        "020374310200000000ffffffffffffffff0000000003e800",
    ),
    (
        ApiKey.OFFSET_FOR_LEADER_EPOCH,
        4,
        False,
        "000000000203743102000000000000000000000000000000000005000000",
    ),
]
"""API, version, whether a request, and its body. Running nodes took or gave them."""
PLAIN = (
    "0000000000000000 0000003a ffffffff 02 716a6189 0000 00000000 00000000000003e8"
    "00000000000003e8 ffffffffffffffff ffff ffffffff 00000001 10000000026b027600"
)
TRANSACTIONAL = (
    "0000000000000000 0000003a ffffffff 02 e4b548cc 0010 00000000 00000000000003e8"
    "00000000000003e8 0000000000000007 0001 00000000 00000001 10000000026b027600"
)
COMMIT = (
    "0000000000000005 00000042 00000000 02 37ff67e2 0030 00000000 00000000000007d0"
    "00000000000007d0 0000000000000007 0002 ffffffff 00000001 2000000008000000010c00000000000300"
)
ABORT = (
    "0000000000000005 00000042 00000000 02 c3c1b1aa 0030 00000000 00000000000007d0"
    "00000000000007d0 0000000000000007 0002 ffffffff 00000001 2000000008000000000c00000000000300"
)


@pytest.mark.parametrize(
    ("key", "version", "is_request", "text"),
    MESSAGES,
    ids=[f"{row[0].name}-v{row[1]}-{at}" for at, row in enumerate(MESSAGES)],
)
def test_messages_keep_their_bytes(key: ApiKey, version: int, is_request: bool, text: str) -> None:
    """produce A-1, A-4, F 1."""
    kind = request_class(key) if is_request else response_class(key)
    body = bytes.fromhex(text)
    assert kind.decode(body, version).encode(version) == body


def body_of(version: int, is_request: bool, at: int = 0) -> bytes:
    found = [text for key, *rest, text in MESSAGES if (key, *rest) == (0, version, is_request)]
    return bytes.fromhex(found[at])


def test_what_the_bytes_of_produce_mean() -> None:
    """produce A-1, A-4, A-5, A-6, A-63, F 1."""
    request = ProduceRequest.decode(body_of(13, True), 13)
    assert (request.transactional_id, request.acks, request.timeout_ms) == (None, 1, 30_000)
    assert (request.topic_data[0].topic_id, request.topic_data[0].name) == (ID, "")
    assert bytes(request.topic_data[0].partition_data[0].records or b"x") == b"x"

    (topic,) = ProduceResponse.decode(body_of(12, False, 1), 12).responses
    (answer,) = topic.partition_responses
    assert (answer.error_code, answer.error_message) == (87, "e")
    (error,) = answer.record_errors
    assert (error.batch_index, error.batch_index_error_message) == (1, "m")

    response = ProduceResponse.decode(body_of(12, False, 2), 12)
    leader = response.responses[0].partition_responses[0].current_leader
    (node,) = response.node_endpoints
    assert (leader.leader_id, leader.leader_epoch) == (2, 7)
    assert (node.node_id, node.host, node.port, node.rack) == (2, "h2", 9092, None)


@pytest.mark.parametrize(("text", "fields"), [(PLAIN, {}), (TRANSACTIONAL, {"producer_id": 7})])
def test_batches_keep_their_bytes(text: str, fields: dict[str, Any]) -> None:
    """produce F 1."""
    producer: dict[str, Any] = {"producer_epoch": 1, "base_sequence": 0} if fields else {}
    batch = encode_batch([(1000, b"k", b"v", ())], transactional=bool(fields), **fields, **producer)
    assert bytes(batch) == bytes.fromhex(text)
    assert crc_is_valid(batch, 0, read_header(batch))


@pytest.mark.parametrize(("text", "commit"), [(COMMIT, True), (ABORT, False)])
def test_markers_keep_their_bytes(text: str, commit: bool) -> None:
    """produce F 1, F 147: but for offset and epoch, which the log gives."""
    marker = bytes.fromhex(text)
    made = make_marker(7, 2, commit=commit, coordinator_epoch=3, timestamp=2000)
    assert made[16:] == marker[16:]
    found = read_marker(marker, 0, read_header(marker))
    assert found is not None
    assert (found.coordinator_epoch, found.is_commit) == (3, commit)
