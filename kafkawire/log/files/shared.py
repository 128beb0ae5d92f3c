"""What all logs of a data directory share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.background import Background, inline
from kafkawire.log.files.observer import Unobserved
from kafkawire.log.files.open_files import OpenFiles
from kafkawire.log.files.tails import Tails
from kafkawire.log.read import LatestRead

if TYPE_CHECKING:
    from random import Random

    from kafkawire.log.config import LogConfig
    from kafkawire.log.files.disk import Disk
    from kafkawire.log.files.observer import StoreObserver
    from kafkawire.log.segment import Segment

INDEXES_LOADED_MAX = 64
"""Sealed segments whose indexes are in memory; each may take some megabytes."""
EVER = -(1 << 63)


class Shared:
    """The disk, the open files, the memory and the observer of many stores.

    `random` gives each new segment its own jitter; without one there is none.
    """

    __slots__ = (
        "_indexed",
        "_random",
        "background",
        "disk",
        "files",
        "latest_read",
        "observer",
        "producers_since_ms",
        "tails",
    )

    def __init__(
        self,
        disk: Disk,
        *,
        open_files_max: int,
        observer: StoreObserver | None = None,
        random: Random | None = None,
        background: Background = inline,
    ) -> None:
        self.disk = disk
        self.files = OpenFiles(disk, open_files_max)
        self.tails = Tails()
        self.latest_read = LatestRead()
        self.observer: StoreObserver = observer or Unobserved(disk)
        self.background = background
        self.producers_since_ms = EVER
        """Producers that have not written since are not taken from snapshots."""
        self._random = random
        self._indexed: dict[Segment, None] = {}

    def roll_jitter_ms(self, config: LogConfig) -> int:
        """Return another one for each segment, so that many partitions do not roll at once."""
        most_ms = min(config.segment_jitter_ms, config.segment_ms)
        return self._random.randrange(most_ms) if most_ms and self._random is not None else 0

    def indexes_loaded(self, segment: Segment) -> None:
        """The indexes of a sealed segment are in memory; those of another one may have to go."""
        self._indexed[segment] = None
        while len(self._indexed) > INDEXES_LOADED_MAX:
            oldest = next(iter(self._indexed))
            del self._indexed[oldest]
            oldest.forget_indexes()

    def indexes_needed(self, segment: Segment) -> None:
        """The indexes of a segment have to stay: it is appended to, or gone."""
        self._indexed.pop(segment, None)
