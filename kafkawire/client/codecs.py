"""Serializers and deserializers of keys and values.

    BYTES   bytes as they are; str is refused, not encoded in silence
    UTF8    str
    INT64   int, eight bytes, big-endian (Kafka's LongSerializer)
    JSON    what the module json reads and writes, as UTF-8

A codec is a function of the bytes, or an object with `serialize(topic, headers, data)` or
`deserialize(topic, headers, data)`. A function is called for bytes only: a null key or value stays
None. An object gets None, too. Codecs are synchronous. If an object has to wait for something, as
for a schema registry, it has an async `prepare(topic)`, which is awaited once for each topic.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, Union, cast, overload

from kafkawire.client.errors import SerializationError

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    K = TypeVarWithDefault("K", default=bytes)
    V = TypeVarWithDefault("V", default=bytes)
else:
    K = TypeVar("K")
    V = TypeVar("V")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)

Headers = Sequence[tuple[str, "bytes | None"]]
JsonValue = Union[None, bool, int, float, str, list["JsonValue"], dict[str, "JsonValue"]]  # noqa: UP007 - recursive
INT64_BYTES = 8


class Serializer(Protocol[T_contra]):
    """Makes bytes of a key or a value."""

    def serialize(self, topic: str, headers: Headers, data: T_contra | None) -> bytes | None:
        """Return the bytes, or None for null."""


class Deserializer(Protocol[T_co]):
    """Makes a key or a value of bytes."""

    def deserialize(self, topic: str, headers: Headers, data: bytes | None) -> T_co | None:
        """Return the key or value."""


Encode = Callable[[T], bytes] | Serializer[T]
Decode = Callable[[bytes], T] | Deserializer[T]


class Codec(Generic[T]):
    """A codec of two functions, which need neither topic nor headers."""

    __slots__ = ("decode", "encode", "name")

    def __init__(
        self, name: str, encode: Callable[[T], bytes], decode: Callable[[bytes], T]
    ) -> None:
        self.name = name
        self.encode = encode
        self.decode = decode

    def __repr__(self) -> str:
        return self.name

    def serialize(self, topic: str, headers: Headers, data: T | None) -> bytes | None:
        """Return the bytes of `data`; None stays None."""
        del topic, headers
        return None if data is None else self.encode(data)

    def deserialize(self, topic: str, headers: Headers, data: bytes | None) -> T | None:
        """Return what the bytes stand for; None stays None."""
        del topic, headers
        return None if data is None else self.decode(data)


def _as_bytes(data: bytes) -> bytes:
    if type(data) is bytes:
        return data
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data)
    raise TypeError(f"bytes are needed, not {type(data).__name__}; give a serializer, such as UTF8")


def _unchanged(data: bytes) -> bytes:
    return data


def _int64(data: bytes) -> int:
    if len(data) != INT64_BYTES:
        raise ValueError(f"{len(data)} bytes, where an INT64 has 8")
    return int.from_bytes(data, "big", signed=True)


def _int64_bytes(data: int) -> bytes:
    return data.to_bytes(INT64_BYTES, "big", signed=True)


def _json_bytes(data: JsonValue) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def _json(data: bytes) -> JsonValue:
    found: JsonValue = json.loads(data)
    return found


BYTES: Codec[bytes] = Codec("BYTES", _as_bytes, _unchanged)
UTF8: Codec[str] = Codec("UTF8", str.encode, bytes.decode)
INT64: Codec[int] = Codec("INT64", _int64_bytes, _int64)
JSON: Codec[JsonValue] = Codec("JSON", _json_bytes, _json)
_DEFAULT = cast("Any", BYTES)


class Serializers(Generic[K, V]):
    """The serializers of keys and values."""

    __slots__ = ("_key", "_value", "key", "value")

    def __init__(self, key: Encode[K] = _DEFAULT, value: Encode[V] = _DEFAULT) -> None:
        self.key = key
        self.value = value
        self._key: Callable[[str, Headers, K | None], bytes | None] = _serializing(key)
        self._value: Callable[[str, Headers, V | None], bytes | None] = _serializing(value)

    @property
    def are_bytes(self) -> bool:
        """Whether keys and values are bytes already."""
        return _are_bytes(self.key, self.value)

    def serialize(
        self, topic: str, headers: Headers, key: K | None, value: V | None
    ) -> tuple[bytes | None, bytes | None]:
        """Return key and value as bytes. Raises SerializationError."""
        part = "key"
        try:
            raw_key = self._key(topic, headers, key)
            part = "value"
            return raw_key, self._value(topic, headers, value)
        except Exception as error:
            raise SerializationError(topic, part, error) from error

    async def prepare(self, topic: str) -> None:
        """Wait for what the codecs need before they can serialize for the topic."""
        await _prepare(self.key, topic)
        await _prepare(self.value, topic)


class Deserializers(Generic[K, V]):
    """The deserializers of keys and values, which raise whatever they raise.

    Attributes:
        key, value: As given.
        deserialize_key, deserialize_value: The same as functions of topic, headers and bytes.
        need_headers: Whether one of them looks at headers; those of functions do not.
    """

    __slots__ = ("deserialize_key", "deserialize_value", "key", "need_headers", "value")

    def __init__(self, key: Decode[K] = _DEFAULT, value: Decode[V] = _DEFAULT) -> None:
        self.key = key
        self.value = value
        self.deserialize_key: Callable[[str, Headers, bytes | None], K | None] = _reading(key)
        self.deserialize_value: Callable[[str, Headers, bytes | None], V | None] = _reading(value)
        self.need_headers = _needs_headers(key) or _needs_headers(value)

    @property
    def are_bytes(self) -> bool:
        """Whether keys and values stay as they are."""
        return _are_bytes(self.key, self.value)

    async def prepare(self, topic: str) -> None:
        """Wait for what the codecs need before they can deserialize records of the topic."""
        await _prepare(self.key, topic)
        await _prepare(self.value, topic)


@overload
def serializers(codecs: Serializers[K, V]) -> Serializers[K, V]: ...
@overload
def serializers(codecs: Codec[T]) -> Serializers[T, T]: ...
def serializers(codecs: Serializers[K, V] | Codec[T]) -> Serializers[K, V] | Serializers[T, T]:
    """Return the serializers of both keys and values; one codec is that of both."""
    if isinstance(codecs, Serializers):
        return codecs
    both: Serializers[T, T] = Serializers(codecs, codecs)
    return both


@overload
def deserializers(codecs: Deserializers[K, V]) -> Deserializers[K, V]: ...
@overload
def deserializers(codecs: Codec[T]) -> Deserializers[T, T]: ...
def deserializers(
    codecs: Deserializers[K, V] | Codec[T],
) -> Deserializers[K, V] | Deserializers[T, T]:
    """Return the deserializers of both keys and values; one codec is that of both."""
    return codecs if isinstance(codecs, Deserializers) else Deserializers(codecs, codecs)


def _serializing(encode: Encode[T]) -> Callable[[str, Headers, T | None], bytes | None]:
    method = getattr(encode, "serialize", None)
    if method is not None:
        return cast("Callable[[str, Headers, T | None], bytes | None]", method)
    function = cast("Callable[[T], bytes]", encode)

    def serialize(topic: str, headers: Headers, data: T | None) -> bytes | None:
        del topic, headers
        return None if data is None else function(data)

    return serialize


def _reading(decode: Decode[T]) -> Callable[[str, Headers, bytes | None], T | None]:
    method = getattr(decode, "deserialize", None)
    if method is not None:
        return cast("Callable[[str, Headers, bytes | None], T | None]", method)
    function = cast("Callable[[bytes], T]", decode)

    def deserialize(topic: str, headers: Headers, data: bytes | None) -> T | None:
        del topic, headers
        return None if data is None else function(data)

    return deserialize


def _are_bytes(key: object, value: object) -> bool:
    return (key, value) == (BYTES, BYTES)


def _needs_headers(codec: object) -> bool:
    return hasattr(codec, "deserialize") and not isinstance(codec, Codec)


async def _prepare(codec: object, topic: str) -> None:
    prepare: Callable[[str], Awaitable[None]] | None = getattr(codec, "prepare", None)
    if prepare is not None:
        await prepare(topic)
