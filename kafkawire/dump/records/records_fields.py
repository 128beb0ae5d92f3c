"""Where the records are in a message: every `records` field of the frame, with whose they are.

    ProduceRequest          topic_data[].partition_data[].records
    FetchResponse           responses[].partitions[].records
    ShareFetchResponse      responses[].partitions[].records
    FetchSnapshotResponse   topics[].partitions[].unaligned_records, which may begin within a batch

Found in the tree, so that whatever a schema adds is found too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.declarations import MessageDeclaration, for_api

if TYPE_CHECKING:
    from kafkawire.dump.fields.tree import Node
    from kafkawire.dump.model import Message

UNKNOWN_PARTITION = -1
_PARTITIONS = frozenset(("partition", "partition_index", "partition_id", "index"))
_TOPICS = frozenset(("topic", "topic_name", "name"))


class RecordsField(NamedTuple):
    """A `records` field that is not null or empty."""

    path: str
    """As `responses[0].partitions[1].records`."""
    topic: str | bytes
    """The topic's name, or its id of 16 bytes; "" if neither is there."""
    partition: int
    start: int
    """Its first batch's first byte in the frame."""
    end: int


def records_of(message: Message) -> Iterator[RecordsField]:
    """Every `records` field of the message in order; of a damaged one, those before the damage."""
    if message.api_key < 0 or not _may_have_records(message.api_key, message.is_request):
        return
    # Most fetches bring nothing, and to know that costs less than a tree.
    if not message.facts.records_bytes and message.problem is None:
        return
    for part in message.tree.children:
        if part.name == "body":
            yield from _found(part, "", "", UNKNOWN_PARTITION)


@cache
def _may_have_records(api_key: int, is_request: bool) -> bool:
    declaration = for_api(api_key, is_request)
    return declaration is not None and has_records(declaration)


def has_records(declaration: MessageDeclaration) -> bool:
    """Whether a message has `records` fields in any version."""
    return any(
        field.type == "records" for fields in declaration.structs.values() for field in fields
    )


def _found(node: Node, path: str, topic: str | bytes, partition: int) -> Iterator[RecordsField]:
    for child in node.children:
        if child.name in _TOPICS and child.kind == "string" and isinstance(child.value, str):
            topic = child.value or topic
        elif child.name == "topic_id" and isinstance(child.value, bytes):
            topic = child.value
        elif child.name in _PARTITIONS and isinstance(child.value, int):
            partition = child.value
        elif child.kind == "records":
            if child.value:
                yield RecordsField(path + child.name, topic, partition, child.data_start, child.end)
        elif child.children:
            dot = "" if child.name.startswith("[") or not path else "."
            inner = f"{path.removesuffix('.')}{dot}{child.name}."
            yield from _found(child, inner, topic, partition)
