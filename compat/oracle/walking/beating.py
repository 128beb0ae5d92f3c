"""Groups of KIP-848 in a walk: members that beat, acknowledge, change their minds and leave.

Members make their own ids, so both sides know them by the same. Targets are computed at once, by a
setting of the group, since nobody could tell in which heartbeat an interval ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.scripts import commits
from compat.oracle.scripts.kit import Part
from compat.oracle.steps import Answer, Ask, InForce
from compat.oracle.walking.crews import Somewhere
from compat.oracle.walking.ground import Act, Ground, PlannedTopic
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest

RANGE, UNIFORM = "herd-range", "herd-uniform"
GROUPS = (RANGE, UNIFORM)
GROUP_RESOURCE = 32
MEMBERS: dict[str, str | None] = {
    "member-0": None,
    "member-1": None,
    "member-2": "i0",
    "member-3": "i0",
}
"""Their instance ids, which stay: a member of 4.4.0 that joins under another one is left without
the partitions that are its target's, for good."""
REBALANCE_MS = 60_000
LEAVING, LEAVING_FOR_A_WHILE = -1, -2
Owned = dict[bytes, list[int]]


class Beast:
    """A member as one side has answered it."""

    def __init__(self) -> None:
        self.epoch = 0
        self.instance: str | None = None
        self.assigned: Owned = {}


class Herds:
    """The groups of a side."""

    def __init__(self) -> None:
        self._members: dict[tuple[str, str], Beast] = {}
        self._ready: set[str] = set()

    def member(self, group: str, member_id: str) -> Beast:
        """That member, or one that may become it."""
        return self._members.setdefault((group, member_id), Beast())

    def is_new(self, group: str) -> bool:
        """Whether the group is met for the first time."""
        is_new = group not in self._ready
        self._ready.add(group)
        return is_new


def _ready(ground: Ground, group: str) -> Part[None]:
    """Have targets computed at once."""
    if not ground.of(Herds).is_new(group):
        return
    config = IncrementalAlterConfigsRequest.AlterableConfig(
        name="consumer.assignment.interval.ms", config_operation=0, value="0"
    )
    resource = IncrementalAlterConfigsRequest.AlterConfigsResource(
        resource_type=GROUP_RESOURCE, resource_name=ground.prefix + group, configs=[config]
    )
    yield Ask(IncrementalAlterConfigsRequest(resources=[resource]), 1)
    yield InForce()


def _partitions(owned: Owned) -> list[ConsumerGroupHeartbeatRequest.TopicPartitions]:
    make = ConsumerGroupHeartbeatRequest.TopicPartitions
    return [make(topic_id=each, partitions=list(at)) for each, at in owned.items()]


def _beat(ground: Ground, group: str, member_id: str, **fields: object) -> Part[None]:
    """A heartbeat, and what its answer says of the member."""
    beast = ground.of(Herds).member(group, member_id)
    asked = ConsumerGroupHeartbeatRequest(
        group_id=ground.prefix + group,
        member_id=member_id,
        **{"member_epoch": beast.epoch, "instance_id": beast.instance, **fields},  # type: ignore[arg-type]
    )
    outcome = yield Ask(asked, 1)
    if not isinstance(outcome, Answer):
        return
    found = outcome.message
    if not found.error_code:  # type: ignore[attr-defined]
        beast.epoch = found.member_epoch  # type: ignore[attr-defined]
        if found.assignment is not None:  # type: ignore[attr-defined]
            beast.assigned = {
                each.topic_id: list(each.partitions)
                for each in found.assignment.topic_partitions  # type: ignore[attr-defined]
            }
    elif found.error_code in (25, 69, 82, 110):  # type: ignore[attr-defined]
        beast.epoch, beast.assigned = 0, {}


class _Member:
    """A drawn member of a drawn group."""

    def __init__(self, sketch: Sketch) -> None:
        self.group = sketch.random.choice(GROUPS)
        self.id = sketch.random.choice(tuple(MEMBERS))

    def of(self, ground: Ground) -> Beast:
        """As its side knows it."""
        return ground.of(Herds).member(self.group, self.id)


def _topics(sketch: Sketch, group: str) -> list[PlannedTopic]:
    """What a member subscribes to: one topic where the order of their ids would matter."""
    everything = list(sketch.topics.values())
    if group == UNIFORM:
        return everything[:1]
    return sketch.random.sample(everything, sketch.random.randint(1, len(everything)))


def _names(ground: Ground, topics: Sequence[PlannedTopic]) -> list[str]:
    return [ground.name(topic) for topic in topics]


