"""What the batches of a partition come to: records, offsets, codec, sizes opened and closed.

Whether compression pays is only known by trying: what is compressed is opened to be measured, and
what is not is tried out in one row of eight, which is chosen by where the message stands, so that
everybody chooses the same.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import compress

from kafkawire.dump.batches import (
    DECOMPRESSED_BYTES_MAX,
    WireBatch,
    batches_in,
    codec_name,
)
from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.batch import HEADER_BYTES
from kafkawire.records.compression import decompress
from kafkawire.spark.tables.placed import Place

SAMPLED_EACH = 8
SAMPLE_BYTES_MAX = 4_096
SAMPLE_BYTES_MIN = 256
"""Less says nothing of what a batch would shrink to."""


class Batches(NamedTuple):
    """The columns of `partitions` that describe the batches, under the names of the columns."""

    records_bytes: int = 0
    batches: int = 0
    records: int = 0
    first_offset: int | None = None
    last_offset: int | None = None
    max_timestamp_ms: int | None = None
    codec: str | None = None
    uncompressed_bytes: int | None = None
    sample_bytes: int | None = None
    sample_compressed_bytes: int | None = None
    producer_id: int | None = None
    is_transactional: bool | None = None
    problem: str | None = None


NOTHING = Batches()


def measured(data: bytes, place: Place | None, base_offset: int | None, turn: int) -> Batches:
    """Of the batches at a place in a frame.

    A producer does not know offsets: `base_offset` is what the broker gave the first record, -1 if
    that is not known, or None where the batches themselves say their offsets.
    """
    if place is None:
        return NOTHING
    found = list(batches_in(data, *place))
    whole = [each for each in found if not each.is_partial and each.magic >= 0]
    if not whole:
        problem = _problem(found)
        return Batches(records_bytes=place[1] - place[0], problem=problem)
    first_offset, last_offset = _offsets(whole, base_offset)
    codecs = dict.fromkeys(each.codec for each in whole)
    header = whole[0].header
    is_plain = codecs.keys() == {codec_name(0)}
    sample_bytes, compressed_bytes = _sample(whole[0], turn) if is_plain else (None, None)
    timestamps = [each.header.max_timestamp for each in whole if each.header is not None]
    return Batches(
        records_bytes=place[1] - place[0],
        batches=len(whole),
        records=sum(each.count for each in whole),
        first_offset=first_offset,
        last_offset=last_offset,
        max_timestamp_ms=max(timestamps, default=None),
        codec=",".join(codecs),
        uncompressed_bytes=_opened(whole),
        sample_bytes=sample_bytes,
        sample_compressed_bytes=compressed_bytes,
        producer_id=None if header is None else header.producer_id,
        is_transactional=None if header is None else header.is_transactional,
        problem=_problem(found),
    )


def _problem(found: list[WireBatch]) -> str | None:
    texts = [str(each) for batch in found for each in (batch.wrong_crc, batch.problem) if each]
    return "; ".join(texts) or None


def _offsets(whole: list[WireBatch], base_offset: int | None) -> tuple[int | None, int | None]:
    """Of the first and the last record in the log."""
    first, last = whole[0].base_offset, whole[-1].base_offset
    header = whole[-1].header
    last += 0 if header is None else header.last_offset_delta
    if base_offset is None:
        return first, last
    return (None, None) if base_offset < 0 else (base_offset, base_offset + last - first)


def _opened(whole: list[WireBatch]) -> int | None:
    """Bytes of the same batches with nothing compressed; None if that is not known."""
    total = 0
    for batch in whole:
        header, size = batch.header, batch.end - batch.start
        if header is not None and header.compression:
            try:
                section = memoryview(batch.data)[batch.start + HEADER_BYTES : batch.end]
                opened = decompress(header.compression, section, max_bytes=DECOMPRESSED_BYTES_MAX)
            except ProtocolError:
                return None
            size = HEADER_BYTES + len(opened)
        elif header is None and batch.codec != codec_name(0):
            return None
        total += size
    return total


def _sample(batch: WireBatch, turn: int) -> tuple[int | None, int | None]:
    start = batch.start + (HEADER_BYTES if batch.header is not None else 0)
    sample = batch.data[start : min(batch.end, start + SAMPLE_BYTES_MAX)]
    if turn % SAMPLED_EACH or len(sample) < SAMPLE_BYTES_MIN:
        return None, None
    return len(sample), len(compress(sample, 1))
