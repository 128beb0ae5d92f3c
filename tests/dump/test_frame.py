"""Frames as text."""

from __future__ import annotations

import pytest

from kafkawire.dump.frame import fields_of, request_lines, response_lines, without_length
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.registry import request_class, response_class


def fetch_request() -> FetchRequest:
    partition = FetchRequest.FetchPartition(partition=3, fetch_offset=42)
    topic = FetchRequest.FetchTopic(topic="orders", partitions=[partition])
    return FetchRequest(max_wait_ms=500, topics=[topic])


def test_a_request_tells_its_api_version_client_and_fields() -> None:
    frame = encode_request(1, 12, 7, "me", fetch_request())
    head, *fields = request_lines(without_length(frame))

    assert head.startswith("FETCH v12 request, correlation 7, client 'me'")
    assert "  max_wait_ms: 500" in fields
    assert "    topic: 'orders'" in fields
    assert "      fetch_offset: 42" in fields


def test_a_response_names_its_errors_and_shortens_bytes() -> None:
    partition = FetchResponse.PartitionData(
        partition_index=0, error_code=1, high_watermark=-1, records=bytes(100)
    )
    topic = FetchResponse.FetchableTopicResponse(topic="orders", partitions=[partition])
    frame = b"".join(encode_response(9, 1, 12, FetchResponse(responses=[topic])))
    lines = list(response_lines(without_length(frame), 1, 12))

    assert lines[0].startswith("FETCH v12 response, correlation 9")
    assert "      error_code: 1 OFFSET_OUT_OF_RANGE" in lines
    (records,) = [line for line in lines if "records" in line]
    assert records.strip().startswith("records: 100 bytes 00 00")
    assert records.endswith("...")


def test_only_a_length_that_fits_is_left_out() -> None:
    assert without_length(b"\0\0\0\2ab") == b"ab"
    assert without_length(b"\0\0\0\3ab") == b"\0\0\0\3ab"


def test_a_cut_frame_is_a_protocol_error() -> None:
    frame = without_length(encode_request(1, 12, 7, "me", fetch_request()))
    with pytest.raises(ProtocolError):
        list(request_lines(frame[:-1]))


def test_fields_that_the_version_lacks_are_left_out() -> None:
    assert "topic" in fields_of(FetchRequest.FetchTopic, 12)
    assert "topic" not in fields_of(FetchRequest.FetchTopic, 13)
    assert fields_of(FetchRequest.FetchTopic, 13) == ("topic_id", "partitions")
    frame = encode_request(1, 4, 7, None, FetchRequest(max_wait_ms=1))
    assert not any("session_id" in line for line in request_lines(without_length(frame)))


@pytest.mark.parametrize("api_key", list(ApiKey))
def test_the_versions_of_every_field_are_known(api_key: ApiKey) -> None:
    for message in (request_class(api_key), response_class(api_key)):
        known = {name for version in range(40) for name in fields_of(message, version)}
        assert known == set(message._FIELDS)
