"""Classic groups in a walk: crews whose members join, rejoin and leave, and wait for each other.

One move is a whole rebalance: whoever is to join has a connection of its own and waits there, until
the last one has come. So a crew is at rest between moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.scripts import commits
from compat.oracle.scripts import groups as kit
from compat.oracle.scripts.kit import Part, framed
from compat.oracle.steps import Answer, Ask, Receive, Send
from compat.oracle.walking.ground import Act, Ground
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_delete_request import OffsetDeleteRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest

GROUPS = ("crew-a", "crew-b")
SIZE_MAX = 4
REBALANCE_IN_PROGRESS, MEMBER_ID_REQUIRED = 27, 79
STATIC_SINCE = 5
SUBSCRIPTION = b"\0\0\0\0\0\1\0\3"
OFFERS: tuple[tuple[str, ...], ...] = (("a", "b"), ("b", "a"), ("a",), ("c", "a"))
"""All of them have `a`, so that all crews have something in common."""
Place = tuple[str, bytes, tuple[int, ...]]


class Mate:
    """A member, or one that will be."""

    def __init__(self, number: int, instance: str | None, offer: Sequence[str]) -> None:
        self.connection = f"mate {number}"
        self.instance = instance
        self.member_id = ""
        self.protocols = self.offering(offer, b"ant")

    def offering(self, offer: Sequence[str], topic: bytes) -> list[tuple[str, bytes]]:
        """Subscriptions to a topic under those names; nobody else's, by their user data."""
        metadata = SUBSCRIPTION + topic + framed(self.connection.encode())
        return [(name, metadata) for name in offer]


class Crew:
    """A group as one side has shown it."""

    def __init__(self) -> None:
        self.mates: list[Mate] = []
        self.generation = 0
        self.leader = ""


class Crews:
    """All groups of a side, by name."""

    def __init__(self) -> None:
        self._crews: dict[str, Crew] = {}
        self.count = 0

    def crew(self, name: str) -> Crew:
        """That group."""
        return self._crews.setdefault(name, Crew())


def _is_rebalancing(found: Message) -> bool:
    return found.error_code == REBALANCE_IN_PROGRESS  # type: ignore[attr-defined, no-any-return]


def _join(group: str, mate: Mate) -> JoinGroupRequest:
    return kit.join(group, mate.member_id, mate.protocols, group_instance_id=mate.instance)


def _rebalance(group: str, crew: Crew, version: int, waiting: Mate | None = None) -> Part[None]:
    """All join, but for the one that waits already; then all get their assignments."""
    joining = [mate for mate in crew.mates if mate is not waiting]
    for mate in joining:
        beat = kit.beat(group, mate.member_id, crew.generation, mate.instance)
        yield Ask(beat, 3, until=_is_rebalancing)
    for mate in joining:
        yield Send(_join(group, mate), version, mate.connection)
    for mate in crew.mates:
        outcome = yield Receive(mate.connection)
        if isinstance(outcome, Answer) and not outcome.message.error_code:  # type: ignore[attr-defined]
            found = outcome.message
            mate.member_id = found.member_id  # type: ignore[attr-defined]
            crew.generation, crew.leader = found.generation_id, found.leader  # type: ignore[attr-defined]
    yield from _assign(group, crew)


def _assign(group: str, crew: Crew) -> Part[None]:
    """Followers ask first, then the leader says."""
    assignments = [(mate.member_id, b"%d" % at) for at, mate in enumerate(crew.mates)]
    leading = [mate for mate in crew.mates if mate.member_id == crew.leader]
    for mate in crew.mates:
        if mate not in leading:
            yield Send(_sync(group, crew, mate, []), 4, mate.connection)
    for mate in leading:
        yield Send(_sync(group, crew, mate, assignments), 4, mate.connection)
    for mate in crew.mates:
        yield Receive(mate.connection)


def _sync(
    group: str, crew: Crew, mate: Mate, assignments: Sequence[tuple[str, bytes]]
) -> SyncGroupRequest:
    return kit.sync(
        group, mate.member_id, crew.generation, assignments, group_instance_id=mate.instance
    )


