"""Java's `.properties` format, as `java.util.Properties` loads and stores it.

`key=value`, `key: value` or `key value`, comments that begin with `#` or `!`, a backslash at the
end of a line that goes on in the next, and backslash escapes, `\\uXXXX` among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.log.formats.errors import CorruptFile

_BLANKS = " \t\f"
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_HEX_DIGITS = 4
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
_ESCAPED = str.maketrans(
    {
        "\\": "\\\\",
        "\t": "\\t",
        "\n": "\\n",
        "\r": "\\r",
        "\f": "\\f",
        "=": "\\=",
        ":": "\\:",
        "#": "\\#",
        "!": "\\!",
    }
)


class Property(NamedTuple):
    """A value, and the line where it begins, counted from 1."""

    value: str
    line: int


def load(text: str) -> dict[str, Property]:
    """Properties by name; of a name given twice the last counts. Raises `CorruptFile`."""
    found = {}
    for number, line in _logical_lines(text):
        try:
            name, value = _pair(line)
        except CorruptFile as error:
            raise CorruptFile(f"line {number}: {error}") from None
        found[name] = Property(value, number)
    return found


def line_of(name: str, value: str) -> str:
    """The line, without its end, that is read as this property."""
    value = value.translate(_ESCAPED)
    return name.translate(_ESCAPED).replace(" ", "\\ ") + "=" + _with_first_blank(value)


def _with_first_blank(value: str) -> str:
    return "\\" + value if value[:1] == " " else value


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines, their continuations joined; neither comments nor blank lines."""
    line, begin = "", 0
    # Java knows no other ends of lines; `str.splitlines` does.
    parts = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, part in enumerate(parts, 1):
        part = part.lstrip(_BLANKS)
        if not line:
            if part[:1] in ("", "#", "!"):
                continue
            begin = number
        line += part
        if _ends_in_escape(line):
            line = line[:-1]
            continue
        yield begin, line
        line = ""
    if line:
        yield begin, line


def _ends_in_escape(line: str) -> bool:
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _pair(line: str) -> tuple[str, str]:
    end = 0
    while end < len(line) and line[end] not in "=:" + _BLANKS:
        end += 2 if line[end] == "\\" else 1
    value = line[end:].lstrip(_BLANKS)
    if value[:1] in ("=", ":"):
        value = value[1:].lstrip(_BLANKS)
    return _unescape(line[:end]), _unescape(value)


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    found: list[str] = []
    at = 0
    while at < len(text):
        character = text[at]
        at += 1
        if character == "\\" and at < len(text):
            character, at = _escaped(text, at)
        found.append(character)
    return "".join(found)


def _escaped(text: str, at: int) -> tuple[str, int]:
    """The character that the escape at `at` (behind its backslash) means, and what comes next."""
    character = text[at]
    if character != "u":
        return _ESCAPES.get(character, character), at + 1
    digits = text[at + 1 : at + 1 + _HEX_DIGITS]
    if len(digits) < _HEX_DIGITS or not _HEXADECIMAL.issuperset(digits):
        raise CorruptFile(f"\\u{digits} is not a character")
    return chr(int(digits, 16)), at + 1 + _HEX_DIGITS
