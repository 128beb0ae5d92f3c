"""The keys of a Java `HashMap` or `HashSet` that changes: in which order it gives them back.

`java_order` knows the order of a table that was filled in one way. A table that was copied, then
lost keys and got others, has an order of its own: its size never shrinks, `computeIfAbsent` puts a
key in front of its bucket and grows the table one key later than `put`, which appends. Growing a
table keeps the order inside buckets, so a place before or after all others is all that a key needs
to remember.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from kafkawire.java_order import TABLE_MIN, Hashed, java_hash

Key = TypeVar("Key", bound=Hashed)

if TYPE_CHECKING:
    from collections.abc import Iterable

_MASK = 0xFFFFFFFF


class JavaTable(Generic[Key]):
    """Distinct keys, as a Java table made with some initial capacity holds them."""

    __slots__ = ("_first", "_last", "_places", "_size")

    def __init__(self, capacity: int = TABLE_MIN) -> None:
        self._size = 1 << max(capacity - 1, 0).bit_length()
        self._places: dict[Key, int] = {}
        self._first = self._last = 0

    @classmethod
    def sized_for(cls, expected: int) -> JavaTable[Key]:
        """An empty table of the capacity that Kafka asks for when it expects so many keys."""
        return cls(expected * 4 // 3 + 1)

    @classmethod
    def copied_from(cls, keys: Iterable[Key]) -> JavaTable[Key]:
        """As `new HashSet<>(collection)`: sized beforehand, with 16 buckets at least."""
        items = list(keys)
        table = cls(max(TABLE_MIN, len(items) * 4 // 3 + 1))
        for key in items:
            table.put(key)
        return table

    def __contains__(self, key: Key) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def put(self, key: Key) -> None:
        """Add a key, if it is not there."""
        if key not in self._places:
            self._last += 1
            self._places[key] = self._last
            self._grow()

    def compute_if_absent(self, key: Key) -> None:
        """Add a key, if it is not there, in the other way that Java has.

        The table grows even then when the key is there.
        """
        self._grow()
        if key not in self._places:
            self._first -= 1
            self._places[key] = self._first

    def remove(self, key: Key) -> None:
        """Take a key out; the table stays as large as it is."""
        del self._places[key]

    def _grow(self) -> None:
        if len(self._places) * 4 > self._size * 3:
            self._size *= 2

    def ordered(self) -> list[Key]:
        """The keys, bucket by bucket."""
        mask = self._size - 1
        return sorted(self._places, key=lambda key: (self._bucket(key, mask), self._places[key]))

    def first(self) -> Key:
        """The key that `ordered` has first; the table is not empty."""
        mask = self._size - 1
        return min(self._places, key=lambda key: (self._bucket(key, mask), self._places[key]))

    @staticmethod
    def _bucket(key: Key, mask: int) -> int:
        value = java_hash(key) & _MASK
        return (value ^ value >> 16) & mask
