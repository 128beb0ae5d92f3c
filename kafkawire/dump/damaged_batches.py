"""How many batches of a range are damaged, found fast.

Every batch that passes is verified, whatever else is asked of it, so this must cost little: a batch
of magic 2 costs about a microsecond, and its bytes go through the checksum at their speed. What is
not such a batch is left to `batches_in`.
"""

from __future__ import annotations

from struct import Struct

from kafkawire.dump.batches import batches_in
from kafkawire.records.batch import ATTRIBUTES_AT, HEADER_BYTES, LOG_OVERHEAD, MAGIC
from kafkawire.records.crc32c import crc32c

_head = Struct(">8xi4xbI").unpack_from
"""The batch's length, magic and checksum."""


def damaged_batches(data: bytes, start: int, end: int) -> int:
    """How many batches from `start` to `end` have a wrong checksum, or are no batches at all.

    The last one may be cut, as brokers do: a part of a batch is not damaged.
    """
    found = 0
    end = min(end, len(data))
    with memoryview(data) as view:
        while end - start >= HEADER_BYTES:
            length, magic, stored = _head(data, start)
            stop = start + LOG_OVERHEAD + length
            if magic != MAGIC or length < HEADER_BYTES - LOG_OVERHEAD or stop > end:
                break
            with view[start + ATTRIBUTES_AT : stop] as covered:
                if crc32c(covered) != stored:
                    found += 1
            start = stop
    return found + _damaged_others(data, start, end) if start < end else found


def _damaged_others(data: bytes, start: int, end: int) -> int:
    return sum(
        batch.wrong_crc is not None or batch.problem is not None
        for batch in batches_in(data, start, end)
    )
