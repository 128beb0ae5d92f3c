"""Appends of a follower: what its leader stored, taken over as it is (fetch G.5).

Batches keep their offsets, epochs and bytes, so both logs agree byte by byte. What came over the
wire is still doubted: the checksum is computed, and offsets must go on from the log's end, gaps
allowed. A batch that is cut at the end of the answer is left for the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import batch_crc, iter_headers
from kafkawire.records.errors import CorruptRecord, InvalidRecords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.log.growing import GrowingLog
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader


def followed_batches(
    records: Buffer, log: GrowingLog, leader_epoch: int
) -> Iterator[tuple[bytes, BatchHeader]]:
    """The whole batches of `records` that `log` may append, each looked at when it is asked for.

    It ends before a batch of a later epoch than `leader_epoch`, which this follower has yet to
    hear of (G-47). Raises `ApiError` with CORRUPT_MESSAGE for a batch that is not what its leader
    stored, with UNKNOWN_SERVER_ERROR for one that begins below the log's end (G-46).
    """
    whole = memoryview(records)
    try:
        for position, header in iter_headers(records):
            # A copy: the answer it came in should not be kept for it.
            batch = bytes(whole[position : position + header.size])
            if batch_crc(batch, 0, len(batch)) != header.crc:
                raise ApiError(ErrorCode.CORRUPT_MESSAGE)
            if header.partition_leader_epoch > leader_epoch:
                return
            if header.base_offset < log.log_end_offset:
                raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
            yield batch, header
    except (CorruptRecord, InvalidRecords) as error:
        raise ApiError(ErrorCode.CORRUPT_MESSAGE, str(error)) from None
