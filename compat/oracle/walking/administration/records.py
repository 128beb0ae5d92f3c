"""Moves that write records and delete them, so that logs are of some size.

They are of the present, for topics here keep records for a while only, and each broker looks for
old ones half a minute after its own start. Nobody reads them.
"""

from __future__ import annotations

import time

from compat.oracle.scripts.kit import TIMEOUT_MS, produce
from compat.oracle.walking.administration.sketch import AdministrationSketch, Asked, looking
from compat.oracle.walking.ground import Ground, Request
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch

PRODUCE = 11


def put(sketch: AdministrationSketch) -> Asked:
    """A batch that is not compressed, for it is to be as large on both sides."""
    random = sketch.random
    name = sketch.own_name()
    index = sketch.index(name)
    value = random.randbytes(random.randint(0, 99))
    count = random.randint(1, 4)

    def build(ground: Ground) -> ProduceRequest:
        records = [(int(time.time() * 1000), b"key", value, ())] * count
        return produce(name.on(ground), bytes(encode_batch(records)), index)

    return looking(Request(build, PRODUCE))


def delete(sketch: AdministrationSketch) -> Asked:
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
