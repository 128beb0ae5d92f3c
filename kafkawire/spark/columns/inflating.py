"""The records of many batches in one buffer, whatever their codec.

Batches without a codec stay where they are. As soon as one of a run has a codec, all of them go
into one piece of memory, decompressed there right behind each other: blocks of lz4 and snappy and
frames of zstd are written where they belong, nothing is joined afterwards. That memory is kept for
the next run, for fresh memory costs as much as decompressing into it; the columns are copies and
do not refer to it.

What cannot be decompressed this way is left to `kafkawire.records.compression`, which can or says
why. The bounds are its own: no batch becomes larger than DECOMPRESSED_BYTES_MAX, and no more
memory is taken than what a block can become.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from kafkawire.protocol.buffers import Buffer
from kafkawire.records import lz4_frame, zstd_frame
from kafkawire.records.batch import CODEC_MASK, HEADER_BYTES, BatchHeader
from kafkawire.records.compression import (
    DECOMPRESSED_BYTES_MAX,
    LZ4,
    NONE,
    SNAPPY,
    ZSTD,
    decompress,
)
from kafkawire.records.snappy_blocks import RATIO_MAX, XERIAL_HEAD, XERIAL_MAGIC_BYTES
from kafkawire.spark.columns.frames import Frame
from kafkawire.spark.columns.head_fields import HeadFields, fields_of_heads
from kafkawire.spark.columns.varints import Integers, Octets

RECORD_BYTES_MIN = 7
"""Length, attributes, two deltas, two sizes, a header count."""
INFLATED_BYTES = 8 << 20
"""Records are decoded as soon as so many bytes of them are there."""
SCRATCH_BYTES = 10 << 20
SCRATCH_BYTES_MAX = 32 << 20
"""Larger memory is given back."""

_scratches: list[bytearray] = []


class Section(NamedTuple):
    """Records in one piece of memory: those of batch i are `data[begins[i]:ends[i]]`."""

    data: Octets
    frames: Sequence[Frame]
    fields: HeadFields
    begins: Integers
    ends: Integers


def sections(data: Buffer, frames: Sequence[Frame]) -> Iterator[Section]:
    """The records of these batches, which are of magic 2 and in `data`.

    A section is valid until the next one is asked for. Raises UnreadableRecords.
    """
    fields = fields_of_heads(data, frames)
    if not (fields.attributes & CODEC_MASK).any():
        yield _in_place(data, frames, fields)
        return
    scratch = _Scratch()
    try:
        yield from _inflated(data, frames, fields, scratch)
    finally:
        scratch.give_back()


def head_of(frame: Frame) -> BatchHeader:
    """The head of a batch of magic 2."""
    assert frame.header is not None
    return frame.header


def _codec(frame: Frame) -> int:
    return head_of(frame).compression


def _in_place(data: Buffer, frames: Sequence[Frame], fields: HeadFields) -> Section:
    first, last = frames[0].position, frames[-1].position + frames[-1].size
    octets = np.frombuffer(data, dtype=np.uint8, count=last - first, offset=first)
    begins = fields.positions + HEADER_BYTES - first
    return Section(octets, frames, fields, begins, fields.positions + fields.sizes - first)


class _Scratch:
    """Memory that is filled from the beginning, and grows."""

    __slots__ = ("memory", "used")

    def __init__(self) -> None:
        # Taken away while it is in use: there may be readers in several threads.
        self.memory = _scratches.pop() if _scratches else bytearray(SCRATCH_BYTES)
        self.used = 0

    def give_back(self) -> None:
        if len(self.memory) <= SCRATCH_BYTES_MAX:
            _scratches.append(self.memory)

    def room(self, size: int) -> memoryview:
        """Where the next `size` bytes go."""
        if self.used + size > len(self.memory):
            memory = bytearray(max(self.used + size, 2 * len(self.memory)))
            memory[: self.used] = memoryview(self.memory)[: self.used]
            self.memory = memory
        return memoryview(self.memory)[self.used : self.used + size]

    def add(self, data: Buffer) -> None:
        self.room(len(data))[:] = data
        self.used += len(data)


def _inflated(
    data: Buffer, frames: Sequence[Frame], fields: HeadFields, scratch: _Scratch
) -> Iterator[Section]:
    done = 0
    begins: list[int] = []
    edges: list[int] = []
    view = memoryview(data)
    for index, frame in enumerate(frames):
        begins.append(scratch.used)
        with view[frame.position + HEADER_BYTES : frame.position + frame.size] as content:
            _inflate(_codec(frame), content, scratch)
        edges.append(scratch.used)
        if scratch.used >= INFLATED_BYTES or index + 1 == len(frames):
            octets = np.frombuffer(scratch.memory, dtype=np.uint8, count=scratch.used)
            some = slice(done, index + 1)
            spans = np.array(begins), np.array(edges)
            yield Section(octets, frames[some], fields.some(some), *spans)
            done, scratch.used = index + 1, 0
            begins, edges = [], []


def _inflate(codec: int, content: memoryview, scratch: _Scratch) -> None:
    """Add what `content` becomes to the scratch."""
    import cramjam

    begin = scratch.used
    try:
        if codec == LZ4:
            _inflate_lz4(bytes(content), scratch, begin + DECOMPRESSED_BYTES_MAX)
        elif codec == SNAPPY and content[:XERIAL_MAGIC_BYTES] == XERIAL_HEAD[:XERIAL_MAGIC_BYTES]:
            _inflate_snappy(content, scratch, begin + DECOMPRESSED_BYTES_MAX)
        elif codec == ZSTD:
            bound = min(zstd_frame.decompressed_bound(bytes(content)), DECOMPRESSED_BYTES_MAX)
            scratch.used += cramjam.zstd.decompress_into(content, scratch.room(bound))
        else:
            scratch.add(content if codec == NONE else decompress(codec, content))
    except (cramjam.DecompressionError, _Unsure):
        scratch.used = begin
        scratch.add(decompress(codec, content))


class _Unsure(Exception):
    """Something is wrong; what, others know."""


def _inflate_lz4(content: bytes, scratch: _Scratch, used_max: int) -> None:
    from cramjam import lz4

    for block, is_stored, block_bytes in lz4_frame.iter_blocks(content, magic=2):
        if is_stored:
            scratch.add(block)
        else:
            room = scratch.room(block_bytes)
            scratch.used += lz4.decompress_block_into(block, room, output_len=block_bytes)
        if scratch.used > used_max:
            raise _Unsure


def _inflate_snappy(content: memoryview, scratch: _Scratch, used_max: int) -> None:
    from cramjam import snappy

    position = len(XERIAL_HEAD)
    if position > len(content):
        raise _Unsure
    while position < len(content):
        size = int.from_bytes(content[position : position + 4], "big", signed=True)
        position += 4
        if not 0 < size <= len(content) - position:
            raise _Unsure
        block = content[position : position + size]
        becomes = snappy.decompress_raw_len(block)
        if becomes > RATIO_MAX * size or scratch.used + becomes > used_max:
            raise _Unsure
        scratch.used += snappy.decompress_raw_into(block, scratch.room(becomes))
        position += size
