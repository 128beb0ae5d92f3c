"""What may happen to the file of a segment while no broker looks after it."""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.records.batch import iter_frames
from kafkawire.records.compression import GZIP, LZ4, NONE, SNAPPY, ZSTD

CODECS = {"none": NONE, "gzip": GZIP, "snappy": SNAPPY, "lz4": LZ4, "zstd": ZSTD}


def up_to(data: bytes, batches: int, rest: int = 0) -> bytes:
    """So many batches, and some bytes of the next one."""
    sizes = [size for _, size, _ in iter_frames(data)]
    return data[: sum(sizes[:batches]) + rest]


def overwritten(data: bytes, batches: int) -> bytes:
    """So many batches, and nothing of the rest."""
    return up_to(data, batches).ljust(len(data), b"\xff")


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "deleted": lambda data: None,
    "emptied": lambda data: b"",
    "cut at a batch": lambda data: up_to(data, 3),
    "cut within a batch": lambda data: up_to(data, 3, 20),
    "overwritten": lambda data: overwritten(data, 0),
    "overwritten at its end": lambda data: overwritten(data, 2),
    "a record changed": lambda data: flipped(data, len(up_to(data, 2)) - 3),
}
"""To a segment of four batches; None where there is no file any more."""
