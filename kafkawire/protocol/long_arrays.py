"""Long arrays of messages, read and written in steps.

An array of a million elements of three bytes is a frame of three megabytes, but a hundred megabytes
of Python objects. So arrays of more than `KEPT_MAX` elements in a `LargeFrame` are not kept as
objects. The decoder walks over the array once, which proves that it is well formed, and remembers
where each `STEP` of elements begins; iterating over the `LongArray` decodes them again, step by
step. An element that was changed is therefore not found changed later; request handlers change
none.

Reading and writing rest after each step (`kafkawire.protocol.pacing`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import islice
from sys import byteorder

from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.gathering import gathered
from kafkawire.protocol.pacing import STEP, rest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeVar

    T = TypeVar("T")
    R = TypeVar("R")
    Read = Callable[[Any, int, int], tuple[list[Any], int]]
    """Decodes elements: the frame, where they begin, their count; returns where they end."""
    Write = Callable[[Any, list[Any]], None]

COLLECTION_MAX = 1_000_000
TAGS_MAX = 10_000
"""The most elements of an array, and tagged fields of a struct, that Apache Kafka 4.4 reads."""
KEPT_MAX = 256
"""Arrays of up to so many elements are kept as objects, whatever the size of their frame."""


class LargeFrame(bytearray):
    """A request frame that is large enough for its long arrays to be read in steps."""

    __slots__ = ()


class LongArray(Sequence["Any"]):
    """The elements of a long array, decoded whenever they are iterated over."""

    __slots__ = ("_buf", "_count", "_latest", "_read", "_starts")

    def __init__(self, read: Read, buf: Any, starts: array[int], count: int) -> None:
        self._read = read
        self._buf = buf
        self._starts = starts
        self._count = count
        self._latest: tuple[int, list[Any]] = (-1, [])

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        for number in range(len(self._starts)):
            yield from self._decoded(number)
            rest()

    def __getitem__(self, index: Any) -> Any:
        """An element, or a list of elements for a slice."""
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(self._count))]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(index)
        number, at = divmod(index, STEP)
        if self._latest[0] != number:
            self._latest = number, self._decoded(number)
        return self._latest[1][at]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (list, LongArray)) or len(self) != len(other):
            return NotImplemented if not isinstance(other, (list, LongArray)) else False
        return all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self._count} elements: [{self[0]!r}, ...]>"

    def _decoded(self, number: int) -> list[Any]:
        count = min(STEP, self._count - number * STEP)
        return self._read(self._buf, self._starts[number], count)[0]


class Mapped(Sequence["Any"]):
    """What a function makes of the elements of a long sequence, made whenever it is iterated over.

    `error_codes` counts the elements' `error_code`s of the latest iteration.
    """

    __slots__ = ("_function", "_items", "error_codes")

    def __init__(self, function: Callable[[Any], Any], items: Sequence[Any]) -> None:
        self._function = function
        self._items = items
        self.error_codes: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        codes = self.error_codes = {}
        for item in self._items:
            made = self._function(item)
            codes[made.error_code] = codes.get(made.error_code, 0) + 1
            yield made
            rest()

    def __getitem__(self, index: Any) -> Any:
        """One of them, or a list for a slice."""
        if isinstance(index, slice):
            return [self._function(item) for item in self._items[index]]
        return self._function(self._items[index])


def mapped(function: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """What `function` makes of each item, for an array of a response; R has an `error_code`.

    Many of them are made one by one while the response is encoded, and are not kept.
    """
    if len(items) <= KEPT_MAX:
        return [function(item) for item in items]
    return Mapped(function, items)  # type: ignore[return-value]  # it is read as a list is


def long_array(read: Read, buf: Any, pos: int, count: int) -> tuple[Any, int]:
    """Decode `count` elements from `pos` on in steps; returns also where they end.

    They are a list or a `LongArray`; declarations call both lists.

    `read` raises `DecodeError`, or what becomes one, for elements that are malformed.
    """
    if count <= KEPT_MAX:
        return _kept(read, buf, pos, count)
    check_collection(count)
    starts = array("Q")
    for done in range(0, count, STEP):
        starts.append(pos)
        _, pos = read(buf, pos, min(STEP, count - done))
        if pos > len(buf):
            raise IndexError("the array ends early")
        rest()
    return LongArray(read, buf, starts, count), pos


def _kept(read: Read, buf: Any, pos: int, count: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    for done in range(0, count, STEP):
        elements, pos = read(buf, pos, min(STEP, count - done))
        found += elements
        rest()
    return found, pos


def long_integers(buf: bytes | bytearray, pos: int, count: int, code: str) -> Sequence[int]:
    """`count` integers of `struct` code `code` in their own size each, from `pos` on."""
    found = array(code)
    found.frombytes(memoryview(buf)[pos : pos + count * found.itemsize])
    if byteorder == "little":
        found.byteswap()
    return found


def check_collection(count: int) -> None:
    """Refuse an array that Apache Kafka would not read; its connection ends there, too."""
    if count > COLLECTION_MAX:
        raise DecodeError(f"array of {count} elements; the limit is {COLLECTION_MAX}")


def check_tags(count: int) -> None:
    """Refuse a tag section that Apache Kafka would not read."""
    if count > TAGS_MAX:
        raise DecodeError(f"{count} tagged fields; the limit is {TAGS_MAX}")


def many_tags(struct: Any, count: int) -> Iterator[None]:
    """Have `count` tagged fields read in steps; keep no more than a step's of unknown ones.

    The broker has no use for them, and each takes a hundred times its bytes.
    """
    check_tags(count)
    for number in range(count):
        if not number % STEP:
            struct.unknown_tags = None
            rest()
        yield None


def write_long(write: Write, elements: Sequence[Any], out: list[Any]) -> None:
    """Encode `elements` in steps; what a step writes is gathered into few buffers."""
    for step in _steps(elements):
        part: list[Any] = []
        for some in step:
            write(some, part)
        out += gathered(part)
        rest()


def _steps(elements: Sequence[Any]) -> Iterator[Iterable[Sequence[Any]]]:
    """The elements, a step at a time.

    Those that are made one by one are given one by one, so that each is gone before the next.
    """
    if isinstance(elements, list):
        for start in range(0, len(elements), STEP):
            yield (elements[start : start + STEP],)
        return
    made = iter(elements)
    for start in range(0, len(elements), STEP):
        yield ((element,) for element in islice(made, min(STEP, len(elements) - start)))
