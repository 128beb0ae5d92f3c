"""Who is to hear when a topic comes, grows or goes.

Only the groups that read the topic: nothing here looks at all groups. They are not told more than
that their metadata are out of date; whoever heartbeats next finds out what that means for the
group (groups D-22).
"""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.metadata.image import MetadataImage

LONG_AGO_MS = 0
NEVER = -1


class Reader(Protocol):
    """A group that reads topics."""

    metadata_deadline_ms: int


class TopicWatch:
    """The readers of each topic, over all shards of a coordinator."""

    __slots__ = ("_known", "_readers", "created_version")

    def __init__(self) -> None:
        self._readers: dict[str, set[Reader]] = {}
        self._known = 0
        self.created_version = NEVER
        """The version of the metadata in which there was last a topic that is new (D-48)."""

    def readers_of(self, topic: str) -> frozenset[Reader]:
        """The groups that read a topic, whether it exists or not."""
        return frozenset(self._readers.get(topic, ()))

    def add(self, topics: Iterable[str], reader: Reader) -> None:
        """From now on the group reads these topics, too."""
        for topic in topics:
            self._readers.setdefault(topic, set()).add(reader)

    def remove(self, topics: Iterable[str], reader: Reader) -> None:
        """The group no longer reads these topics."""
        for topic in topics:
            readers = self._readers.get(topic)
            if readers is not None:
                readers.discard(reader)
                if not readers:
                    del self._readers[topic]

    def topics_changed(self, topics: Iterable[str], metadata: MetadataImage) -> None:
        """Topics are new, have grown or are gone."""
        if len(metadata.topics) > self._known:
            self.created_version = metadata.applied_offset
        self._known = len(metadata.topics)
        if self._readers:
            for topic in topics:
                for reader in self._readers.get(topic, ()):
                    reader.metadata_deadline_ms = LONG_AGO_MS
