"""The controller's side of a forwarded request."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.nodes.envelopes import FORWARDABLE, envelope_response, open_envelope
from kafkawire.broker.nodes.principal import Principal
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.exchange import decode_request_header, encode_request
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.describe_quorum_response import DescribeQuorumResponse
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest

PRINCIPAL = bytes.fromhex("0000 05 55736572 0a 414e4f4e594d4f5553 00 00")
CREATE_TOPICS, DESCRIBE_QUORUM = 19, 55
REQUEST = CreateTopicsRequest(
    topics=[CreateTopicsRequest.CreatableTopic(name="t", num_partitions=1, replication_factor=1)]
)
FRAME = encode_request(CREATE_TOPICS, 7, 5, "app", REQUEST)[4:]
FETCH = encode_request(1, 12, 5, "app", FetchRequest())[4:]


def envelope(**fields: Any) -> EnvelopeRequest:
    return EnvelopeRequest(
        **{
            "request_data": FRAME,
            "request_principal": PRINCIPAL,
            "client_host_address": bytes([10, 0, 0, 7]),
            **fields,
        }
    )


def refusal(given: EnvelopeRequest, *, is_authorized: bool = True) -> int:
    with pytest.raises(ApiError) as caught:
        open_envelope(given, is_authorized=is_authorized)
    return int(caught.value.code)


def test_an_envelope_has_request_principal_and_address_of_the_client() -> None:
    """replication E-1, E-2."""
    header, request, principal, address = open_envelope(envelope(), is_authorized=True)
    assert (header.api_key, header.api_version, header.correlation_id) == (CREATE_TOPICS, 7, 5)
    assert header.client_id == "app"
    assert request == REQUEST
    assert principal == Principal("User", "ANONYMOUS")
    assert address == "10.0.0.7"


@pytest.mark.parametrize(
    ("packed", "address"),
    [
        ("00000000000000000000000000000001", "::1"),
        ("00000000000000000000ffff0a000007", "10.0.0.7"),
    ],
)
def test_an_address_of_16_bytes_is_ipv6_unless_it_is_mapped(packed: str, address: str) -> None:
    """replication E-1."""
    given = envelope(client_host_address=bytes.fromhex(packed))
    assert open_envelope(given, is_authorized=True).address == address


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"request_principal": b"\0\1"}, 97),
        ({"request_principal": None}, 97),
        ({"client_host_address": b"\1\2\3"}, 42),
        ({"client_host_address": b""}, 42),
        ({"request_data": FETCH}, 42),
        ({"request_data": FRAME[:9]}, 35),
        ({"request_data": b""}, 35),
        ({"request_data": FRAME[:-4]}, 35),
        ({"request_data": b"\x03\xe7" + FRAME[2:]}, 35),
        ({"request_data": FRAME[:2] + b"\0\x63" + FRAME[4:]}, 35),
    ],
)
def test_each_fault_of_an_envelope_has_its_error(fields: dict[str, Any], code: int) -> None:
    """replication E-3."""
    assert refusal(envelope(**fields)) == code


def test_the_first_fault_counts() -> None:
    """replication E-3, E-9: authorization, principal, address, header, API, body."""
    all_wrong: dict[str, Any] = {
        "request_principal": b"",
        "client_host_address": b"\1",
        "request_data": b"",
    }
    assert refusal(envelope(**all_wrong), is_authorized=False) == 31
    assert refusal(envelope(**all_wrong)) == 97
    del all_wrong["request_principal"]
    assert refusal(envelope(**all_wrong)) == 42
    del all_wrong["client_host_address"]
    assert refusal(envelope(**all_wrong)) == 35
    assert refusal(envelope(request_data=FETCH[:-4])) == 42


def test_the_apis_that_may_be_forwarded_are_kafkas() -> None:
    """replication E-6."""
    assert sorted(FORWARDABLE) == [
        19, 20, 30, 31, 33, 37, 38, 39, 40, 43, 44, 45, 46, 49, 51, 55, 57, 64, 67, 80, 81, 94,
    ]  # fmt: skip


def test_a_name_that_is_no_utf_8_is_read_as_kafka_reads_it() -> None:
    frame = FRAME.replace(b"\x02t", b"\x02\xff")
    _, request, _, _ = open_envelope(envelope(request_data=frame), is_authorized=True)
    assert isinstance(request, CreateTopicsRequest)
    assert request.topics[0].name == "\ufffd"


def test_a_response_goes_back_with_its_header() -> None:
    """replication E-1: correlation id 5, no tags; errors of the request are inside (E-3)."""
    topic = CreateTopicsResponse.CreatableTopicResult(name="t", error_code=36)
    response = envelope_response(decode_request_header(FRAME), CreateTopicsResponse(topics=[topic]))
    assert response.error_code == 0
    assert response.response_data is not None
    assert response.response_data[:5] == bytes.fromhex("00000005 00")
    body = CreateTopicsResponse.decode(response.response_data, 7, 5)
    assert body.topics[0].error_code == 36


def test_a_response_of_a_controller_that_is_not_active_is_an_error_of_the_envelope() -> None:
    """replication E-5: the broker looks for the active controller, then sends it again."""
    topic = CreateTopicsResponse.CreatableTopicResult(name="t", error_code=41)
    response = envelope_response(decode_request_header(FRAME), CreateTopicsResponse(topics=[topic]))
    assert response == EnvelopeResponse(error_code=41)


def test_describe_quorum_has_another_error_for_it() -> None:
    """replication E-5."""
    header = decode_request_header(FRAME)
    header.api_key, header.api_version = DESCRIBE_QUORUM, 2
    refused = DescribeQuorumResponse(error_code=6)
    assert envelope_response(header, refused) == EnvelopeResponse(error_code=41)
