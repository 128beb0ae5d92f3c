"""Numbers, times and values as people read them."""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire import wording

SHOWN_MAX = 160
DECLARED_SHOWN_MAX = 4000
"""Characters of a key or value of a record, and of one of an internal topic; JSON has them all."""

_WORDS = {None: "null", True: "true", False: "false"}


def number(value: object) -> str:
    """Digits in groups of three."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def counted(value: object, noun: str) -> str:
    """`no entries`, `1 entry`, `2 entries`."""
    if isinstance(value, int) and value:
        return wording.counted(value, noun)
    return f"{value or 'no'} {wording.pluralized(noun)}"


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
    moment = wording.iso(milliseconds)
    return f"{milliseconds} ms" if moment is None else moment.replace("T", " ").removesuffix("Z")


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
