"""Leaving out what was aborted, as a consumer of committed records does.

A reader is given the aborted transactions that overlap what it reads, as producer id and first
offset. From that offset on, the producer's transactional batches are not shown, until its ABORT
marker comes by (Kafka's `CompletedFetch`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import BatchHeader
from kafkawire.records.control import read_marker


class AbortedSince(Protocol):
    """An aborted transaction, as a Fetch answer or a transaction index has it."""

    @property
    def producer_id(self) -> int:
        """Whose it was."""

    @property
    def first_offset(self) -> int:
        """The offset of its first record."""


class AbortedFilter:
    """Tells which batches are not to be shown; takes them in the order of the log."""

    __slots__ = ("_pending", "_producers")

    def __init__(self, aborted: Iterable[AbortedSince]) -> None:
        self._pending = sorted(
            ((each.first_offset, each.producer_id) for each in aborted), reverse=True
        )
        self._producers: set[int] = set()

    @property
    def is_at_work(self) -> bool:
        """Whether any batch may be hidden."""
        return bool(self._pending or self._producers)

    def hides(self, data: Buffer, position: int, header: BatchHeader) -> bool:
        """Whether the batch at `position` was aborted. Raises InvalidRecords for a bad marker."""
        pending, producers = self._pending, self._producers
        while pending and pending[-1][0] <= header.last_offset:
            producers.add(pending.pop()[1])
        if header.producer_id not in producers:
            return False
        if not header.is_control:
            return header.is_transactional
        marker = read_marker(data, position, header)
        if marker is not None and not marker.is_commit:
            producers.discard(header.producer_id)
        return True
