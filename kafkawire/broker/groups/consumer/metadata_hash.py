"""Whether anything about a group's topics has changed, in 64 bits.

A consumer group remembers a hash of all that an assignor may look at: which of its topics exist,
their ids, how many partitions they have and on which racks. It is stored with the group's epoch,
and another hash means another epoch. XXH3, as Kafka's hash4j computes it: every integer is
little-endian, and a string is its UTF-16 units, then their number (groups D-50, D-51; Kafka's
`Utils.computeTopicHash` and `computeGroupHash`).
"""

from __future__ import annotations

from struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kafkawire.broker.metadata.image import MetadataImage

MAGIC = b"\0"
"""The first byte of what is hashed of a topic; another would make all hashes new."""
NO_TOPICS = 0
"""The hash of a group none of whose topics exists, and of one that is empty."""

_UUID_HALVES = Struct(">QQ")
_HALVES = Struct("<QQ")
_I32 = Struct("<i")
_U64 = Struct("<Q")
_SIGN = 1 << 63


def hash_of(topics: Iterable[str], metadata: MetadataImage) -> int:
    """The hash of a group that subscribes to these topics, of which some may not exist."""
    hashes = {}
    racks: dict[tuple[int, ...], bytes] = {}  # by replicas: thousands of partitions share a few
    for name in topics:
        topic = metadata.topics.get(name)
        if topic is not None:
            found = []
            for index in range(len(topic.partitions)):
                replicas = topic.partitions[index].replicas
                if replicas not in racks:
                    racks[replicas] = rack_bytes(_racks(metadata, replicas))
                found.append(racks[replicas])
            hashes[name] = topic_hash(topic.topic_id, name, found)
    return group_hash(hashes)


def _racks(metadata: MetadataImage, replicas: Iterable[int]) -> list[str]:
    """The racks of those replicas whose brokers are known and have one."""
    brokers = [metadata.brokers.get(node_id) for node_id in replicas]
    return [broker.rack for broker in brokers if broker is not None and broker.rack is not None]


def rack_bytes(of_replicas: Iterable[str]) -> bytes:
    """What is hashed of a partition's racks; the same for all partitions with these replicas."""
    texts = sorted(map(_text, of_replicas), key=_units)
    return b"".join(text[-_I32.size :] + text for text in texts)


def topic_hash(topic_id: bytes, name: str, racks: Sequence[bytes]) -> int:
    """The hash of a topic, signed; `racks` has the `rack_bytes` of each partition."""
    parts = [MAGIC, _HALVES.pack(*_UUID_HALVES.unpack(topic_id)), _text(name)]
    parts.append(_I32.pack(len(racks)))
    for partition, of_replicas in enumerate(racks):
        parts += (_I32.pack(partition), of_replicas)
    return _xxh3(b"".join(parts))


def group_hash(topics: Mapping[str, int]) -> int:
    """The hash of a group, signed, of the hashes of its topics that exist, by name."""
    if not topics:
        return NO_TOPICS
    names = sorted(topics, key=_java_order)
    return _xxh3(b"".join(_U64.pack(topics[name] % (1 << 64)) for name in names))


def _text(text: str) -> bytes:
    units = text.encode("utf-16-le", "surrogatepass")
    return units + _I32.pack(len(units) // 2)


def _units(text: bytes) -> bytes:
    """By what Java sorts strings, out of `_text`."""
    return text[: -_I32.size].decode("utf-16-le", "surrogatepass").encode("utf-16-be")


def _java_order(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


def _xxh3(data: bytes) -> int:
    from xxhash import xxh3_64_intdigest  # not needed before a consumer group is

    value: int = xxh3_64_intdigest(data)
    return (value ^ _SIGN) - _SIGN