def come(sketch: Sketch) -> Act:
    """Join, or join again with epoch 0."""
    who = _Member(sketch)
    topics = _topics(sketch, who.group)
    assignor = "range" if who.group == RANGE else None

    def act(ground: Ground) -> Part[None]:
        yield from _ready(ground, who.group)
        beast = who.of(ground)
        beast.instance, beast.epoch = MEMBERS[who.id], 0
        yield from _beat(
            ground,
            who.group,
            who.id,
            rebalance_timeout_ms=REBALANCE_MS,
            subscribed_topic_names=_names(ground, topics),
            server_assignor=assignor,
            topic_partitions=[],
        )

    return act


def beat(sketch: Sketch) -> Act:
    """A heartbeat that says what is owned, as was told last, or says nothing."""
    who, says = _Member(sketch), sketch.random.random() < 0.7

    def act(ground: Ground) -> Part[None]:
        owned = _partitions(who.of(ground).assigned) if says else None
        yield from _beat(ground, who.group, who.id, topic_partitions=owned)

    return act


def change(sketch: Sketch) -> Act:
    """Another subscription, in the course of a heartbeat."""
    who = _Member(sketch)
    topics = [] if sketch.random.random() < 0.15 else _topics(sketch, who.group)

    def act(ground: Ground) -> Part[None]:
        yield from _beat(ground, who.group, who.id, subscribed_topic_names=_names(ground, topics))

    return act


def go(sketch: Sketch) -> Act:
    """Leave, for good or (static members) for a while."""
    who = _Member(sketch)
    epoch = sketch.random.choice((LEAVING, LEAVING, LEAVING_FOR_A_WHILE))

    def act(ground: Ground) -> Part[None]:
        yield from _beat(ground, who.group, who.id, member_epoch=epoch)
        beast = who.of(ground)
        beast.epoch, beast.assigned = 0, {}

    return act


def misuse(sketch: Sketch) -> Act:
    """What is refused: epochs, instances, assignors, expressions, missing fields."""
    random = sketch.random
    who = _Member(sketch)
    choices: tuple[dict[str, object], ...] = (
        {"member_epoch": 99},
        {"member_epoch": -3},
        {"server_assignor": "nope"},
        {"subscribed_topic_regex": "t("},
        {"instance_id": ""},
        {"instance_id": "i9"},
        {"instance_id": "i0"},
        {"rack_id": ""},
        {"member_epoch": 0},
        {"member_epoch": 0, "rebalance_timeout_ms": 5, "topic_partitions": []},
    )
    fields = random.choice(choices)
    shift = random.choice((None, None, -1, 1))

    def act(ground: Ground) -> Part[None]:
        yield from _ready(ground, who.group)
        said = dict(fields)
        if shift is not None:
            said = {"member_epoch": max(1, who.of(ground).epoch + shift)}
        yield from _beat(ground, who.group, who.id, **said)

    return act


def commit(sketch: Sketch) -> Act:
    """OffsetCommit in the member's epoch, or another."""
    random = sketch.random
    who, where = _Member(sketch), Somewhere(sketch)
    version, shift = sketch.version(OffsetCommitRequest, 8), random.choice((0, 0, 0, 0, 1, -1))
    as_nobody, offset = random.random() < 0.15, random.randint(0, 99)

    def act(ground: Ground) -> Part[None]:
        yield Ask(
            commits.commit(
                version,
                ground.prefix + who.group,
                where.of(ground),
                offset=offset,
                member_id="" if as_nobody else who.id,
                generation=-1 if as_nobody else who.of(ground).epoch + shift,
            ),
            version,
        )

    return act


def fetch(sketch: Sketch) -> Act:
    """OffsetFetch, with the member's epoch, another, or none."""
    random = sketch.random
    who, where = _Member(sketch), Somewhere(sketch)
    version, shift = sketch.version(OffsetFetchRequest, 8), random.choice((0, 0, 1, -1))
    as_nobody = random.random() < 0.3

    def act(ground: Ground) -> Part[None]:
        member = None if as_nobody or version < 9 else who.id
        epoch = -1 if member is None else who.of(ground).epoch + shift
        places = [where.of(ground)]
        yield Ask(commits.fetch(version, ground.prefix + who.group, places, member, epoch), version)

    return act


def look(sketch: Sketch) -> Act:
    """ConsumerGroupDescribe."""
    version = sketch.version(ConsumerGroupDescribeRequest)

    def act(ground: Ground) -> Part[None]:
        for group in GROUPS:
            wanted = ConsumerGroupDescribeRequest(group_ids=[ground.prefix + group])
            yield Ask(wanted, version)

    return act
