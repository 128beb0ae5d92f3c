"""A listener of a partition that is always interested (see `replicas.partition`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.replicas.partition import Partition


class ChangeWatch:
    """Calls `changed` once for the next change of `partition` after each `listen`.

    Coordinators look at the high watermark then. A quiet change calls it too: it commits nothing,
    so `changed` finds nothing to do and listens again.
    """

    __slots__ = ("_changed", "_is_listening", "_partition")

    def __init__(self, partition: Partition, changed: Callable[[], None]) -> None:
        self._partition = partition
        self._changed = changed
        self._is_listening = False

    def listen(self) -> None:
        """Be called for the next change, however often this is asked for."""
        if not self._is_listening:
            self._is_listening = True
            self._partition.listen(self)

    @property
    def is_abandoned(self) -> bool:
        """False: a coordinator lives as long as its partition is led here."""
        return False

    def partition_changed(self) -> None:
        """See `PartitionListener`."""
        self._is_listening = False
        self._changed()

    def partition_changed_quietly(self) -> None:
        """See `PartitionListener`."""
        self.partition_changed()
