"""Scenarios of administration that belong to no API alone."""

from __future__ import annotations

import pytest

from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from tests.support.requests.harness import BrokerHarness

HEADER = b"\0\0\0\7\0\1c"
"""Of a request in an old form, behind its API and version."""


def framed(api_key: int, version: int, body: bytes = b"") -> bytes:
    return api_key.to_bytes(2, "big") + version.to_bytes(2, "big") + HEADER + body


@pytest.mark.parametrize("api_key", [4, 5, 6, 7, 52, 53, 54, 56, 58, 59, 62, 63, 67, 70, 73, 82])
def test_what_only_nodes_ask_closes_the_connection(api_key: int) -> None:
    """admin A-3, H 8: it is not for this listener."""
    client = BrokerHarness().connect()
    client.send_frame(framed(api_key, 0))
    assert client.closed
    assert isinstance(client.error, ProtocolError)


@pytest.mark.parametrize("version", [0, 1, 2])
def test_old_produce_is_listed_and_closes(version: int) -> None:
    """admin H 9: as 4.x has it for the sake of old C clients."""
    harness = BrokerHarness(emulate="4.4")
    request = ApiVersionsRequest(client_software_name="a", client_software_version="1")
    listed = {each.api_key: each for each in harness.connect().request(request, 4).api_keys}
    assert listed[0].min_version == 0
    client = harness.connect()
    client.send(ProduceRequest(acks=1, timeout_ms=1), version)
    assert client.closed


@pytest.mark.parametrize(("chars", "fine"), [(32_767, True), (32_768, False), (40_000, False)])
def test_a_value_that_is_too_long_for_a_string_closes_the_connection(
    chars: int, fine: bool
) -> None:
    """admin C-30, H 86: it is malformed before anybody looks at it."""
    harness = BrokerHarness()
    harness.create_topic("t")
    client = harness.connect()
    size = chars + 1
    length = bytes((size & 0x7F | 0x80, size >> 7 & 0x7F | 0x80, size >> 14))
    body = b"\0\2\2\2t\2\2k\0" + length + b"x" * chars + b"\0\0\0\0"
    client.send_frame(framed(44, 1, body))
    assert client.closed != fine


def test_questions_for_versions_are_charged_their_time() -> None:
    """admin A-12, E-18: the throttle is reported as for any request."""
    harness = BrokerHarness()
    make = AlterClientQuotasRequest
    entity = make.EntityData(entity_type="client-id", entity_name="test")
    limit = make.OpData(key="request_percentage", value=0.01)
    clock = iter(range(0, 10**12, 5 * 10**7))
    harness.broker.thread_time_ns = lambda: next(clock)
    harness.connect().request(make(entries=[make.EntryData(entity=[entity], ops=[limit])]))
    request = ApiVersionsRequest(client_software_name="a", client_software_version="1")
    times = []
    for _ in range(40):
        response = harness.connect().request(request, 4)
        times.append(response.throttle_time_ms)
        assert response.api_keys
    assert times[-1] == 1000
    assert harness.connect().request(MetadataRequest(topics=[]), 12).throttle_time_ms == 1000
