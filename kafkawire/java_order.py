"""The orders in which Java's and Scala's hash tables give back what was put into them.

Apache Kafka keeps topics, configurations, groups and members in hash tables and answers in the
order of their tables. That order is a pure function of the hash codes and of how the table was
filled, so it is the same on every broker, and clients' tests have come to depend on it. There
are four:

- `java_hash_order`: `java.util.HashMap` and `HashSet`;
- `mutable_set_order`: Scala's `mutable.HashSet`, chained, buckets sorted by hash;
- `immutable_set_order`: Scala's `immutable.Set`, request order up to four, then a trie (CHAMP);
- `timeline_order`: Kafka's `TimelineHashMap`, in which coordinators keep their state.

Hash codes are signed 32-bit integers, as `hashCode()` gives them. What is left out: a Java
bucket of eight or more elements becomes a tree, which differs only for hostile names.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, TypeVar

from kafkawire.protocol.pacing import rest, unhurried

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    T = TypeVar("T")
    Key = TypeVar("Key", bound="Hashed")

Hashed = str | bytes | int | tuple[str, int]
"""What has a Java hash code here: a string, a uuid (16 bytes), an int, a topic partition."""

TABLE_MIN = 16
"""Buckets of an empty Java or Scala hash table."""
TRIE_DIGIT_BITS = 5
TRIE_DIGIT_MASK = (1 << TRIE_DIGIT_BITS) - 1
TRIE_HASH_BITS = 32
SORTED_AT_ONCE = 4096
"""More are sorted in groups of about so many."""
SMALL_SET_MAX = 4
"""Scala's sets of up to this many elements are plain objects in order of insertion."""

TIMELINE_FACTOR = -7046029254386353131
TIMELINE_MASK = (1 << 64) - 1
_MASK = 0xFFFFFFFF
_SIGN = 0x80000000


def _signed(value: int) -> int:
    return ((value & _MASK) ^ _SIGN) - _SIGN


def java_string_hash(text: str) -> int:
    """`String.hashCode()`: the 31-polynomial over UTF-16 units, signed 32 bits."""
    value = 0
    if text.isascii():
        for unit in text.encode():
            value = (31 * value + unit) & _MASK
    else:
        units = text.encode("utf-16-be", "surrogatepass")
        for high, low in zip(units[::2], units[1::2], strict=True):
            value = (31 * value + (high << 8 | low)) & _MASK
    return (value ^ _SIGN) - _SIGN


