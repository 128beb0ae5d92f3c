"""What checking the records of a batch has found so far: where it stands, and what a log needs."""

from __future__ import annotations

from typing import NamedTuple


class RecordsInfo(NamedTuple):
    """What a broker learns from the records of a batch while it checks them.

    Timestamps in milliseconds, those of records without one (-1) included. The offset is that of
    the first record with the greatest timestamp. Kafka tolerates records whose offsets do not
    count up from the base offset in an uncompressed batch, and fails on them in a compressed one.
    """

    min_timestamp: int
    max_timestamp: int
    offset_of_max_timestamp: int
    has_null_key: bool
    offsets_are_dense: bool


NO_RECORD_BYTES_MAX = 1 << 31
"""A bound that no record's length can exceed."""


class Tally:
    """The records before `index`, which end at `at`, are good; and what is known of them.

    Timestamps are kept as deltas to the base, offsets too.
    """

    __slots__ = (
        "at",
        "has_null_key",
        "index",
        "is_dense",
        "is_skimmed",
        "maximum",
        "minimum",
        "offset_delta_of_maximum",
        "record_bytes_max",
    )

    def __init__(
        self, at: int, *, is_skimmed: int = False, record_bytes_max: int = NO_RECORD_BYTES_MAX
    ) -> None:
        self.at = at
        self.record_bytes_max = record_bytes_max
        """The greatest length that a record may claim, without the length field itself."""
        self.is_skimmed = is_skimmed
        """Whether fields need not fill their record."""
        self.index = 0
        self.minimum = 0
        self.maximum = 0
        self.offset_delta_of_maximum = 0
        self.has_null_key = False
        self.is_dense = True

    def add(self, *, minimum: int, maximum: int, offset_delta: int, count: int, at: int) -> None:
        """Take in `count` records that end at `at`; `offset_delta` is of their first maximum."""
        if self.index == 0:
            self.minimum, self.maximum = minimum, maximum
            self.offset_delta_of_maximum = offset_delta
        if maximum > self.maximum:
            self.maximum = maximum
            self.offset_delta_of_maximum = offset_delta
        self.minimum = min(minimum, self.minimum)
        self.index += count
        self.at = at
