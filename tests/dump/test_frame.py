"""Frames as messages, lines and objects."""

from __future__ import annotations

import pytest

from kafkawire.dump.frame import (
    frame_lines,
    frame_object,
    request_of,
    response_of,
    without_length,
)
from kafkawire.dump.model import Message
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.dump.declared import frame_of
from tests.support.requests.strategies import SPECS, draw
from tools.generate.model import MessageSpec

APIS = [spec for spec in SPECS.values() if spec.kind in ("request", "response")]


def fetch_request() -> FetchRequest:
    partition = FetchRequest.FetchPartition(partition=3, fetch_offset=42)
    topic = FetchRequest.FetchTopic(topic="orders", partitions=[partition])
    return FetchRequest(max_wait_ms=500, topics=[topic])


def read(spec: MessageSpec, version: int, frame: bytes) -> Message:
    if spec.kind == "request":
        return request_of(frame, secrets=True)
    return response_of(frame, spec.api_key, version, secrets=True)


def test_a_request_tells_its_api_version_client_and_fields() -> None:
    frame = encode_request(1, 12, 7, "me", fetch_request())
    head, *lines = frame_lines(request_of(without_length(frame)))

    assert head.startswith("Fetch v12 request, correlation 7, client 'me', ")
    assert "  max_wait_ms: 500" in lines
    fields = " ".join(lines)
    assert "topic: 'orders'" in fields
    assert "fetch_offset: 42" in fields


def test_a_response_names_its_errors_and_counts_its_records() -> None:
    partition = FetchResponse.PartitionData(
        partition_index=0, error_code=1, high_watermark=-1, records=bytes(100)
    )
    topic = FetchResponse.FetchableTopicResponse(topic="orders", partitions=[partition])
    frame = joined(encode_response(9, 1, 12, FetchResponse(responses=[topic])))
    head, *lines = frame_lines(response_of(without_length(frame), 1, 12))

    assert head.startswith("Fetch v12 response, correlation 9, ")
    assert "error_code: 1 OFFSET_OUT_OF_RANGE" in " ".join(lines)
    assert "records: 100 bytes" in " ".join(lines)


def test_only_a_length_that_fits_is_left_out() -> None:
    assert without_length(b"\0\0\0\2ab") == b"ab"
    assert without_length(b"\0\0\0\3ab") == b"\0\0\0\3ab"


def test_fields_that_the_version_lacks_are_left_out() -> None:
    frame = encode_request(1, 4, 7, None, FetchRequest(max_wait_ms=1))
    assert not any("session_id" in line for line in frame_lines(request_of(frame[4:])))


def test_a_refusal_of_api_versions_is_read_in_version_0() -> None:
    message = response_of(bytes.fromhex("00000001 0023 00000001 0012 0000 0005"), 18, 3)

    assert message.api_version == 0
    assert message.values["errorCode"] == 35


@pytest.mark.parametrize("spec", APIS, ids=[spec.name for spec in APIS])
def test_every_frame_can_be_shown(spec: MessageSpec) -> None:
    version = spec.versions.last
    frame = frame_of(spec, version, draw(spec, version, 3))
    message = read(spec, version, frame)

    assert list(frame_lines(message, is_full=True))
    assert message.problem is None
    assert frame_object(message)["problem"] is None
    for cut in (4, len(frame) // 2):
        message = read(spec, version, frame[:cut])
        assert list(frame_lines(message, is_full=True))
        assert frame_object(message)["correlationId"] in (0, 7)
