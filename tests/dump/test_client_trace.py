"""Lines about the traffic of a client of this process."""

from __future__ import annotations

import io
import itertools
from typing import NamedTuple

from kafkawire.dump.client_trace import ClientTrace
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest

LIST_GROUPS, SASL_AUTHENTICATE = 16, 36


class Peer(NamedTuple):
    host: str
    port: int


def test_each_exchange_is_a_line_even_where_it_is_the_first_that_is_seen() -> None:
    out, times = io.StringIO(), itertools.count(10**18, 1_000_000)
    trace, peer = ClientTrace(out, lambda: next(times)), Peer("broker", 9092)
    trace.opened(peer)
    trace.sent(peer, bytes(encode_request(LIST_GROUPS, 4, 0, "me", ListGroupsRequest())))
    frame = b"".join(map(bytes, encode_response(0, LIST_GROUPS, 4, ListGroupsResponse())))  # type: ignore[arg-type]
    trace.came(peer, bytearray(frame[4:]))
    trace.closed(peer)
    trace.close()
    lines = out.getvalue().splitlines()
    assert "opened client:0 -> broker:9092" in lines[1]
    assert "me" in lines[2]
    assert "ListGroups v4" in lines[2]
    assert "closed" in lines[3]


def test_passwords_are_not_in_lines() -> None:
    """client K-10."""
    out = io.StringIO()
    trace, peer = ClientTrace(out), Peer("broker", 9092)
    trace.opened(peer)
    request = SaslAuthenticateRequest(auth_bytes=b"\0me\0hunter2")
    trace.sent(peer, bytes(encode_request(SASL_AUTHENTICATE, 2, 0, "me", request)))
    trace.closed(peer)
    trace.close()
    assert "SaslAuthenticate" in out.getvalue()
    assert "hunter2" not in out.getvalue()
