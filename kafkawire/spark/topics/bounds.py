"""Where to begin and where to end, as options say it.

`startingTimestamp` goes before `startingOffsetsByTimestamp`, and this before `startingOffsets`;
ends have the same, and are for batches only. Streams begin at latest, batches at earliest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.spark.cluster import OptionError
from kafkawire.spark.topics.offsets import EARLIEST, LATEST, Offsets, parse_offsets


class Bound(NamedTuple):
    """One of: EARLIEST or LATEST `everywhere`, `offsets`, `timestamps`, a `timestamp`; in ms."""

    everywhere: int | None = None
    offsets: Offsets | None = None
    timestamps: Offsets | None = None
    timestamp: int | None = None

    @property
    def is_time(self) -> bool:
        """Whether it has to be looked up in the logs."""
        return self.timestamps is not None or self.timestamp is not None


FROM_EARLIEST = Bound(everywhere=EARLIEST)
FROM_LATEST = Bound(everywhere=LATEST)


def starting(given: Mapping[str, str], *, is_stream: bool) -> Bound:
    """From options in lower case. Raises OptionError."""
    found = _bound(given, "starting") or (FROM_LATEST if is_stream else FROM_EARLIEST)
    if is_stream:
        return found
    if found.everywhere == LATEST:
        raise OptionError("starting offset can't be latest for batch queries on Kafka")
    for each, offset in (found.offsets or {}).items():
        if offset == LATEST:
            raise OptionError(
                f"startingOffsets for {each} can't be latest for batch queries on Kafka"
            )
    return found


def ending(given: Mapping[str, str], *, is_stream: bool) -> Bound:
    """From options in lower case; latest unless told. Raises OptionError."""
    found = _bound(given, "ending")
    if found is None:
        return FROM_LATEST
    if is_stream:
        what = "timestamp" if found.is_time else "offset"
        raise OptionError(f"ending {what} not valid in streaming queries")
    if found.everywhere == EARLIEST:
        raise OptionError("ending offset can't be earliest for batch queries on Kafka")
    for each, offset in (found.offsets or {}).items():
        if offset == EARLIEST:
            raise OptionError(
                f"ending offset for {each} can't be earliest for batch queries on Kafka"
            )
    return found


def is_missing_latest(start: Bound) -> bool:
    """Whether it means something else each time it is looked at."""
    return start.everywhere == LATEST or LATEST in (start.offsets or {}).values()


def _bound(given: Mapping[str, str], which: str) -> Bound | None:
    by_time = given.get(f"{which}timestamp")
    if by_time is not None:
        return Bound(timestamp=_timestamp(by_time.strip(), which))
    by_times = given.get(f"{which}offsetsbytimestamp")
    if by_times is not None:
        timestamps = parse_offsets(by_times)
        if any(timestamp < 0 for timestamp in timestamps.values()):
            raise OptionError(f"Option '{which}OffsetsByTimestamp': timestamps are not negative")
        return Bound(timestamps=timestamps)
    text = given.get(f"{which}offsets", "").strip()
    if not text:
        return None
    names = {"earliest": FROM_EARLIEST, "latest": FROM_LATEST}
    return names.get(text.lower()) or Bound(offsets=parse_offsets(text))


def _timestamp(text: str, which: str) -> int:
    if not text.isdecimal():
        raise OptionError(
            f"Option '{which}Timestamp' must be milliseconds since 1970, not '{text}'"
        )
    return int(text)
