"""Every byte of a frame belongs to one leaf, whatever the bytes are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.model import Message
from kafkawire.dump.outputs.leaves import Leaf, leaves_of
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.declared import NAMES, random_message
from tests.support.dump.dialogues import Dialogue
from tests.support.requests.produce import produce_request

ROWS = [(1_700_000_000_000, b"k", b"value", [("h", b"1")]), (1_700_000_000_001, None, b"", [])]


def produced(records: bytes) -> Message:
    request = produce_request(("orders", 3, records), acks=1, timeout_ms=1)
    made = Dialogue()
    found = made.exchange(made.connect(), request, ProduceResponse(), 9).request
    assert found is not None
    return found


def checked(message: Message) -> list[Leaf]:
    """Its leaves, which must cover each byte just once."""
    leaves = list(leaves_of(message.data, message.tree))
    at = 0
    for leaf in leaves:
        assert leaf.start == at < leaf.end
        at = leaf.end
    assert at == len(message.data)
    return leaves


@settings(max_examples=60)
@given(st.sampled_from(NAMES), st.integers(0, 1 << 30))
def test_every_byte_of_every_message_belongs_to_one_leaf(name: str, seed: int) -> None:
    checked(random_message(name, seed))


@given(st.binary(max_size=200), st.booleans())
def test_bytes_that_are_no_batch_are_covered_too(junk: bytes, after_one: bool) -> None:
    checked(produced((bytes(encode_batch(ROWS)) if after_one else b"") + junk))


@given(st.integers(0, 400), st.integers(0, 255))
def test_a_broken_batch_is_covered_too(at: int, value: int) -> None:
    batch = bytearray(encode_batch(ROWS))
    batch[at % len(batch)] = value

    checked(produced(bytes(batch)))


def test_records_are_taken_apart_as_far_as_they_are_not_compressed() -> None:
    leaves = checked(produced(bytes(encode_batch(ROWS))))

    texts = {f"{leaf.path}.{leaf.name}": leaf.text for leaf in leaves}
    records = "topic_data[0].partition_data[0].records.batch[0]"
    assert texts["topic_data[0].name"] == "'orders'"
    assert texts[f"{records}.records_count"] == "2"
    assert texts[f"{records}.record[0].key"] == "'k'"
    assert texts[f"{records}.record[0].value"] == "'value'"
    assert texts[f"{records}.record[1].key"] == "null"


def test_compressed_records_are_one_leaf() -> None:
    batch = bytes(encode_batch(ROWS * 20, compression=4))

    last = [leaf for leaf in checked(produced(batch)) if leaf.name == "records"][-1]

    assert last.text.endswith("bytes, compression zstd")
    assert last.end - last.start == len(batch) - 61


def test_a_wrong_checksum_is_pointed_at() -> None:
    batch = bytearray(encode_batch(ROWS))
    batch[-1] ^= 1

    (crc,) = [leaf for leaf in checked(produced(bytes(batch))) if leaf.name == "crc"]

    assert "wrong, it should be" in crc.text


@pytest.mark.parametrize("name", ["header", "body"])
def test_the_top_has_the_names_of_its_parts(name: str) -> None:
    assert any(leaf.path == name for leaf in checked(produced(bytes(encode_batch(ROWS)))))
