"""Compressed batches of any bytes."""

from __future__ import annotations

from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import compress


def packed(section: bytes, count: int, codec: int = 1) -> bytearray:
    """A compressed batch of these bytes."""
    batch = encode_batch([]) + compress(codec, section)
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[22] = codec
    batch[57:61] = count.to_bytes(4, "big")
    return batch
