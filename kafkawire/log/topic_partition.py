"""The key by which everything about a partition is found."""

from __future__ import annotations

from typing import NamedTuple

CLUSTER_METADATA = "__cluster_metadata"
"""The topic of the metadata log, in every data directory."""


class TopicPartition(NamedTuple):
    """A partition's name: the topic and the number of the partition within it."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"
