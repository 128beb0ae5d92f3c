"""What can be wrong with bytes that should become columns.

The quick ways through records do not explain themselves: whatever they do not know is `Unfit`, and
those rows are decoded again by `kafkawire.records`, one record at a time, which either can or says
what is wrong. So there is one definition of what is valid, and one set of words.
"""

from __future__ import annotations

from kafkawire.records.errors import InvalidRecords, RecordsError, UnreadableRecords


class Unfit(Exception):
    """A quick way met what it does not know. Never leaves this package."""


class MalformedTimestamp(InvalidRecords):
    """Milliseconds that are no microseconds of 64 bits (KAFKA_MALFORMED_RECORD_TIMESTAMP)."""


def located(error: RecordsError, *, topic: str, partition: int, offset: int, position: int) -> None:
    """Raise `error` again with the place where it was met: a batch's offset and position."""
    message = f"{topic}-{partition}, the batch of offset {offset} at byte {position}: {error}"
    if isinstance(error, UnreadableRecords):
        raise UnreadableRecords(message) from error
    raise type(error)(message) from error
