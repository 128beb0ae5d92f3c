"""What goes into an append and what comes out of it."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.protocol.error_codes import ErrorCode

NO_TIMESTAMP = -1


class AppendOrigin(IntEnum):
    """Who appends; only a client's batches are doubted.

    A coordinator's records (groups, transactions, markers) and those of the metadata log were
    made by this process: they get offsets and an epoch, and nothing else is looked at.
    """

    CLIENT = 0
    COORDINATOR = 1
    RAFT = 2


class Verification(IntEnum):
    """What the transaction's coordinator said about this partition (KIP-890).

    It matters to transactional batches only.
    """

    MISSING = 0
    VERIFIED = 1


class AppendInfo(NamedTuple):
    """Where an append went.

    `log_append_time_ms` is -1 on a topic of CreateTime, except for a duplicate, which carries the
    timestamp of the batch it repeats (produce B-12). `size` is in bytes as stored, 0 for a
    duplicate, which has been appended long ago at the offsets given.
    """

    first_offset: int
    last_offset: int
    log_append_time_ms: int
    log_start_offset: int
    size: int
    duplicate: bool
    records_converted: int = 0
    """Records that were written anew, in another format or with another codec."""


class Defect(IntEnum):
    """What is wrong with a batch that contradicts itself, as far as Kafka counts it."""

    CHECKSUM = 0
    MAGIC = 1
    NUMBERS = 2
    """Offsets, counts, sequence numbers; control records of clients."""


class BatchRefused(ApiError):
    """A batch that was refused for a `Defect`."""

    def __init__(self, code: ErrorCode, defect: Defect) -> None:
        super().__init__(code)
        self.defect = defect


class RecordError(NamedTuple):
    """A record that was refused, by its index in the batch; None is Kafka's null text."""

    batch_index: int
    message: str | None


class RecordsRejected(ApiError):
    """Single records of a batch were refused, and the batch with them."""

    def __init__(self, code: ErrorCode, record_errors: list[RecordError], message: str) -> None:
        super().__init__(code, message)
        self.record_errors = record_errors
