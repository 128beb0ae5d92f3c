"""Moves that ask for offsets and epochs, and that move the start of a log."""

from __future__ import annotations

from compat.oracle.walking.ground import Ground, PlannedTopic, Request
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest

TIMEOUT_MS = 2000
EARLIEST, LATEST, GREATEST = -2, -1, -3
WITH_GREATEST = 7


def _places(sketch: Sketch, count_max: int = 4) -> list[tuple[PlannedTopic, list[int]]]:
    """Some partitions by topic; a topic may come twice, a partition too."""
    found: list[tuple[PlannedTopic, list[int]]] = []
    for _ in range(sketch.random.choice((1, 1, 1, 2, 3))):
        topic = sketch.topic()
        count = sketch.random.randint(0 if found else 1, count_max)
        found.append((topic, [sketch.partition(topic) for _ in range(count)]))
    return found


def _time(sketch: Sketch, topic: PlannedTopic, version: int) -> int:
    """A special time or one of the records'.

    Where the broker stamps, the greatest timestamp depends on which batches share a millisecond.
    Across segments of few records Kafka does not find the same one each time.
    """
    is_stamped = "message.timestamp.type" in topic.configs
    usual = [EARLIEST, LATEST, LATEST]
    if "segment.ms" not in topic.configs:
        usual += [sketch.time_ms() for _ in range(3)]
    strange = [0, -4, -5, -6, -7, 1 << 60]
    if not is_stamped:
        usual += [GREATEST, GREATEST] if version >= WITH_GREATEST else [GREATEST]
    return sketch.random.choice(usual if sketch.random.random() < 0.9 else strange)


def list_offsets(sketch: Sketch) -> Request:
    """By time, or one of the special times."""
    random = sketch.random
    version = sketch.version(ListOffsetsRequest)
    parts: list[tuple[PlannedTopic, list[ListOffsetsRequest.ListOffsetsPartition]]] = []
    for topic, partitions in _places(sketch):
        made = []
        for at in partitions:
            part = ListOffsetsRequest.ListOffsetsPartition(partition_index=at)
            part.timestamp = _time(sketch, topic, version)
            if version >= 4:
                part.current_leader_epoch = sketch.leader_epoch()
            if version == 0:
                part.max_num_offsets = random.choice((1, 1, 5, 0, -1))
            made.append(part)
        parts.append((topic, made))
    replica_id = random.choice((-1, -1, -1, -1, -2, 1, 5))
    isolation_level = random.choice((0, 0, 1)) if version >= 2 else 0

    def build(ground: Ground) -> ListOffsetsRequest:
        make = ListOffsetsRequest.ListOffsetsTopic
        topics = [make(name=ground.name(topic), partitions=each) for topic, each in parts]
        found = ListOffsetsRequest(replica_id=replica_id, topics=topics)
        if version >= 2:
            found.isolation_level = isolation_level
        if version >= 10:
            found.timeout_ms = TIMEOUT_MS
        return found

    return Request(build, version)


def delete_records(sketch: Sketch) -> Request:
    """Move log starts, often to where they may not go."""
    version = sketch.version(DeleteRecordsRequest)
    make = DeleteRecordsRequest.DeleteRecordsPartition
    parts = [
        (
            topic,
            [
                make(partition_index=at, offset=_start(sketch, topic, at))
                for at in dict.fromkeys(partitions)
            ],
        )
        for topic, partitions in {each[0].key: each for each in _places(sketch, 2)}.values()
    ]

    def build(ground: Ground) -> DeleteRecordsRequest:
        element = DeleteRecordsRequest.DeleteRecordsTopic
        topics = [element(name=ground.name(topic), partitions=each) for topic, each in parts]
        return DeleteRecordsRequest(topics=topics, timeout_ms=TIMEOUT_MS)

    return Request(build, version)


def _start(sketch: Sketch, topic: PlannedTopic, partition: int) -> int:
    end = sketch.end(topic, partition)
    return sketch.random.choice((1, 2, end // 2, sketch.offset(topic, partition), -1, -2))


def leader_epochs(sketch: Sketch) -> Request:
    """Where epochs end."""
    random = sketch.random
    version = sketch.version(OffsetForLeaderEpochRequest)
    parts: list[tuple[PlannedTopic, list[OffsetForLeaderEpochRequest.OffsetForLeaderPartition]]]
    parts = []
    for topic, partitions in {each[0].key: each for each in _places(sketch, 3)}.values():
        made = []
        for at in dict.fromkeys(partitions):
            part = OffsetForLeaderEpochRequest.OffsetForLeaderPartition(partition=at)
            part.leader_epoch = random.choice((-1, 0, 0, 0, 1, 5, -2))
            if version >= 2:
                part.current_leader_epoch = sketch.leader_epoch()
            made.append(part)
        parts.append((topic, made))
    replica_id = random.choice((-1, -2, 1, 5))

    def build(ground: Ground) -> OffsetForLeaderEpochRequest:
        make = OffsetForLeaderEpochRequest.OffsetForLeaderTopic
        topics = [make(topic=ground.name(topic), partitions=each) for topic, each in parts]
        found = OffsetForLeaderEpochRequest(topics=topics)
        if version >= 3:
            found.replica_id = replica_id
        return found

    return Request(build, version)
