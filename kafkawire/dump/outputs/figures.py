"""Sizes, durations and moments in few characters, always as many where they stand in columns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = 1_000_000_000
_UNITS = "KMGTPE"
SIZES_KEPT_MAX = 1024
"""Texts of sizes that are kept: most sizes come again soon."""


@lru_cache(maxsize=SIZES_KEPT_MAX)
def size_text(count: int) -> str:
    """Bytes in at most five characters: `812`, `1.2K`, `512K`, `1.0M`; K is 1024."""
    if count < 1000:
        return str(count)
    value = float(count)
    for unit in _UNITS:
        value /= 1024
        if value < 9.95:
            return f"{value:.1f}{unit}"
        if value < 999.5:
            return f"{value:.0f}{unit}"
    return f"{value:.0f}{_UNITS[-1]}"


def duration_text(duration_ns: int) -> str:
    """A duration in four significant characters and its unit: `81us`, `1.203ms`, `501.2ms`."""
    if duration_ns < 999_500:
        return f"{duration_ns / 1000:.0f}us"
    if duration_ns < 9_999_500:
        return f"{duration_ns / 1e6:.3f}ms"
    if duration_ns < 99_995_000:
        return f"{duration_ns / 1e6:.2f}ms"
    if duration_ns < 999_950_000:
        return f"{duration_ns / 1e6:.1f}ms"
    return _long_duration_text(duration_ns / 1e9)


def _long_duration_text(seconds: float) -> str:
    if seconds < 9.9995:
        return f"{seconds:.3f}s"
    if seconds < 99.995:
        return f"{seconds:.2f}s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}h{minutes:02}m" if hours else f"{minutes}m{rest:02}s"


@lru_cache(maxsize=64)
def _second_text(second: int) -> str:
    """`2026-11-21T17:01:13`, or the number where no calendar has it."""
    try:
        return f"{_EPOCH + timedelta(seconds=second):%Y-%m-%dT%H:%M:%S}"
    except OverflowError:
        return f"1970-01-01T00:00:{second}"


def iso_text(time_ns: int) -> str:
    """`2026-11-21T17:01:13.123456789Z`."""
    second, rest = divmod(time_ns, _SECOND)
    return f"{_second_text(second)}.{rest:09}Z"


def clock_text(time_ns: int) -> str:
    """`17:01:13.123456`, in UTC."""
    second, rest = divmod(time_ns, _SECOND)
    return f"{_second_text(second)[11:]}.{rest // 1000:06}"


def date_text(time_ns: int) -> str:
    """`2026-11-21 17:01:13.123456 UTC`."""
    second, rest = divmod(time_ns, _SECOND)
    return f"{_second_text(second).replace('T', ' ')}.{rest // 1000:06} UTC"
