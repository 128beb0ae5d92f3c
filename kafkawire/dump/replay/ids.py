"""Ids that a broker gives, from the recorded ones to those of the replay.

They are learnt from each answer next to the recorded one, and put into the requests that follow, in
the bytes as they are: the tree says where each id stands, so that all else stays as it was.

    fetch sessions        by the session's id
    members               by the member's id; the group's generation, or epoch, by group
    producers             by the producer's id, its epoch by both; also in batches, whose checksum
                          is made anew
    topics                by the topic's id, through its name
    leader epochs         as not known (-1): they are of another cluster
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from struct import Struct

from kafkawire.dump.batches import batches_in
from kafkawire.dump.declarations import MessageDeclaration, for_api
from kafkawire.dump.fields.tree import Node
from kafkawire.dump.model import Exchange, Message
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.uuids import uuid_bytes
from kafkawire.records.batch import CRC_AT, batch_crc

KEPT_MAX = 1_000_000
"""Ids of all kinds that are remembered."""
PRODUCER_AT = 43
"""Where a batch has its producer's id; the epoch follows."""
FORMATS = {"int16": Struct(">h"), "int32": Struct(">i"), "int64": Struct(">q")}
GENERATIONS = frozenset(("generation_id", "generation_id_or_member_epoch", "member_epoch"))
LEADER_EPOCHS = frozenset(("current_leader_epoch", "last_fetched_epoch"))
UNKNOWN_EPOCH = -1
_PRODUCER = Struct(">qh")
_CRC = Struct(">I")
_FETCH = ApiKey.FETCH.value
_NAMES = ("name", "topicName", "topic")
_NO_ID = bytes(16)


class Ids:
    """What is known of them."""

    def __init__(self) -> None:
        self._new: dict[Hashable, object] = {}
        self._recorded_names: dict[bytes, str] = {}
        self._new_topics: dict[str, bytes] = {}

    def prepare(self, recorded: Message) -> None:
        """Learn names of topics from a recorded answer, before anything is sent."""
        for topic, name in _topics(recorded.values):
            self._recorded_names[topic] = name

    def learn(self, recorded: Exchange, new: Exchange) -> None:
        """Learn from an answer next to the recorded one."""
        if new.response is None:
            return
        for topic, name in _topics(new.response.values):
            self._new_topics[name] = topic
        if recorded.response is not None:
            self._pair(recorded.response.values, new.response.values, _group(recorded))

    def rewritten(self, exchange: Exchange) -> bytes:
        """The frame of a recorded request with ids of the replay."""
        request = exchange.request
        assert request is not None, "a step without a request"
        declaration = for_api(request.api_key, True)
        if declaration is None or not has_ids(declaration):
            return request.data
        edit = _Edit(request, declaration)
        for part in request.tree.children:
            if part.name == "body":
                self._rewrite(part, edit, _group(exchange))
        return edit.result()

    def _keep(self, key: Hashable, value: object) -> None:
        if key in self._new or len(self._new) < KEPT_MAX:
            self._new[key] = value

    def _pair(self, left: object, right: object, group: str) -> None:
        """Walk two answers side by side."""
        if isinstance(left, list) and isinstance(right, list):
            for one, other in _side_by_side(left, right):
                self._pair(one, other, group)
        if not (isinstance(left, dict) and isinstance(right, dict)):
            return
        for name, one in left.items():
            other = right.get(name)
            if isinstance(one, dict | list):
                self._pair(one, other, group)
            elif other is not None:
                self._pair_ids(name, one, other, left, group)

    def _pair_ids(
        self, name: str, one: object, other: object, within: Mapping[str, object], group: str
    ) -> None:
        match name:
            case "sessionId" if one and other:
                self._keep(("session", one), other)
            case "memberId" | "leader" if isinstance(one, str) and one and other:
                self._keep(("member", one), other)
            case "generationId" | "memberEpoch" if one != -1 and other != -1:
                self._keep(("generation", group, one), other)
            case "producerId" if one != -1 and other != -1:
                self._keep(("producer", one), other)
            case "producerEpoch" if one != -1 and other != -1:
                self._keep(("epoch", within.get("producerId"), one), other)

    def _rewrite(self, node: Node, edit: _Edit, group: str) -> None:
        producer = next((each.value for each in node.children if each.name == "producer_id"), -1)
        for child in node.children:
            if child.children:
                self._rewrite(child, edit, group)
            elif child.kind == "records" and child.value is not None:
                self._rewrite_batches(child, edit)
            else:
                found = self._wanted(child, edit, group, producer)
                if found is not None:
                    edit.put(child, found)

    def _wanted(self, node: Node, edit: _Edit, group: str, producer: object) -> object:
        """What is to stand in place of a leaf; None if it may stay."""
        name, value = node.name, node.value
        if name in LEADER_EPOCHS:
            return UNKNOWN_EPOCH
        if name in GENERATIONS:
            return self._new.get(("generation", group, value))
        if name == "session_id" and edit.api_key == _FETCH:
            return self._new.get(("session", value))
        if name == "member_id":
            return self._new.get(("member", value))
        if name == "producer_id":
            return self._new.get(("producer", value))
        if name == "producer_epoch":
            return self._new.get(("epoch", producer, value))
        if name == "topic_id" and isinstance(value, bytes):
            return self._new_topics.get(self._recorded_names.get(value, ""))
        return None

    def _rewrite_batches(self, node: Node, edit: _Edit) -> None:
        for batch in batches_in(edit.request.data, node.data_start, node.end):
            producer, epoch, _ = batch.producer
            new = self._new.get(("producer", producer))
            if isinstance(new, int) and not batch.is_partial:
                new_epoch = self._new.get(("epoch", producer, epoch), epoch)
                assert isinstance(new_epoch, int), "an epoch is a number"
                edit.put_producer(batch.start, batch.size, new, new_epoch)


