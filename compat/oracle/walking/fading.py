"""Members that go silent in a walk, in groups of both protocols, and what the others see of it.

Each move is a short life of a group of its own: its clocks are short, and nobody else's run while
it waits. A side waits by asking until the answer tells that time is up; only that is compared.
"""

from __future__ import annotations

from typing import NamedTuple

from compat.oracle.scripts import groups as kit
from compat.oracle.scripts.kit import Part
from compat.oracle.steps import Answer, Ask, InForce, Outcome, Receive, Send
from compat.oracle.walking.ground import Act, Ground, PlannedTopic
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)

CREW, HERD = "crew-fading", "herd-fading"
GROUPS = (CREW, HERD)
SHORT_MS, LONG_MS = 500, 30_000
FIRST, SECOND = "fading 1", "fading 2"
GROUP_RESOURCE = 32
SET, DELETE = 0, 1
LEAVING = -1


class Mate(NamedTuple):
    """A member of a classic group, after its join.

    Its place is what it offers, so that those two are told apart where the order is by random ids.
    """

    member_id: str
    generation: int
    instance: str | None
    place: str


def _joined(mate: Mate, outcome: Outcome) -> Mate:
    assert isinstance(outcome, Answer), outcome
    found = outcome.message
    return mate._replace(member_id=found.member_id, generation=found.generation_id)  # type: ignore[attr-defined]


def _join(group: str, mate: Mate, session_ms: int, rebalance_ms: int) -> Message:
    return kit.join(
        group,
        mate.member_id,
        [("range", mate.place.encode())],
        session_timeout_ms=session_ms,
        rebalance_timeout_ms=rebalance_ms,
        group_instance_id=mate.instance,
    )


def _sync(group: str, mate: Mate, *assigned: Mate) -> Message:
    assignments = [(each.member_id, b"%d" % at) for at, each in enumerate(assigned)]
    return kit.sync(
        group, mate.member_id, mate.generation, assignments, group_instance_id=mate.instance
    )


def _beat(group: str, mate: Mate) -> Message:
    return kit.beat(group, mate.member_id, mate.generation, mate.instance)


def _is_refused(found: Message) -> bool:
    return bool(found.error_code)  # type: ignore[attr-defined]


def _alone(group: str, instance: str | None, session_ms: int, rebalance_ms: int) -> Part[Mate]:
    """A group of one member, with its assignment."""
    mate = Mate("", -1, instance, FIRST)
    mate = _joined(mate, (yield Ask(_join(group, mate, session_ms, rebalance_ms), 5, FIRST)))
    if instance is None:
        mate = _joined(mate, (yield Ask(_join(group, mate, session_ms, rebalance_ms), 5, FIRST)))
    yield Ask(_sync(group, mate, mate), 3, FIRST)
    return mate


def _come(group: str, first: Mate, second: Mate, rebalance_ms: int, session_ms: int) -> Part[None]:
    """A second one asks to join, by a version that needs no id; the first one hears of it."""
    version = 5 if second.instance else 3
    yield Send(_join(group, second, session_ms, rebalance_ms), version, SECOND)
    yield Ask(_beat(group, first), 3, until=_is_refused)


def _gone(group: str, *mates: Mate) -> Part[None]:
    """What is said to those who are not members any more, and what is left of the group."""
    for mate in mates:
        yield Ask(_beat(group, mate), 3)
    yield kit.describe(group)


def _dismissed(group: str, *mates: Mate) -> Part[None]:
    yield Ask(kit.leave(4, group, *((each.member_id, each.instance) for each in mates)), 4)
    yield kit.describe(group)


def _instance(sketch: Sketch, share: float = 0.4) -> str | None:
    return f"i{sketch.key()}" if sketch.random.random() < share else None


