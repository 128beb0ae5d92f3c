"""Random lives of consumer groups with members of both protocols.

Members make their own ids, so both sides know them by the same, and there is one topic only, so
that who gets which partition depends on nothing that is random. Groups may not be downgraded here:
in a classic group calls would wait for each other. One member stays, since Kafka 4.4.0 forgets a
group without members, but not its records, when somebody who is no member joins it classically.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compat.oracle.scripts.groups import beat, join, leave, sync
from compat.oracle.scripts.kit import Part, World
from compat.oracle.scripts.mixing import (
    TOPIC,
    TYPE_AND_NAME,
    begin,
    commit,
    entering,
    fetched,
    heartbeat,
    show,
    stored,
    subscription,
)
from compat.oracle.steps import Answer, Ask, Outcome, Script
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment

GROUP = "walked"
MEMBERS = {"a": None, "b": None, "c": None, "d": "i1", "e": "i2"}
TOPICS = ((TOPIC,), (TOPIC,), (TOPIC, "none"), ("none",))
SHOWN_EVERY = 20
"""Steps between looks at all that the group shows, and that is written of it."""

Owned = ConsumerGroupHeartbeatRequest.TopicPartitions


class Mate:
    """A member as one side has answered it."""

    def __init__(self, member_id: str) -> None:
        self.member_id = member_id
        self.instance_id = MEMBERS[member_id]
        self.epoch = 0
        self.topic_id = bytes(16)
        self.assigned: list[int] = []

    def heard(self, outcome: Outcome) -> None:
        """Take over what a heartbeat was answered."""
        assert isinstance(outcome, Answer)
        found: Any = outcome.message
        if not found.error_code:
            self.epoch = found.member_epoch
            if found.assignment is not None:
                topics = found.assignment.topic_partitions
                self.assigned = sorted(each for topic in topics for each in topic.partitions)
                self.topic_id = topics[0].topic_id if topics else self.topic_id

    def joined(self, outcome: Outcome) -> None:
        """Take over what a JoinGroup was answered."""
        assert isinstance(outcome, Answer)
        found: Any = outcome.message
        if not found.error_code:
            self.epoch = found.generation_id

    def synced(self, outcome: Outcome) -> None:
        """Take over what a SyncGroup was answered."""
        assert isinstance(outcome, Answer)
        found: Any = outcome.message
        if not found.error_code:
            body = ConsumerProtocolAssignment.decode(bytes(found.assignment), 1, 2)
            topics = body.assigned_partitions
            self.assigned = sorted(each for topic in topics for each in topic.partitions)


def _enter(world: World, mate: Mate) -> Part[None]:
    names = world.random.choice(TOPICS)
    assignor = world.random.choice((None, None, "range"))
    ask = entering(
        GROUP, mate.member_id, names, instance_id=mate.instance_id, server_assignor=assignor
    )
    mate.heard((yield ask))


def _beat_new(world: World, mate: Mate) -> Part[None]:
    owned = None
    if world.random.random() < 0.6:
        owned = [Owned(topic_id=mate.topic_id, partitions=mate.assigned)] if mate.assigned else []
    mate.heard((yield heartbeat(GROUP, mate.member_id, mate.epoch, topic_partitions=owned)))


def _leave_new(world: World, mate: Mate) -> Part[None]:
    yield heartbeat(GROUP, mate.member_id, -1)


def _join(world: World, mate: Mate) -> Part[None]:
    """Join with what it has, with some of it, or with nothing."""
    random = world.random
    some = [each for each in mate.assigned if random.random() < 0.5]
    owned = random.choice((mate.assigned, mate.assigned, some, []))
    wanted = subscription(owned, topics=random.choice(TOPICS))
    offers = [("range", wanted), *random.choice(([], [("sticky", b"")]))]
    request = join(GROUP, mate.member_id, offers, group_instance_id=mate.instance_id)
    mate.joined((yield Ask(request, 9)))


def _sync(world: World, mate: Mate) -> Part[None]:
    request = sync(GROUP, mate.member_id, mate.epoch, **TYPE_AND_NAME)
    mate.synced((yield Ask(request, 5)))


def _beat(world: World, mate: Mate) -> Part[None]:
    yield Ask(beat(GROUP, mate.member_id, mate.epoch), 4)


def _leave(world: World, mate: Mate) -> Part[None]:
    named = world.random.choice(((mate.member_id, None), ("", mate.instance_id)))
    yield Ask(leave(5, GROUP, named), 5)


def _commit(world: World, mate: Mate) -> Part[None]:
    random = world.random
    epoch = mate.epoch - random.choice((0, 0, 1, 2, -1))
    yield commit(GROUP, mate.member_id, epoch, random.choice((8, 9)), random.randrange(4))
    yield fetched(GROUP, mate.member_id, mate.epoch)


Move = Callable[[World, Mate], Part[None]]
MOVES: tuple[Move, ...] = (
    *(_join, _sync, _sync, _beat) * 3,
    *(_enter, _beat_new, _beat_new) * 2,
    _leave_new,
    _leave,
    _commit,
)


def walk(world: World) -> Script:
    """Groups D-20, D-57, D-91, D-92, D-93, D-94, D-95: members do this and that."""
    starts = yield from begin(world, GROUP)
    mates = [Mate(member_id) for member_id in MEMBERS]
    yield from _enter(world, mates[0])
    for number in range(world.steps):
        move, mate = world.random.choice(MOVES), world.random.choice(mates)
        if mate is mates[0] and move in (_leave, _leave_new):
            continue
        yield from move(world, mate)
        if number % SHOWN_EVERY == 0:
            yield from show(GROUP)
    yield stored(GROUP, starts[GROUP])


SPECIAL_SCRIPTS = (
    (
        {"group.consumer.migration.policy": "upgrade"},
        {f"migrating-walk-{number}": walk for number in range(1, 4)},
    ),
)
"""Settings that both sides need, each with the scripts for them."""
