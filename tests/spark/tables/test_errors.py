"""Rows of errors."""

from __future__ import annotations

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.dump.dumped_sessions import said, told
from tests.support.requests.fetching import fetch_request
from tests.support.spark.tabled import Tabled


def test_each_error_says_where_it_stands_and_what_it_is_about() -> None:
    tabled = Tabled()
    answer = said(told(1), told(2, error_code=6), told(7, error_code=1))
    tabled.talk.say(fetch_request(("t", 1)), answer, 12)
    rows = tabled.rows("errors")
    assert [(row["path"], row["topic"], row["partition"]) for row in rows] == [
        ("responses[0].partitions[1].errorCode", "t", 2),
        ("responses[0].partitions[2].errorCode", "t", 7),
    ]
    assert [row["error"] for row in rows] == ["NOT_LEADER_OR_FOLLOWER", "OFFSET_OUT_OF_RANGE"]
    assert [row["is_retriable"] for row in rows] == [True, False]


def test_the_brokers_words_are_kept() -> None:
    tabled = Tabled()
    made = CreateTopicsResponse.CreatableTopicResult(
        name="orders", error_code=ErrorCode.TOPIC_ALREADY_EXISTS, error_message="it is there"
    )
    tabled.talk.say(CreateTopicsRequest(), CreateTopicsResponse(topics=[made]), 5)
    row = tabled.row("errors")
    assert (row["topic"], row["message"]) == ("orders", "it is there")


def test_an_error_of_a_group_names_it() -> None:
    tabled = Tabled()
    code = ErrorCode.UNKNOWN_MEMBER_ID
    tabled.talk.say(HeartbeatRequest(group_id="g"), HeartbeatResponse(error_code=code), 3)
    row = tabled.row("errors")
    assert (row["group"], row["path"], row["partition"]) == ("g", "errorCode", None)


def test_where_all_is_well_there_are_none() -> None:
    tabled = Tabled()
    tabled.talk.say(HeartbeatRequest(group_id="g"), HeartbeatResponse(), 3)
    assert tabled.rows("errors") == []


def test_retriable_is_what_kafkas_clients_retry() -> None:
    """122, of share sessions, extends RetriableException; 25 does not."""
    tabled = Tabled()
    for code in (ErrorCode.SHARE_SESSION_NOT_FOUND, ErrorCode.UNKNOWN_MEMBER_ID):
        tabled.talk.say(HeartbeatRequest(), HeartbeatResponse(error_code=code), 3)
    assert [row["is_retriable"] for row in tabled.rows("errors")] == [True, False]
