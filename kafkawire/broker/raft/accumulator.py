"""Operations that a leader has accepted and not yet appended (Kafka's `BatchAccumulator`).

Records of one operation stay in one batch. Offsets are given out at once, because only the leader
appends. A batch is due when its first operation has waited for the linger time, or it is full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft.outbox import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

BATCH_BYTES_MAX = 8 << 20
RECORD_OVERHEAD_BYTES = 32
"""More than the head of a record without a key takes."""


class Accumulator:
    """Batches in the making; `next_offset` is where the next operation begins."""

    __slots__ = ("_batches", "_linger_ms", "_sizes", "deadline_ms", "next_offset")

    def __init__(self, next_offset: int, linger_ms: int) -> None:
        self._linger_ms = linger_ms
        self.next_offset = next_offset
        self.deadline_ms = NEVER
        self._batches: list[list[bytes]] = []
        self._sizes: list[int] = []

    def add(self, values: Sequence[bytes], now_ms: int) -> int:
        """Accept one operation; return the offset of its last record.

        Raises `ValueError` if the records of the operation do not fit into one batch.
        """
        size = sum(len(value) + RECORD_OVERHEAD_BYTES for value in values)
        if size > BATCH_BYTES_MAX:
            raise ValueError(f"an operation of {size} bytes exceeds {BATCH_BYTES_MAX}")
        if not self._batches:
            self.deadline_ms = now_ms + self._linger_ms
        if self._batches and self._sizes[-1] + size <= BATCH_BYTES_MAX:
            self._batches[-1] += values
            self._sizes[-1] += size
        else:
            if self._batches:
                self.deadline_ms = now_ms
            self._batches.append(list(values))
            self._sizes.append(size)
        self.next_offset += len(values)
        return self.next_offset - 1

    def drain(self) -> list[list[bytes]]:
        """Return all batches, which the caller appends now."""
        batches, self._batches = self._batches, []
        self._sizes.clear()
        self.deadline_ms = NEVER
        return batches