class _Edit:
    """A frame in which ids are replaced; strings may become longer or shorter."""

    def __init__(self, request: Message, declaration: MessageDeclaration) -> None:
        self.request = request
        self.api_key = request.api_key
        self._is_compact = declaration.is_flexible_in(request.api_version)
        self._data = bytearray(request.data)
        self._splices: list[tuple[int, int, bytes]] = []

    def put(self, node: Node, value: object) -> None:
        """Another value for a leaf."""
        if isinstance(value, str):
            self._splices.append((node.start, node.end, self._string(value)))
        elif isinstance(value, bytes):
            self._data[node.start : node.end] = value
        elif isinstance(value, int):
            FORMATS[node.kind].pack_into(self._data, node.start, value)

    def put_producer(self, start: int, size: int, producer: int, epoch: int) -> None:
        """Another producer for a batch."""
        _PRODUCER.pack_into(self._data, start + PRODUCER_AT, producer, epoch)
        _CRC.pack_into(self._data, start + CRC_AT, batch_crc(self._data, start, size))

    def result(self) -> bytes:
        """The frame."""
        for start, end, text in sorted(self._splices, reverse=True):
            self._data[start:end] = text
        return bytes(self._data)

    def _string(self, value: str) -> bytes:
        text = value.encode()
        if not self._is_compact:
            return len(text).to_bytes(2, "big") + text
        return _uvarint(len(text) + 1) + text


def _uvarint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def has_ids(declaration: MessageDeclaration) -> bool:
    """Whether a request may carry ids that a broker gave."""
    names = {*GENERATIONS, *LEADER_EPOCHS, "session_id", "member_id", "producer_id", "topic_id"}
    return any(
        field.snake in names or field.type == "records"
        for fields in declaration.structs.values()
        for field in fields
    )


def _group(exchange: Exchange) -> str:
    groups = exchange.request.facts.groups if exchange.request is not None else ()
    return groups[0] if groups else ""


def _side_by_side(left: list[object], right: list[object]) -> Iterator[tuple[object, object]]:
    """Elements that belong together: by name where they have one, else by order."""
    names = {each["name"]: each for each in right if isinstance(each, dict) and each.get("name")}
    for at, one in enumerate(left):
        name = one.get("name") if isinstance(one, dict) else None
        if name in names:
            yield one, names[name]
        elif at < len(right) and not name:
            yield one, right[at]


def _topics(value: object) -> Iterator[tuple[bytes, str]]:
    """Ids of topics with their names, wherever both stand side by side."""
    if isinstance(value, list):
        for each in value:
            yield from _topics(each)
    if not isinstance(value, dict):
        return
    text = value.get("topicId")
    name = next((value[each] for each in _NAMES if isinstance(value.get(each), str)), "")
    if isinstance(text, str) and name:
        topic = uuid_bytes(text)
        if topic != _NO_ID:
            yield topic, name
    for inner in value.values():
        if isinstance(inner, list | dict):
            yield from _topics(inner)
