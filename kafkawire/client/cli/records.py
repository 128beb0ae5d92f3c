"""Records as objects of `--json`, and as lines for people."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode

from kafkawire.client.cli.format_parsing import FormatError, Input, Parsed
from kafkawire.client.cli.formats import Header, Shown
from kafkawire.client.cli.output import Row
from kafkawire.protocol.visible_text import visible
from kafkawire.wording import iso

_NOT_PAIRS = 'have to be a list of pairs such as ["name", "value"]'
_NOT_BYTES = 'has to be a text, null or {"base64": ...}'


def row_of(record: Shown, *, with_values: bool = True) -> Row:
    """Return a record as an object. Headers are pairs, since names repeat."""
    row: dict[str, object] = {
        "topic": record.topic,
        "partition": record.partition,
        "offset": record.offset,
        "timestamp": record.timestamp,
        "time": iso(record.timestamp),
        "leader_epoch": record.leader_epoch,
        "headers": list(map(list, record.headers)),
    }
    return {**row, "key": record.key, "value": record.value} if with_values else row


def line_of(record: Shown, *, with_values: bool = True) -> str:
    """Return a record as a line for people."""
    parts = [f"{record.topic}-{record.partition} @{record.offset}", iso(record.timestamp) or "-"]
    if with_values:
        parts += [_text(record.key), _text(record.value)]
    parts += [f"{visible(name)}={_text(value)}" for name, value in record.headers]
    return "  ".join(parts)


class JsonLines(Input):
    """Finds records in lines of JSON; `take` is that of a `Parser`."""

    def take(self) -> Parsed | None:
        """Return the next record; None if more input is needed. Raises FormatError."""
        while self._at < len(self._data):
            end = self._data.find(b"\n", self._at)
            if end < 0:
                if not self._is_last:
                    self._refuse_endless()
                    return None
                end = len(self._data)
            line = bytes(self._data[self._at : end]).strip()
            self._at = end + 1
            if line:
                return parsed(line)
        return None


def parsed(line: bytes) -> Parsed:
    """Return the record of an object. What a producer does not choose is passed over."""
    try:
        found = json.loads(line)
    except ValueError as error:
        raise FormatError(f"not JSON: {error}") from None
    if not isinstance(found, dict):
        raise FormatError('not an object such as {"key": "k", "value": "v"}')
    headers = found.get("headers") or []
    pairs = list(headers.items()) if isinstance(headers, dict) else headers
    if not isinstance(pairs, list):
        raise FormatError(f"headers {_NOT_PAIRS}")
    return Parsed(
        None if found.get("topic") is None else str(found["topic"]),
        _number(found, "partition"),
        timestamp=_number(found, "timestamp"),
        key=_bytes(found.get("key"), "key"),
        value=_bytes(found.get("value"), "value"),
        headers=[_header(pair) for pair in pairs],
    )


def _number(found: dict[str, object], name: str) -> int | None:
    """Return a number; None without it and for -1."""
    value = found.get(name)
    if value is None or value == -1:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise FormatError(f"{name} is {value!r}")
    return value


def _header(pair: object) -> Header:
    if not isinstance(pair, list | tuple) or len(pair) != 2 or not isinstance(pair[0], str):
        raise FormatError(f"headers {_NOT_PAIRS}")
    return pair[0], _bytes(pair[1], f"header {pair[0]}")


def _bytes(value: object, what: str) -> bytes | None:
    if value is None:
        return None
    try:
        if isinstance(value, str):
            return value.encode()
        if isinstance(value, dict) and value.keys() == {"base64"}:
            return b64decode(value["base64"], validate=True)
    except (binascii.Error, TypeError, ValueError):
        pass
    raise FormatError(f"{what} {_NOT_BYTES}")


def _text(data: bytes | None) -> str:
    return "null" if data is None else visible(data.decode(errors="backslashreplace"))
