"""Bytes as such: frames in pieces, several at once, malformed ones, and what ends a connection."""

from __future__ import annotations

from compat.oracle.scripts.kit import (
    World,
    batch,
    create,
    end_offsets,
    fetch_partition,
    framed,
    produce,
    raw_request,
)
from compat.oracle.steps import Ask, Raw, Receive, Script, Send
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest

NO_TOPICS = MetadataRequest(topics=[], allow_auto_topic_creation=False)


def pipelined(world: World) -> Script:
    """Many requests before the first answer: answers come in order, what waits holds the rest."""
    yield from create(world, "log")
    topic = FetchRequest.FetchTopic(topic="log", partitions=[fetch_partition()])
    poll = FetchRequest(max_wait_ms=300, min_bytes=1, max_bytes=1 << 20, topics=[topic])
    yield Send(ApiVersionsRequest(), 0)
    yield Send(end_offsets("log", [0]), 6)
    yield Send(poll, 12)
    yield Send(end_offsets("log", [0]), 6)
    yield Receive()
    yield Receive()
    yield Receive(waits_ms=300)
    yield Receive()
    for at in range(30):
        yield Send(produce("log", batch(b"%d" % at)), 11)
    for _ in range(30):
        yield Receive()
    for at in range(10):
        yield Send(produce("log", batch(b"%d" % at)), 11)
        yield Send(end_offsets("log", [0]), 6)
        yield Send(poll, 12)
    for _ in range(30):
        yield Receive()


def malformed(world: World) -> Script:
    """Lengths, headers and bodies that are wrong."""
    yield from create(world, "log")
    good = encode_request(3, 9, 5, "c", NO_TOPICS)
    for size in (-1, 0, -(1 << 31), (1 << 31) - 1, 104_857_601):
        yield Raw(size.to_bytes(4, "big", signed=True), f"length {size}", answers=False)
    for at in range(1, 12):
        yield Raw(framed(good[4 : 4 + at]), f"header {at}", answers=False)
    for at in range(12, len(good) - 4):
        yield Raw(framed(good[4 : 4 + at]), f"body {at}", answers=False)
    yield Raw(framed(good[4:] + b"more"), "left over", reads=(3, 9))
    yield Raw(raw_request(18, 0, b"left over"), "left over v0", reads=(18, 0))
    null_client = raw_request(18, 0, b"", b"\xff\xff")
    yield Raw(null_client, "null client", reads=(18, 0))
    for header in (b"\xff\xfe", b"\0\5abc", b"\0\2\xff\xff"):
        yield Raw(raw_request(18, 0, b"", header), f"client {header.hex()}", False, (18, 0))
    for tags in (b"\0", b"\1\0\1x", b"\2\1\1x\0\1y", b"\5", b"\xff\xff\xff\xff\x0f", b"\1\0\x7f"):
        body = tags + b"\1\0\0\0\0"
        yield Raw(raw_request(3, 9, body), f"tags {tags.hex()}", False, (3, 9))


def malformed_bodies(world: World) -> Script:
    """Counts and lengths in bodies that promise more than there is, or less than nothing."""
    yield from create(world, "log")
    many = (b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"\xff\xff\xff\xfe", b"\0\0\xff\xff")
    for count in many:
        yield Raw(raw_request(3, 4, count), f"metadata {count.hex()}", answers=False)
        yield Raw(raw_request(3, 0, count), f"metadata 0 {count.hex()}", answers=False)
        yield Raw(
            raw_request(2, 1, b"\xff\xff\xff\xff" + count), f"list {count.hex()}", answers=False
        )
    for compact in (b"\xff\xff\xff\xff\x0f", b"\x80\x80\x80\x80\x80\1", b"\x7f", b"\0"):
        yield Raw(raw_request(3, 9, b"\0" + compact), f"compact {compact.hex()}", answers=False)
    whole = (
        (ProduceRequest.API_KEY, 9, produce("log", batch(b"v")).encode(9)),
        (ProduceRequest.API_KEY, 3, produce("log", batch(b"v")).encode(3)),
        (ListOffsetsRequest.API_KEY, 6, end_offsets("log", [0]).encode(6)),
        (HeartbeatRequest.API_KEY, 4, HeartbeatRequest(group_id="g", member_id="m").encode(4)),
        (HeartbeatRequest.API_KEY, 0, HeartbeatRequest(group_id="g", member_id="m").encode(0)),
    )
    for api_key, version, body in whole:
        head = b"\0\1c\0" if version in (9, 6, 4) else b"\0\1c"
        for at in range(0, len(body), 5):
            data = raw_request(api_key, version, body[:at], head)
            yield Raw(data, f"{api_key} {version} {at}", False, (api_key, version))
    yield Ask(end_offsets("log", [0]), 6)


SCRIPTS = {
    "frames-pipelined": pipelined,
    "frames-malformed": malformed,
    "frames-malformed-bodies": malformed_bodies,
}
