"""Numbers with their units, for people: three digits are enough."""

from __future__ import annotations

from datetime import UTC, datetime

_KIBI = 1024
_SIZES = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
_MICROSECOND, _MILLISECOND, _SECOND, _MINUTE, _HOUR = 1e3, 1e6, 1e9, 60e9, 3600e9
NOTHING = "–"


def number(value: float | None) -> str:
    """`12,345`, `3.1`, `0.04`."""
    if value is None:
        return NOTHING
    if isinstance(value, int) or value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2g}"


def size(count: float | None) -> str:
    """`812 B`, `1.2 MiB`."""
    if count is None:
        return NOTHING
    value, unit = float(count), 0
    while value >= 1000 and unit < len(_SIZES) - 1:
        value, unit = value / _KIBI, unit + 1
    return f"{value:.0f} B" if not unit else f"{_three(value)} {_SIZES[unit]}"


def duration(nanoseconds: float | None) -> str:
    """`81 µs`, `1.2 ms`, `35 s`, `3.5 min`."""
    if nanoseconds is None:
        return NOTHING
    for limit, unit, name in (
        (_MILLISECOND, _MICROSECOND, "µs"),
        (_SECOND, _MILLISECOND, "ms"),
        (2 * _MINUTE, _SECOND, "s"),
        (2 * _HOUR, _MINUTE, "min"),
    ):
        if nanoseconds < limit:
            return f"{_three(nanoseconds / unit)} {name}"
    return f"{_three(nanoseconds / _HOUR)} h"


def percent(share: float | None) -> str:
    """`12 %` of 0.12."""
    if share is None:
        return NOTHING
    return f"{share * 100:.0f} %" if share >= 0.1 or not share else f"{share * 100:.1f} %"


def moment(time_ns: int) -> str:
    """`2026-11-22 04:15:01 UTC`."""
    return f"{datetime.fromtimestamp(time_ns // 10**9, UTC):%Y-%m-%d %H:%M:%S} UTC"


def axis_time(time_ns: int) -> str:
    """As axes of time take it."""
    return datetime.fromtimestamp(time_ns / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]


def _three(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
