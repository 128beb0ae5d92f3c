"""The scenarios of versions, headers and record formats (fetch J 1 to 26), on both sides.

Not here, because bytes alone show them: 5 and 6 (golden bytes), 19 to 25 and 27 to 32 (formats);
`tests/protocol` and `tests/records` have them. Clients' part of 14 and 30 is in `compat/scenarios`.
"""

from __future__ import annotations

from compat.oracle.scripts.expecting import expect, fetched, only, partitions, shown, size_of
from compat.oracle.scripts.fetching import PRODUCE_BY_NAME, filled, request
from compat.oracle.scripts.frames import NO_TOPICS
from compat.oracle.scripts.kit import (
    World,
    batch,
    create,
    fetch_partition,
    framed,
    message,
    produce,
    raw_request,
)
from compat.oracle.steps import Ask, Closed, Raw, Script, Undecodable
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.crc32c import crc32c

FETCH, API_VERSIONS = 1, 18
TOO_LONG = 104_857_601
LAST_CODEC = 4
UNKNOWN_SERVER_ERROR = -1


def negotiation(world: World) -> Script:
    """ApiVersions of the future, of bad software, and its plain header (fetch J 1, J 2, J 3)."""
    frame = raw_request(API_VERSIONS, 99, b"\0anything at all")
    found = yield Raw(frame, "future")
    assert isinstance(found, Undecodable)
    highest = world.latest(ApiVersionsRequest)
    expect("answer", found.frame.hex(), f"0000000700230000000100120000{highest:04x}")
    asked = ApiVersionsRequest(client_software_name=".x", client_software_version="1")
    refused = message((yield Ask(asked, 3)), ApiVersionsResponse)
    expect("bad name", (refused.error_code, refused.api_keys), (42, []))
    asked = ApiVersionsRequest(client_software_name="x", client_software_version="1")
    for version in world.versions(ApiVersionsRequest):
        taken = message((yield Ask(asked, version)), ApiVersionsResponse)
        expect("decodes behind a plain header", taken.error_code, 0)


def closings(world: World) -> Script:
    """A Fetch of the future and impossible lengths end the connection (fetch J 4, J 16)."""
    newer = raw_request(FETCH, world.latest(FetchRequest) + 1, b"\0" * 60)
    expect("the future", (yield Raw(newer, "future", answers=False)), Closed())
    for size in (-1, 0, TOO_LONG):
        data = size.to_bytes(4, "big", signed=True)
        expect(f"length {size}", (yield Raw(data, f"length {size}", answers=False)), Closed())
    yield Ask(NO_TOPICS, 9)


def odd_headers(world: World) -> Script:
    """Unknown tags anywhere, and no client id (fetch J 7, J 8)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, (12, 13, 15, 18)):
        asked = request(topic.at(version, fetch_partition()))
        good = encode_request(FETCH, version, 7, None, asked)
        found = yield Raw(good, f"no client {version}", reads=(FETCH, version))
        expect("no client id", shown(fetched(found))[0].error, 0)
        tagged = good[4:-1] + b"\x01\x63\x02hi"  # one tag, 99, of two bytes, behind the request
        found = yield Raw(framed(tagged), f"tag {version}", reads=(FETCH, version))
        expect("an unknown tag", shown(fetched(found))[0].error, 0)


def replica_ids(world: World) -> Script:
    """Who asks, in its tag or outside; a high watermark is nobody's business (fetch J 9, J 10)."""
    topic = yield from filled(world, "log", 1)
    state = FetchRequest.ReplicaState
    for version in world.spoken(FetchRequest, (15, 18)):
        wanted = topic.at(version, fetch_partition())
        for replica_id, error in ((-1, 0), (-2, 0), (5, 6)):
            asked = request(wanted)
            asked.replica_state = state(replica_id=replica_id, replica_epoch=-1)
            found = fetched((yield Ask(asked, version)))
            expect(f"replica {replica_id}", shown(found)[0].error, error)
    for high_watermark in (-1, 40, (1 << 63) - 1) if world.latest(FetchRequest) >= 18 else ():
        wanted = topic.at(18, fetch_partition(high_watermark=high_watermark))
        found = fetched((yield Ask(request(wanted), 18)))
        expect("records", size_of(only(found)) > 0, True)


def empty_records(world: World) -> Script:
    """No records are zero bytes, not null, at every version (fetch J 14)."""
    topic = yield from filled(world, "log", 1)
    for version in world.versions(FetchRequest, 4):
        wanted = topic.at(version, fetch_partition(0, 2), fetch_partition(9))
        found = fetched((yield Ask(request(wanted), version)))
        expect("sizes", [size_of(each) for each in partitions(found)], [0, 0])


def kept_bytes(world: World) -> Script:
    """What is fetched is what was produced; codecs that do not exist (fetch J 18, J 20, J 26)."""
    topic = yield from filled(world, "log", 0)
    stored = bytearray()
    for codec in range(LAST_CODEC + 1):
        data = batch(b"value" * 20, b"another", compression=codec)
        yield Ask(produce(topic.name, data), PRODUCE_BY_NAME)
        kept = bytearray(data)
        kept[0:8] = (codec * 2).to_bytes(8, "big")
        kept[12:16] = bytes(4)
        stored += kept
    found = only(fetched((yield Ask(request(topic.at(12, fetch_partition())), 12))))
    assert found.records is not None
    expect("the bytes", bytes(found.records) == bytes(stored), True)
    for codec in (5, 6, 7):
        asked = produce(topic.name, _of_codec(codec))
        answer = message((yield Ask(asked, 9)), ProduceResponse)
        expect(
            f"codec {codec}",
            answer.responses[0].partition_responses[0].error_code,
            UNKNOWN_SERVER_ERROR,
        )


def _of_codec(codec: int) -> bytes:
    """A plain batch that says it is compressed, with a checksum that fits."""
    data = bytearray(batch(b"value"))
    data[22] |= codec
    data[17:21] = crc32c(bytes(data[21:])).to_bytes(4, "big")
    return bytes(data)


def append_times(world: World) -> Script:
    """The broker's own time changes the checksum, its offsets do not (fetch J 19)."""
    for kind, kept in (("CreateTime", True), ("LogAppendTime", False)):
        name = f"log-{kind}"
        yield from create(world, name, configs={"message.timestamp.type": kind})
        data = batch(b"value")
        yield Ask(produce(name, data), PRODUCE_BY_NAME)
        wanted = FetchRequest.FetchTopic(topic=name, partitions=[fetch_partition()])
        found = only(fetched((yield Ask(request(wanted), 12))))
        assert found.records is not None
        expect("checksum kept", bytes(found.records)[17:21] == data[17:21], kept)


SCRIPTS = {
    "J-1-negotiation": negotiation,
    "J-4-closings": closings,
    "J-7-odd-headers": odd_headers,
    "J-9-replica-ids": replica_ids,
    "J-14-empty-records": empty_records,
    "J-18-kept-bytes": kept_bytes,
    "J-19-append-times": append_times,
}
