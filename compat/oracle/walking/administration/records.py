"""Moves that write records and delete them, so that logs are of some size."""

from __future__ import annotations

from compat.oracle.scripts.kit import TIME_MS, TIMEOUT_MS, produce
from compat.oracle.walking.administration.sketch import AdministrationSketch, looking
from compat.oracle.walking.ground import Act, Ground, Request
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.records.builder import encode_batch

PRODUCE = 11


def put(sketch: AdministrationSketch) -> Act:
    """A batch that is not compressed, for it is to be as large on both sides."""
    random = sketch.random
    name = sketch.own_name()
    index = sketch.index(name)
    records = [(TIME_MS, b"key", random.randbytes(random.randint(0, 99)), ())]
    data = bytes(encode_batch(records * random.randint(1, 4)))
    return looking(Request(lambda ground: produce(name.on(ground), data, index), PRODUCE))


def delete(sketch: AdministrationSketch) -> Act:
    """Records at the beginning of logs."""
    version = sketch.version(DeleteRecordsRequest)
    kind = DeleteRecordsRequest
    planned = [
        (
            name,
            [
                kind.DeleteRecordsPartition(
                    partition_index=index, offset=sketch.random.choice((-1, 1, 2, 3, 50, -2))
                )
                for index in dict.fromkeys(sketch.indexes(name))
            ],
        )
        for name in dict.fromkeys(sketch.own_name() for _ in range(2))
    ]

    def build(ground: Ground) -> DeleteRecordsRequest:
        topics = [
            kind.DeleteRecordsTopic(name=name.on(ground), partitions=partitions)
            for name, partitions in planned
        ]
        return kind(topics=topics, timeout_ms=TIMEOUT_MS)

    return looking(Request(build, version))