def session(sketch: Sketch) -> Act:
    """A member goes silent, as the only one or beside another, dynamic or static."""
    instance, other, is_alone = _instance(sketch), _instance(sketch), sketch.random.random() < 0.4

    def act(ground: Ground) -> Part[None]:
        group = ground.prefix + CREW
        if is_alone:
            silent = yield from _alone(group, instance, SHORT_MS, LONG_MS)
            yield _empty(group)
            yield from _gone(group, silent)
            return
        first = yield from _alone(group, other, LONG_MS, LONG_MS)
        silent = Mate("", -1, instance, SECOND)
        yield from _come(group, first, silent, LONG_MS, SHORT_MS)
        first = _joined(first, (yield Ask(_join(group, first, LONG_MS, LONG_MS), 5, FIRST)))
        silent = _joined(silent, (yield Receive(SECOND)))
        yield Ask(_sync(group, first, first, silent), 3, FIRST)
        yield Ask(_beat(group, first), 3, until=_is_refused)
        yield from _gone(group, silent)
        yield from _dismissed(group, first)

    return act


def _empty(group: str) -> Ask:
    """Wait until a classic group has no members, without keeping any alive."""

    def is_empty(found: Message) -> bool:
        return found.groups[0].group_state == "Empty"  # type: ignore[attr-defined, no-any-return]

    ask = kit.describe(group)
    return ask._replace(until=is_empty)


def join_timeout(sketch: Sketch) -> Act:
    """A member does not join again when another comes."""
    instance, other = _instance(sketch), _instance(sketch)

    def act(ground: Ground) -> Part[None]:
        group = ground.prefix + CREW
        late = yield from _alone(group, instance, LONG_MS, SHORT_MS)
        found = Mate("", -1, other, SECOND)
        yield from _come(group, late, found, SHORT_MS, LONG_MS)
        found = _joined(found, (yield Receive(SECOND)))
        yield Ask(_sync(group, found, found), 3, SECOND)
        yield from _gone(group, late)
        yield from _dismissed(group, found, late)  # who is static was kept, silent as it is

    return act


def sync_timeout(sketch: Sketch) -> Act:
    """A member does not ask for its assignment: the group is made anew without it."""
    instance, other = _instance(sketch), _instance(sketch)

    def act(ground: Ground) -> Part[None]:
        group = ground.prefix + CREW
        first = yield from _alone(group, other, LONG_MS, SHORT_MS)
        late = Mate("", -1, instance, SECOND)
        yield from _come(group, first, late, SHORT_MS, LONG_MS)
        first = _joined(first, (yield Ask(_join(group, first, LONG_MS, SHORT_MS), 5, FIRST)))
        late = _joined(late, (yield Receive(SECOND)))
        yield Ask(_sync(group, first, first, late), 3, FIRST)
        yield Ask(_beat(group, first), 3, until=_is_refused)
        yield from _gone(group, late)
        yield from _dismissed(group, first)

    return act


class _Beast:
    """A member of a group of KIP-848, on one side."""

    def __init__(self, group: str, member_id: str, instance: str | None) -> None:
        self.group, self.id, self.instance = group, member_id, instance
        self.epoch = 0
        self.owned: list[object] = []

    def request(self, **fields: object) -> ConsumerGroupHeartbeatRequest:
        """A heartbeat."""
        return ConsumerGroupHeartbeatRequest(
            group_id=self.group,
            member_id=self.id,
            **{"member_epoch": self.epoch, "instance_id": self.instance, **fields},  # type: ignore[arg-type]
        )

    def beat(self, **fields: object) -> Part[None]:
        """A heartbeat, and what its answer says."""
        self.learn((yield Ask(self.request(**fields), 1)))

    def learn(self, outcome: Outcome) -> None:
        """Take what an answer says."""
        assert isinstance(outcome, Answer), outcome
        found = outcome.message
        if found.error_code:  # type: ignore[attr-defined]
            return
        self.epoch = found.member_epoch  # type: ignore[attr-defined]
        if found.assignment is not None:  # type: ignore[attr-defined]
            make = ConsumerGroupHeartbeatRequest.TopicPartitions
            self.owned = [
                make(topic_id=each.topic_id, partitions=list(each.partitions))
                for each in found.assignment.topic_partitions  # type: ignore[attr-defined]
            ]

    def join(self, ground: Ground, topic: PlannedTopic, rebalance_ms: int) -> Part[None]:
        """Join, and say that what is assigned is owned."""
        yield from self.beat(
            member_epoch=0,
            rebalance_timeout_ms=rebalance_ms,
            subscribed_topic_names=[ground.name(topic)],
            topic_partitions=[],
        )
        yield from self.beat(topic_partitions=self.owned)

    def until_moved(self) -> Part[None]:
        """Beat until there is another epoch or assignment, and own it."""

        def has_moved(found: Message) -> bool:
            return bool(
                found.error_code  # type: ignore[attr-defined]
                or found.member_epoch != self.epoch  # type: ignore[attr-defined]
                or found.assignment is not None  # type: ignore[attr-defined]
            )

        self.learn((yield Ask(self.request(), 1, until=has_moved)))
        yield from self.beat(topic_partitions=self.owned)


