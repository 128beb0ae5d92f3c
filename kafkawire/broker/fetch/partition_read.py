"""What a fetch gets of one partition: the entry of the response, and what it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.messages.fetch_response import FetchResponse

if TYPE_CHECKING:
    from kafkawire.broker.fetch.cached_partition import CachedPartition

PartitionData = FetchResponse.PartitionData


class PartitionRead(NamedTuple):
    """What one read gave; `size` counts against the budget and the minimum of the request."""

    cached: CachedPartition
    data: FetchResponse.PartitionData
    size: int

    @property
    def ends_wait(self) -> bool:
        """True if this ends the wait of the whole request (fetch D-1)."""
        return False

    @property
    def diverges(self) -> bool:
        """True if the client's history has left the history of the log (KIP-595)."""
        return self.data.diverging_epoch.epoch >= 0


class EndingRead(PartitionRead):
    """An error, a diverging epoch or a redirect."""

    __slots__ = ()

    @property
    def ends_wait(self) -> bool:
        """True."""
        return True


def rejection(partition: int, error: int) -> FetchResponse.PartitionData:
    """Return the entry of a partition that was refused before reading (fetch B-10, A-18)."""
    return PartitionData(
        partition_index=partition, error_code=error, high_watermark=-1, records=b""
    )
