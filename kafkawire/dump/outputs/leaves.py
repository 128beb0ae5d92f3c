"""The leaves of a frame in the order of its bytes: every byte belongs to just one.

Where the tree has records, their batches are taken apart further, by the layout that
`kafkawire.records.batch` describes: heads field by field, records as they stand there if they are
not compressed. What does not fit the layout is one leaf up to where it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.batches import WireBatch, batches_in
from kafkawire.dump.log.words import counted, number
from kafkawire.dump.outputs.leaf_text import BAD, NO_NAMES, NUMBER, OTHER, TEXT, leaf_text
from kafkawire.records.batch import MAGIC
from kafkawire.records.varint import read_zigzag, read_zigzag_long

if TYPE_CHECKING:
    from kafkawire.dump.fields.tree import Node

TEXT_BYTES_MAX = 60
"""Of a record's key or value, where it is text."""
_NEW_HEAD = (
    ("base_offset", 8),
    ("batch_length", 4),
    ("partition_leader_epoch", 4),
    ("magic", 1),
    ("crc", 4),
    ("attributes", 2),
    ("last_offset_delta", 4),
    ("base_timestamp", 8),
    ("max_timestamp", 8),
    ("producer_id", 8),
    ("producer_epoch", 2),
    ("base_sequence", 4),
    ("records_count", 4),
)
_OLD_HEAD = (("offset", 8), ("message_size", 4), ("crc", 4), ("magic", 1), ("attributes", 1))


class Leaf(NamedTuple):
    """A range of a frame's bytes, from `start` to before `end`, and what it is."""

    start: int
    end: int
    path: str
    """The containers it is in: `header`, `body`, or within the body `topics[0].partitions[1]`."""
    name: str
    text: str
    colour: int


def leaves_of(data: bytes, root: Node, names: Mapping[bytes, str] = NO_NAMES) -> Iterator[Leaf]:
    """All leaves of a frame's tree, none of them empty; `names` are of topic ids."""
    for child in root.children:
        yield from _leaves(data, child, "", names)


def _leaves(data: bytes, node: Node, path: str, names: Mapping[bytes, str]) -> Iterator[Leaf]:
    if not node.children:
        if node.kind == "records" and node.end > node.data_start:
            yield from _records(data, node, _below(path, node.name))
        elif node.end > node.start:
            yield Leaf(node.start, node.end, path, node.name, *leaf_text(node, names))
        return
    here = _below(path, node.name)
    for child in node.children:
        yield from _leaves(data, child, here, names)


def _below(path: str, name: str) -> str:
    if path in ("", "body"):
        return name
    return path + name if name.startswith("[") else f"{path}.{name}"


def record_leaves(data: bytes, node: Node) -> Iterator[Leaf]:
    """The leaves of a field of records, with paths that begin in the field."""
    return _records(data, node, "")


def _records(data: bytes, node: Node, path: str) -> Iterator[Leaf]:
    size = number(node.end - node.data_start)
    if node.data_start > node.start:
        yield Leaf(node.start, node.data_start, path, "(size)", f"{size} bytes", NUMBER)
    for at, batch in enumerate(batches_in(data, node.data_start, node.end)):
        yield from _batch(data, batch, _below(path, f"batch[{at}]"))


def _batch(data: bytes, batch: WireBatch, path: str) -> Iterator[Leaf]:
    at = batch.start
    head = _NEW_HEAD if batch.magic == MAGIC else _OLD_HEAD
    if not 0 <= batch.magic <= MAGIC or at + sum(size for _, size in head) > batch.end:
        why = "a part of a batch" if batch.is_partial else batch.problem or "no batch"
        yield Leaf(at, batch.end, path, "(rest)", why, OTHER)
        return
    for name, size in head:
        yield _fixed(data, at, size, path, name, batch)
        at += size
    if at == batch.end:
        return
    if batch.magic == MAGIC and batch.codec == "none":
        yield from _plain_records(data, at, batch.end, path)
    else:
        what = "records" if batch.magic == MAGIC else "message"
        text = f"{number(batch.end - at)} bytes, compression {batch.codec or 'unknown'}"
        yield Leaf(at, batch.end, path, what, text, OTHER)


def _fixed(data: bytes, at: int, size: int, path: str, name: str, batch: WireBatch) -> Leaf:
    value = int.from_bytes(data[at : at + size], "big", signed=name != "crc")
    text, colour = str(value), NUMBER
    if name == "crc":
        text = f"{value:#010x}"
        if batch.wrong_crc is not None:
            text = f"{text} wrong, it should be {batch.wrong_crc.computed:#010x}"
            colour = BAD
    elif name == "attributes":
        text = f"{value} compression {batch.codec or 'unknown'}"
    return Leaf(at, at + size, path, name, text, colour)


def _plain_records(data: bytes, at: int, end: int, path: str) -> Iterator[Leaf]:
    """Records that are not compressed, each with its parts."""
    count = 0
    while at < end:
        try:
            found = _record(data, at, end, f"{path}.record[{count}]")
        except (IndexError, ValueError):
            yield Leaf(at, end, path, "(rest)", "no record", BAD)
            return
        yield from found
        at = found[-1].end
        count += 1


def _record(data: bytes, at: int, end: int, path: str) -> list[Leaf]:
    """A record's parts. Raises ValueError or IndexError where it is none."""
    size, behind = read_zigzag(data, at)
    stop = behind + size
    if size <= 0 or stop > end:
        raise ValueError("no record")
    found = [Leaf(at, behind, path, "length", str(size), NUMBER)]
    found.append(Leaf(behind, behind + 1, path, "attributes", str(data[behind]), NUMBER))
    for name in ("timestamp_delta", "offset_delta"):
        at = found[-1].end
        value, behind = read_zigzag_long(data, at)
        found.append(Leaf(at, behind, path, name, str(value), NUMBER))
    for name in ("key", "value"):
        found.append(_sized(data, found[-1].end, path, name))
    at = found[-1].end
    if at < stop:
        found.append(Leaf(at, stop, path, "headers", counted(stop - at, "byte"), OTHER))
    if found[-1].end != stop:
        raise ValueError("no record")
    return found


def _sized(data: bytes, at: int, path: str, name: str) -> Leaf:
    size, behind = read_zigzag(data, at)
    if size < 0:
        return Leaf(at, behind, path, name, "null", OTHER)
    value = data[behind : behind + size]
    return Leaf(at, behind + size, path, name, _text(value), TEXT)


def _text(value: bytes) -> str:
    try:
        text = value[:TEXT_BYTES_MAX].decode()
    except UnicodeDecodeError:
        text = "\0"
    if not text.isprintable():
        return counted(len(value), "byte")
    more = "" if len(value) <= TEXT_BYTES_MAX else "..."
    return f"{text!r}{more}"
