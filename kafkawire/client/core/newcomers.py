"""Partitions that came to be while the client was running: all of their records are new.

With auto.offset.reset=latest, a partition that was added since the group began would lose what was
written to it before the group noticed it. So a partition begins at the earliest offset if it did
not exist at the first assignment. Topics that the application names later are requested at that
moment: partitions in their first metadata count as existing before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.client.core.view import ClusterView, TopicView
    from kafkawire.client.values import TopicPartition


class Newcomers:
    """The number of partitions of each topic when the application first named it."""

    def __init__(self) -> None:
        self._counts: dict[str, int] | None = None
        """By topic; None before the first assignment."""
        self._expected: set[str] = set()
        """Topics that were named and not seen yet."""

    def expect(self, topics: Iterable[str], view: ClusterView) -> None:
        """Take what these topics have now, or in their first metadata, as old."""
        for topic in topics:
            if self._counts is not None and topic not in self._counts:
                self._expected.add(topic)
        self.on_view(view)

    def on_view(self, view: ClusterView) -> None:
        """Count the partitions of topics that were expected."""
        for topic in list(self._expected):
            known = view.topics.get(topic)
            if known is not None and self._counts is not None:
                self._counts[topic] = _count(known)
                self._expected.discard(topic)

    def assigned(self, partitions: Iterable[TopicPartition], view: ClusterView) -> None:
        """Take what exists at the first assignment as old; later ones change nothing."""
        if self._counts is not None:
            return
        self._counts = {name: _count(topic) for name, topic in view.topics.items()}
        for found in partitions:
            count = self._counts.get(found.topic, 0)
            self._counts[found.topic] = max(count, found.partition + 1)

    def is_new(self, found: TopicPartition) -> bool:
        """Return whether a partition came to be since the first assignment."""
        if self._counts is None or found.topic in self._expected:
            return False
        return found.partition >= self._counts.get(found.topic, 0)


def _count(topic: TopicView) -> int:
    return 0 if topic.error else len(topic.partitions)
