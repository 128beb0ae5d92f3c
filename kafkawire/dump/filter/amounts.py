"""Numbers with a unit and how they are compared: `>50ms`, `1..10`, `<=1MiB`, `12:30..12:35`.

A unit kind says which units are known and what one without unit means. Durations are integers of
nanoseconds, sizes of bytes, times nanoseconds since 1970 (or, without a date, since midnight), all
UTC; numbers are what they are. `a..b` holds both ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple

from kafkawire.dump.filter.errors import Misfit

Number = int | float
SECOND_NS = 1_000_000_000
DAY_NS = 24 * 3600 * SECOND_NS
_DURATIONS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,
    "ms": 1_000_000,
    "s": SECOND_NS,
    "m": 60 * SECOND_NS,
    "min": 60 * SECOND_NS,
    "h": 3600 * SECOND_NS,
    "d": DAY_NS,
}
_SIZES = {
    "b": 1,
    **{f"{letter}{b}": 1024**power for power, letter in enumerate("kmgt", 1) for b in ("", "b")},
    **{f"{letter}ib": 1024**power for power, letter in enumerate("kmgt", 1)},
}
_NUMBER = re.compile(r"(-?\d[\d_]*(?:\.\d+)?|0[xX][0-9a-fA-F]+)([A-Za-zµ]*)")
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?")
COMPARE: dict[str, Callable[[Number, Number], bool]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}


class Unit(NamedTuple):
    """A kind of number: its name, its units in the smallest one, the unit of a bare number."""

    name: str
    units: dict[str, int]
    bare: str


NUMBER = Unit("a number", {"": 1}, "")
DURATION = Unit("a duration as 50ms", _DURATIONS, "ms")
MILLISECONDS = Unit(
    "a duration as 500ms",
    {unit: size // 1_000_000 for unit, size in _DURATIONS.items() if size >= 1_000_000},
    "ms",
)
"""What fields that end in `Ms` are compared with."""
SIZE = Unit("a size as 64KiB", _SIZES, "b")
TIME = Unit("a time as 12:30:05 or 2026-03-01T12:30", {}, "")


class Amount(NamedTuple):
    """A comparison with a number; `to` is the other end of a range and None otherwise."""

    comparison: str
    number: Number
    to: Number | None
    text: str
    """The number or the range as it was written: `50ms`."""

    def __str__(self) -> str:
        return self.text if self.to is not None else self.comparison + self.text

    def test(self) -> Callable[[Number], bool]:
        """A function that says whether a number fits."""
        number, to = self.number, self.to
        if to is not None:
            end = to
            return lambda found: number <= found <= end
        compare = COMPARE[self.comparison]
        return lambda found: compare(found, number)

    @property
    def is_clock(self) -> bool:
        """Whether it is a time of any day."""
        return ":" in self.text and "-" not in self.text


def read_amount(comparison: str, text: str, unit: Unit) -> Amount:
    """The amount that a comparison (`=` if it is a bare one) and a text are. Raises `Misfit`."""
    comparison = "=" if comparison in ("==", "") else comparison
    if comparison == "=~":
        raise Misfit(f"numbers have no patterns: use = or >, and {unit.name}")
    low, dots, high = text.partition("..")
    number = read_number(low, unit)
    if not dots:
        return Amount(comparison, number, None, text)
    if comparison != "=":
        raise Misfit(f"a range a..b cannot follow {comparison}")
    to = read_number(high, unit, at=len(low) + 2)
    if to < number:
        raise Misfit("a range a..b with a below b", len(low) + 2)
    return Amount("=", number, to, text)


def read_number(text: str, unit: Unit, at: int = 0) -> Number:
    """A number in the smallest unit of its kind. Raises `Misfit`."""
    if unit is TIME:
        return _read_time(text, at)
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise Misfit(f"expected {unit.name}, not {text!r}", at)
    digits, name = found[1].replace("_", ""), found[2].lower() or unit.bare
    if name not in unit.units:
        known = ", ".join(unit.units).strip(", ")
        which = f"units are {known}" if known else "it has no unit"
        raise Misfit(f"expected {unit.name}: {which}", at + len(found[1]))
    if digits[:2] in ("0x", "0X"):
        return int(digits, 16) * unit.units[name]
    if "." in digits:
        number = float(digits) * unit.units[name]
        return int(number) if number.is_integer() else number
    return int(digits) * unit.units[name]


def _read_time(text: str, at: int) -> int:
    clock = _CLOCK.fullmatch(text)
    if clock is not None:
        hours, minutes, seconds = int(clock[1]), int(clock[2]), int(clock[3] or 0)
        if hours < 24 and minutes < 60 and seconds < 60:
            nanoseconds = int((clock[4] or "0").ljust(9, "0"))
            return (hours * 3600 + minutes * 60 + seconds) * SECOND_NS + nanoseconds
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise Misfit(f"expected {TIME.name}, not {text!r}", at) from None
    when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    since = when - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86400 + since.seconds) * SECOND_NS + since.microseconds * 1000
