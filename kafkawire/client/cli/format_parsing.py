"""Reads records from bytes in one of the formats of `formats`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kafkawire.client.cli.formats import BYTES, Field, Header, Token, bytes_from, width_of
from kafkawire.client.cli.output import UsageError
from kafkawire.client.cli.places import time_ms

RECORD_BYTES_MAX = 128 << 20
"""Input of that length without the end of a record is refused."""
SHOWN_MAX = 20
HEADERS_MAX = 100_000
_DECIMAL = re.compile(rb"-?\d{1,19}")
_HEXADECIMAL = re.compile(rb"-?[0-9a-fA-F]{1,16}")
_JSON = re.compile(rb'null|"(?:[^"\\]|\\.)*"|\{\s*"base64"\s*:\s*"[^"]*"\s*\}', re.DOTALL)
_TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?|-?\d{1,19}")


class FormatError(Exception):
    """Input is not in the format. The text has what was expected and what was found."""


class NeedsMore(Exception):
    """The record does not end in the input so far, and more input may come."""


@dataclass(slots=True)
class Parsed:
    """Fields of a record that a format has parsed; None or -1 for fields outside of the format."""

    topic: str | None = None
    partition: int | None = None
    offset: int = -1
    timestamp: int | None = None
    key: bytes | None = None
    value: bytes | None = None
    headers: list[Header] = field(default_factory=list)


class Input:
    """Input that grows, and how far records were taken from it."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._at = 0
        self._is_last = False

    def feed(self, data: bytes) -> None:
        """Add input; no bytes are its end."""
        del self._data[: self._at]
        self._at = 0
        self._data += data
        self._is_last = not data

    def _refuse_endless(self) -> None:
        """Raise FormatError if a record that has no end yet is too long."""
        if len(self._data) - self._at > RECORD_BYTES_MAX:
            raise FormatError(f"no record ends within {RECORD_BYTES_MAX} bytes")