def come(sketch: Sketch) -> Act:
    """One more member, dynamic or static, by any version of JoinGroup."""
    random = sketch.random
    group, version = random.choice(GROUPS), sketch.version(JoinGroupRequest, 3)
    instance = f"i{sketch.key()}" if version >= STATIC_SINCE and random.random() < 0.4 else None
    offer = random.choice(OFFERS)

    def act(ground: Ground) -> Part[None]:
        crews, name = ground.of(Crews), ground.prefix + group
        crew = crews.crew(group)
        if len(crew.mates) == SIZE_MAX:
            return
        crews.count += 1
        mate = Mate(crews.count, instance, offer)
        if instance is None and version >= 4:
            outcome = yield Ask(_join(name, mate), version, mate.connection)
            if not isinstance(outcome, Answer):
                return
            mate.member_id = outcome.message.member_id  # type: ignore[attr-defined]
        yield Send(_join(name, mate), version, mate.connection)
        crew.mates.append(mate)
        yield from _rebalance(name, crew, max(version, STATIC_SINCE), waiting=mate)

    return act


def go(sketch: Sketch) -> Act:
    """A member leaves, by its id or by its instance; a leader only if one is left at most."""
    random = sketch.random
    group, version = random.choice(GROUPS), sketch.version(LeaveGroupRequest)
    which, by_instance = random.randrange(SIZE_MAX), version >= 3 and random.random() < 0.5

    def act(ground: Ground) -> Part[None]:
        crew, name = ground.of(Crews).crew(group), ground.prefix + group
        if not crew.mates:
            yield Ask(kit.leave(version, name, ("nobody", None)), version)
            return
        mate = crew.mates[which % len(crew.mates)]
        if mate.member_id == crew.leader and len(crew.mates) > 2:
            mate = next(each for each in crew.mates if each is not mate)
        names = mate.member_id, None
        if by_instance and mate.instance is not None:
            names = "", mate.instance  # type: ignore[assignment]
        yield Ask(kit.leave(version, name, names), version)
        crew.mates.remove(mate)
        if crew.mates:
            yield from _rebalance(name, crew, 9)

    return act


def again(sketch: Sketch) -> Act:
    """A member joins again: alone if nothing has changed and it follows, else with all others."""
    random = sketch.random
    group, which, changes = random.choice(GROUPS), random.randrange(SIZE_MAX), random.random() < 0.4
    version, offer = sketch.version(JoinGroupRequest, STATIC_SINCE), random.choice(OFFERS)

    def act(ground: Ground) -> Part[None]:
        crew, name = ground.of(Crews).crew(group), ground.prefix + group
        if not crew.mates:
            return
        mate = crew.mates[which % len(crew.mates)]
        before = mate.protocols
        if changes:
            mate.protocols = mate.offering(offer, b"bee")
        if mate.protocols == before and mate.member_id != crew.leader:
            yield Ask(_join(name, mate), version, mate.connection)
            return
        yield Send(_join(name, mate), version, mate.connection)
        yield from _rebalance(name, crew, version, waiting=mate)

    return act


def replace(sketch: Sketch) -> Act:
    """A static member comes back without its id; what the group selects stays the same."""
    random = sketch.random
    group, version = random.choice(GROUPS), sketch.version(JoinGroupRequest, STATIC_SINCE)
    which = random.randrange(SIZE_MAX)

    def act(ground: Ground) -> Part[None]:
        crew, name = ground.of(Crews).crew(group), ground.prefix + group
        mates = [each for each in crew.mates if each.instance is not None]
        if not mates:
            return
        mate = mates[which % len(mates)]
        old, mate.member_id = mate.member_id, ""
        outcome = yield Ask(_join(name, mate), version, mate.connection)
        assert isinstance(outcome, Answer)
        mate.member_id = outcome.message.member_id  # type: ignore[attr-defined]
        if crew.leader == old:
            crew.leader = mate.member_id
        yield Ask(kit.beat(name, old, crew.generation, mate.instance), 4)
        yield Ask(_sync(name, crew, mate, []), 4)

    return act


