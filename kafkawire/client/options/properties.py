"""Files of options in the format of Java's `Properties`.

Lines are `name=value`, `name: value` or `name value`; comments begin with `#` or `!`; a backslash
at the end of a line goes on with the next; `\\t`, `\\n`, `\\uXXXX` and the like are characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

_PAIR = re.compile(r"((?:[^\\=:\s]|\\.)*)\s*[=:]?\s*(.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_MEANINGS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def properties(path: str | PathLike[str]) -> dict[str, str]:
    """Return the options of a file by their names. Raises OSError."""
    return parsed(Path(path).read_text(encoding="utf-8"))


def parsed(text: str) -> dict[str, str]:
    """Return the options of a text; of several with one name the last."""
    return {_unescaped(name): _unescaped(value) for name, value in map(_split, _lines(text))}


def _lines(text: str) -> Iterator[str]:
    """Yield lines with what continues them, without comments and empty ones."""
    begun = ""
    for line in text.splitlines():
        rest = line.lstrip()
        if not begun and (not rest or rest[0] in "#!"):
            continue
        begun += rest
        backslashes = len(begun) - len(begun.rstrip("\\"))
        if backslashes % 2:
            begun = begun[:-1]
        else:
            yield begun
            begun = ""
    if begun:
        yield begun


def _split(line: str) -> tuple[str, str]:
    found = _PAIR.fullmatch(line)
    assert found is not None
    return found[1], found[2]


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: _meaning(found[1]), text)


def _meaning(escaped: str) -> str:
    if len(escaped) > 1:
        return chr(int(escaped[1:], 16))
    return _MEANINGS.get(escaped, escaped)
