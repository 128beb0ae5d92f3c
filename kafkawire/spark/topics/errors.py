"""What goes wrong in the source, under the names that Spark's own connector gives it.

Spark shows the text of a Python exception and nothing else of it, so the name of the error class
(`kafka-error-conditions.json` of Spark 4.2) stands in the text, where searches find it. The rest of
the sentence says what is known beyond that: which kind of loss it is, and what is there instead.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from kafkawire.spark.cluster import TopicPartition

LOG = logging.getLogger("kafkawire.spark.topics")
ADVICE = (
    "Some data may have been lost because they are not available in Kafka any more."
    " To go on without them set the source option 'failOnDataLoss' to 'false'. Reason:"
)


class SourceError(Exception):
    """The query cannot go on; the text begins with the name of the error class, in brackets."""


class DataLoss(SourceError):
    """KAFKA_DATA_LOSS: offsets that were promised are not there."""


def source_error(name: str, text: str) -> SourceError:
    """An error of Spark's connector by its name."""
    return SourceError(f"[{name}] {text}")


def shown(partitions: Iterable[TopicPartition]) -> str:
    """Partitions as Spark prints a set of them."""
    return "{" + ", ".join(str(each) for each in sorted(partitions)) + "}"


class Losses:
    """What to do about lost data: `failOnDataLoss` is asked here and nowhere else.

    `report` raises DataLoss, or tells the log and returns: then the caller goes on with what is
    left. The text should say which kind of loss it is.
    """

    __slots__ = ("_fails",)

    def __init__(self, *, fails: bool) -> None:
        self._fails = fails

    def report(self, name: str, text: str) -> None:
        """Something of the KAFKA_DATA_LOSS family happened."""
        if self._fails:
            raise DataLoss(f"[KAFKA_DATA_LOSS.{name}] {ADVICE} {text}")
        LOG.warning("KAFKA_DATA_LOSS.%s: %s", name, text)

    @property
    def fails(self) -> bool:
        """Whether `report` raises."""
        return self._fails
