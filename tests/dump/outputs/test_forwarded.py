"""What an Envelope forwards, and for whom."""

from __future__ import annotations

import pytest

from kafkawire.dump.outputs.summary import subject_of
from kafkawire.protocol.messages.default_principal_data import DefaultPrincipalData
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse
from tests.support.dump.talking import Conversation

CREATE_TOPICS = bytes.fromhex("00130007 00000005 0007") + b"admin-1" + b"\0" + b"\1\0\0\0\0\0\0"
ADDRESS = bytes([192, 0, 2, 7])
PRINCIPAL = b"\0\0" + DefaultPrincipalData(type="User", name="ada").encode(0)


@pytest.mark.parametrize(
    ("request_data", "principal", "address", "said"),
    [
        (
            CREATE_TOPICS,
            PRINCIPAL,
            ADDRESS,
            "CreateTopics v7 of admin-1 as User:ada from 192.0.2.7",
        ),
        (CREATE_TOPICS, None, bytes(15) + b"\1", "CreateTopics v7 of admin-1 from ::1"),
        (CREATE_TOPICS, b"\0", b"", "CreateTopics v7 of admin-1"),
        (CREATE_TOPICS, b"\0\1own", b"", "CreateTopics v7 of admin-1"),
        (bytes.fromhex("001d0003 00000005 ffff 00"), None, b"", "DescribeAcls v3"),
        (CREATE_TOPICS.replace(b"admin", b"a\x1b[mn"), None, b"", "CreateTopics v7 of a\\x1b[mn-1"),
        (b"nothing of Kafka's", None, ADDRESS, ""),
        (b"", None, ADDRESS, ""),
    ],
)
def test_an_envelope_says_what_it_forwards_and_for_whom(
    request_data: bytes, principal: bytes | None, address: bytes, said: str
) -> None:
    asked = EnvelopeRequest(
        request_data=request_data, request_principal=principal, client_host_address=address
    )
    assert subject_of(Conversation().say(asked, EnvelopeResponse())) == said


def test_an_envelope_that_cannot_be_read_says_nothing() -> None:
    exchange = Conversation().ask(EnvelopeRequest(request_data=CREATE_TOPICS))
    assert exchange.request is not None
    exchange.request.data = exchange.request.data[:-3]
    assert subject_of(exchange) == ""
