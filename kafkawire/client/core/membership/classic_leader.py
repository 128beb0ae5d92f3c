"""The leader of a classic group: it assigns, and watches the topics that it assigned.

The view of the cluster that it assigns by is no older than the answer to JoinGroup, and has the
topics of all members. Later changes of their partitions, or of the racks of replicas, are a reason
to rebalance, for the leader only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.membership.assignors.racks import replica_racks
from kafkawire.client.core.membership.subscription import decode_subscription, encode_assignment
from kafkawire.client.values import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kafkawire.client.core.membership.assignors.interface import Assignor
    from kafkawire.client.core.membership.common import MemberMetadata
    from kafkawire.client.core.membership.subscription import MemberSubscription
    from kafkawire.client.core.view import ClusterView
    from kafkawire.protocol.messages.join_group_response import JoinGroupResponse

NO_TOPIC = 3
"""UNKNOWN_TOPIC_OR_PARTITION: the topic was deleted, or does not exist yet."""
Assignments = dict[str, bytes]
"""The assignments in SyncGroup, by member id."""
Shape = dict[str, tuple[frozenset[str], ...]]
"""The racks of each partition's replicas, by topic."""


class Leader:
    """The leader's part of one member; idle in members that do not lead."""

    def __init__(self, metadata: MemberMetadata, *, has_rack: bool) -> None:
        self._metadata = metadata
        self._has_rack = has_rack
        """Whether the leader has a rack; as in Kafka, racks of replicas matter only then."""
        self._members: dict[str, MemberSubscription] = {}
        self._topics: frozenset[str] = frozenset()
        """The topics of all members."""
        self._unseen: set[str] = set()
        """Topics that are watched and were in no view yet: their first shape is no change."""
        self._known: Shape | None = None
        """The shapes of the last assignment; None if the member has not assigned as the leader."""
        self._assignor: Assignor | None = None
        self._then: Callable[[Assignments, int], None] | None = None
        self._older = 0

    def lead(
        self,
        members: Sequence[JoinGroupResponse.JoinGroupResponseMember],
        assignor: Assignor,
        then: Callable[[Assignments, int], None],
        now_ms: int,
    ) -> None:
        """Ask for the topics of all members, then assign; `then` gets the assignments.

        Raises DecodeError if a member's subscription cannot be read.
        """
        self._members = {
            each.member_id: decode_subscription(each.metadata, each.group_instance_id)
            for each in members
        }
        self._known, self._assignor, self._then = None, assignor, then
        self._older = self._metadata.view.version
        self._want((topic for each in self._members.values() for topic in each.topics), now_ms)
        self._metadata.request_update(now_ms)

    def watch(
        self, members: Sequence[JoinGroupResponse.JoinGroupResponseMember], now_ms: int
    ) -> None:
        """Only watch: the group keeps the assignment that it has (SkipAssignment)."""
        subscriptions = [
            decode_subscription(each.metadata, each.group_instance_id) for each in members
        ]
        self._want((topic for each in subscriptions for topic in each.topics), now_ms)
        self._known = self._shape(self._metadata.view)
        self._unseen = set(self._topics.difference(self._known))

    def stop(self) -> None:
        """Lead no longer; the topics of the members are not asked for any more."""
        self._metadata.forget(self._topics)
        self._members, self._topics, self._unseen = {}, frozenset(), set()
        self._known, self._assignor, self._then = None, None, None

    def _want(self, topics: Iterable[str], now_ms: int) -> None:
        older, self._topics = self._topics, frozenset(topics)
        self._metadata.want(sorted(self._topics), now_ms)
        self._metadata.forget(older)

    def on_view(self, view: ClusterView, now_ms: int) -> bool:
        """Assign if this view was waited for; return whether what was assigned by has changed."""
        then, assignor = self._then, self._assignor
        if then is not None and assignor is not None:
            if view.version > self._older and self._topics <= view.topics.keys():
                self._then = None
                self._known = self._shape(view)
                then(self._assign(assignor, view), now_ms)
            return False
        if self._known is None:
            return False
        known, shape = self._known, self._shape(view)
        for topic in self._unseen.intersection(shape):
            known[topic] = shape[topic]
            self._unseen.discard(topic)
        return any(known.get(topic) != told for topic, told in shape.items())

    def _assign(self, assignor: Assignor, view: ClusterView) -> Assignments:
        targets = assignor.assign(view, self._members)
        return {member: encode_assignment(targets.get(member, ())) for member in self._members}

    def _shape(self, view: ClusterView) -> Shape:
        """Return the shapes of the topics in the view; topics that it lacks are left out."""
        shape: Shape = {}
        for name in self._topics:
            topic = view.topics.get(name)
            if topic is not None and topic.error in (0, NO_TOPIC):
                shape[name] = tuple(
                    replica_racks(view, TopicPartition(name, number))
                    if self._has_rack
                    else frozenset()
                    for number in sorted(topic.partitions)
                )
        return shape
