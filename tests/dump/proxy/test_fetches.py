"""Large fetch responses pass as they come, and no address at their end passes with them."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.dump.proxy import wire
from kafkawire.dump.proxy.addresses import Asked, Node
from kafkawire.dump.proxy.fetches import FILLING_TAGS, FetchWalk, tags_of_same_size
from kafkawire.dump.proxy.wire import Responses
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.exchange import decode_response, encode_response
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.requests.strategies import SPECS, draw

REAL = "real.broker.invalid"
FIRST_VERSION = 16
VERSIONS = range(FIRST_VERSION, FetchResponse.VERSIONS[1] + 1)

few = settings(
    max_examples=25,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def endpoints(random: Random, count: int) -> list[Any]:
    return [
        FetchResponse.NodeEndpoint(
            node_id=at, host=f"{'x' * random.randrange(200)}{REAL}", port=9092, rack=None
        )
        for at in range(count)
    ]


def sent(frame: bytes, version: int, random: Random, host: str) -> bytes:
    """What goes out for a frame with its length that comes in chunks of any size."""
    notes: list[str] = []
    asked = deque([Asked(ApiKey.FETCH, version, 7), Asked(ApiKey.HEARTBEAT, 4, 8)])
    responses = Responses(asked, lambda node: (host, 1000 + node.node_id), notes.append)
    after = b"\0\0\0\x05\0\0\0\x08\0"
    data, out, position = frame + after, b"", 0
    while position < len(data):
        size = random.choice((1, 2, 5, 100, 5000, 1 << 20))
        out += responses.feed(data[position : position + size])
        position += size
    assert out.endswith(after)
    assert responses.is_idle
    assert not notes
    return out[: -len(after)]


@few
@given(seed=st.integers(0, 2**32), host=st.sampled_from(("127.0.0.1", "h" * 150)))
def test_only_addresses_change_in_what_is_followed(seed: int, host: str) -> None:
    random = Random(seed)
    for version in VERSIONS:
        message: Any = draw(SPECS["FetchResponse"], version, seed)
        message.node_endpoints = endpoints(random, random.choice((0, 0, 1, 3)))
        frame = b"".join(encode_response(7, ApiKey.FETCH, version, message))  # type: ignore[arg-type]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(wire, "FOLLOWED_BYTES_MIN", 1)
            out = sent(frame, version, random, host)

        assert len(out) == len(frame)
        assert REAL.encode() not in out
        found: Any = decode_response(out[4:], ApiKey.FETCH, version)[1]
        if not message.node_endpoints:
            assert out == frame
            continue
        for each in found.node_endpoints:
            assert (each.host, each.port) == (host, 1000 + each.node_id)
        assert len(found.node_endpoints) in (0, len(message.node_endpoints))
        found.node_endpoints = message.node_endpoints
        for tag in FILLING_TAGS:
            (found.unknown_tags or {}).pop(tag, None)
        assert found == message


def test_addresses_that_fit_are_not_left_out() -> None:
    for spare in range(300):
        message = FetchResponse(
            node_endpoints=[FetchResponse.NodeEndpoint(node_id=1, host="x" * (9 + spare), port=9)]
        )
        tags = message.encode(17)[11:]
        after = tags_of_same_size(tags, 17, lambda node: ("127.0.0.1", 4))
        found = FetchResponse.decode(message.encode(17)[:11] + after, 17)

        assert len(after) == len(tags)
        assert [each.host for each in found.node_endpoints] == ["127.0.0.1"] or spare in (1, 118)


def test_a_large_response_is_not_held() -> None:
    records = bytes(1 << 20)
    part = FetchResponse.PartitionData(records=records)
    message = FetchResponse(
        responses=[FetchResponse.FetchableTopicResponse(topic_id=bytes(16), partitions=[part])]
    )
    frame = b"".join(encode_response(7, ApiKey.FETCH, 17, message))  # type: ignore[arg-type]
    responses = Responses(deque([Asked(ApiKey.FETCH, 17, 7)]), no_address, print)

    head = responses.feed(frame[:1000])
    middle = frame[1000:100_000]

    assert head == frame[:1000]
    assert responses.feed(middle) is middle
    assert not responses.is_idle
    assert responses.feed(frame[100_000:]) == frame[100_000:]
    assert responses.is_idle


def test_a_response_that_makes_no_sense_passes() -> None:
    frame = b"\0\1\0\0\0\0\0\x07" + b"\xff" * 65_532
    responses = Responses(deque([Asked(ApiKey.FETCH, 17, 7)]), no_address, print)

    assert (
        b"".join(responses.feed(frame[at : at + 999]) for at in range(0, len(frame), 999)) == frame
    )
    assert responses.is_idle


def test_a_walk_counts_what_is_left() -> None:
    body = FetchResponse().encode(17)
    walk = FetchWalk(Asked(ApiKey.FETCH, 17, 7), 1 + len(body))

    assert walk.feed(b"\0" + body, 0) == len(body)
    assert walk.is_at_tags
    assert walk.left == 1


def no_address(node: Node) -> tuple[str, int]:
    raise AssertionError(f"there is no {node}")
