"""Secrets in the metadata log are masked within its batches, which stay readable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump import secrets
from kafkawire.dump.log.internal import read_record
from kafkawire.dump.model import Header
from kafkawire.dump.secret_records import METADATA_ID, METADATA_NAME, mask_batches
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse
from kafkawire.protocol.messages.user_scram_credential_record import UserScramCredentialRecord
from kafkawire.records.batch import HEADER_BYTES, crc_is_valid, read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.record import decode_records

SECRET = "QZXJVKWYQQJZ"
BYTES = SECRET.encode()


def value(kind: int, record: Message) -> bytes:
    return bytes([1, kind, 0]) + record.encode(0)


def config(name: str, text: str | None = SECRET) -> bytes:
    record = ConfigRecord(resource_type=4, resource_name="1", name=name, value=text)
    return value(4, record)


def batch(*values: bytes, **fields: object) -> bytes:
    records = [(1, None, each, []) for each in values]
    return bytes(encode_batch(records, **fields))  # type: ignore[arg-type]


def fields_of(data: bytes) -> list[dict[str, object]]:
    found = []
    for record in decode_records(data):
        declared = read_record("__cluster_metadata", None, record.value)[1]
        assert declared is not None
        found.append(dict(declared.fields))
    return found


def test_passwords_are_masked_and_the_batch_stays_whole() -> None:
    plain = batch(config("ssl.key.password"), config("retention.ms", "7"), config("a.secret", None))
    masked = mask_batches(plain + plain)
    assert len(masked) == 2 * len(plain)
    assert BYTES not in masked
    for at in (0, len(plain)):
        assert crc_is_valid(masked, at, read_header(masked, at))
    assert [each["value"] for each in fields_of(masked)] == ["*" * len(SECRET), "7", None]


def test_credentials_are_masked() -> None:
    record = UserScramCredentialRecord(
        name="alice", mechanism=1, salt=BYTES, stored_key=BYTES, server_key=BYTES, iterations=4096
    )
    masked = mask_batches(batch(value(11, record)))
    assert BYTES not in masked
    (fields,) = fields_of(masked)
    assert (fields["name"], fields["iterations"]) == ("alice", 4096)


def test_batches_without_secrets_are_left_as_they_are() -> None:
    plain = batch(config("retention.ms"), bytes([1, 20, 0, 0]))
    assert mask_batches(plain) == plain


def test_a_wrong_checksum_is_not_made_right() -> None:
    wrong = bytearray(batch(config("a.password")))
    wrong[17] ^= 1
    masked = mask_batches(bytes(wrong))
    assert masked[17] == wrong[17]
    assert BYTES not in masked


@pytest.mark.parametrize("size", [10, HEADER_BYTES, HEADER_BYTES + 12, -1])
def test_what_is_cut_shows_nothing_but_its_head(size: int) -> None:
    plain = batch(config("a.password"))[:size]
    assert mask_batches(plain) == plain[:HEADER_BYTES] + b"*" * len(plain[HEADER_BYTES:])


def test_what_is_compressed_shows_nothing_but_its_head() -> None:
    plain = bytearray(batch(config("a.password")))
    plain[22] |= 1
    assert mask_batches(bytes(plain))[HEADER_BYTES:].strip(b"*") == b""


@given(st.binary(max_size=200))
def test_anything_keeps_its_length(data: bytes) -> None:
    assert len(mask_batches(data)) == len(data)
    assert BYTES not in mask_batches(batch(config("a.password")) + data)


def response(version: int, records: bytes) -> bytes:
    kind = FetchResponse
    names = {"topic_id": METADATA_ID} if version >= 13 else {"topic": METADATA_NAME.decode()}
    partition = kind.PartitionData(records=records)
    topic = kind.FetchableTopicResponse(partitions=[partition], **names)
    return kind(responses=[topic]).encode(version)


@pytest.mark.parametrize("version", [11, 12, 13, 17, 18])
def test_fetches_of_the_metadata_log_are_masked(version: int) -> None:
    body = response(version, batch(config("a.password")))
    masked = secrets.mask(b"head" + body, Header(1, version, 7, 4), False)
    assert len(masked) == 4 + len(body)
    assert BYTES not in masked
    found = FetchResponse.decode(masked, version, 4).responses[0].partitions[0].records
    assert fields_of(bytes(found or b""))[0]["value"] == "*" * len(SECRET)


def test_other_fetches_are_not_even_copied() -> None:
    kind = FetchResponse
    partition = kind.PartitionData(records=batch(config("a.password")))
    topic = kind.FetchableTopicResponse(topic_id=bytes(range(16)), partitions=[partition])
    data = b"head" + kind(responses=[topic]).encode(17)
    assert secrets.mask(data, Header(1, 17, 7, 4), False) is data


def test_nothing_stays_nothing() -> None:
    body = response(13, b"")
    assert secrets.mask(b"head" + body, Header(1, 13, 7, 4), False) == b"head" + body


@pytest.mark.parametrize("version", [0, 1])
def test_parts_of_snapshots_are_masked_whole(version: int) -> None:
    kind = FetchSnapshotResponse
    partition = kind.PartitionSnapshot(unaligned_records=batch(config("a.password")))
    topic = kind.TopicSnapshot(name=METADATA_NAME.decode(), partitions=[partition])
    body = kind(topics=[topic]).encode(version)
    masked = secrets.mask(b"head" + body, Header(59, version, 7, 4), False)
    assert BYTES not in masked
    assert len(masked) == 4 + len(body)
