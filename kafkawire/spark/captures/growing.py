"""How far captures that grow have got, and whether they are still the ones that they were.

A file's offset is a pair: where its last whole packet ends, and a mark of how the file begins, up
to some bytes of its first packet (what is before that is the same in all files of a ring). There is
none before the first packet is there; from then on nothing before it changes. Where the mark is
another one, so is the file, be it a longer one.

What can be seen never to be followed is refused at once, as soon as there is enough to see it by;
a file that is shorter than that is one that has just begun.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from kafkawire.dump.inputs.files import GZIP_MAGIC, ZSTD_MAGIC
from kafkawire.dump.inputs.pcap import MAGICS, PACKET_BYTES_MAX
from kafkawire.dump.inputs.pcapng import MAGIC
from kafkawire.spark.captures.layout import (
    BLOCK_BYTES_MAX,
    FILE_HEADER_BYTES,
    Buffer,
    Layout,
    layout_of,
    map_file,
    records_between,
)

MARK_BYTES = 64
"""So much of the first packet, its header included, is in the mark: its time at least."""
STEP_BYTES = 64 << 20
"""So much is looked through at once: an entry for each packet is held meanwhile."""

Offsets = dict[str, list[int]]
"""Of files by their paths: the two numbers of Reached, as JSON has them."""


class CannotFollow(Exception):
    """A capture cannot be followed, or not any more; the text says which and why."""


class Reached(NamedTuple):
    """How far a file has been read."""

    end: int
    """Where the last whole packet ends."""
    mark: int
    """Of how the file begins, as far as that is before the end."""


NOTHING = Reached(0, 0)


def reached_in(offsets: Offsets, path: str) -> Reached:
    """How far a file is in offsets."""
    return Reached._make(offsets.get(path, NOTHING))


def reach_of(
    path: str, known: Reached = NOTHING, *, size: int | None = None, bytes_max: int | None = None
) -> Reached:
    """How far a file can be read now; NOTHING if no packet is there yet.

    Only its first `size` bytes count, and no more than some `bytes_max` behind what is known.
    Raises CannotFollow, OSError.
    """
    data = map_file(path)
    layout = _same_layout(path, data, known)
    if layout is None:
        return NOTHING
    stop = len(data) if size is None else min(size, len(data))
    end = _end_of(path, layout, data, (max(known.end, layout.first), stop, bytes_max))
    return Reached(end, _mark(layout, data, end)) if end > layout.first else NOTHING


def check_same(path: str, known: Reached) -> None:
    """Raises CannotFollow if a file is not the one any more of which this is known; OSError."""
    _same_layout(path, map_file(path), known)


def _same_layout(path: str, data: Buffer, known: Reached) -> Layout | None:
    if len(data) < known.end:
        raise CannotFollow(f"{path} has become shorter: {len(data)} bytes, {known.end} were read")
    layout = _layout(path, data)
    if known.end and (layout is None or _mark(layout, data, known.end) != known.mark):
        raise CannotFollow(f"{path} was replaced: it begins otherwise than what was read of it")
    return layout


def _layout(path: str, data: Buffer) -> Layout | None:
    magic = bytes(data[:4])
    if len(magic) < 4:
        return None
    if magic.startswith((GZIP_MAGIC, ZSTD_MAGIC)):
        raise CannotFollow(f"{path} is packed, and cannot be followed: unpack it, or take it away")
    if magic not in MAGICS and magic != MAGIC:
        raise CannotFollow(f"{path} is no capture: neither pcap nor pcapng begins so")
    layout = layout_of(data)
    if layout is None and len(data) >= FILE_HEADER_BYTES:
        raise CannotFollow(f"{path} has interfaces or blocks by which it cannot be followed")
    return layout


def _mark(layout: Layout, data: Buffer, end: int) -> int:
    begin = data[: min(end, layout.first + MARK_BYTES)]
    return int.from_bytes(blake2b(begin, digest_size=6).digest())


def _end_of(path: str, layout: Layout, data: Buffer, where: tuple[int, int, int | None]) -> int:
    """Where the last packet ends that begins from `at` on and is whole before `stop`."""
    at, stop, bytes_max = where
    bound = stop if bytes_max is None else min(stop, at + bytes_max)
    packet_max = BLOCK_BYTES_MAX if layout.is_pcapng else PACKET_BYTES_MAX + layout.header_bytes
    while at < bound:
        records = records_between(layout, data, at, min(bound, at + STEP_BYTES))
        if records.end > stop:  # the last one may have been half there
            return int(records.at[-1])
        if not records.is_whole:
            if len(data) - records.end > packet_max:
                raise CannotFollow(f"{path} has no packet at byte {records.end}, and much behind")
            return records.end
        at = records.end
    return at
