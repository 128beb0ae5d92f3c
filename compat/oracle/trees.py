"""Messages as trees of plain values, in which a broker's free choices have neutral names.

The normalisations are these and no others; each renames the values of one kind in the order in
which a side shows them, so that the *same* id must still come back in the same places.

    topic id, directory id   16 random bytes; also their text of 22 characters in error messages
    member id                22 characters of base64 that the coordinator made up
    uuid                     in texts: a member id is its client's id, a dash and a random uuid
    cluster id               random, made when the storage is formatted
    session id               a random 31-bit number; 0 means that there is none
    producer id              from a block that the controller hands out
    port, home               each side listens on ports and keeps files in a folder of its own
    append time              where the broker's clock stamps, as it does markers: near the present
                             becomes one word; so does the time when a transaction began
    delete horizon           the time after which a compacted log drops a batch's tombstones
    time bounds              the timestamps that Produce would take, in its message
    throttle time            how long a client must wait depends on when it was first heard; scripts
                             that throttle hold it against its bounds themselves
    hash of metadata         it is of random topic ids
    metadata offset          the epoch of finalized features: an offset that grows by itself
    unordered lists          Kafka shuffles the answers of DeleteTopics; those of Produce stand
                             in the order of hashes of random topic ids, members of a group in
                             that of their random ids; those of DeleteRecords and ListOffsets in
                             that of a hash map that nobody promises, and so do the producers of
                             a partition, quotas where a filter has chosen them, partitions of
                             transactions, and lists of these

Records are shown batch by batch, or message by message; those of groups are shown for what they
say, and of several in a row of one type, such as for each member, the order does not count.
Compressed bytes may differ where the same records stand in them, and so may the filler behind them:
a broker that compresses has an encoder of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import groupby

from compat.oracle.names import Names
from compat.oracle.orders import order
from kafkawire.broker.groups.records import Record
from kafkawire.broker.groups.records import decode as decode_state
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.message import Message, Struct
from kafkawire.records.batch import (
    ATTRIBUTES_AT,
    CODEC_MASK,
    CRC_AT,
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC_AT,
    MAX_TIMESTAMP_AT,
    TIMESTAMP_TYPE_BIT,
    BatchHeader,
    crc_is_valid,
    read_header,
)
from kafkawire.records.errors import RecordsError
from kafkawire.records.message_set import open_message, read_message
from kafkawire.records.record import decode_records

Tree = dict[str, "Tree"] | list["Tree"] | str | int | float | bool | None

NEAR_MS = 30 * 60 * 1000
"""A timestamp this close to the present is taken for the broker's clock."""
MADE_UP_LENGTH = 22
"""Of a member id that is a random uuid as Kafka writes it; scripts take care to have no others."""
ATTRIBUTES_END = ATTRIBUTES_AT + 2
MESSAGE_ATTRIBUTES_AT, MESSAGE_STAMP_AT = 17, 18
FILLER = b"\xff" * 8
"""What Kafka puts where messages turned out shorter than the batches they were: as long as that."""


def _id(names: Names, value: object) -> Tree:
    return names.topic_id(value) if isinstance(value, bytes) else _value(names, value)


def _cluster_id(names: Names, value: object) -> Tree:
    if isinstance(value, str) and value:
        return names.name("cluster id", value, value)
    return _value(names, value)


def _number(kind: str) -> Callable[[Names, object], Tree]:
    def rename(names: Names, value: object) -> Tree:
        assert isinstance(value, int)
        return names.name(kind, value) if value > 0 else value

    return rename


def _producer_id(names: Names, value: object) -> Tree:
    assert isinstance(value, int)
    return names.name("producer id", value) if value >= 0 else value


def _member_id(names: Names, value: object) -> Tree:
    if isinstance(value, str) and len(value) == MADE_UP_LENGTH:
        return names.name("member id", value, value)
    return _value(names, value)


def _hash(names: Names, value: object) -> Tree:
    return names.name("hash", value) if value else 0