class _Said:
    """Who a request says it is from: mostly rightly so."""

    def __init__(self, sketch: Sketch) -> None:
        random = sketch.random
        self.group = random.choice(GROUPS)
        self.which = random.randrange(SIZE_MAX)
        self.shift = random.choice((0,) * 10 + (1, -1))
        self.stranger = random.choice(("",) * 10 + ("somebody",))
        self.no_instance = random.random() < 0.2

    def of(self, ground: Ground) -> tuple[str, str, int, str | None]:
        """Group, member id, generation and instance id."""
        crew, name = ground.of(Crews).crew(self.group), ground.prefix + self.group
        if not crew.mates:
            return name, self.stranger, crew.generation + self.shift, None
        mate = crew.mates[self.which % len(crew.mates)]
        instance = None if self.no_instance else mate.instance
        return name, self.stranger or mate.member_id, crew.generation + self.shift, instance


def beat(sketch: Sketch) -> Act:
    """Heartbeat."""
    said, version = _Said(sketch), sketch.version(HeartbeatRequest, 3)

    def act(ground: Ground) -> Part[None]:
        yield Ask(kit.beat(*said.of(ground)), version)

    return act


def sync(sketch: Sketch) -> Act:
    """SyncGroup of a group that has its assignments."""
    said, version = _Said(sketch), sketch.version(SyncGroupRequest, 3)
    kinds = sketch.random.choice((("consumer", None), ("consumer", "a"), ("other", "a")))

    def act(ground: Ground) -> Part[None]:
        name, member_id, generation, instance = said.of(ground)
        named = dict(zip(("protocol_type", "protocol_name"), kinds, strict=True))
        fields = named if version >= STATIC_SINCE else {}
        asked = kit.sync(name, member_id, generation, (), group_instance_id=instance, **fields)
        yield Ask(asked, version)

    return act


class Somewhere:
    """A topic and one or two of its partitions."""

    def __init__(self, sketch: Sketch) -> None:
        self._topic = sketch.topic()
        self._partitions = tuple(sorted({sketch.partition(self._topic) for _ in range(2)}))

    def of(self, ground: Ground) -> Place:
        """As the scripts of commits want it."""
        return ground.name(self._topic), ground.topic_id(self._topic), self._partitions


def commit(sketch: Sketch) -> Act:
    """OffsetCommit, as a member or as nobody."""
    random = sketch.random
    said, version, where = _Said(sketch), sketch.version(OffsetCommitRequest, 7), Somewhere(sketch)
    as_nobody, offset = random.random() < 0.3, random.randint(0, 99)

    def act(ground: Ground) -> Part[None]:
        name, member_id, generation, instance = said.of(ground)
        if as_nobody:
            member_id, generation, instance = "", -1, None
        yield Ask(
            commits.commit(
                version,
                name,
                where.of(ground),
                offset=offset,
                member_id=member_id,
                generation=generation,
                group_instance_id=instance,
            ),
            version,
        )

    return act


def fetch(sketch: Sketch) -> Act:
    """OffsetFetch."""
    random = sketch.random
    group, version, where = (
        random.choice(GROUPS),
        sketch.version(OffsetFetchRequest, 1),
        Somewhere(sketch),
    )

    def act(ground: Ground) -> Part[None]:
        asked = commits.fetch(version, ground.prefix + group, [where.of(ground)])
        yield Ask(asked, version)

    return act


def look(sketch: Sketch) -> Act:
    """DescribeGroups, of one that is not there as well."""
    count = sketch.random.randint(1, len(GROUPS))

    def act(ground: Ground) -> Part[None]:
        for group in (*GROUPS[:count], "nobody"):
            yield kit.describe(ground.prefix + group)

    return act


def forget(sketch: Sketch) -> Act:
    """DeleteGroups or OffsetDelete."""
    random = sketch.random
    group, where, version = (
        random.choice(GROUPS),
        Somewhere(sketch),
        sketch.version(DeleteGroupsRequest),
    )
    all_of_it = random.random() < 0.5

    def act(ground: Ground) -> Part[None]:
        name = ground.prefix + group
        if all_of_it:
            yield Ask(DeleteGroupsRequest(groups_names=[name]), version)
            crews = ground.of(Crews)
            if not crews.crew(group).mates:
                crews.crew(group).generation = 0
            return
        topic, _, partitions = where.of(ground)
        part = OffsetDeleteRequest.OffsetDeleteRequestPartition
        element = OffsetDeleteRequest.OffsetDeleteRequestTopic(
            name=topic, partitions=[part(partition_index=each) for each in partitions]
        )
        yield Ask(OffsetDeleteRequest(group_id=name, topics=[element]), 0)

    return act
