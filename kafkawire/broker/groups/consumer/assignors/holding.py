"""What one member holds while partitions are dealt out.

Kafka changes a copy of a member's target, made when it first changes, and whoever keeps all that
it has keeps the target itself. The order of the topics and partitions in a changed target is that
of the copies' hash tables, which differ in size from those that a record would fill.
"""

from __future__ import annotations

from kafkawire.java_order import TABLE_MIN, java_hash_order
from kafkawire.java_table import JavaTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.consumer.assignors.specs import MemberSpec, Target


class Holding:
    """The partitions of a member, by topic."""

    __slots__ = ("_copied", "_member", "_partitions", "_topics")

    def __init__(self, member: MemberSpec) -> None:
        self._member = member
        self._copied = False
        self._topics: JavaTable[bytes] = JavaTable()
        self._partitions: dict[bytes, JavaTable[int]] = {}

    def copy(self) -> None:
        """Be ready to change, as Kafka is even where nothing changes in the end."""
        if self._copied:
            return
        self._copied = True
        before = self._member.target
        self._topics = JavaTable(len(before))
        for topic_id in java_hash_order(before):
            self._topics.put(topic_id)
            order = java_hash_order(before[topic_id], copied=True)
            self._partitions[topic_id] = JavaTable.copied_from(order)

    def drop_topic(self, topic_id: bytes) -> None:
        """Give all of a topic away."""
        self.copy()
        self._topics.remove(topic_id)
        del self._partitions[topic_id]

    def remove(self, topic_id: bytes, partition: int) -> None:
        """Give a partition away."""
        self.copy()
        held = self._partitions[topic_id]
        held.remove(partition)
        if not held:
            self.drop_topic(topic_id)

    def add(self, topic_id: bytes, partition: int, capacity: int = TABLE_MIN) -> None:
        """Take a partition; `capacity` is that of the table that Kafka makes for a new topic."""
        self.copy()
        self._topics.compute_if_absent(topic_id)
        held = self._partitions.get(topic_id)
        if held is None:
            held = self._partitions[topic_id] = JavaTable(capacity)
        held.put(partition)

    def target(self) -> Target:
        """All that the member holds, as a record lists it."""
        if not self._copied:
            return {topic_id: tuple(held) for topic_id, held in self._member.target.items()}
        return {
            topic_id: tuple(self._partitions[topic_id].ordered())
            for topic_id in self._topics.ordered()
        }
