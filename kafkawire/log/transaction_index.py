"""The aborted transactions of one segment, for consumers that read committed records only.

One entry for each ABORT marker that ended an open transaction, kept by the segment that holds the
marker, in the order of completion (fetch H-14). Scanning may stop at an entry whose last stable
offset is at or above the upper bound: nothing that completed later can reach below it.
"""

from __future__ import annotations

from typing import NamedTuple


class AbortedTransaction(NamedTuple):
    """An aborted transaction; `last_offset` is the marker's own offset.

    `last_stable_offset` is what it was right after this transaction had completed.
    """

    producer_id: int
    first_offset: int
    last_offset: int
    last_stable_offset: int


class TransactionIndex:
    """Aborted transactions in the order of their markers."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[AbortedTransaction] = []

    def append(self, aborted: AbortedTransaction) -> None:
        """Add the transaction that the newest marker has aborted."""
        self.entries.append(aborted)

    def collect(self, fetch_offset: int, upper_bound: int, found: list[tuple[int, int]]) -> bool:
        """Add (producer id, first offset) of what overlaps [fetch_offset, upper_bound).

        True when the scan is over: no later entry, in this segment or the next, can matter.
        """
        for aborted in self.entries:
            if aborted.last_offset >= fetch_offset and aborted.first_offset < upper_bound:
                found.append((aborted.producer_id, aborted.first_offset))
            if aborted.last_stable_offset >= upper_bound:
                return True
        return False

    def truncate(self, offset: int) -> None:
        """Forget the transactions whose markers lie at `offset` or behind it."""
        self.entries = [aborted for aborted in self.entries if aborted.last_offset < offset]
