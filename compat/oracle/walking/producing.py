"""Moves that produce: good and bad batches, in sequence or not, by name and by id."""

from __future__ import annotations

from collections.abc import Callable

from compat.oracle.scripts.kit import TIMEOUT_MS
from compat.oracle.walking import batches
from compat.oracle.walking.ground import Ground, PlannedTopic, Request
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.messages.produce_request import ProduceRequest

BY_ID = 13
WITH_BATCHES = 3
"""The first version whose records must be batches of magic 2."""
MAGIC_OF = {0: 0, 1: 0, 2: 1}
PRODUCERS = (70_001, 70_002)
"""Kafka takes any id; these are far from those that it gives."""
SMALL = 600

Piece = tuple[PlannedTopic, int, bytes]
Data = Callable[[PlannedTopic], tuple[bytes, int]]


def request(version: int, acks: int, *pieces: Piece) -> Request:
    """Produce of these pieces, each topic's together in the order in which they first come."""
    topics = {topic.key: topic for topic, _, _ in pieces}

    def build(ground: Ground) -> ProduceRequest:
        found = []
        for topic in topics.values():
            element = ProduceRequest.TopicProduceData(
                partition_data=[
                    ProduceRequest.PartitionProduceData(index=partition, records=data)
                    for each, partition, data in pieces
                    if each is topic
                ]
            )
            if version >= BY_ID:
                element.topic_id = ground.topic_id(topic)
            else:
                element.name = ground.name(topic)
            found.append(element)
        return ProduceRequest(acks=acks, timeout_ms=TIMEOUT_MS, topic_data=found)

    return Request(build, version, is_answered=acks != 0)


def _put(sketch: Sketch, version: int, data: Data) -> Request:
    """Produce to one or a few partitions."""
    random = sketch.random
    acks = random.choice((-1, -1, -1, -1, 1, 1, 1, 0, 2))
    pieces: dict[tuple[int, int], Piece] = {}
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        topic = sketch.topic()
        partition = sketch.partition(topic)
        if (topic.key, partition) in pieces:
            continue
        records, count = data(topic)
        pieces[topic.key, partition] = (topic, partition, records)
        if acks != 2 and "min.insync.replicas" not in topic.configs:
            sketch.grown(topic, partition, count)
    return request(version, acks, *pieces.values())


def put(sketch: Sketch) -> Request:
    """Good batches, of all codecs."""

    def data(topic: PlannedTopic) -> tuple[bytes, int]:
        found, count = batches.good(sketch.random, topic.codecs, topic.stamps)
        is_too_large = len(found) > SMALL and "max.message.bytes" in topic.configs
        return found, 0 if is_too_large else count

    return _put(sketch, sketch.version(ProduceRequest, WITH_BATCHES), data)


def put_broken(sketch: Sketch) -> Request:
    """Batches that are wrong in one way, now and then beside a good one.

    What 3.9 makes of compressed records that claim a negative length is not to be compared: from
    4.1 on, where records have a limit, they are refused.
    """

    def data(topic: PlannedTopic) -> tuple[bytes, int]:
        if sketch.random.random() < 0.2:
            return batches.good(sketch.random, topic.codecs)
        return batches.broken(sketch.random, (0,) if sketch.is_old else topic.codecs), 0

    return _put(sketch, sketch.version(ProduceRequest, WITH_BATCHES), data)


def put_message_set(sketch: Sketch) -> Request:
    """Message sets, where this Kafka takes them. What it stores it compresses itself."""
    if not sketch.is_old:
        return put(sketch)
    random = sketch.random

    def data(topic: PlannedTopic) -> tuple[bytes, int]:
        codecs = (0,) if topic.sized else topic.codecs
        draw = random.random()
        if "segment.ms" in topic.configs:  # without timestamps segments roll when time has passed
            return batches.good(random, topic.codecs)
        if draw < 0.1:
            return batches.broken_message_set(random, magic, codecs), 0
        if draw < 0.15:
            return batches.odd_message(random, magic), 1
        if draw < 0.2:
            return batches.good(random, topic.codecs)
        return batches.message_set(random, magic, codecs)

    version = sketch.version(ProduceRequest, 0, WITH_BATCHES - 1)
    magic = MAGIC_OF[version] if random.random() < 0.9 else random.randint(0, 1)
    return _put(sketch, version, data)


def put_in_sequence(sketch: Sketch) -> Request:
    """A batch of one of a few idempotent producers; now and then again, too early, anew."""
    random = sketch.random
    topic = sketch.topic()
    partition = sketch.partition(topic)
    producer = random.choice(PRODUCERS)
    place = (producer, topic.key, partition)
    epoch, sequence = sketch.sequences.get(place, (0, 0))
    count = random.randint(1, 3)
    if not (usual := random.random() < 0.75):
        sequence = max(0, sequence + random.randint(-6, 2))
        if random.random() < 0.3:
            epoch, sequence = max(0, epoch + random.randint(-1, 1)), 0
    data = batches.in_sequence(random, producer, epoch, sequence, count)
    sketch.sequences[place] = (epoch, sequence + count)
    if usual:
        sketch.grown(topic, partition, count)
    version = sketch.version(ProduceRequest, WITH_BATCHES)
    return request(version, random.choice((-1, -1, 1)), (topic, partition, data))
