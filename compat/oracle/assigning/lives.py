"""Random lives of classic groups, for `clients`.

Members come and go, change what they subscribe to, miss rebalances and so claim what others have
been given, or claim it in the same generation. They are static or not, have racks or not, and speak
all versions of the consumer protocol. Topics are made, deleted and get more partitions.

Two things do not happen. A member never claims a partition that its topic no longer has: Kafka's
sticky assignors then deal out other partitions twice, and ours do not. And names are random, so
that no eight of them share a bucket of a hash table, which `java_order` leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from kafkawire.client.core.membership.assignors.interface import Assignor, Targets
from kafkawire.client.core.membership.subscription import (
    MemberSubscription,
    StickyClaim,
    cooperative_user_data,
    decode_assignment,
    encode_assignment,
    encode_subscription,
    sticky_user_data,
)
from kafkawire.client.core.view import ClusterView, Node, PartitionView, TopicView
from kafkawire.client.values import TopicPartition

NODES = 6
RACKS = ("a", "b", "c", "")
CLIENT_IDS = ("consumer", "c", "Zähler", "zone-\uff5e", "zone-\U0001f600")
"""Java sorts the last two the other way round than Python."""
SIZES = (1, 1, 2, 3, 5, 8, 12, 30)


class Member(NamedTuple):
    """A member, with what it was last assigned and the generation of that."""

    topics: tuple[str, ...]
    instance_id: str | None
    rack: str | None
    assigned: tuple[TopicPartition, ...] = ()
    generation: int = -1


class Question(NamedTuple):
    """What a member was assigned, and what it subscribes to after that."""

    assigned: tuple[TopicPartition, ...] | None
    generation: int
    rack: str | None
    topics: tuple[str, ...]

    def subscription(self, assignor: Assignor) -> bytes:
        """Return the bytes of its next subscription."""
        if self.assigned is not None:
            assignor.on_assignment(self.assigned, self.generation)
        user_data = assignor.user_data(self.topics)
        owned = self.assigned or ()
        return encode_subscription(
            MemberSubscription(self.topics, owned, self.generation, self.rack, user_data)
        )


class Group:
    """A group, and the cluster that it reads."""

    def __init__(self, random: Random, assignor: str) -> None:
        self.random = random
        self.assignor = assignor
        self.is_alike = random.random() < 0.5
        self.has_racks = random.random() < 0.6
        self.members_max = random.choice((3, 6, 12, 12, 40))
        topics = random.choice((random.randint(1, 9), random.randint(1, 9), 30))
        self.names = [f"{random.getrandbits(40):x}" for _ in range(topics)]
        self.racks = [random.choice(RACKS) or None for _ in range(NODES)]
        self.replicas = random.randint(1, 4)
        self.topics: dict[str, list[list[int]]] = {}
        self.members: dict[str, Member] = {}
        self.generation = random.choice((-1, 0, 5))
        self.names_of_all = self._some_names()
        for name in self.names:
            if random.random() < 0.9:
                self._make_topic(name)

    def step(self) -> None:
        """Let something happen; there are members afterwards."""
        moves = [self._join] * 4 + [self._leave] * 2 + [self._change_topic, self._change_names]
        for _ in range(self.random.choice((0, 1, 1, 2, 5, self.members_max))):
            self.random.choice(moves)()
        if not self.members:
            self._join()

    def _make_topic(self, name: str) -> None:
        self.topics[name] = []
        self._grow(name, self.random.choice(SIZES))

    def _grow(self, name: str, count: int) -> None:
        for _ in range(count):
            self.topics[name].append(self.random.sample(range(NODES), self.replicas))

    def _some_names(self) -> tuple[str, ...]:
        names = self.random.sample(self.names, self.random.randint(0, len(self.names)))
        if names and self.random.random() < 0.03:
            names.append(names[0])
        return tuple(names)

    def _names(self) -> tuple[str, ...]:
        return self.names_of_all if self.is_alike else self._some_names()

    def _join(self) -> None:
        if len(self.members) < self.members_max:
            member_id = f"{self.random.choice(CLIENT_IDS)}-{self.random.getrandbits(40):x}"
            instance_id = f"i{self.random.getrandbits(30)}" if self.random.random() < 0.2 else None
            rack = self.random.choice(RACKS) or None if self.has_racks else None
            self.members[member_id] = Member(self._names(), instance_id, rack)

    def _leave(self) -> None:
        if self.members:
            del self.members[self.random.choice(list(self.members))]

    def _change_topic(self) -> None:
        name = self.random.choice(self.names)
        if name not in self.topics:
            self._make_topic(name)
        elif self.random.random() < 0.3:
            del self.topics[name]
        else:
            self._grow(name, self.random.randint(1, 4))

    def _change_names(self) -> None:
        if self.is_alike:
            self.names_of_all = self._some_names()
        for member_id, member in self.members.items():
            if self.is_alike or self.random.random() < 0.4:
                self.members[member_id] = member._replace(topics=self._names())

    def view(self) -> ClusterView:
        """Return the cluster as our assignors see it."""
        nodes = {at: Node(at, "host", 9092, rack) for at, rack in enumerate(self.racks)}
        topics = {
            name: TopicView(
                name,
                bytes(16),
                {at: PartitionView(each[0], 0, tuple(each)) for at, each in enumerate(partitions)},
            )
            for name, partitions in self.topics.items()
        }
        return ClusterView(nodes=nodes, topics=topics)

    def cluster_lines(self) -> list[str]:
        """Return the cluster as Kafka's side reads it."""
        nodes = [f"node {at} {rack or '-'}" for at, rack in enumerate(self.racks)]
        partitions = [
            f"partition {name} {at} {','.join(map(str, replicas))}"
            for name, partitions in self.topics.items()
            for at, replicas in enumerate(partitions)
        ]
        return nodes + partitions

    def subscriptions(self) -> dict[str, MemberSubscription]:
        """Return what the members send, in the order of JoinGroup's response."""
        found = {
            member_id: self._subscription(member) for member_id, member in self.members.items()
        }
        if self.random.random() < 0.1:
            self._claim_anothers(found)
        return found

    def _claim_anothers(self, found: dict[str, MemberSubscription]) -> None:
        """Let a member claim partitions of another one, in its own generation or that one's."""
        thief, victim = self.random.choices(list(self.members), k=2)
        stolen = self.members[victim]
        member = self.members[thief]
        claimed = [each for each in stolen.assigned if self.random.random() < 0.3]
        generation = self.random.choice((member.generation, stolen.generation))
        assigned = tuple(dict.fromkeys([*member.assigned, *claimed]))
        found[thief] = self._subscription(member._replace(assigned=assigned, generation=generation))

    def _subscription(self, member: Member) -> MemberSubscription:
        version = self.random.choice((0, 1, 2, *[3] * 9))
        claim = StickyClaim(tuple(self._existing(member.assigned)), member.generation)
        is_cooperative = self.assignor == "cooperative-sticky"
        return MemberSubscription(
            member.topics,
            claim.partitions if is_cooperative and version >= 1 else (),
            member.generation if version >= 2 else -1,
            member.rack if version >= 3 else None,
            self._user_data(claim),
            member.instance_id,
        )

    def _existing(self, partitions: Iterable[TopicPartition]) -> Iterable[TopicPartition]:
        for each in partitions:
            topic = self.topics.get(each.topic)
            if topic is None or each.partition < len(topic):
                yield each

    def _user_data(self, claim: StickyClaim) -> bytes | None:
        if self.assignor == "cooperative-sticky":
            data = cooperative_user_data(claim.generation)
        elif self.assignor == "sticky" and claim.generation >= 0:
            data = sticky_user_data(claim)
        else:
            return None
        damage = self.random.random()
        if damage < 0.04:
            return data[:-4]  # sticky: as before Kafka 2.3, without a generation
        return data[: self.random.randrange(len(data))] if damage < 0.06 else data

    def question(self) -> Question:
        """Return one about a member."""
        member = self.random.choice(list(self.members.values()))
        topics = tuple(dict.fromkeys(member.topics)) or ("t",)
        was_assigned = member.generation >= 0
        assigned = member.assigned if was_assigned else None
        if assigned is not None:  # as SyncGroup gives it: topic by topic
            assigned = decode_assignment(encode_assignment(assigned)).partitions
        return Question(assigned, member.generation, member.rack, topics)

    def take(self, targets: Targets) -> None:
        """Begin the next step with these; some members miss them."""
        self.generation += 1
        if self.random.random() < 0.02:
            self.generation = 0
        for member_id, target in targets.items():
            if self.random.random() < 0.9:
                self.members[member_id] = self.members[member_id]._replace(
                    assigned=tuple(target), generation=self.generation
                )
