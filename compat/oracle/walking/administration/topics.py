"""Moves that make, grow, delete and describe topics (admin B, A.2 to A.5)."""

from __future__ import annotations

from compat.oracle.scripts.kit import Part, message, new_topic
from compat.oracle.steps import Answer, Ask, InForce, Outcome
from compat.oracle.walking.administration.sketch import (
    PARTITIONS_MAX,
    AdministrationSketch,
    Asked,
    Name,
    changing,
    id_of,
    key_of,
    looking,
    settled,
)
from compat.oracle.walking.administration.values import TOPIC_VALUES
from compat.oracle.walking.ground import NO_ID, UNKNOWN_ID, Act, Ground, Request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.describe_topic_partitions_request import (
    DescribeTopicPartitionsRequest,
)
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse

WITH_IDS = 7
DELETE_BY_ID = 6
METADATA_BY_ID = 12
METADATA_IDS = 10
ALWAYS_CREATES_BELOW = 4
TWINS = {"d.x": "d_x", "d_x": "d.x"}
"""Ends of names that exclude each other."""
ASSIGNMENTS: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = (
    ((0, (1,)),),
    ((1, (1,)), (0, (1,))),
    ((0, (1,)), (0, (1,))),
    ((0, ()),),
    ((0, (9,)),),
    ((0, (1, 1)),),
    ((0, (1,)), (1, (1, 9))),
    ((1, (1,)),),
    ((-1, (1,)),),
)
MORE: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((1,),),
    ((1,), (1,)),
    (),
    ((9,),),
    ((),),
    ((1, 1),),
)

Planned = tuple[Name, CreateTopicsRequest.CreatableTopic]


def create(sketch: AdministrationSketch) -> Asked:
    """New topics, good and bad, or a look at whether they would do."""
    random = sketch.random
    version = sketch.version(CreateTopicsRequest)
    validate_only = sketch.seldom(0.2)
    timeout_ms = sketch.timeout_ms()
    planned = [_creatable(sketch) for _ in range(random.choice((1, 1, 1, 2, 3, 4)))]
    if not validate_only:
        for name, topic in planned:
            if name.is_own and name.text not in sketch.there and timeout_ms > 0:
                sketch.there[name.text] = max(1, topic.num_partitions)

    def build(ground: Ground) -> CreateTopicsRequest:
        for name, topic in planned:
            topic.name = name.on(ground)
        return CreateTopicsRequest(
            topics=[topic for _, topic in planned],
            timeout_ms=timeout_ms,
            validate_only=validate_only,
        )

    def learn(ground: Ground, outcome: Outcome) -> None:
        if validate_only or version < WITH_IDS or not isinstance(outcome, Answer):
            return
        found = message(outcome, CreateTopicsResponse)
        ids = {each.name: each.topic_id for each in found.topics if not each.error_code}
        for name, _ in planned:
            if name.is_own and name.on(ground) in ids:
                ground.ids[key_of(name)] = ids[name.on(ground)]

    return changing(Request(build, version, learn=learn))


def _creatable(sketch: AdministrationSketch) -> Planned:
    random = sketch.random
    name = sketch.new_name()
    partitions, factor = random.choice((-1, 1, 1, 2, 3)), random.choice((-1, 1, 1))
    assignments: tuple[tuple[int, tuple[int, ...]], ...] = ()
    if sketch.seldom():
        partitions, factor = random.choice((0, -2, 1, 10_001)), random.choice((0, -2, 2, 1))
    if sketch.seldom():
        assignments = random.choice(ASSIGNMENTS)
        partitions, factor = random.choice((-1, -1, 1)), random.choice((-1, -1, 1))
    configs: dict[str, str | None] = {}
    if sketch.seldom(0.4):
        for key in sketch.some(list(TOPIC_VALUES)):
            configs[key] = random.choice(TOPIC_VALUES[key])
            if sketch.seldom(0.05):
                configs[key] = None
    topic = new_topic("", partitions, factor, configs, assignments)
    if sketch.seldom(0.05):
        topic.configs += topic.configs
    return name, topic


def grow(sketch: AdministrationSketch) -> Asked:
    """More partitions, or less, or elsewhere."""
    random = sketch.random
    version = sketch.version(CreatePartitionsRequest)
    validate_only = sketch.seldom(0.2)
    timeout_ms = sketch.timeout_ms()
    make = CreatePartitionsRequest.CreatePartitionsTopic
    assigned = CreatePartitionsRequest.CreatePartitionsAssignment
    planned = []
    for _ in range(random.choice((1, 1, 2, 3))):
        name = sketch.own_name()
        there = sketch.there.get(name.text, 1)
        count = min(PARTITIONS_MAX, there + random.choice((0, 1, 1, 1, 2, -1)))
        if sketch.seldom(0.08):
            count = random.choice((0, -1, 20_000))
        assignments = None
        if sketch.seldom(0.25):
            assignments = [assigned(broker_ids=list(each)) for each in random.choice(MORE)]
        if name.is_own and not validate_only and timeout_ms > 0 and there < count < 1000:
            sketch.there[name.text] = count
        planned.append((name, make(count=count, assignments=assignments)))

    def build(ground: Ground) -> CreatePartitionsRequest:
        for name, topic in planned:
            topic.name = name.on(ground)
        return CreatePartitionsRequest(
            topics=[topic for name, topic in planned],
            timeout_ms=timeout_ms,
            validate_only=validate_only,
        )

    return changing(Request(build, version))


