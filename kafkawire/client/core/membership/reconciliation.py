"""From the partitions that a KIP-848 member owns to those that it should own.

One reconciliation at a time: revoke what is too much, then take what is new. Ids of topics that
the client's view of the cluster cannot name yet are left for later; the rest goes ahead. A target
that comes meanwhile waits for its turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kafkawire.client.core.view import NO_ID
from kafkawire.client.values import TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.membership.common import MemberMetadata
    from kafkawire.client.core.membership.handover import Handover, Partitions, Then

Ids = Mapping[bytes, tuple[int, ...]]
"""Partitions in order by the id of their topic."""


class Reconciliation:
    """Target and present state of one member."""

    def __init__(self, handover: Handover, metadata: MemberMetadata) -> None:
        self.owned: Partitions = frozenset()
        self.owned_ids: Ids = {}
        """The owned partitions, as heartbeats report them: another object after each
        reconciliation, even with the same content."""
        self.target: Ids = {}
        self.is_running = False
        self._handover = handover
        self._metadata = metadata
        self._names: dict[bytes, str] = {}
        """Names of topics in target and owned."""
        self._was_settled = False
        """Whether a reconciliation ended since the member joined."""

    @property
    def is_settled(self) -> bool:
        """True if the target is owned, and a reconciliation has ended since the member joined."""
        return self._was_settled and self.owned_ids == self.target

    def clear(self) -> Partitions:
        """Forget everything; return what was owned."""
        owned, self.owned = self.owned, frozenset()
        self.owned_ids, self.target = {}, {}
        self.is_running = self._was_settled = False
        return owned

    def start(self, then: Then, now_ms: int) -> None:
        """Begin to reconcile what can be; `then` is called when that is owned.

        Nothing happens while a reconciliation is under way, and as long as all that is missing
        has no name.
        """
        if self.is_running:
            return
        wanted_ids = self._nameable(now_ms)
        if wanted_ids == self.owned_ids and (self._was_settled or self.target):
            return
        self.is_running = True
        wanted = frozenset(
            TopicPartition(self._names[topic_id], number)
            for topic_id, numbers in wanted_ids.items()
            for number in numbers
        )
        self._handover.revoke(
            self.owned - wanted,
            lambda at_ms: self._revoked(wanted, wanted_ids, then, at_ms),
            now_ms,
        )

    def _revoked(self, wanted: Partitions, wanted_ids: Ids, then: Then, now_ms: int) -> None:
        added = wanted - self.owned
        self.owned = wanted

        def assigned(at_ms: int) -> None:
            self.owned_ids = wanted_ids
            self._was_settled = True
            self.is_running = False
            then(at_ms)

        self._handover.assign(added, assigned, now_ms)

    def _nameable(self, now_ms: int) -> Ids:
        """Return the part of the target whose topics have names; ask for those of the others."""
        if any(topic_id not in self._names for topic_id in self.target):
            for name, topic in self._metadata.view.topics.items():
                if topic.id != NO_ID and topic.id in self.target:
                    self._names[topic.id] = name
        known = {
            topic_id: found for topic_id, found in self.target.items() if topic_id in self._names
        }
        if len(known) < len(self.target):
            self._metadata.request_update(now_ms)
        kept = known.keys() | self.owned_ids.keys()
        self._names = {topic_id: self._names[topic_id] for topic_id in kept}
        return known
