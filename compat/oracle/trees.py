"""Messages as trees of plain values, in which a broker's free choices have neutral names.

The normalisations are these and no others; each renames the values of one kind in the order in
which a side shows them, so that the *same* id must still come back in the same places.

    topic id, directory id   16 random bytes; also their text of 22 characters in error messages
    uuid                     in texts: a member id is its client's id, a dash and a random uuid
    cluster id               random, made when the storage is formatted
    session id               a random 31-bit number; 0 means that there is none
    producer id              from a block that the controller hands out
    port, home               each side listens on ports and keeps files in a folder of its own
    append time              where the broker's clock stamps: near the present becomes one word
    delete horizon           the time after which a compacted log drops a batch's tombstones
    time bounds              the timestamps that Produce would take, in its message
    throttle time            how long a client must wait depends on when it was first heard; scripts
                             that throttle hold it against its bounds themselves
    metadata offset          the epoch of finalized features: an offset that grows by itself
    unordered lists          Kafka shuffles the answers of DeleteTopics; those of Produce stand
                             in the order of hashes of random topic ids, members of a group in
                             that of their random ids; those of DeleteRecords and ListOffsets in
                             that of a hash map that nobody promises, and so do the producers of
                             a partition, and quotas where a filter has chosen them

Records are shown batch by batch, or message by message. Compressed bytes may differ where the same
records stand in them, and so may the filler behind them: a broker that compresses has an encoder of
its own.
"""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Callable, Iterable
from typing import Any

from kafkawire.protocol.message import Message, Struct
from kafkawire.protocol.messages.delete_records_response import DeleteRecordsResponse
from kafkawire.protocol.messages.delete_topics_response import DeleteTopicsResponse
from kafkawire.protocol.messages.describe_client_quotas_response import (
    DescribeClientQuotasResponse,
)
from kafkawire.protocol.messages.describe_groups_response import DescribeGroupsResponse
from kafkawire.protocol.messages.describe_producers_response import DescribeProducersResponse
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.produce_response import ProduceResponse
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
ATTRIBUTES_END = ATTRIBUTES_AT + 2
MESSAGE_ATTRIBUTES_AT, MESSAGE_STAMP_AT = 17, 18
FILLER = b"\xff" * 8
"""What Kafka puts where messages turned out shorter than the batches they were: as long as that."""
_BOUNDS = re.compile(r"within \[-?\d{13,19}, -?\d{13,19}\]")
_ADDRESS = re.compile(r"127\.0\.0\.1:\d+")
_HOME = re.compile(r"/\S*kafka-oracle-\w+")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Names:
    """The neutral names that one side's random values have got so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, object], str] = {}
        self._counts: dict[str, int] = {}
        self._texts: dict[str, str] = {}

    def name(self, kind: str, value: object, *texts: str) -> str:
        """The name of a value; `texts` are the forms in which messages may quote it."""
        found = self._known.get((kind, value))
        if found is None:
            count = self._counts[kind] = self._counts.get(kind, 0) + 1
            found = self._known[kind, value] = f"<{kind} {count}>"
            for text in texts:
                self._texts[text] = found
        return found

    def take(self, ids: Iterable[bytes]) -> None:
        """Name topics, in this order."""
        for each in ids:
            _id(self, each)

    def known(self, kind: str, value: object) -> str:
        """The name that a value has already, or an empty text."""
        return self._known.get((kind, value), "")

    def in_text(self, text: str) -> str:
        """A text with all random values in it renamed."""
        for known, name in self._texts.items():
            if known in text:
                text = text.replace(known, name)
        text = _ADDRESS.sub("<address>", _HOME.sub("<home>", text))
        text = _BOUNDS.sub("within <bounds>", text)
        return _UUID.sub(lambda match: self.name("uuid", match[0]), text)


def _id(names: Names, value: object) -> Tree:
    if not isinstance(value, bytes):
        return _value(names, value)
    if value in (bytes(16), bytes(15) + b"\1", bytes(15) + b"\2"):
        return value.hex()
    return names.name("id", value, base64.urlsafe_b64encode(value).decode().rstrip("="))


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
    "port": _port,
    "log_append_time_ms": _append_time,
    "timestamp": _append_time,
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
    _order(names, message)
    return _struct(names, message)


def _order(names: Names, message: Message) -> None:
    """Give the lists that stand in no order that could be compared one that does not vary."""
    order = _ORDERS.get(type(message))
    if order is not None:
        order(names, message)


def _order_deleted(names: Names, message: Any) -> None:
    message.responses.sort(key=lambda each: _place(names, each))


def _order_produced(names: Names, message: Any) -> None:
    message.responses.sort(key=lambda each: _place(names, each))
    for topic in message.responses:
        topic.partition_responses.sort(key=lambda each: (each.index, each.error_code))


def _order_partitions(_names: Names, message: Any) -> None:
    message.topics.sort(key=lambda each: each.name)
    for topic in message.topics:
        topic.partitions.sort(key=lambda each: (each.partition_index, each.error_code))


def _order_joined(_names: Names, message: Any) -> None:
    message.members.sort(key=lambda each: (each.group_instance_id or "", bytes(each.metadata)))


def _order_described(_names: Names, message: Any) -> None:
    for group in message.groups:
        group.members.sort(key=_member_place)


def _order_producers(_names: Names, message: Any) -> None:
    for topic in message.topics:
        for partition in topic.partitions:
            partition.active_producers.sort(key=lambda each: each.producer_id)


def _order_quotas(_names: Names, message: Any) -> None:
    def place(entry: DescribeClientQuotasResponse.EntryData) -> list[tuple[str, str]]:
        return [(each.entity_type, each.entity_name or "") for each in entry.entity]

    if message.entries:
        message.entries.sort(key=place)


_ORDERS: dict[type[Message], Callable[[Names, Any], None]] = {
    DeleteTopicsResponse: _order_deleted,
    ProduceResponse: _order_produced,
    DeleteRecordsResponse: _order_partitions,
    ListOffsetsResponse: _order_partitions,
    JoinGroupResponse: _order_joined,
    DescribeGroupsResponse: _order_described,
    DescribeProducersResponse: _order_producers,
    DescribeClientQuotasResponse: _order_quotas,
}


def _member_place(member: DescribeGroupsResponse.DescribedGroupMember) -> tuple[object, ...]:
    data = bytes(member.member_metadata), bytes(member.member_assignment)
    return member.group_instance_id or "", *data


def _place(names: Names, element: Struct) -> tuple[str, int, str]:
    """An order that does not depend on chance, of elements that ids are renamed in."""
    name = getattr(element, "name", None) or ""
    known = names.known("id", getattr(element, "topic_id", None))
    return name, getattr(element, "error_code", 0), known


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
    stamped = header.timestamp_type == 1
    found["max_timestamp"] = (_append_time if stamped else _value)(names, header.max_timestamp)
    found["records"] = data[HEADER_BYTES:].hex()
    if header.has_delete_horizon:
        found["base_timestamp"] = "<delete horizon>"
    elif header.timestamp_type == 1:
        found["base_timestamp"] = _append_time(names, header.base_timestamp)
    if header.compression or header.has_delete_horizon:
        try:
            found["records"] = [repr(each) for each in decode_records(data)]
        except RecordsError as error:
            found["records"] = f"{error}: {data[HEADER_BYTES:].hex()}"
    if stamped and isinstance(found["records"], list):
        found["records"] = [repr(each.as_tuple()[1:]) for each in decode_records(data)]
    return found