def _set(group: str, *changes: tuple[str, str | None]) -> Part[None]:
    make = IncrementalAlterConfigsRequest.AlterableConfig
    configs = [
        make(name=name, config_operation=DELETE if value is None else SET, value=value)
        for name, value in changes
    ]
    resource = IncrementalAlterConfigsRequest.AlterConfigsResource(
        resource_type=GROUP_RESOURCE, resource_name=group, configs=configs
    )
    yield Ask(IncrementalAlterConfigsRequest(resources=[resource]), 1)
    yield InForce()


def _look(group: str) -> Ask:
    return Ask(ConsumerGroupDescribeRequest(group_ids=[group]), 1)


def _fenced(group: str, silent: _Beast, other: _Beast) -> Part[None]:
    """Who was silent is gone; the other one has everything, and leaves."""
    yield from silent.beat()
    yield from other.until_moved()
    yield _look(group)
    yield from other.beat(member_epoch=LEAVING)
    yield _look(group)


AT_ONCE = ("consumer.assignment.interval.ms", "0")
SESSION, INTERVAL = "consumer.session.timeout.ms", "consumer.heartbeat.interval.ms"


def consumer_session(sketch: Sketch) -> Act:
    """A member of a group of KIP-848 goes silent: the timer of its last heartbeat was short."""
    topic, instance = next(iter(sketch.topics.values())), _instance(sketch)

    def act(ground: Ground) -> Part[None]:
        group = ground.prefix + HERD
        other, silent = _Beast(group, "other", None), _Beast(group, "silent", instance)
        yield from _set(group, AT_ONCE)
        yield from other.join(ground, topic, LONG_MS)
        yield from _set(group, (SESSION, str(SHORT_MS)), (INTERVAL, "100"))
        yield from silent.join(ground, topic, LONG_MS)
        yield from _set(group, (SESSION, None), (INTERVAL, None))
        yield _until_alone(group)
        yield from _fenced(group, silent, other)

    return act


def _until_alone(group: str) -> Ask:
    def is_alone(found: Message) -> bool:
        return len(found.groups[0].members) == 1  # type: ignore[attr-defined]

    return _look(group)._replace(until=is_alone)


def revocation_timeout(sketch: Sketch) -> Act:
    """A member of a group of KIP-848 does not give up what it was told to."""
    topic, instance = next(iter(sketch.topics.values())), _instance(sketch)

    def act(ground: Ground) -> Part[None]:
        group = ground.prefix + HERD
        silent, other = _Beast(group, "silent", instance), _Beast(group, "other", None)
        yield from _set(group, AT_ONCE)
        yield from silent.join(ground, topic, SHORT_MS)
        yield from other.join(ground, topic, LONG_MS)
        if topic.count == 1:  # there is nothing to share
            for each in (silent, other):
                yield from each.beat(member_epoch=LEAVING)
            return
        yield from silent.beat()
        yield _until_alone(group)
        yield from _fenced(group, silent, other)

    return act


_WAYS = (session, join_timeout, sync_timeout, consumer_session, revocation_timeout)


def fade(sketch: Sketch) -> Act:
    """Any of these; each takes half a second."""
    return sketch.random.choice(_WAYS)(sketch)
