"""`leader-epoch-checkpoint`: which leader epoch began at which offset, oldest first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kafkawire.log.formats.checkpoint import decode_lines, encode_lines
from kafkawire.log.formats.text import INT32_MAX, INT64_MAX, number_of

FILE_NAME = "leader-epoch-checkpoint"


class EpochStart(NamedTuple):
    """A leader epoch and the offset of its first record."""

    epoch: int
    start_offset: int


def encode(entries: Iterable[tuple[int, int]]) -> bytes:
    """A checkpoint of (epoch, start offset) pairs."""
    return encode_lines([f"{epoch} {start_offset}" for epoch, start_offset in entries])


def decode(data: bytes) -> list[EpochStart]:
    """The epochs in their order; raises CorruptFile."""
    return [
        EpochStart(number_of(epoch, INT32_MAX, "epoch"), number_of(start, INT64_MAX, "offset"))
        for epoch, start in decode_lines(data, 2)
    ]
