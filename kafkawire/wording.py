"""Words for people that several commands use: counts with their nouns, times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a number and what is counted: "1 partition", "1,200 partitions", "3 entries"."""
    return f"{count:,} {noun if count == 1 else plural or pluralized(noun)}"


def pluralized(noun: str) -> str:
    """Return the plural of a noun of which English has no other: batches, entries, keys."""
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("ch", "sh", "s", "x")) else f"{noun}s"


def iso(timestamp_ms: int) -> str | None:
    """Return a timestamp as ISO 8601 in UTC; None below 0, and beyond the year 9999."""
    if timestamp_ms < 0:
        return None
    try:
        found = _EPOCH + timedelta(milliseconds=timestamp_ms)
    except OverflowError:
        return None
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")
