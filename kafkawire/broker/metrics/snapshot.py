"""All metrics at one moment."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kafkawire.broker.metrics.catalogue import FAMILIES
from kafkawire.broker.metrics.families import Family, Sample

if TYPE_CHECKING:
    from kafkawire.broker.metrics.observed import Observed


class Snapshot(Mapping[str, int]):
    """Values by their full names, as `Family.key` writes them; in the catalogue's order.

    >>> snapshot["kafka.server:type=FetchSessionCache,name=NumIncrementalFetchSessions:Value"]
    0
    """

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.samples = samples
        """The same as structures."""
        self._values: dict[str, int] | None = None

    def __getitem__(self, key: str) -> int:
        return self._by_key()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key())

    def __len__(self) -> int:
        return len(self.samples)

    def _by_key(self) -> dict[str, int]:
        if self._values is None:
            self._values = {family.key(tags): value for family, tags, value in self.samples}
        return self._values


def take_snapshot(broker: "Observed") -> Snapshot:
    """All metrics of `broker`; the work is in proportion to its partitions."""
    return Snapshot([sample for family in FAMILIES for sample in read_family(family, broker)])


def read_family(family: Family, broker: "Observed") -> list[Sample]:
    """The metrics of one name."""
    return [Sample(family, tags, value) for tags, value in family.read(broker)]
