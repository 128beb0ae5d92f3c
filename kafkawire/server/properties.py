"""Java's `.properties` files, as `server.properties` is written.

The format is that of `java.util.Properties.load`: `key=value`, `key: value` or `key value`,
comments that begin with `#` or `!`, a backslash at the end of a line that goes on in the next, and
backslash escapes, `\\uXXXX` among them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.server.errors import UsageError

_BLANKS = " \t\f"
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_HEX_DIGITS = 4


class Property(NamedTuple):
    """A value, and the line where it begins, counted from 1."""

    value: str
    line: int


def parse_properties(text: str) -> dict[str, Property]:
    """Properties by name; of a name given twice the last counts. Raises `UsageError`."""
    found = {}
    for number, line in _logical_lines(text):
        try:
            name, value = _pair(line)
        except UsageError as error:
            raise UsageError(f"line {number}: {error}") from None
        found[name] = Property(value, number)
    return found


def read_properties(path: str) -> dict[str, Property]:
    """The properties in a file; raises `UsageError` if there is no reading it."""
    try:
        with open(path, encoding="utf-8") as file:
            return parse_properties(file.read())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"cannot read {path}: it is not a text file") from None
    except UsageError as error:
        raise UsageError(f"{path}, {error}") from None


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
    try:
        return chr(int(digits, 16)), at + 1 + _HEX_DIGITS
    except ValueError:
        raise UsageError(f"\\u{digits} is not a character") from None