def _offset(_names: Names, value: object) -> Tree:
    assert isinstance(value, int)
    return "<offset>" if value >= 0 else value


def _append_time(_names: Names, value: object) -> Tree:
    assert isinstance(value, int)
    return "<now>" if abs(value - time.time() * 1000) < NEAR_MS else value


def _throttle_time(_names: Names, value: object) -> Tree:
    return "<throttled>" if value else 0


def _port(_names: Names, value: object) -> Tree:
    return "<port>" if value != -1 else -1


def _records(names: Names, value: object) -> Tree:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return batches(names, bytes(value))
    return _value(names, value)


FIELDS: dict[str, Callable[[Names, object], Tree]] = {
    "topic_id": _id,
    "directories": _id,
    "cluster_id": _cluster_id,
    "session_id": _number("session"),
    "producer_id": _producer_id,
    "member_id": _member_id,
    "port": _port,
    "log_append_time_ms": _append_time,
    "transaction_start_time_ms": _append_time,
    "last_timestamp": _append_time,
    "timestamp": _append_time,
    "assignment_timestamp": _append_time,
    "commit_timestamp": _append_time,
    "current_state_timestamp": _append_time,
    "expire_timestamp": _append_time,
    "metadata_hash": _hash,
    "throttle_time_ms": _throttle_time,
    "finalized_features_epoch": _offset,
    "records": _records,
}


def learn(names: Names, found: Message) -> None:
    """Name the topic ids of a request in its order, before answers show them in another.

    Those of new topics, too, stand in the order of the request that made them.
    """
    for field in ("topics", "topic_data"):
        for element in getattr(found, field, None) or ():
            _id(names, getattr(element, "topic_id", None))


def tree(names: Names, message: Message) -> dict[str, Tree]:
    """A message as nested dictionaries and lists of plain values."""
    order(names, message)
    return _struct(names, message)


def _struct(names: Names, struct: Struct) -> dict[str, Tree]:
    found: dict[str, Tree] = {}
    for field in struct._FIELDS:
        rename = FIELDS.get(field, _value)
        found[field] = rename(names, getattr(struct, field))
    if struct.unknown_tags:
        found["unknown_tags"] = {str(tag): data.hex() for tag, data in struct.unknown_tags.items()}
    return found