def java_text_order(text: str) -> bytes:
    """A key that sorts strings as `String.compareTo()` does: by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def java_uuid_hash(uuid: bytes) -> int:
    """`Uuid.hashCode()` of 16 bytes: both halves folded together."""
    folded = int.from_bytes(uuid[:8], "big") ^ int.from_bytes(uuid[8:], "big")
    return _signed(folded >> 32 ^ folded)


def java_topic_partition_hash(topic: str, partition: int) -> int:
    """`TopicPartition.hashCode()`."""
    return _signed(31 * (31 + partition) + java_string_hash(topic))


def java_hash(key: Hashed) -> int:
    """The hash code of a string, a 16-byte uuid, an int, or a (topic, partition) pair."""
    if isinstance(key, str):
        return java_string_hash(key)
    if isinstance(key, bytes):
        return java_uuid_hash(key)
    if isinstance(key, tuple):
        return java_topic_partition_hash(*key)
    return _signed(key)


def partition_for_key(key: str, partitions: int) -> int:
    """The partition of a coordinator's topic that holds `key`, a group or transactional id.

    As `Utils.abs(key.hashCode()) % partitions`, where the absolute value of -2**31 is 0.
    """
    value = java_string_hash(key)
    return (0 if value == -_SIGN else abs(value)) % partitions


partition_for_group = partition_for_key


def _spread(value: int) -> int:
    """The bits by which Java and Scala choose a bucket, as an unsigned number."""
    value &= _MASK
    return value ^ value >> 16


def table_size(count: int, *, copied: bool = False, least: int = TABLE_MIN) -> int:
    """The buckets of a Java table of `count` elements.

    `copied`: made from another collection at once, and so sized beforehand; else grown by
    doubling from `least` when the count exceeds three quarters.
    """
    wanted = count * 4 // 3 + 1 if copied else -(-count * 4 // 3)
    size = least
    while size < wanted:
        size *= 2
    return size


def java_hash_order(
    keys: Iterable[Key],
    hash_of: Callable[[Key], int] = java_hash,
    *,
    copied: bool = False,
    newest_first: bool = False,
    least: int = TABLE_MIN,
) -> list[Key]:
    """Distinct `keys` in the order a Java `HashMap` or `HashSet` iterates over them.

    `copied` and `least` as in `table_size`. `newest_first`: filled through `computeIfAbsent`,
    which puts a key in front of its bucket where `put` appends it, and looks whether the table is
    full before it does so, where `put` looks after.
    """
    items = list(keys)
    count = len(items) - newest_first
    mask = table_size(count, copied=copied, least=least) - 1
    if newest_first:
        items.reverse()
    buckets = array("Q", (_spread(hash_of(item)) & mask for item in unhurried(items)))
    return [items[at] for at in _sorted_in_steps(buckets, mask)]


def timeline_order(keys: Iterable[Key], hash_of: Callable[[Key], int] = java_hash) -> list[Key]:
    """Distinct `keys`, in the order of insertion, as a `TimelineHashMap` iterates over them.

    The table begins with two slots and doubles when it would be fuller than three quarters; a slot
    gives back its newest key first, and doubling puts the keys in again slot by slot.
    """
    slots: list[list[Key]] = [[], []]
    for count, key in enumerate(keys, 1):
        if count * 3 > len(slots) * 4:
            old = slots
            slots = [[] for _ in range(2 * len(old))]
            for slot in old:
                for each in slot:
                    slots[_timeline_slot(hash_of(each), len(slots))].append(each)
        slots[_timeline_slot(hash_of(key), len(slots))].append(key)
    return [each for slot in slots for each in reversed(slot)]


def _timeline_slot(value: int, slots: int) -> int:
    """The topmost bits of the hash code times a constant of 64 bits (the golden ratio's)."""
    return (value * TIMELINE_FACTOR & TIMELINE_MASK) >> (65 - slots.bit_length())


def mutable_set_order(names: Iterable[str]) -> list[str]:
    """Distinct `names` in the order of Scala's `mutable.HashSet`."""
    items = list(names)
    return mutable_set_order_by(items, [java_string_hash(name) for name in items])


def mutable_set_order_by(items: Sequence[T], hashes: Sequence[int]) -> list[T]:
    """As `mutable_set_order`, for things whose hash codes are known."""
    size = TABLE_MIN
    while len(items) * 4 >= size * 3:
        size *= 2
    mask = size - 1
    spreads = (_spread(value) for value in unhurried(hashes))
    # By bucket, and in a bucket by the hash code as a signed number.
    keys = array("Q", ((value & mask) << 32 | value ^ _SIGN for value in spreads))
    return [items[at] for at in _sorted_in_steps(keys, mask << 32)]


def _sorted_in_steps(keys: Sequence[int], greatest: int) -> Iterator[int]:
    """The places of `keys`, none above `greatest`, in ascending order; equal ones as they are.

    Many are first laid into groups by their leading bits, so that no sorting takes long.
    """
    if len(keys) <= SORTED_AT_ONCE:
        yield from sorted(range(len(keys)), key=keys.__getitem__)
        return
    bits = (len(keys) // SORTED_AT_ONCE).bit_length()
    shift = max(0, greatest.bit_length() - bits)
    groups = [array("I") for _ in range(1 << bits)]
    for at, key in enumerate(unhurried(keys)):
        groups[key >> shift].append(at)
    for group in groups:
        yield from sorted(group, key=keys.__getitem__)
        rest()


def _improve(value: int) -> int:
    """Scala's `Hashing.improve`, as an unsigned number."""
    value = (value + ~(value << 9)) & _MASK
    value ^= value >> 14
    value = (value + (value << 4)) & _MASK
    return value ^ value >> 10


def immutable_set_order(names: Iterable[str]) -> list[str]:
    """Distinct `names` in the order of Scala's `immutable.Set`: as given up to four, else a trie.

    A trie node gives the names that are alone under their digit, then its sub-nodes.
    """
    items = list(names)
    if len(items) <= SMALL_SET_MAX:
        return items
    hashes = array("I", (_improve(java_string_hash(name)) for name in unhurried(items)))
    return [items[at] for at in _trie_order(range(len(items)), hashes, 0)]


def _trie_order(places: Sequence[int], hashes: Sequence[int], shift: int) -> Iterator[int]:
    """The places of names whose hashes are the same below bit `shift`, as their node has them."""
    if shift >= TRIE_HASH_BITS:
        yield from places
        return
    digits: dict[int, array[int]] = {}
    for place in unhurried(places):
        digit = hashes[place] >> shift & TRIE_DIGIT_MASK
        if digit not in digits:
            digits[digit] = array("I")
        digits[digit].append(place)
    ascending = [digits[digit] for digit in sorted(digits)]
    yield from (group[0] for group in ascending if len(group) == 1)
    for group in ascending:
        if len(group) > 1:
            yield from _trie_order(group, hashes, shift + TRIE_DIGIT_BITS)
