"""What can be wrong with records, and the Kafka error code that each wrong answers to.

All of it is `RecordsError`, a `DecodeError`. A client that meets one drops the connection or the
batch; a broker that meets one in a produce request answers that partition with `error_code`.
"""

from __future__ import annotations

from kafkawire.protocol.errors import DecodeError


class RecordsError(DecodeError):
    """Records that cannot be read. `error_code` is what Kafka's broker answers."""

    error_code = -1


class CorruptRecord(RecordsError):
    """Framing or checksum does not hold (Kafka's CorruptRecordException)."""

    error_code = 2


class InvalidRecords(RecordsError):
    """A whole batch whose records contradict it (Kafka's InvalidRecordException)."""

    error_code = 87


class UnsupportedCompression(RecordsError):
    """A codec that this format version does not have."""

    error_code = 76


class UnreadableRecords(RecordsError):
    """A codec id that nobody has, or bytes that its codec cannot decompress.

    Kafka's broker fails with an unexpected exception there: UNKNOWN_SERVER_ERROR.
    """

    error_code = -1


def too_large(codec: str, bytes_max: int) -> UnreadableRecords:
    """Return the error of records that decompress to more than `bytes_max`."""
    return UnreadableRecords(f"{codec}: more than {bytes_max} bytes when decompressed")


class Unconvertible(RecordsError):
    """Records that older formats cannot hold, for their negative timestamps.

    `is_late`: others were converted before them, so Kafka was already sending.
    """

    error_code = -1

    def __init__(self, message: str, *, is_late: bool) -> None:
        super().__init__(message)
        self.is_late = is_late