def _value(names: Names, value: object) -> Tree:
    if isinstance(value, Struct):
        return _struct(names, value)
    if isinstance(value, str):
        return names.in_text(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return "bytes " + bytes(value).hex()
    if isinstance(value, (list, tuple)):
        return [_value(names, each) for each in value]
    assert value is None or isinstance(value, (int, float, bool)), type(value)
    return value


def batches(names: Names, data: bytes) -> Tree:
    """Record data batch by batch; what is neither a whole batch nor a message stands as bytes."""
    found: list[Tree] = []
    at = 0
    while at < len(data):
        if entry := _entry(data, at):
            found.append(entry[0])
            at = entry[1]
            continue
        header = read_header(data, at) if len(data) - at >= HEADER_BYTES else None
        if header is None or header.magic != 2 or at + header.size > len(data):
            is_filler = data.startswith(FILLER, at) and any("wrapper" in str(it) for it in found)
            found.append({"rest": "<filler>" if is_filler else _cut_batch(data[at:])})
            break
        found.append(_batch(names, data[at : at + header.size], header))
        at += header.size
    return found


def _entry(data: bytes, at: int) -> tuple[Tree, int] | None:
    """The whole message of magic 0 or 1 at that place and where it ends; None if there is none."""
    if len(data) - at <= MAGIC_AT or data[at + MAGIC_AT] > 1:
        return None
    end = at + LOG_OVERHEAD + int.from_bytes(data[at + 8 : at + LOG_OVERHEAD], "big", signed=True)
    if not at + MAGIC_AT < end <= len(data):
        return None
    try:
        message = read_message(data, at)
        inner = open_message(message) if message.compression else ()
    except RecordsError as error:
        return {"message": f"{error}: {data[at:end].hex()}"}, end
    if message.timestamp_type == 1 and message.magic:
        message = message._replace(timestamp=0)
        inner = [each._replace(timestamp=0) for each in inner]
    if not inner:
        return {"message": repr(message)}, end
    wrapper = repr(message._replace(value=None))
    return {"wrapper": wrapper, "messages": [repr(each) for each in inner]}, end


def _cut_batch(data: bytes) -> str:
    """What a limit left of a batch; without what depends on the time that the broker stamped."""
    found = bytearray(data)
    if len(data) > MESSAGE_ATTRIBUTES_AT and data[MAGIC_AT] < 2:
        return _cut_message(found)
    is_stamped = len(data) >= ATTRIBUTES_END and data[ATTRIBUTES_END - 1] & TIMESTAMP_TYPE_BIT
    if is_stamped or len(data) < ATTRIBUTES_END:
        found[CRC_AT:ATTRIBUTES_AT] = bytes(len(found[CRC_AT:ATTRIBUTES_AT]))
    if is_stamped:
        end = MAX_TIMESTAMP_AT + 8
        found[MAX_TIMESTAMP_AT:end] = bytes(len(found[MAX_TIMESTAMP_AT:end]))
    return found.hex()


def _cut_message(data: bytearray) -> str:
    """What a limit left of a message; without what depends on the stamp, or on an encoder."""
    attributes = data[MESSAGE_ATTRIBUTES_AT]
    if attributes & CODEC_MASK:
        return f"a cut wrapper of codec {attributes & CODEC_MASK}"
    if attributes & TIMESTAMP_TYPE_BIT:
        for at, end in ((LOG_OVERHEAD, MAGIC_AT), (MESSAGE_STAMP_AT, MESSAGE_STAMP_AT + 8)):
            data[at:end] = bytes(len(data[at:end]))
    return data.hex()


def _batch(names: Names, data: bytes, header: BatchHeader) -> dict[str, Tree]:
    found: dict[str, Tree] = {
        field: value
        for field, value in header._asdict().items()
        if field not in ("crc", "batch_length", "producer_id", "max_timestamp")
    }
    found["crc_is_valid"] = crc_is_valid(data, 0, header)
    found["producer_id"] = _producer_id(names, header.producer_id)
    stamped = header.timestamp_type == 1 or header.is_control
    found["max_timestamp"] = (_append_time if stamped else _value)(names, header.max_timestamp)
    found["records"] = data[HEADER_BYTES:].hex()
    if header.has_delete_horizon:
        found["base_timestamp"] = "<delete horizon>"
    elif stamped:
        found["base_timestamp"] = _append_time(names, header.base_timestamp)
    if header.compression or header.has_delete_horizon:
        try:
            found["records"] = [repr(each) for each in decode_records(data)]
        except RecordsError as error:
            found["records"] = f"{error}: {data[HEADER_BYTES:].hex()}"
    if states := _states(names, data, header):
        found["records"] = states
        found["base_offset"] = "<offset>"
        found["base_timestamp"] = _append_time(names, header.base_timestamp)
        found["max_timestamp"] = _append_time(names, header.max_timestamp)
    if stamped and isinstance(found["records"], list):
        found["records"] = [repr(each.as_tuple()[1:]) for each in decode_records(data)]
    return found


def _states(names: Names, data: bytes, header: BatchHeader) -> list[Tree]:
    """What the records of a batch say of groups; nothing if they do not."""
    if header.is_control or header.has_delete_horizon:
        return []
    try:
        pairs = [(each.key or b"", each.value) for each in decode_records(data)]
        found = [decode_state(key, value) for key, value in pairs]
    except (RecordsError, ProtocolError):
        return []
    states: list[Tree] = []
    for kind, some in groupby(found, key=lambda each: each and each.key.API_KEY):
        if kind is None:
            return []
        states += sorted((_state(names, each) for each in some if each is not None), key=repr)
    return states


def _state(names: Names, record: Record) -> Tree:
    value = None if record.value is None else _struct(names, record.value)
    return {"type": record.key.API_KEY, "key": _struct(names, record.key), "value": value}
