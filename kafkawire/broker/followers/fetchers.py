"""All fetchers of a broker (Kafka's `ReplicaFetcherManager`).

The publisher of the metadata image calls `follow` and `stop` for each partition that a delta
touches, after `Partition` has its new image, and `settle` at the end of the delta.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.followers.assignment import fetcher_number
from kafkawire.broker.followers.fetch_states import FetchState
from kafkawire.broker.followers.fetcher import Fetcher, Surroundings
from kafkawire.broker.followers.followed_partition import FollowedPartition

if TYPE_CHECKING:
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.log.topic_partition import TopicPartition


class Fetchers:
    """The followed partitions of a broker, and their fetchers by leader and number."""

    __slots__ = ("_count", "_fetchers", "_followed", "_touched", "_with")

    def __init__(self, surroundings: Surroundings) -> None:
        self._with = surroundings
        self._count = surroundings.settings.fetchers
        self._followed: dict[TopicPartition, tuple[int, FollowedPartition]] = {}
        """Leader and state, of failed partitions too."""
        self._fetchers: dict[tuple[int, int], Fetcher] = {}
        self._touched: dict[tuple[int, int], None] = {}
        """Fetchers that were given or have lost a partition in this delta."""

    def state(self, topic_partition: TopicPartition) -> FollowedPartition | None:
        """Return the state of a followed partition."""
        followed = self._followed.get(topic_partition)
        return None if followed is None else followed[1]

    @property
    def sizes(self) -> dict[tuple[int, int], int]:
        """The number of partitions of each fetcher, by leader and number."""
        return {key: len(fetcher.partitions) for key, fetcher in self._fetchers.items()}

    def follow(self, partition: Partition, now_ms: int) -> None:
        """Fetch a partition from the leader in its image (replication C-11).

        In the same leader epoch the fetcher goes on. Without a leader, or with a leader that is
        fenced, no fetcher has the partition until the metadata change again (C-12).
        """
        assert not partition.is_leader, f"{partition.topic_partition} is led here"
        followed = self._followed.get(partition.topic_partition)
        if followed is not None and _is_same(followed[1], partition):
            return
        self.stop(partition.topic_partition)
        leader = partition.image.leader
        if not self._with.replicas.peers.is_alive(leader):
            return
        versions = self._with.versions()
        found = FollowedPartition(partition, truncates_on_fetch=versions.truncates_on_fetch)
        self._followed[partition.topic_partition] = leader, found
        self._add(leader, found, now_ms)

    def stop(self, topic_partition: TopicPartition) -> None:
        """Do not fetch a partition any more: it is led here, deleted, or about to stop."""
        followed = self._followed.pop(topic_partition, None)
        if followed is not None:
            self._remove(*followed)

    def settle(self, now_ms: int) -> None:
        """End fetchers without partitions, and send what the others have (replication D-16)."""
        touched, self._touched = self._touched, {}
        for key in touched:
            fetcher = self._fetchers[key]
            if fetcher.partitions:
                fetcher.step(now_ms)
            else:
                del self._fetchers[key]
                fetcher.close(now_ms)

    def resize(self, count: int, now_ms: int) -> None:
        """Change num.replica.fetchers; partitions keep their states (replication D-5)."""
        moved = list(self._followed.values())
        for leader, found in moved:
            self._remove(leader, found)
        self._count = count
        for leader, found in moved:
            if found.state is not FetchState.FAILED:
                self._add(leader, found, now_ms)
        self.settle(now_ms)

    def throttles_changed(self, now_ms: int) -> None:
        """Follow a change of the throttled partitions."""
        for key, fetcher in self._fetchers.items():
            fetcher.look_at_quota()
            self._touched[key] = None
        self.settle(now_ms)

    def close(self, now_ms: int) -> None:
        """Stop all fetchers."""
        for topic_partition in list(self._followed):
            self.stop(topic_partition)
        self.settle(now_ms)

    def _key(self, leader: int, found: FollowedPartition) -> tuple[int, int]:
        return leader, fetcher_number(found.key.topic, found.key.partition, self._count)

    def _add(self, leader: int, found: FollowedPartition, now_ms: int) -> None:
        key = self._key(leader, found)
        fetcher = self._fetchers.get(key)
        if fetcher is None:
            fetcher = self._fetchers[key] = Fetcher(*key, self._with)
        fetcher.add(found, now_ms)
        self._touched[key] = None

    def _remove(self, leader: int, found: FollowedPartition) -> None:
        if found.owner is not None:
            key = self._key(leader, found)
            self._fetchers[key].remove(found)
            self._touched[key] = None


def _is_same(found: FollowedPartition, partition: Partition) -> bool:
    return found.partition is partition and found.leader_epoch == partition.leader_epoch
