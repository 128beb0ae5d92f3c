"""What a generated message class is made of.

A message is a slotted object with the union of the fields of all its versions; the version is
an argument of encode and decode. Each generated module hands this base two tables, version to
function. An encoder appends buffers to a list, so that record data goes out as it is, uncopied;
a decoder reads from one `bytes` by index and never checks a single slice for room: positions
only grow, so a slice past the end either makes the next read fail or leaves the position
behind the end, which is tested once.

Values of absent fields are the declaration's defaults. An absent *tagged struct* is one frozen
object shared by all messages (`Frozen`): a thousand partitions of a fetch response would
otherwise carry three thousand default structs. Assign a struct of your own to change it.
"""

from __future__ import annotations

from struct import error as StructError

from kafkawire.protocol.errors import DecodeError, EncodeError, MalformedText, UnsupportedVersion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Self

    from kafkawire.protocol.buffers import Buffer, Sendable

    NEW: Any

NEVER_FLEXIBLE = 1 << 15
"""`FLEXIBLE_SINCE` of a message without a flexible version."""


class _New:
    """The default of list parameters: a new empty list for each object."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "[]"


if not TYPE_CHECKING:
    NEW = _New()


def _comparable(value: object) -> object:
    """One form for values that are equal on the wire: int arrays, buffers, lists of buffers."""
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(value, list) and value and isinstance(value[0], (bytes, bytearray, memoryview)):
        return [bytes(part) for part in value]
    return value


class Struct:
    """A message or a struct in one: equal when every field is, and shown field by field."""

    __slots__ = ("unknown_tags",)

    unknown_tags: dict[int, bytes] | None
    """Tagged fields that the declaration does not know, kept for re-encoding; usually None."""

    _FIELDS: ClassVar[tuple[str, ...]] = ()
    _RECORDS: ClassVar[str] = ""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Struct) or self._FIELDS is not other._FIELDS:
            return NotImplemented
        for name in self._FIELDS:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine is not theirs and mine != theirs:
                if name == self._RECORDS:
                    mine, theirs = _joined(mine), _joined(theirs)
                if _comparable(mine) != _comparable(theirs):
                    return False
        return (self.unknown_tags or None) == (other.unknown_tags or None)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Every field, but bytes past the first 32 are only counted."""
        shown = [f"{name}={_shown(getattr(self, name))}" for name in self._FIELDS]
        if self.unknown_tags:
            shown.append(f"unknown_tags={self.unknown_tags!r}")
        return f"{type(self).__name__.removeprefix('_Frozen')}({', '.join(shown)})"


def _joined(value: Any) -> Any:
    return b"".join(value) if isinstance(value, (list, tuple)) else value


def _shown(value: object) -> str:
    if isinstance(value, (bytes, bytearray, memoryview)):
        start = bytes(value[:32])
        return repr(start) if len(value) <= 32 else f"<{len(value)} bytes: {start!r}...>"
    return repr(value)


class Frozen:
    """Mixed into the shared default of a tagged struct: it cannot be assigned to."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"{name}: this is the default that all messages share; assign a struct of your own"
        )

    def __reduce__(self) -> tuple[type, tuple[()]]:
        """A copy is a plain default struct, which may be changed."""
        return type(self).__mro__[2], ()


def freeze(default: Struct) -> None:
    """Turn a default struct into the shared one of its class, which refuses assignments."""
    kind = type(default)
    frozen = type("_Frozen" + kind.__name__, (Frozen, kind), {"__slots__": ()})
    default.__class__ = frozen


class Message(Struct):
    """A root message: what can be encoded and decoded by version."""

    __slots__ = ()

    API_KEY: ClassVar[int]
    """Kafka's api key (for records: their type id); -1 for plain data."""
    VERSIONS: ClassVar[tuple[int, int]]
    """First and last version of the declaration."""
    FLEXIBLE_SINCE: ClassVar[int]
    """First version with compact lengths and tag sections, or `NEVER_FLEXIBLE`."""

    _ENCODERS: ClassVar[dict[int, Callable[[Any, list[Any]], None]]]
    _DECODERS: ClassVar[dict[int, Callable[[Any, int], tuple[Any, int]]]]

    def encode(self, version: int) -> bytes:
        """The message's bytes, joined.

        Raises `UnsupportedVersion`; and `EncodeError` for a value that does not fit its type, or
        a non-default value that `version` has no field for and must not be dropped.
        """
        encoder = self._ENCODERS.get(version)
        if encoder is None:
            raise _unsupported(type(self), version)
        chunks: list[Buffer] = []
        try:
            encoder(self, chunks)
            return b"".join(chunks)
        except (StructError, TypeError, AttributeError, ValueError) as error:
            raise EncodeError(f"{type(self).__name__} version {version}: {error}") from error

    def encode_into(self, version: int, chunks: list[Buffer] | list[Sendable]) -> None:
        """Append the message's bytes as buffers; record data is appended uncopied."""
        encoder = self._ENCODERS.get(version)
        if encoder is None:
            raise _unsupported(type(self), version)
        try:
            encoder(self, chunks)
        except (StructError, TypeError, AttributeError, ValueError) as error:
            raise EncodeError(f"{type(self).__name__} version {version}: {error}") from error

    @classmethod
    def decode(cls, data: bytes | bytearray, version: int, offset: int = 0) -> Self:
        """Read a message that ends where `data` ends.

        Raises `UnsupportedVersion`; and `DecodeError` if bytes are missing, left over or wrong.
        """
        found, end = cls.decode_from(data, version, offset)
        if end != len(data):
            raise DecodeError(f"{cls.__name__} version {version}: {len(data) - end} bytes left")
        return found

    @classmethod
    def decode_from(
        cls, data: bytes | bytearray, version: int, offset: int = 0
    ) -> tuple[Self, int]:
        """Read a message; return it and the position of the first byte after it."""
        decoder = cls._DECODERS.get(version)
        if decoder is None:
            raise _unsupported(cls, version)
        try:
            found: tuple[Self, int] = decoder(data, offset)
        except UnicodeDecodeError as error:
            raise MalformedText(f"{cls.__name__} version {version}: {error}") from error
        except (StructError, IndexError) as error:
            raise DecodeError(f"{cls.__name__} version {version}: {error}") from error
        if found[1] > len(data):
            raise DecodeError(f"{cls.__name__} version {version}: ends too early")
        return found


def _unsupported(cls: type[Message], version: int) -> UnsupportedVersion:
    first, last = cls.VERSIONS
    return UnsupportedVersion(f"{cls.__name__} has versions {first} to {last}, not {version}")
