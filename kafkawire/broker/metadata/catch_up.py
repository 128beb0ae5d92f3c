"""From when on a node may publish the metadata that it has read (replication A-69).

Kafka's `MetadataLoader.stillNeedToCatchUp`. An image is complete when everything that was committed
is in it, and when it has a record of a controller: a log of leader changes alone has no metadata.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.broker.metadata.image import MetadataImage


class CatchUp:
    """The state of one reader of the metadata log. Once it has caught up it stays so."""

    __slots__ = ("_has_caught_up", "_has_records")

    def __init__(self) -> None:
        self._has_records = False
        self._has_caught_up = False

    def read_records(self) -> None:
        """Note that a data record of the log, or a snapshot, was applied."""
        self._has_records = True

    def may_publish(
        self, image: MetadataImage, applied_end: int, high_watermark: int | None
    ) -> bool:
        """Return True if `image`, which has all records below `applied_end`, may be published.

        Call it after each whole batch: readers see all records of a batch or none of them. The
        first time everything below `high_watermark`, None if that is unknown, must be applied.
        Half of a transaction is never published (replication A-68).
        """
        if not self._has_caught_up:
            is_complete = high_watermark is not None and applied_end >= high_watermark
            self._has_caught_up = is_complete and self._has_records
        return self._has_caught_up and not image.in_transaction
