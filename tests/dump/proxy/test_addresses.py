"""Every address of a broker that a response may carry is replaced, and nothing else is changed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.dump.proxy.addresses import (
    PLACES,
    Node,
    carries_addresses,
    offer_cut,
    rewritten,
)
from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, ApiKey
from kafkawire.protocol.exchange import decode_response, encode_response
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.registry import response_class
from tests.support.requests.strategies import SPECS, draw, versions
from tools.generate.model import MessageSpec, StructSpec

NO_BROKERS = {
    # Endpoints of applications of Kafka Streams (KIP-1071): they say where their state is asked.
    "StreamsGroupHeartbeatResponse",
    "StreamsGroupDescribeResponse",
}
RESPONSES = {name: spec for name, spec in SPECS.items() if name.endswith("Response")}
REAL = "real.broker.invalid"
HERE = ("proxy.invalid", 4711)

few = settings(
    max_examples=6,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def places_declared(spec: MessageSpec) -> set[tuple[tuple[str, ...], int]]:
    """Paths of structs with a host and a port, in each version that has them."""
    found: set[tuple[tuple[str, ...], int]] = set()

    def walk(struct: StructSpec, path: tuple[str, ...], version: int) -> None:
        fields = {each.attribute: each for each in struct.fields if version in each.versions}
        if {"host", "port"} <= fields.keys():
            found.add((path, version))
        for name, field in fields.items():
            if field.is_struct:
                walk(spec.structs[field.type], (*path, name), version)

    for version in versions(spec):
        walk(spec.root, (), version)
    return found


@pytest.mark.parametrize("name", RESPONSES)
def test_the_table_is_what_the_declarations_say(name: str) -> None:
    spec = RESPONSES[name]
    declared = set() if name in NO_BROKERS else places_declared(spec)
    known = {
        (place.path, version)
        for place in PLACES.get(spec.api_key, ())
        for version in versions(spec)
        if place.first <= version <= place.last
    }

    assert known == declared
    for version in versions(spec):
        assert carries_addresses(spec.api_key, version) == any(at == version for _, at in declared)


@pytest.mark.parametrize("name", [name for name in RESPONSES if name not in NO_BROKERS])
@few
@given(seed=st.integers(0, 2**32))
def test_only_addresses_change_and_none_is_left(name: str, seed: int) -> None:
    spec, random = RESPONSES[name], Random(seed)
    key = spec.api_key
    declared = places_declared(spec)
    for version in sorted({version for _, version in declared}):
        paths = {path for path, at in declared if at == version}
        message = draw(spec, version, seed)
        for struct in addressed(message, paths):
            struct.host, struct.port = f"{random.randrange(9)}.{REAL}", random.randrange(60_000)
        frame = b"".join(encode_response(7, key, version, message))[4:]  # type: ignore[arg-type]

        after = rewritten(frame, key, version, lambda node: HERE)

        assert REAL.encode() not in after
        found = decode_response(after, key, version)[1]
        before = list(addressed(message, paths))
        for mine, theirs in zip(before, addressed(found, paths), strict=True):
            assert (theirs.host, theirs.port) == HERE
            mine.host, mine.port = HERE
        assert found == message
        if not before:
            assert after is frame


def addressed(message: object, paths: set[tuple[str, ...]]) -> Iterator[Any]:
    for path in sorted(paths):
        found = [message]
        for name in path:
            values = [getattr(each, name) for each in found]
            found = [each for value in values for each in flat(value) if each is not None]
        yield from (each for each in found if not type(each).__name__.startswith("_Frozen"))


def flat(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def test_the_header_and_its_tags_stay() -> None:
    response = response_class(ApiKey.METADATA)()
    response.brokers = [type(response).MetadataResponseBroker(node_id=3, host=REAL, port=9)]  # type: ignore[attr-defined]
    plain = b"".join(encode_response(7, ApiKey.METADATA, 12, response))[4:]  # type: ignore[arg-type]
    assert FLEXIBLE_SINCE[ApiKey.METADATA] <= 12
    frame = plain[:4] + bytes([1, 99, 2, 1, 2]) + plain[5:]

    after = rewritten(frame, ApiKey.METADATA, 12, lambda node: HERE)

    assert after[:9] == frame[:9]
    assert HERE[0].encode() in after


def test_a_node_is_named_with_its_id_and_role() -> None:
    asked: list[Node] = []
    cls: Any = response_class(ApiKey.DESCRIBE_QUORUM)
    listener = cls.Listener(name="C", host=REAL, port=5)
    frame = framed(
        ApiKey.DESCRIBE_QUORUM, 2, cls(nodes=[cls.Node(node_id=8, listeners=[listener])])
    )

    def here(node: Node) -> tuple[str, int]:
        asked.append(node)
        return HERE

    rewritten(frame, ApiKey.DESCRIBE_QUORUM, 2, here)

    assert asked == [Node(8, REAL, 5, "controller")]


def test_an_empty_address_stays_empty() -> None:
    cls: Any = response_class(ApiKey.FIND_COORDINATOR)
    frame = framed(ApiKey.FIND_COORDINATOR, 3, cls(error_code=15, node_id=-1, host="", port=-1))

    assert rewritten(frame, ApiKey.FIND_COORDINATOR, 3, lambda node: HERE) is frame


def test_newer_versions_of_apis_with_addresses_are_not_offered() -> None:
    cls = ApiVersionsResponse
    last = response_class(ApiKey.METADATA).VERSIONS[1]
    offers = [
        cls.ApiVersion(api_key=ApiKey.METADATA, min_version=0, max_version=last + 2),
        cls.ApiVersion(api_key=ApiKey.HEARTBEAT, min_version=0, max_version=99),
        cls.ApiVersion(api_key=999, min_version=0, max_version=5),
    ]

    after, cut = offer_cut(framed(ApiKey.API_VERSIONS, 3, cls(api_keys=offers)), 3)

    found: Any = decode_response(after, ApiKey.API_VERSIONS, 3)[1]
    assert [each.max_version for each in found.api_keys] == [last, 99, 5]
    assert cut == [f"METADATA {last + 1} to {last + 2}"]


def test_an_offer_that_we_know_passes_as_it_is() -> None:
    cls = ApiVersionsResponse
    offer = cls.ApiVersion(api_key=ApiKey.METADATA, min_version=0, max_version=1)
    frame = framed(ApiKey.API_VERSIONS, 3, cls(api_keys=[offer]))

    assert offer_cut(frame, 3)[0] is frame


def framed(key: int, version: int, message: Any) -> bytes:
    return b"".join(encode_response(7, key, version, message))[4:]  # type: ignore[arg-type]
