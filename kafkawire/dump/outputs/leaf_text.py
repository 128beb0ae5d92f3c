"""A leaf of a tree in words: codes with their names, times as dates, bytes as digits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.api_names import api_name
from kafkawire.dump.error_names import error_name
from kafkawire.dump.log.words import number, time_text
from kafkawire.protocol.uuids import uuid_text
from kafkawire.protocol.visible_text import visible

if TYPE_CHECKING:
    from kafkawire.dump.fields.tree import Node

BYTES_SHOWN_MAX = 24
"""Of a field of bytes; the hexdump has all of them."""
TEXT_SHOWN_MAX = 200
"""Characters of a string; JSON has all of them."""
NULL, NUMBER, TEXT, BAD, OTHER = range(5)
"""How a value is coloured."""
NO_NAMES: Mapping[bytes, str] = {}
_TIMES_END = ("timestamp", "timestamp_ms", "time_ms_of_day")
_EPOCH_MS_MIN = 100_000_000_000
"""A smaller number of milliseconds (before 1973) is a duration, or nothing that is a time."""


class LeafText(NamedTuple):
    """What is written, and how it is coloured."""

    text: str
    colour: int


def leaf_text(
    node: Node, names: Mapping[bytes, str] = NO_NAMES, characters_max: int | None = None
) -> LeafText:
    """The value of a node without children; `names` are of topic ids.

    `characters_max` is where a long text, or the digits of bytes, are cut; None cuts them short.
    """
    found = _value_text(node, names, characters_max)
    return LeafText(f"{found.text} ({visible(node.note)})", found.colour) if node.note else found


def _value_text(node: Node, names: Mapping[bytes, str], characters_max: int | None) -> LeafText:
    value = node.value
    if node.kind == "records" and isinstance(value, int):
        return LeafText(f"{number(value)} bytes", OTHER)
    if value is None:
        return LeafText("null", NULL)
    if isinstance(value, bool):
        return LeafText("true" if value else "false", NUMBER)
    if isinstance(value, str):
        return LeafText(_quoted(value, characters_max or TEXT_SHOWN_MAX), TEXT)
    if isinstance(value, bytes):
        name = names.get(value) if node.kind == "uuid" else None
        shown = BYTES_SHOWN_MAX if characters_max is None else max(1, characters_max // 2)
        text = _bytes_text(node.kind, value, shown)
        return LeafText(f"{text} ({visible(name)})" if name not in (None, text) else text, OTHER)
    return _number(node, value)


def _quoted(text: str, most: int) -> str:
    if len(text) > most:
        return f"{visible(repr(text[:most]))}... ({len(text):,} characters)"
    return visible(repr(text))


def _bytes_text(kind: str, value: bytes, most: int) -> str:
    if kind == "uuid":
        return uuid_text(value)
    if not value:
        return "0 bytes"
    start = value[:most].hex(" ", 4)
    more = " ..." if len(value) > most else ""
    size = "1 byte" if len(value) == 1 else f"{len(value):,} bytes"
    return f"{size}: {start}{more}"


def _number(node: Node, value: float) -> LeafText:
    name, kind = node.name, node.kind
    if name.endswith("error_code") and isinstance(value, int):
        if value:
            return LeafText(f"{value} {error_name(value)}", BAD)
        return LeafText("0", NUMBER)
    if name == "request_api_key" and isinstance(value, int):
        return LeafText(f"{value} {api_name(value)}", NUMBER)
    if kind == "int64" and name.endswith(_TIMES_END) and value >= _EPOCH_MS_MIN:
        return LeafText(f"{value} ({time_text(value)})", NUMBER)
    known = node.codes.get(int(value))
    return LeafText(str(value) if known is None else f"{value} {known}", NUMBER)
