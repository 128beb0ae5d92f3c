"""Headers and frames of requests and responses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, REQUEST_VERSIONS, ApiKey
from kafkawire.protocol.buffers import Records, joined
from kafkawire.protocol.errors import DecodeError, EncodeError, ProtocolError, UnknownApiKey
from kafkawire.protocol.exchange import (
    RequestHeader,
    decode_request_header,
    decode_response,
    encode_request,
    encode_response,
)
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.request_header import RequestHeader as DeclaredRequestHeader
from kafkawire.protocol.messages.response_header import ResponseHeader as DeclaredResponseHeader
from kafkawire.protocol.primitives import varint
from kafkawire.protocol.registry import request_class, response_class

JOIN_BYTES_MAX = 16 * 1024
SMALL_BYTES_MAX = 4 * 1024

api_versions = st.sampled_from(ApiKey).flatmap(
    lambda key: st.tuples(st.just(key), st.integers(*REQUEST_VERSIONS[key]))
)
int32s = st.integers(-(2**31), 2**31 - 1)
client_ids = st.none() | st.text(max_size=20)


@given(api=api_versions, correlation_id=int32s, client_id=client_ids)
def test_a_request_is_framed_as_declared_and_read_back(
    api: tuple[ApiKey, int], correlation_id: int, client_id: str | None
) -> None:
    """fetch A-1, A-2"""
    api_key, version = api
    request = request_class(api_key)()
    frame = encode_request(api_key, version, correlation_id, client_id, request)

    size, body = int.from_bytes(frame[:4], "big"), frame[4:]
    header = decode_request_header(body)

    assert size == len(body)
    assert (header.api_key, header.api_version) == api
    assert header.correlation_id == correlation_id
    assert body[header.body_offset :] == request.encode(version)
    if (api_key, version) == (ApiKey.CONTROLLED_SHUTDOWN, 0):
        assert (header.client_id, header.body_offset) == (None, 8)
        return
    assert header.client_id == client_id
    declared = DeclaredRequestHeader(
        request_api_key=api_key,
        request_api_version=version,
        correlation_id=correlation_id,
        client_id=client_id,
    )
    flexible = version >= FLEXIBLE_SINCE[api_key]
    assert declared.encode(2 if flexible else 1) == body[: header.body_offset]


@given(api=api_versions, correlation_id=int32s)
def test_a_response_is_framed_as_declared_and_read_back(
    api: tuple[ApiKey, int], correlation_id: int
) -> None:
    """fetch A-1, A-3"""
    api_key, version = api
    response = response_class(api_key)()
    frame = joined(encode_response(correlation_id, api_key, version, response))
    flexible = version >= FLEXIBLE_SINCE[api_key] and api_key != ApiKey.API_VERSIONS
    head = DeclaredResponseHeader(correlation_id=correlation_id).encode(int(flexible))

    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    assert frame[4:] == head + response.encode(version)
    assert decode_response(frame[4:], api_key, version) == (correlation_id, response)


def test_a_client_id_is_never_compact() -> None:
    """fetch A-2, J 8."""
    frame = encode_request(ApiKey.FETCH, 12, 7, "me", FetchRequest())

    assert frame[4:].hex(" ").startswith("00 01 00 0c 00 00 00 07 00 02 6d 65 00")


def test_tags_of_a_request_header_are_skipped() -> None:
    frame = bytes.fromhex("0001 000c 00000007 ffff 02 05 02 aaaa 8101 00") + b"body"

    assert frame[decode_request_header(frame).body_offset :] == b"body"


@pytest.mark.parametrize("count", [1, 127, 128, 300])
def test_a_request_header_may_have_any_number_of_tags(count: int) -> None:
    tags = varint(count) + b"".join(varint(tag) + b"\0" for tag in range(count))
    frame = bytes.fromhex("0001 000c 00000007 ffff") + tags + b"body"

    assert frame[decode_request_header(frame).body_offset :] == b"body"


@given(st.binary(max_size=40))
def test_a_damaged_request_header_is_a_decode_error(frame: bytes) -> None:
    try:
        header = decode_request_header(frame)
    except DecodeError:
        return
    assert 8 <= header.body_offset <= len(frame)


@given(api=api_versions, client_id=client_ids)
def test_every_prefix_of_a_request_header_is_refused(
    api: tuple[ApiKey, int], client_id: str | None
) -> None:
    frame = encode_request(api[0], api[1], 1, client_id, request_class(api[0])())[4:]
    for cut in range(decode_request_header(frame).body_offset):
        with pytest.raises(DecodeError):
            decode_request_header(frame[:cut])


def test_an_unknown_api_key_is_told_with_its_header() -> None:
    with pytest.raises(UnknownApiKey) as caught:
        decode_request_header(bytes.fromhex("7fff 0003 00000007 0002 6d65 ff"))

    header = caught.value.header
    assert isinstance(header, RequestHeader)
    assert (header.api_key, header.api_version, header.correlation_id) == (0x7FFF, 3, 7)
    assert header.client_id == "me"
    assert "correlation_id=7" in repr(header)


@pytest.mark.parametrize("last", [4, 5])
def test_a_refused_version_of_api_versions_is_answered_in_version_0(last: int) -> None:
    """fetch A-25"""
    answer = bytes.fromhex("0023 00000001 0012 0000") + last.to_bytes(2, "big")
    keys = [ApiVersionsResponse.ApiVersion(api_key=18, min_version=0, max_version=last)]
    response = ApiVersionsResponse(error_code=35, api_keys=keys)
    frame = joined(encode_response(9, ApiKey.API_VERSIONS, 0, response))

    assert frame == bytes.fromhex("00000010 00000009") + answer
    assert decode_response(frame[4:], ApiKey.API_VERSIONS, 4) == (9, response)


def test_a_refused_client_name_is_answered_in_the_version_asked_for() -> None:
    """fetch A-26"""
    frame = joined(encode_response(9, 18, 3, ApiVersionsResponse(error_code=42)))

    assert frame[8:] == bytes.fromhex("002a 01 00000000 00")
    assert decode_response(frame[4:], 18, 3) == (9, ApiVersionsResponse(error_code=42))


@pytest.mark.parametrize("frame", [b"", b"\0\0\0", b"\0\0\0\1", b"\0\0\0\1\0"])
def test_a_response_that_is_cut_short_is_refused(frame: bytes) -> None:
    for api_key in (ApiKey.API_VERSIONS, ApiKey.FETCH):
        with pytest.raises(DecodeError):
            decode_response(frame, api_key, 3)


def partitions(*records: Records | list[bytes]) -> FetchResponse:
    data = [FetchResponse.PartitionData(records=part) for part in records]
    topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=data)
    return FetchResponse(responses=[topic])


def test_small_responses_are_one_buffer() -> None:
    assert len(encode_response(1, ApiKey.FETCH, 12, partitions(*[b"r" * 100] * 50))) == 1
    assert len(encode_response(1, ApiKey.HEARTBEAT, 4, HeartbeatResponse())) == 1


def test_large_records_go_out_uncopied_and_small_buffers_are_gathered() -> None:
    large, small = b"L" * JOIN_BYTES_MAX, b"s" * 4095
    response = partitions(large, small, small, memoryview(large), [large, small], b"")
    buffers = encode_response(1, ApiKey.FETCH, 12, response)

    assert sum(buffer is large for buffer in buffers) == 2
    assert sum(isinstance(buffer, memoryview) for buffer in buffers) == 1
    assert len(buffers) == 7
    assert joined(buffers)[9:] == response.encode(12)


@given(chunks=st.lists(st.binary(max_size=9), max_size=4), version=st.sampled_from([0, 11, 12]))
def test_records_in_several_buffers_are_the_same_as_joined(
    chunks: list[bytes], version: int
) -> None:
    joined = partitions(b"".join(chunks)).encode(version)

    assert partitions(list(chunks)).encode(version) == joined
    assert partitions(tuple(chunks)).encode(version) == joined  # type: ignore[arg-type]
    assert FetchResponse.decode(joined, version) == partitions(list(chunks))


def test_what_does_not_fit_a_header_is_refused() -> None:
    with pytest.raises(EncodeError):
        encode_request(ApiKey.FETCH, 12, 2**31, "me", FetchRequest())
    with pytest.raises(EncodeError):
        encode_request(ApiKey.FETCH, 12, 1, "c" * 40000, FetchRequest())
    with pytest.raises(ProtocolError):
        encode_response(1, ApiKey.FETCH, 99, FetchResponse())


def test_a_client_id_that_is_no_text_is_read_with_replacement_characters() -> None:
    """As a running Kafka 4.4.0 reads it: it answers such a request."""
    header = decode_request_header(bytes.fromhex("0012 0000 00000001 0002 ffff"))
    assert header.client_id == "\ufffd\ufffd"
    assert header.body_offset == 12
