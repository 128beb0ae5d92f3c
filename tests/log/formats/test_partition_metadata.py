"""partition.metadata."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.partition_metadata import decode, encode

WRITTEN_BY_KAFKA = b"version: 0\ntopic_id: OQ2qzsKXQYKKNdwTaV6Dbw"


def test_a_file_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """fetch H-4, admin H 135, F-38: two lines, the second without an end."""
    found = decode(WRITTEN_BY_KAFKA)

    assert found == (0, bytes.fromhex("390daacec29741828a35dc13695e836f"))
    assert encode(found.topic_id) == WRITTEN_BY_KAFKA


@given(st.binary(min_size=16, max_size=16).filter(any))
def test_topic_ids_are_read_back(topic_id: bytes) -> None:
    assert decode(encode(topic_id)).topic_id == topic_id


def test_newer_versions_are_read_as_kafka_reads_them() -> None:
    assert decode(b"version: 3\ntopic_id: OQ2qzsKXQYKKNdwTaV6Dbw\nmore: 1\n").version == 3


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "two lines"),
        (b"version: 0\n", "two lines"),
        (b"version: -1\ntopic_id: OQ2qzsKXQYKKNdwTaV6Dbw", "no version -1"),
        (b"version: x\ntopic_id: OQ2qzsKXQYKKNdwTaV6Dbw", "'x' is no version"),
        (b"version:0\ntopic_id: OQ2qzsKXQYKKNdwTaV6Dbw", "no line for version"),
        (b"version: 0\ntopic: OQ2qzsKXQYKKNdwTaV6Dbw", "no line for topic_id"),
        (b"version: 0\ntopic_id: OQ2qzsKX", "is no uuid"),
        (b"version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAA", "all zeros"),
    ],
)
def test_what_is_wrong_is_named(data: bytes, complaint: str) -> None:
    """fetch H-4."""
    with pytest.raises(CorruptFile, match=complaint):
        decode(data)
