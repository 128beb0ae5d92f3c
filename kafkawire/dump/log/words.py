"""Numbers, times and values as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

SHOWN_MAX = 160
DECLARED_SHOWN_MAX = 4000
"""Characters of a key or value of a record, and of one of an internal topic; JSON has them all."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}
_WORDS = {None: "null", True: "true", False: "false"}


def number(value: object) -> str:
    """Digits in groups of three."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def counted(value: object, noun: str) -> str:
    """`no entries`, `1 entry`, `2 entries`."""
    if value == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        noun = noun[:-1] + "ie"
    elif noun.endswith("ch"):
        noun += "e"
    return f"{number(value) if value else 'no'} {noun}s"


def span(first: object, last: object) -> str:
    """`3-7`, or `3` where that is all."""
    return str(first) if first == last else f"{first}-{last}"


def runs(values: list[int]) -> str:
    """`0-3, 5, 7-8` of rising numbers."""
    found: list[list[int]] = []
    for value in values:
        if found and value == found[-1][-1] + 1:
            found[-1][1:] = [value]
        else:
            found.append([value])
    return ", ".join(span(run[0], run[-1]) for run in found)


def time_text(milliseconds: object) -> str:
    """`2026-11-21 17:01:13.123` in UTC; the number where no calendar has it."""
    if not isinstance(milliseconds, int) or milliseconds < 0:
        return "no time" if milliseconds == -1 else f"{milliseconds} ms"
    try:
        moment = _EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return f"{milliseconds} ms"
    return f"{moment:%Y-%m-%d %H:%M:%S}.{milliseconds % 1000:03}"


def inline(value: object) -> str:
    """A JSON value within a line."""
    if isinstance(value, Mapping):
        return "{" + fields(value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, str):
        return repr(value)
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    return str(value)


def fields(values: Mapping[str, object]) -> str:
    """What is in a JSON object, within a line."""
    return ", ".join(f"{name}: {inline(value)}" for name, value in values.items())


def cut(text: str, most: int = SHOWN_MAX) -> str:
    """Not too much of it."""
    return text if len(text) <= most else f"{text[:most]}... ({len(text):,} characters)"


def visible(text: str) -> str:
    """Text without characters that would tell a terminal to do something."""
    return text if text.isprintable() else text.translate(_CONTROLS)
