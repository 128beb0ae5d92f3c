"""A log of five segments after a clean stop, to be damaged before the next start."""

from __future__ import annotations

from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.buffers import joined
from kafkawire.records.batch import iter_headers
from kafkawire.records.builder import encode_batch
from kafkawire.records.errors import CorruptRecord
from tests.support.log.batches import NOW_MS
from tests.support.log.kept import EPOCH, T0, Kept

END = 20
"""So many batches of one record, in segments that begin at 0, 4, 8, 12 and 16."""
VALUE = bytes(at * at * 17 % 251 for at in range(90))


def stopped(codec: int = 0, **configs: str) -> tuple[Kept, int]:
    """A log after a clean stop, and the size of its batches."""
    kept = Kept()
    batch = encode_batch([(NOW_MS, b"key", VALUE, [])], compression=codec)
    log = kept.open(T0, configs=configs_of(len(batch)) | configs)
    for _ in range(END):
        log.append_as_leader(bytearray(batch), leader_epoch=0, now_ms=NOW_MS)
    log.move_high_watermark(END)
    assert [each.base_offset for each in log.segments] == [0, 4, 8, 12, 16]
    assert kept.logs.close(EPOCH)
    return kept, len(batch)


def configs_of(size: int) -> dict[str, str]:
    """Of a log with four batches a segment, of which the third has an index entry."""
    return {
        "internal.segment.bytes": str(4 * size + 1),
        "index.interval.bytes": str(size + 1),
    }


def consumed(log: PartitionLog) -> str:
    """What a consumer reads, in stretches of offsets, until the end or an error."""
    found: list[list[int]] = []
    offset = log.log_start_offset
    while offset < log.log_end_offset:
        try:
            read = log.read(offset, max_bytes=1, upper_bound=log.log_end_offset, minimum_one=True)
        except CorruptRecord:
            return f"{_stretches(found)} corrupt"
        assert read.size, f"a consumer at {offset} waits for ever"
        (_, header), *_ = iter_headers(joined(list(read.buffers)))
        if not found or found[-1][1] + 1 < header.base_offset:
            found.append([header.base_offset, 0])
        found[-1][1] = header.last_offset
        offset = header.next_offset
    return _stretches(found)


def _stretches(found: list[list[int]]) -> str:
    return " ".join(f"{first}-{last}" for first, last in found)
