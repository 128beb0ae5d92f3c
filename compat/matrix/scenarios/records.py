"""Records written and read: codecs, compacted topics, idempotence, offsets, deleted records."""

from __future__ import annotations

from compat.clients.raw import FETCH_VERSION_BY_NAME
from compat.matrix.scenarios.base import (
    Scenario,
    Seen,
    Topic,
    World,
    check_record,
    fine,
    refused,
    values,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.records.batch import BatchHeader, iter_headers

CODECS = {"none": 0, "gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}
COUNT = 20
FIRST_WITH_BATCHES = (0, 11)
FIRST_WITH_INVALID_RECORD = (2, 4)
"""Releases of Kafka: KIP-98, KIP-467."""


def _codecs(seen: Seen, world: World) -> None:
    said = {line["codec"]: line for line in seen.all("codec")}
    assert set(said) == set(CODECS)
    known = [codec for codec, line in said.items() if "absent" not in line]
    assert len(known) > 1, "a client with no compression at all?"
    shown = set()
    for codec in known:
        records = [line for line in seen.all("record") if line["codec"] == codec]
        assert [line["offset"] for line in records] == list(range(COUNT)), codec
        for number, line in enumerate(records):
            check_record(line, number)
        used = {each.attributes & 7 for each in _batches(world, f"{world.prefix}-{codec}", 0)}
        # Some clients send a batch as it is where compression does not make it smaller.
        assert used <= {CODECS[codec], 0}, codec
        shown |= used
    assert shown - {0} or world.release < FIRST_WITH_BATCHES, "nothing was compressed"


def _compacted(seen: Seen, world: World) -> None:
    fine(seen.one("keyed"))
    is_old = world.release < FIRST_WITH_INVALID_RECORD
    refused(
        seen.one("keyless"),
        ErrorCode.CORRUPT_MESSAGE if is_old else ErrorCode.INVALID_RECORD,
    )
    fine(seen.one("tombstone"))
    assert [(line["key"], line["value"]) for line in seen.all("record")] == [
        ("k0", "v0"),
        ("k2", None),
    ]


def _idempotent(seen: Seen, world: World) -> None:
    expected = {(number % 2, number // 2, f"v{number}") for number in range(100)}
    for step in ("sent", "record"):
        found = [(line["partition"], line["offset"], line["value"]) for line in seen.all(step)]
        assert len(found) == 100, step
        assert set(found) == expected, step
    for partition in (0, 1):
        batches = _batches(world, world.prefix, partition)
        assert batches
        assert all(each.producer_id >= 0 and each.base_sequence >= 0 for each in batches)


def _batches(world: World, topic: str, partition: int) -> list[BatchHeader]:
    """What lies in the log, as far as one Fetch brings it; nothing before there were batches."""
    if world.release < FIRST_WITH_BATCHES:
        return []
    wanted = FetchRequest.FetchPartition(partition=partition, partition_max_bytes=1 << 20)
    request = FetchRequest(
        max_wait_ms=500,
        min_bytes=1,
        max_bytes=1 << 20,
        topics=[FetchRequest.FetchTopic(topic=topic, partitions=[wanted])],
    )
    answer = world.raw.ask(request, FetchResponse, FETCH_VERSION_BY_NAME)
    (data,) = answer.responses[0].partitions
    return [header for _, header in iter_headers(bytes(data.records or b""))]


def _offsets(seen: Seen, world: World) -> None:
    del world
    found = [seen.one(step)["offset"] for step in ("earliest", "latest", "at", "past")]
    assert found == [0, 10, 5, None]
    for line in seen.optional("newest"):
        assert line["offset"] == 9
    fresh = seen.one("fresh")
    fine(fresh)
    assert fresh["offset"] is None
    assert seen.one("values")["values"] == values(range(10))
    committed = seen.one("committed")
    assert committed["offset"] == 7
    assert committed.get("metadata") in (None, "note")


def _deleted(seen: Seen, world: World) -> None:
    deleted = seen.one("deleted")
    fine(deleted)
    assert deleted["low"] in (4, None)
    assert seen.one("earliest")["offset"] == 4
    assert seen.one("values")["values"] == values(range(4, 10))
    refused(seen.one("too-far"), ErrorCode.OFFSET_OUT_OF_RANGE)
    for line in seen.optional("directories"):
        assert line["size"] > 0
    assert world.raw.list_offset(world.prefix, 0, -2) == 4


SCENARIOS = (
    Scenario("codecs", _codecs, tuple(Topic(f"-{codec}") for codec in CODECS)),
    Scenario(
        "compacted",
        _compacted,
        (Topic(configs={"cleanup.policy": "compact", "retention.ms": "-1"}),),
    ),
    Scenario("idempotent", _idempotent, (Topic(partitions=2),)),
    Scenario("offsets", _offsets, (Topic(),)),
    Scenario("records", _deleted, (Topic(preloaded=10),)),
)