class Parser(Input):
    """Finds records in input.

    Raises:
        UsageError: The format cannot be read back: a field has no end.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        super().__init__()
        self._tokens = tuple(tokens)
        check(self._tokens)

    def take(self) -> Parsed | None:
        """Return the next record; None if more input is needed, or there is none.

        Raises:
            FormatError: The input is not in the format.
        """
        if self._at >= len(self._data):
            return None
        reading = _Reading(self._data, self._at, self._is_last)
        try:
            found = reading.record(self._tokens)
        except NeedsMore:
            found = None
        if found is None:
            self._refuse_endless()
            return None
        if reading.at == self._at:
            raise FormatError("the format takes no input")
        self._at = reading.at
        return found


def check(tokens: Sequence[Token], *, is_repeated: bool = False) -> None:
    """Raise UsageError if a field has no end."""
    lengths: set[str] = set()
    for token, behind in zip(tokens, [*tokens[1:], None], strict=True):
        if not isinstance(token, Field):
            continue
        if token.letter in "KV":
            lengths.add(token.letter.lower())
        if token.letter == "h":
            check(token.inner, is_repeated=True)
        has_end = token.letter not in BYTES or token.style == "json" or token.letter in lengths
        if not has_end and (isinstance(behind, Field) or (is_repeated and behind is None)):
            raise UsageError(
                f"-f: to be read, %{token.letter} needs text behind it, or its length before it,"
                " such as %K{big4}%k"
            )


class _Reading:
    """One attempt to read a record."""

    def __init__(self, data: bytearray, at: int, is_last: bool) -> None:
        self._data = data
        self.at = at
        self._is_last = is_last
        self._numbers: dict[str, int] = {}
        self._texts: dict[str, bytes | None] = {}
        self._headers: list[Header] = []

    def record(self, tokens: tuple[Token, ...]) -> Parsed:
        self._fields(tokens)
        numbers, texts = self._numbers, self._texts
        topic = texts.get("t")
        timestamp = numbers.get("T", -1)
        return Parsed(
            None if topic is None else self._text(topic),
            numbers.get("p"),
            numbers.get("o", -1),
            None if timestamp < 0 else timestamp,
            texts.get("k"),
            texts.get("v"),
            self._headers,
        )

    def _fields(self, tokens: tuple[Token, ...]) -> None:
        for index, token in enumerate(tokens):
            behind = tokens[index + 1] if index + 1 < len(tokens) else None
            if isinstance(token, bytes):
                self._skip(token, is_end=index + 1 == len(tokens))
            elif token.letter == "h":
                self._repeat(token.inner, behind)
            elif token.letter in BYTES:
                end = behind if isinstance(behind, bytes) else None
                self._texts[token.letter] = self._bytes(token, end)
            else:
                self._numbers[token.letter] = self._number(token.style)

    def _repeat(self, inner: tuple[Token, ...], behind: Token | None) -> None:
        """Read headers: as many as %H told, or up to the text behind them."""
        count = self._numbers.get("H")
        while len(self._headers) < HEADERS_MAX:
            if count is not None and len(self._headers) >= count:
                return
            if count is None and self._is_here(behind):
                return
            header = _Reading(self._data, self.at, self._is_last)
            header._fields(inner)
            if header.at == self.at:
                raise FormatError("%h takes no input")
            self.at = header.at
            name = header._texts.get("k") or b""
            self._headers.append((self._text(name), header._texts.get("v")))
        raise FormatError(f"there are more than {HEADERS_MAX} headers")

    def _is_here(self, token: Token | None) -> bool:
        """Whether this text is next, or the end of all input."""
        if self.at >= len(self._data):
            self._more()
            return True
        if not isinstance(token, bytes):
            return False
        there = bytes(self._data[self.at : self.at + len(token)])
        if len(there) < len(token) and token.startswith(there):
            self._more()
        return there == token

    def _skip(self, text: bytes, *, is_end: bool) -> None:
        there = bytes(self._data[self.at : self.at + len(text)])
        if there == text:
            self.at += len(text)
            return
        if text.startswith(there):
            self._more()
            if is_end and not there:  # the last line may lack its end
                return
        raise self._unlike(repr(text.decode(errors="backslashreplace")))

    def _bytes(self, token: Field, end: bytes | None) -> bytes | None:
        length = self._numbers.get(token.letter.upper()) if token.letter in "kv" else None
        if length is not None and length < 0 and token.style != "json":
            return None
        written = self._written(token.style, length, end)
        try:
            return bytes_from(token.style, written)
        except (ValueError, KeyError, TypeError):
            raise self._unlike(f"%{token.letter}{{{token.style}}}") from None

    def _written(self, style: str, length: int | None, end: bytes | None) -> bytes:
        """The bytes of a field as they stand there."""
        if style == "json":
            return self._match(_JSON, "JSON")
        if length is not None:
            return self._taken(
                {"hex": 2 * length, "base64": -(-length // 3) * 4}.get(style, length)
            )
        found = -1 if end is None else self._data.find(end, self.at)
        if found < 0:
            self._more()
            found = len(self._data)
        return self._taken(found - self.at)

    def _number(self, style: str) -> int:
        if width := width_of(style):
            return int.from_bytes(self._taken(width), "big", signed=True)
        if style == "iso":
            text = self._match(_TIME, "a time").decode()
            try:
                return int(text) if text.lstrip("-").isdecimal() else time_ms(text, 0)
            except UsageError as error:
                raise FormatError(str(error)) from None
        if style == "hex":
            return int(self._match(_HEXADECIMAL, "a number to 16"), 16)
        return int(self._match(_DECIMAL, "a number"))

    def _match(self, pattern: re.Pattern[bytes], what: str) -> bytes:
        found = pattern.match(self._data, self.at)
        if found is None or found.end() == len(self._data):
            self._more()
        if found is None:
            raise self._unlike(what)
        self.at = found.end()
        return bytes(found[0])

    def _taken(self, size: int) -> bytes:
        if len(self._data) - self.at < size:
            self._more()
            raise FormatError(f"the input ends, and {size} bytes were announced")
        self.at += size
        return bytes(self._data[self.at - size : self.at])

    def _text(self, data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise FormatError(f"a name was expected where {data[:SHOWN_MAX]!r} is") from None

    def _more(self) -> None:
        if not self._is_last:
            raise NeedsMore

    def _unlike(self, what: str) -> FormatError:
        there = bytes(self._data[self.at : self.at + SHOWN_MAX])
        found = f"{there!r} is" if there else "the input ends"
        return FormatError(f"{what} was expected where {found}")
