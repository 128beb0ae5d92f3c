r"""The formats of `-f`, which print records and read them.

    %t %p %o %e    topic, partition, offset, leader epoch
    %T             timestamp in milliseconds; %T{iso} as ISO 8601 in UTC
    %k %v          key, value
    %K %V %H       bytes of the key and of the value, -1 for null; number of headers
    %h{%k=%v;}     what is repeated for each header
    %i %%          number of the record in this run; a percent sign
    {hex} {base64} {json}    behind %t, %k or %v: another form of bytes; null is null in JSON
    {hex} {big1} {big2} {big4} {big8}   behind a number: digits to 16, or so many bytes of it
    \n \t \r \\ \0 \xNN      characters

A field without an end of its own is read up to the text behind it. A length before it ends it, too:
`%K{big4}%V{big4}%k%v` reads back whatever was written.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from kafkawire.client.cli.output import UsageError, jsonable
from kafkawire.wording import iso

_TOKEN = re.compile(r"%(.)|\\(x[0-9a-fA-F]{2}|.)|([^%\\]+)|(.)", re.DOTALL)
_ESCAPES = {"n": b"\n", "t": b"\t", "r": b"\r", "\\": b"\\", "0": b"\0"}
BYTES, NUMBERS = frozenset("tkv"), frozenset("poeTKVHi")
OF_HEADERS = frozenset("kvKV")
_BYTES_STYLES = ("", "hex", "base64", "json")
_WIDTHS = {"big1": 1, "big2": 2, "big4": 4, "big8": 8}
_NUMBER_STYLES = ("", "hex", *_WIDTHS)
_HEADER_DEFAULT = "%k=%v;"

Header = tuple[str, "bytes | None"]


class Shown(Protocol):
    """The fields of a record that a format can show."""

    @property
    def topic(self) -> str: ...  # noqa: D102
    @property
    def partition(self) -> int: ...  # noqa: D102
    @property
    def offset(self) -> int: ...  # noqa: D102
    @property
    def timestamp(self) -> int: ...  # noqa: D102
    @property
    def leader_epoch(self) -> int | None: ...  # noqa: D102
    @property
    def key(self) -> bytes | None: ...  # noqa: D102
    @property
    def value(self) -> bytes | None: ...  # noqa: D102
    @property
    def headers(self) -> Sequence[Header]: ...  # noqa: D102


class Field(NamedTuple):
    """One %-field: its letter, how it is written, what is repeated for each header."""

    letter: str
    style: str = ""
    inner: tuple[Token, ...] = ()


Token = bytes | Field


def tokens_of(text: str) -> tuple[Token, ...]:
    """Read a format: texts and fields in turn. Raises UsageError."""
    return _tokens(text, BYTES | NUMBERS | {"h"})


def render(tokens: Sequence[Token], record: Shown, index: int = 0) -> bytes:
    """Return a record as a format has it."""
    headers = record.headers
    numbers = {
        "p": record.partition,
        "o": record.offset,
        "T": record.timestamp,
        "e": -1 if record.leader_epoch is None else record.leader_epoch,
        "H": len(headers),
        "i": index,
    }
    texts = {"t": record.topic.encode(), "k": record.key, "v": record.value}
    return _render(tokens, texts, numbers, headers)


def bytes_in(style: str, value: bytes | None) -> bytes:
    """Return bytes in a style."""
    if style == "json":
        return json.dumps(jsonable(value)).encode()
    if value is None:
        return b""
    if style == "hex":
        return value.hex().encode()
    return b64encode(value) if style == "base64" else value


def bytes_from(style: str, written: bytes) -> bytes | None:
    """Return what bytes in a style stand for. Raises ValueError."""
    if style == "json":
        found = json.loads(written)
        if isinstance(found, dict):
            return b64decode(found["base64"], validate=True)
        return None if found is None else str(found).encode()
    if style == "hex":
        return bytes.fromhex(written.decode("ascii"))
    return b64decode(written, validate=True) if style == "base64" else written


def width_of(style: str) -> int:
    """Return how many bytes a number takes, 0 if it is written in digits."""
    return _WIDTHS.get(style, 0)


def _render(
    tokens: Sequence[Token],
    texts: dict[str, bytes | None],
    numbers: dict[str, int],
    headers: Sequence[Header],
) -> bytes:
    parts: list[bytes] = []
    for token in tokens:
        if isinstance(token, bytes):
            parts.append(token)
        elif token.letter in BYTES:
            parts.append(bytes_in(token.style, texts[token.letter]))
        elif token.letter == "h":
            for name, value in headers:
                header: dict[str, bytes | None] = {"k": name.encode(), "v": value}
                parts.append(_render(token.inner, header, {}, ()))
        elif token.letter in "KV":
            value = texts[token.letter.lower()]
            parts.append(_number(token.style, -1 if value is None else len(value)))
        else:
            parts.append(_number(token.style, numbers[token.letter]))
    return b"".join(parts)


def _number(style: str, value: int) -> bytes:
    if style == "iso":
        return (iso(value) or str(value)).encode()
    if style == "hex":
        return b"%x" % value
    width = width_of(style)
    if not width:
        return b"%d" % value
    least = -(1 << 8 * width - 1)
    try:
        return value.to_bytes(width, "big", signed=True)
    except OverflowError:
        raise UsageError(f"{value} does not fit {{{style}}}, which begins at {least}") from None


def _tokens(text: str, letters: frozenset[str]) -> tuple[Token, ...]:
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None
        at = match.end()
        letter, escape, plain, lone = match.groups()
        if lone is not None:
            raise UsageError(f"-f {text!r} ends in the middle of something")
        if letter is not None and letter != "%":
            style, at = _braces(text, at)
            found.append(_field(letter, style, letters))
            continue
        part = b"%" if letter else _escaped(escape) if escape else plain.encode()
        if found and isinstance(found[-1], bytes):
            part = found.pop() + part  # type: ignore[operator]  # it is text
        found.append(part)
    return tuple(found)


def _braces(text: str, at: int) -> tuple[str | None, int]:
    """Return what is in braces here, and where they end; braces inside belong together."""
    if text[at : at + 1] != "{":
        return None, at
    depth = 0
    for index in range(at, len(text)):
        depth += (text[index] == "{") - (text[index] == "}")
        if not depth:
            return text[at + 1 : index], index + 1
    raise UsageError(f"-f {text!r} has a brace that does not end")


def _field(letter: str, style: str | None, letters: frozenset[str]) -> Field:
    if letter not in letters:
        known = " ".join(f"%{each}" for each in sorted(letters))
        raise UsageError(f"-f: there is no %{letter} here; there are {known}")
    if letter == "h":
        return Field("h", "", _tokens(style or _HEADER_DEFAULT, OF_HEADERS))
    styles = _BYTES_STYLES if letter in BYTES else _NUMBER_STYLES
    known_styles = (*styles, "iso") if letter == "T" else styles
    if (style or "") not in known_styles:
        offered = " ".join(f"{{{each}}}" for each in known_styles if each)
        raise UsageError(f"-f: %{letter} has no {{{style}}}; it has {offered}")
    return Field(letter, style or "")


def _escaped(escape: str) -> bytes:
    if escape[0] == "x" and len(escape) > 1:
        return bytes([int(escape[1:], 16)])
    if escape not in _ESCAPES:
        raise UsageError(f"-f: there is no \\{escape}; there are \\n \\t \\r \\0 \\\\ \\xNN")
    return _ESCAPES[escape]
