"""Habits of consumers that fetch, found and not found."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.detectors.fetching import (
    FetchSessionCascade,
    OffsetOutOfRange,
    SlowPoll,
    TightFetchPolling,
)
from kafkawire.dump.model import Connection, ExchangeDone
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.leave_group_response import LeaveGroupResponse
from kafkawire.protocol.messages.share_fetch_request import ShareFetchRequest
from kafkawire.protocol.messages.share_fetch_response import ShareFetchResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.watched import Watched

RECORDS = bytes(encode_batch([(1, None, b"v", ())]))


def fetched(records: bytes | None = None, *, error_code: int = 0, top: int = 0) -> FetchResponse:
    part = FetchResponse.PartitionData(partition_index=0, error_code=error_code, records=records)
    topic = FetchResponse.FetchableTopicResponse(topic="orders", partitions=[part])
    return FetchResponse(responses=[topic], error_code=top)


def fetch(watched: Watched, client: Connection, times: int = 1, **fields: Any) -> int:
    request = FetchRequest(max_wait_ms=5, min_bytes=1)
    return sum(len(watched.say(client, request, fetched(**fields), 12)) for _ in range(times))


def test_tight_polling_is_found_at_its_threshold(watched: Watched) -> None:
    client = watched.by(TightFetchPolling, count=10).connect()
    assert fetch(watched, client, 9) == 0
    assert fetch(watched, client, 1) == 1
    assert watched.findings[0].text == (
        "billing at 192.0.2.7 fetched nothing 10 times in 5 s, waiting 5 ms for 1 byte"
    )
    assert fetch(watched, client, 50) == 0
    watched.wait(60_000)
    assert fetch(watched, client, 10) == 1


def test_fetches_with_records_errors_or_patience_are_not_tight(watched: Watched) -> None:
    watched.by(TightFetchPolling, count=10)
    assert fetch(watched, watched.connect(), 50, records=RECORDS) == 0
    assert fetch(watched, watched.connect(), 50, error_code=6) == 0
    patient = watched.connect()
    for _ in range(40):
        assert fetch(watched, patient) == 0
        watched.wait(600)
    assert sum(fetch(watched, watched.connect(), 9) for _ in range(9)) == 0
    broken = watched.connect()
    for _ in range(20):
        done = watched.done(broken, FetchRequest(), fetched(), 12)
        response = done.exchange.response
        assert response is not None
        response.problem = "cut"
        assert watched.tell(done) == []


def gap(watched: Watched, client: Connection, ms: int, **fields: Any) -> int:
    found = fetch(watched, client, **fields)
    watched.wait(ms)
    return found + fetch(watched, client)


def test_slow_polls_are_found_when_they_come_again(watched: Watched) -> None:
    client = watched.by(SlowPoll).connect()
    assert gap(watched, client, 29_000, records=RECORDS) == 0
    assert gap(watched, client, 30_001, records=RECORDS) == 0
    assert gap(watched, client, 31_000, records=RECORDS) == 1
    assert watched.findings[0].text == (
        "billing at 192.0.2.7 fetched again only 31 s after it got records"
    )


def test_a_gap_that_may_hide_a_fetch_is_not_slow(watched: Watched) -> None:
    """Bytes were lost in it, or a fetch in it cannot be decoded."""
    client = watched.by(SlowPoll).connect()
    for _ in range(5):
        assert fetch(watched, client, records=RECORDS) == 0
        client.damaged_ns = watched.now_ns
        watched.wait(40_000)
        assert fetch(watched, client) == 0
    client.damaged_ns = None
    for _ in range(5):
        assert fetch(watched, client, records=RECORDS) == 0
        exchange = watched.exchange(client, FetchRequest(), fetched(), 12)
        assert exchange.response is not None
        exchange.response.data += b"x"
        del exchange.response.facts
        watched.tell(ExchangeDone(exchange))
        watched.wait(40_000)
        assert fetch(watched, client) == 0


def test_waiting_without_records_or_once_in_a_while_is_not_slow(watched: Watched) -> None:
    client = watched.by(SlowPoll).connect()
    assert sum(gap(watched, client, 40_000) for _ in range(5)) == 0
    assert sum(gap(watched, client, 40_000, error_code=6) for _ in range(5)) == 0
    for _ in range(4):
        assert gap(watched, client, 40_000, records=RECORDS) == 0
        watched.wait(600_000)


def leave(watched: Watched, reason: str | None) -> int:
    member = LeaveGroupRequest.MemberIdentity(member_id="m", reason=reason)
    request = LeaveGroupRequest(group_id="payments", members=[member])
    return len(watched.say(watched.connect(), request, LeaveGroupResponse()))


def test_a_member_that_says_it_did_not_poll_is_found_at_once(watched: Watched) -> None:
    watched.by(SlowPoll)
    assert leave(watched, "consumer poll timeout has expired.") == 1
    assert watched.findings[0].text == (
        "billing at 192.0.2.7 leaves group payments: it did not poll in time"
    )
    assert leave(watched, "the consumer is being closed") == 0
    assert leave(watched, None) == 0


@pytest.mark.parametrize("code", [70, 71])
def test_lost_fetch_sessions_are_found_when_they_come_often(watched: Watched, code: int) -> None:
    watched.by(FetchSessionCascade)
    clients = [watched.connect() for _ in range(3)]
    assert [fetch(watched, client, top=code) for client in clients] == [0, 0, 1]
    word = "is out of step" if code == 71 else "is not known to the broker"
    assert watched.findings[0].text == (
        f"the fetch session of billing at 192.0.2.7 {word}, 3 times in 30 s"
    )


@pytest.mark.parametrize(
    ("code", "what"), [(122, "is not known to the broker"), (123, "is out of step")]
)
def test_lost_share_sessions_are_found_too(watched: Watched, code: int, what: str) -> None:
    client = watched.by(FetchSessionCascade, count=1).connect()
    request = ShareFetchRequest(group_id="workers")
    assert len(watched.say(client, request, ShareFetchResponse(error_code=code))) == 1
    assert f"the share session of billing at 192.0.2.7 {what}" in watched.findings[0].text


def test_a_lost_session_now_and_then_is_no_cascade(watched: Watched) -> None:
    client = watched.by(FetchSessionCascade).connect()
    for _ in range(9):
        assert fetch(watched, client, top=70) == 0
        watched.wait(16_000)
    assert sum(fetch(watched, watched.connect(f"other {at}"), 2, top=70) for at in range(9)) == 0
    assert fetch(watched, client, 50, top=6) == 0


def test_an_offset_out_of_range_is_found_at_once_for_each_topic(watched: Watched) -> None:
    client = watched.by(OffsetOutOfRange).connect()
    assert fetch(watched, client, error_code=1) == 1
    assert "offset out of range in topic orders" in watched.findings[0].text
    assert watched.findings[0].severity == "error"
    assert fetch(watched, client, 10, error_code=1) == 0
    watched.wait(60_000)
    assert fetch(watched, client, 1, error_code=1) == 1


def test_only_the_topic_with_the_offset_out_of_range_is_named(watched: Watched) -> None:
    client = watched.by(OffsetOutOfRange).connect()
    response = fetched(RECORDS)
    response.responses += fetched(error_code=1).responses
    response.responses[0].topic = "fine"
    for topics in (("fine", "orders"), ("orders", "fine", "idle")):
        watched.say(client, FetchRequest(), response, 12, topics=topics)
    assert [each.text for each in watched.findings] == [
        "billing at 192.0.2.7 asks for an offset out of range in topic orders"
    ]


def test_other_errors_are_not_out_of_range_and_the_threshold_can_be_set(watched: Watched) -> None:
    client = watched.by(OffsetOutOfRange, count=2).connect()
    assert fetch(watched, client, 10, error_code=3) == 0
    assert fetch(watched, client, 1, error_code=1) == 0
    watched.wait(61_000)
    assert fetch(watched, client, 1, error_code=1) == 0
    assert fetch(watched, client, 1, error_code=1) == 1
