"""The hash by which a key chooses its partition, as Kafka's `Utils.murmur2`.

It is the 32-bit MurmurHash2, little-endian, with the length of the key mixed into the seed.
"""

from __future__ import annotations

from struct import Struct

SEED = 0x9747B28C
MULTIPLIER = 0x5BD1E995
BITS_32 = 0xFFFFFFFF
POSITIVE = 0x7FFFFFFF
WORDS_READY_MAX = 16
"""Keys of up to so many words have their format ready."""

_formats = [Struct(f"<{count}I") for count in range(WORDS_READY_MAX + 1)]


def murmur2(key: bytes) -> int:
    """Return the hash of a key, a signed number of 32 bits."""
    length = len(key)
    count = length >> 2
    shape = _formats[count] if count <= WORDS_READY_MAX else Struct(f"<{count}I")
    found = SEED ^ length
    for word in shape.unpack_from(key):
        mixed = word * MULTIPLIER & BITS_32
        found = (found * MULTIPLIER ^ (mixed ^ mixed >> 24) * MULTIPLIER) & BITS_32
    if length & 3:
        found = (found ^ int.from_bytes(key[count << 2 :], "little")) * MULTIPLIER & BITS_32
    found = (found ^ found >> 13) * MULTIPLIER & BITS_32
    found ^= found >> 15
    return found - (1 << 32) if found > POSITIVE else found


def positive_hash(key: bytes) -> int:
    """Return what, modulo the number of partitions, is the partition of a key."""
    return murmur2(key) & POSITIVE
