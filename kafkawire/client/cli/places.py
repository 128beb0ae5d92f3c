"""Places in partitions, as people write them.

start  end              the first offset, the one that the next record gets
100                     an offset
-5                      five before the end
@2026-11-01T00:00       the first record as young as that; UTC unless it ends in +01:00
@1761955200000          the same in milliseconds since 1970
@now  @-90m             now; 90 minutes ago (s, m, h, d)
100:200  @-1d:@now      from one place up to, and without, another; either may be missing
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from kafkawire.client.cli.output import UsageError

_ISO = r"\d{4}-\d\d-\d\d(?:[T ]\d\d(?::\d\d(?::\d\d(?:\.\d{1,6})?)?)?(?:Z|[+-]\d\d:\d\d)?)?"
_PLACE = rf"start|end|-?\d+|@(?:now|-\d+[smhd]|{_ISO}|\d+)"
_RANGE = re.compile(rf"({_PLACE})?(?::({_PLACE})?)?", re.IGNORECASE)
_UNITS_MS = {"s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_KNOWN = "start, end, 100, -5, @2026-11-01T00:00, @-1h, @now"
_DIGITS_MAX = 18


@dataclass(frozen=True, slots=True)
class Place:
    """A place in each of some partitions: exactly one field is set.

    Attributes:
        offset: An offset.
        before_end: So many records before the end; 0 is the end.
        time_ms: A timestamp.
    """

    offset: int | None = None
    before_end: int | None = None
    time_ms: int | None = None


START, END = Place(offset=0), Place(before_end=0)
"""`START` is clamped to the first offset that there is."""


@dataclass(frozen=True, slots=True)
class Range:
    """From one place to another; `end` is None if it goes on and on."""

    start: Place
    end: Place | None = None


def place(text: str, now_ms: int) -> Place:
    """Read a place. Raises UsageError."""
    if not re.fullmatch(_PLACE, text, re.IGNORECASE):
        raise UsageError(f"{text!r} is no place in a partition; places are {_KNOWN}")
    return _place(text.lower(), now_ms)


def range_of(text: str, now_ms: int) -> Range:
    """Read a place to begin at, or the range between two. Raises UsageError."""
    found = _RANGE.fullmatch(text)
    if not text or text == ":" or found is None:
        raise UsageError(f"{text!r} is no place and no range; places are {_KNOWN}, ranges 100:200")
    first, last = found.groups()
    start = START if first is None else _place(first.lower(), now_ms)
    return Range(start, None if last is None else _place(last.lower(), now_ms))


def time_ms(text: str, now_ms: int) -> int:
    """Read a time, with or without the @ before it. Raises UsageError."""
    found = place("@" + text.removeprefix("@"), now_ms).time_ms
    assert found is not None
    return found


def _place(text: str, now_ms: int) -> Place:
    if text in ("start", "end"):
        return START if text == "start" else END
    if text.startswith("@"):
        return Place(time_ms=_time(text[1:], now_ms))
    if len(text) > _DIGITS_MAX:
        raise UsageError(f"{text} is beyond all offsets")
    return Place(before_end=int(text[1:])) if text.startswith("-") else Place(offset=int(text))


def _time(text: str, now_ms: int) -> int:
    if text == "now":
        return now_ms
    if len(text) > _DIGITS_MAX and text.lstrip("-").rstrip("smhd").isdecimal():
        raise UsageError(f"@{text} is beyond all times")
    if text.isdecimal():
        return int(text)
    if text.startswith("-"):
        return max(now_ms - int(text[1:-1]) * _UNITS_MS[text[-1]], 0)
    return _iso(text)


def _iso(text: str) -> int:
    try:
        found = datetime.fromisoformat(text.upper())
    except ValueError as error:
        raise UsageError(f"@{text} is no time: {error}") from None
    known = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    since = known - datetime(1970, 1, 1, tzinfo=UTC)
    return max(since.days * 86_400_000 + since.seconds * 1000 + since.microseconds // 1000, 0)
