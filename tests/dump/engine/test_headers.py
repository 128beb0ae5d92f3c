"""Headers, read leniently, agree with the codec's strict reading where that reads at all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.engine.headers import (
    ClientId,
    after_tags,
    request_fields,
    request_header,
    response_header,
    wants_no_response,
)
from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, REQUEST_VERSIONS
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_request_header

HEADS = st.builds(
    lambda key, version, rest: key.to_bytes(2, "big") + version.to_bytes(2, "big") + rest,
    st.sampled_from(sorted(REQUEST_VERSIONS)),
    st.integers(0, 20),
    st.one_of(
        st.binary(max_size=40),
        st.builds(
            lambda text, tags: (
                b"\0\0\0\7" + len(text.encode()).to_bytes(2, "big") + text.encode() + tags
            ),
            st.text(max_size=9),
            st.sampled_from([b"", b"\0", b"\0body", b"\1\5\2ab", b"\2\0\0\1\0body"]),
        ),
    ),
)


@given(HEADS)
def test_what_the_codec_reads_is_read_the_same(frame: bytes) -> None:
    try:
        strict = decode_request_header(frame)
    except ProtocolError:
        request_header(frame)
        return
    found = request_header(frame)
    if frame[8:10] > b"\x80" and frame[8:10] != b"\xff\xff" and len(frame) >= 10:
        assert found is None or found.body_offset == 8  # a length that no client writes
        return
    assert found is not None
    expected = (
        strict.api_key,
        strict.api_version,
        strict.correlation_id,
        strict.body_offset,
        strict.client_id,
    )
    assert found == expected


@given(st.binary(max_size=60))
def test_no_bytes_make_it_fail(data: bytes) -> None:
    header = request_header(data)
    if header is not None:
        assert header.body_offset <= len(data)
        wants_no_response(data, header)
    assert 0 <= after_tags(data, 0) <= len(data)
    if len(data) >= 4:
        for key, since in FLEXIBLE_SINCE.items():
            assert response_header(data, key, since).body_offset <= max(4, len(data))


def test_a_known_client_id_is_not_decoded_again() -> None:
    known = ClientId(b"me", "me")
    found = request_fields(b"\0\x0c\0\0\0\0\0\1\0\2me", known)
    assert found is not None
    assert found[4] is known.text


def test_text_that_is_no_utf_8_is_shown_with_replacements() -> None:
    header = request_header(b"\0\x0c\0\0\0\0\0\1\0\2m\xff")
    assert header is not None
    assert header.client_id == "m\N{REPLACEMENT CHARACTER}"


def test_of_a_version_that_is_not_known_nobody_can_tell_whether_it_is_answered() -> None:
    body = b"\0\0\0\0" * 4
    assert wants_no_response(body, (0, 13, 7, 0, None))
    assert not wants_no_response(body, (0, 14, 7, 0, None))
