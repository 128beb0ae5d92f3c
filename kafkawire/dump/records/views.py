"""Views: how the bytes of a key or value become something to read.

A view takes bytes and says what they are. One that was asked for and fails falls back to `auto`,
with the reason as a note, so that one odd record hides nothing. `auto` asks in this order:

    confluent  a zero byte, a schema's id of 4 bytes, and more: the id
               is shown, and what follows through the schema if there is a registry, else as auto
    json       an object or a list; a lone number or word is the same as text
    string     UTF-8 of printable characters and line ends
    int        8 or 4 bytes that are nothing of the above, big endian and signed as Kafka's
               serializers write them
    hex        the rest

Which view goes with which topic is chosen by `Views`: a default, and topics with their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from kafkawire.dump.records.shown import NULL, Shown
from kafkawire.dump.records.wire_format import WIRE_FORMAT_MAGIC, schema_id_of

View = Callable[[bytes], Shown]
"""Says what bytes are. Raises ValueError, with a reason to be shown, where they are not that."""

INT_SIZES = (1, 2, 4, 8)
AUTO_INT_SIZES = (4, 8)
_BLANKS = dict.fromkeys(b"\t\n\r", " ")
_JSON_BLANKS = b" \t\r\n"


def show_hex(data: bytes) -> Shown:
    """Hexadecimal digits."""
    return Shown("hex", data.hex())


def show_string(data: bytes) -> Shown:
    """UTF-8, whatever characters there are."""
    try:
        return Shown("string", data.decode())
    except UnicodeDecodeError as error:
        raise ValueError(f"no UTF-8: byte {error.start}") from None


def show_int(data: bytes) -> Shown:
    """A signed big endian number of 1, 2, 4 or 8 bytes."""
    if len(data) not in INT_SIZES:
        raise ValueError(f"no number has {len(data)} bytes")
    return Shown("int", int.from_bytes(data, "big", signed=True))


def show_json(data: bytes) -> Shown:
    """What JSON says, behind a schema's id if there is one."""
    schema_id = schema_id_of(data)
    if schema_id is not None:
        return Shown("json", json_value(data[5:]), f"schema {schema_id}")
    return Shown("json", json_value(data))


def json_value(data: bytes) -> object:
    """The value of JSON text. Raises ValueError, also for NaN, which is no JSON."""
    try:
        return _decode_json(data.decode())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"no JSON: {error}") from None


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is none")


_decode_json = json.JSONDecoder(parse_constant=_no_constant).decode


class Auto:
    """The view `auto`; `schemas` reads what stands behind a schema's id, if it can."""

    def __init__(self, schemas: View | None = None) -> None:
        self._schemas = schemas

    def __call__(self, data: bytes) -> Shown:
        """What `data` most likely is; never raises."""
        if not data:
            return Shown("string", "")
        if data[0] == WIRE_FORMAT_MAGIC:
            found = self._with_schema(data)
            if found is not None:
                return found
        return plain(data)

    def _with_schema(self, data: bytes) -> Shown | None:
        schema_id = schema_id_of(data)
        if schema_id is None:
            return None
        note = f"schema {schema_id}"
        if self._schemas is not None:
            try:
                return self._schemas(data)
            except ValueError as error:
                note = str(error)
        if len(data) in AUTO_INT_SIZES:
            return None
        found = plain(data[5:])
        if found.kind in ("json", "hex"):
            return Shown(found.kind, found.value, note)
        # Short binary values look like numbers and text by chance.
        return Shown("hex", data[5:].hex(), note)


def plain(data: bytes) -> Shown:
    """`auto` without schemas."""
    if data.lstrip(_JSON_BLANKS)[:1] in (b"{", b"["):
        try:
            return Shown("json", json_value(data))
        except ValueError:
            pass
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = ""
    if text and (text.isprintable() or text.translate(_BLANKS).isprintable()):
        return Shown("string", text)
    if len(data) in AUTO_INT_SIZES:
        return Shown("int", int.from_bytes(data, "big", signed=True))
    return show_hex(data)


SIMPLE_VIEWS: Mapping[str, View] = {
    "auto": Auto(),
    "json": show_json,
    "string": show_string,
    "int": show_int,
    "hex": show_hex,
}
"""Views that need no schema, by name."""


class Views:
    """Which view shows the keys and values of which topic."""

    def __init__(
        self,
        key: View = SIMPLE_VIEWS["auto"],
        value: View = SIMPLE_VIEWS["auto"],
        *,
        keys: Mapping[str, View] | None = None,
        values: Mapping[str, View] | None = None,
    ) -> None:
        self._key = key
        self._value = value
        self._keys = keys or {}
        self._values = values or {}

    def key(self, topic: str, data: bytes | None) -> Shown:
        """A key, through the topic's view."""
        return _through(self._keys.get(topic, self._key), data)

    def value(self, topic: str, data: bytes | None) -> Shown:
        """A value, through the topic's view."""
        return _through(self._values.get(topic, self._value), data)


def _through(view: View, data: bytes | None) -> Shown:
    if data is None:
        return NULL
    try:
        return view(data)
    except ValueError as error:
        found = plain(data)
        return Shown(found.kind, found.value, str(error))


AUTO = Views()
"""Everything as `auto`."""
