"""Versions and software, as connections learn them."""

from __future__ import annotations

from kafkawire.dump.model import ConnectionClosed
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.talking import Conversation


def offer(**ranges: tuple[int, int]) -> ApiVersionsResponse:
    kind = ApiVersionsResponse.ApiVersion
    return ApiVersionsResponse(
        api_keys=[
            kind(api_key=int(key[1:]), min_version=first, max_version=last)
            for key, (first, last) in ranges.items()
        ]
    )


def ask() -> ApiVersionsRequest:
    return ApiVersionsRequest(client_software_name="librdkafka", client_software_version="2.16.0")


def test_a_refused_version_is_negotiation() -> None:
    talk = Conversation()
    refusal = offer(k18=(0, 3))
    refusal.error_code = ErrorCode.UNSUPPORTED_VERSION
    exchange = talk.answer(talk.ask(ask(), 4), refusal, 0)
    assert exchange.notes == [
        "negotiation, no error: the broker does not know version 4 (it has 0-3) and answers in "
        "version 0, so that the client asks again"
    ]
    assert talk.connection.ranges == {}


def test_a_broker_that_names_nothing_is_understood_too() -> None:
    talk = Conversation()
    refusal = ApiVersionsResponse(error_code=ErrorCode.UNSUPPORTED_VERSION)
    (note,) = talk.answer(talk.ask(ask(), 4), refusal, 0).notes
    assert "version 4 and answers in version 0" in note


def test_the_connection_learns_software_and_ranges() -> None:
    talk = Conversation()
    exchange = talk.ask(ask(), 4)
    assert talk.connection.software == "librdkafka 2.16.0"
    assert talk.answer(exchange, offer(k1=(4, 18), k18=(0, 4))).notes == []
    assert talk.connection.ranges == {1: (4, 18), 18: (0, 4)}
    other = talk.connect()
    talk.say(ask(), offer(k1=(4, 18), k18=(0, 4)), 4, on=other)
    assert other.ranges is talk.connection.ranges


def test_an_old_request_says_nothing_of_software() -> None:
    talk = Conversation()
    talk.say(ApiVersionsRequest(), offer(k1=(0, 9)), 2)
    assert talk.connection.software == ""
    assert talk.connection.ranges == {1: (0, 9)}


def test_another_refusal_is_an_error() -> None:
    refusal = ApiVersionsResponse(error_code=ErrorCode.INVALID_REQUEST)
    exchange = Conversation().say(ask(), refusal, 4)
    assert exchange.notes == ["no versions were offered: INVALID_REQUEST"]


def test_a_version_that_was_not_offered_is_pointed_at_once() -> None:
    talk = Conversation()
    talk.say(ask(), offer(k3=(0, 9), k18=(0, 3)), 3)
    note = "the broker has offered versions 0-9 of Metadata, not 12"
    assert talk.say(MetadataRequest(), MetadataResponse(), 12).notes == [note]
    assert talk.say(MetadataRequest(), MetadataResponse(), 12).notes == []
    assert talk.say(MetadataRequest(), MetadataResponse(), 9).notes == []
    assert talk.ask(ask(), 4).notes == []


def test_what_was_said_of_a_closed_connection_is_forgotten() -> None:
    talk = Conversation()
    talk.say(ask(), offer(k3=(0, 9)), 3)
    others = [talk.connect() for _ in range(3)]
    for other in others:
        other.ranges = talk.connection.ranges
        assert talk.say(MetadataRequest(), MetadataResponse(), 12, on=other).notes
    for other in others[1:]:
        talk.state.observe(ConnectionClosed(other))
        assert talk.say(MetadataRequest(), MetadataResponse(), 12, on=other).notes
    assert talk.say(MetadataRequest(), MetadataResponse(), 12, on=others[0]).notes == []