def delete(sketch: AdministrationSketch) -> Asked:
    """Away with topics, by name and by id."""
    random = sketch.random
    version = sketch.version(DeleteTopicsRequest)
    timeout_ms = sketch.timeout_ms()
    names = [sketch.own_name() for _ in range(random.choice((1, 1, 2, 3)))]
    # Which fields of an element are given: name, id.
    given = [random.choice(((1, 0), (1, 0), (0, 1), (0, 1), (1, 1), (0, 0))) for _ in names]
    if version < DELETE_BY_ID:
        given = [(1, 0) for _ in names]
    for name, fields in zip(names, given, strict=True):
        if fields in ((1, 0), (0, 1)) and timeout_ms > 0 and names.count(name) == 1:
            sketch.there.pop(name.text, None)
    make = DeleteTopicsRequest.DeleteTopicState

    def build(ground: Ground) -> DeleteTopicsRequest:
        if version < DELETE_BY_ID:
            texts = [name.on(ground) for name in names]
            return DeleteTopicsRequest(topic_names=texts, timeout_ms=timeout_ms)
        return DeleteTopicsRequest(
            topics=[
                make(
                    name=name.on(ground) if by_name else None,
                    topic_id=id_of(ground, name) if by_id else NO_ID,
                )
                for name, (by_name, by_id) in zip(names, given, strict=True)
            ],
            timeout_ms=timeout_ms,
        )

    return changing(Request(build, version))


def metadata(sketch: AdministrationSketch) -> Asked:
    """What a client sees: of all topics, of some by name or by id, or of none."""
    random = sketch.random
    version = sketch.version(MetadataRequest)
    names = [sketch.name() for _ in range(random.choice((0, 1, 2, 5, 7)))]
    everything = sketch.seldom(0.3)
    by_id = version >= METADATA_BY_ID and sketch.seldom(0.3)
    if version >= METADATA_IDS and not by_id and sketch.seldom(0.1):
        by_id = True  # too early: see admin A-15
    flags = [random.random() < 0.5 for _ in range(2)]
    if version < ALWAYS_CREATES_BELOW:
        names = []
    make = MetadataRequest.MetadataRequestTopic

    def build(ground: Ground) -> MetadataRequest:
        topics = [
            make(topic_id=id_of(ground, name) if name.is_own else UNKNOWN_ID, name=None)
            if by_id
            else make(name=name.on(ground))
            for name in names
        ]
        found = MetadataRequest(topics=None if everything and version else topics)
        if version >= ALWAYS_CREATES_BELOW:
            found.allow_auto_topic_creation = False
        if version >= 8:
            found.include_topic_authorized_operations = flags[0]
        if 8 <= version <= 10:
            found.include_cluster_authorized_operations = flags[1]
        return found

    return looking(Request(build, version))


def make_by_asking(sketch: AdministrationSketch) -> Act:
    """Topics that are made because somebody asks for them (admin A-24)."""
    version = sketch.version(MetadataRequest)
    names = [name for name in [sketch.new_name() for _ in range(2)] if name.is_own]
    for name in names:
        sketch.there.setdefault(name.text, 1)
    make = MetadataRequest.MetadataRequestTopic

    def act(ground: Ground) -> Part[None]:
        texts = [name.on(ground) for name in names]
        request = MetadataRequest(topics=[make(name=text) for text in texts])
        if not texts and version == 0:
            return
        yield from settled(ground)
        yield Ask(request, version)
        quiet = MetadataRequest(
            topics=[make(name=text) for text in _with_twins(texts)], allow_auto_topic_creation=False
        )
        yield Ask(quiet, 9, until=_are_there, compared=False)
        yield InForce()

    return act


def _with_twins(names: list[str]) -> list[str]:
    """Return the names, and for each the name that Kafka takes for the same in its metrics."""
    twins = (name[:-3] + TWINS[name[-3:]] for name in names if name[-3:] in TWINS)
    return list(dict.fromkeys((*names, *twins)))


def _are_there(found: Message) -> bool:
    """Return True if no topic can be created any more.

    Topics with an invalid name never are, nor is one whose twin exists (`Topic.hasCollision`).
    """
    assert isinstance(found, MetadataResponse)
    there = {(each.name or "").replace(".", "_") for each in found.topics if not each.error_code}
    return all(
        each.error_code in (0, 17) or (each.name or "").replace(".", "_") in there
        for each in found.topics
    )


def page(sketch: AdministrationSketch) -> Asked:
    """Topics page by page."""
    random = sketch.random
    version = sketch.version(DescribeTopicPartitionsRequest)
    names = [sketch.name() for _ in range(random.choice((0, 1, 2, 4, 6)))]
    limit = random.choice((-1, 0, 1, 2, 3, 5, 2000, 5000))
    cursor = sketch.name() if sketch.seldom(0.5) else None
    if cursor is not None and names and not sketch.seldom(0.2):
        cursor = random.choice(names)
    index = random.choice((0, 0, 1, 2, 9, -1))
    kind = DescribeTopicPartitionsRequest

    def build(ground: Ground) -> DescribeTopicPartitionsRequest:
        found = kind(
            topics=[kind.TopicRequest(name=name.on(ground)) for name in names],
            response_partition_limit=limit,
        )
        if cursor is not None:
            found.cursor = kind.Cursor(topic_name=cursor.on(ground), partition_index=index)
        return found

    return looking(Request(build, version))
