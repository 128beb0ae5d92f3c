"""A leaf of a tree in words: codes with their names, times as dates, bytes as digits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.error_names import error_name
from kafkawire.dump.log.words import number, time_text, visible
from kafkawire.dump.model import api_name
from kafkawire.dump.outputs.code_names import code_name
from kafkawire.log.formats.text import uuid_text

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


def leaf_text(node: Node, names: Mapping[bytes, str] = NO_NAMES) -> LeafText:
    """The value of a node without children; `names` are of topic ids."""
    value = node.value
    if node.kind == "records" and isinstance(value, int):
        return LeafText(f"{number(value)} bytes", OTHER)
    if value is None:
        return LeafText("null", NULL)
    if isinstance(value, bool):
        return LeafText("true" if value else "false", NUMBER)
    if isinstance(value, str):
        return LeafText(_quoted(value), TEXT)
    if isinstance(value, bytes):
        name = names.get(value) if node.kind == "uuid" else None
        text = _bytes_text(node.kind, value)
        return LeafText(f"{text} ({visible(name)})" if name not in (None, text) else text, OTHER)
    return _number(node.name, node.kind, value)


def _quoted(text: str) -> str:
    if len(text) > TEXT_SHOWN_MAX:
        return f"{text[:TEXT_SHOWN_MAX]!r}... ({len(text):,} characters)"
    return visible(repr(text))


def _bytes_text(kind: str, value: bytes) -> str:
    if kind == "uuid":
        return uuid_text(value)
    if not value:
        return "0 bytes"
    start = value[:BYTES_SHOWN_MAX].hex(" ", 4)
    more = " ..." if len(value) > BYTES_SHOWN_MAX else ""
    size = "1 byte" if len(value) == 1 else f"{len(value):,} bytes"
    return f"{size}: {start}{more}"


def _number(name: str, kind: str, value: float) -> LeafText:
    if name.endswith("error_code") and isinstance(value, int):
        if value:
            return LeafText(f"{value} {error_name(value)}", BAD)
        return LeafText("0", NUMBER)
    if name == "request_api_key" and isinstance(value, int):
        return LeafText(f"{value} {api_name(value)}", NUMBER)
    if kind == "int64" and name.endswith(_TIMES_END) and value >= _EPOCH_MS_MIN:
        return LeafText(f"{value} ({time_text(value)})", NUMBER)
    known = code_name(name, value)
    return LeafText(str(value) if known is None else f"{value} {known}", NUMBER)
