"""Keys and values as bytes, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.codecs import (
    BYTES,
    INT64,
    JSON,
    UTF8,
    Codec,
    Deserializers,
    Serializers,
    deserializers,
    serializers,
)
from kafkawire.client.errors import SerializationError

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(st.binary(), st.text(), st.integers(-(1 << 63), (1 << 63) - 1), json_values)
def test_ready_codecs_read_what_they_write(
    data: bytes, text: str, number: int, tree: object
) -> None:
    """client B-40."""
    given_: list[tuple[Codec[object], object]] = [(BYTES, data), (UTF8, text)]  # type: ignore[list-item]
    given_ += [(INT64, number), (JSON, tree)]  # type: ignore[list-item]
    for codec, value in given_:
        written = codec.serialize("t", (), value)
        assert written is None or isinstance(written, bytes)
        assert codec.deserialize("t", (), written) == value


def test_ready_codecs_write_what_other_clients_read() -> None:
    """client B-40: Kafka's LongSerializer and StringSerializer."""
    assert INT64.serialize("t", (), 1) == b"\0\0\0\0\0\0\0\1"
    assert INT64.serialize("t", (), -2) == b"\xff\xff\xff\xff\xff\xff\xff\xfe"
    assert UTF8.serialize("t", (), "é") == b"\xc3\xa9"
    assert JSON.serialize("t", (), {"a": ["é", 1]}) == '{"a":["é",1]}'.encode()


@pytest.mark.parametrize("codec", [BYTES, UTF8, INT64, JSON])
def test_null_stays_null(codec: Codec[object]) -> None:
    """client B-35: a tombstone is no value of any codec."""
    assert codec.serialize("t", (), None) is None
    assert codec.deserialize("t", (), None) is None


@pytest.mark.parametrize("data", [bytearray(b"ab"), memoryview(b"ab")])
def test_other_buffers_are_copied(data: bytes) -> None:
    """client B-35."""
    found = BYTES.serialize("t", (), data)
    assert type(found) is bytes
    assert found == b"ab"


def test_text_is_not_encoded_in_silence() -> None:
    """client B-35, B-42."""
    both: Serializers[object, object] = Serializers()
    with pytest.raises(SerializationError, match="orders: the serializer of the value") as caught:
        both.serialize("orders", (), b"key", "text")
    assert (caught.value.topic, caught.value.part) == ("orders", "value")
    assert isinstance(caught.value.__cause__, TypeError)


def test_a_key_that_fails_is_told_from_a_value() -> None:
    """client B-42."""
    with pytest.raises(SerializationError) as caught:
        Serializers(INT64, BYTES).serialize("orders", (), 1 << 63, b"v")
    assert caught.value.part == "key"


@pytest.mark.parametrize("data", [b"", b"1234567", b"123456789"])
def test_a_number_has_eight_bytes(data: bytes) -> None:
    with pytest.raises(ValueError, match="an INT64 has 8"):
        INT64.deserialize("t", (), data)


def test_functions_are_called_for_bytes_only() -> None:
    """client B-40."""
    both = Deserializers(key=bytes.decode, value=json.loads)

    assert both.deserialize_key("t", (), b"k") == "k"
    assert both.deserialize_value("t", (), b"[1]") == [1]
    assert both.deserialize_value("t", (), None) is None

    def dumped(data: list[int]) -> bytes:
        return json.dumps(data).encode()

    written = Serializers(key=str.encode, value=dumped)
    assert written.serialize("t", (), "k", [1]) == (b"k", b"[1]")
    assert written.serialize("t", (), None, None) == (None, None)


class Registered:
    """A codec that needs topic and headers, and time to prepare."""

    def __init__(self) -> None:
        self.prepared: list[str] = []

    async def prepare(self, topic: str) -> None:
        await trio.lowlevel.checkpoint()
        self.prepared.append(topic)

    def serialize(
        self, topic: str, headers: Sequence[tuple[str, bytes | None]], data: str | None
    ) -> bytes | None:
        return f"{topic} {len(headers)} {data}".encode()

    def deserialize(
        self, topic: str, headers: Sequence[tuple[str, bytes | None]], data: bytes | None
    ) -> str | None:
        return f"{topic} {len(headers)} {data!r}"


def test_objects_get_topic_headers_and_null() -> None:
    """client B-40."""
    codec = Registered()

    assert Serializers(codec, codec).serialize("t", [("a", b"")], "k", None) == (
        b"t 1 k",
        b"t 1 None",
    )
    assert Deserializers(codec, BYTES).deserialize_key("t", (), None) == "t 0 None"


def test_what_must_wait_is_prepared() -> None:
    """client B-40."""
    codec = Registered()

    async def prepare() -> None:
        await Serializers(codec, codec).prepare("orders")
        await Deserializers(UTF8, codec).prepare("bills")

    trio.run(prepare)
    assert codec.prepared == ["orders", "orders", "bills"]


def test_one_codec_is_that_of_keys_and_values() -> None:
    """client B-40: `codecs=JSON`."""
    pair = Deserializers(UTF8, JSON)
    assert deserializers(pair) is pair
    both = deserializers(UTF8)
    assert repr((both.key, both.value)) == "(UTF8, UTF8)"
    written = Serializers(UTF8, JSON)
    assert serializers(written) is written
    assert serializers(INT64).serialize("t", (), 1, 2) == (bytes(7) + b"\1", bytes(7) + b"\2")


def test_bytes_need_no_decoding() -> None:
    assert deserializers(BYTES).are_bytes
    assert Deserializers().are_bytes
    assert not Deserializers(value=UTF8).are_bytes
