"""Errors that clients meet over and over, found and not found."""

from __future__ import annotations

import pytest

from kafkawire.dump.detectors.detector import Detector
from kafkawire.dump.detectors.errors import AclDenials, StaleLeader, UnknownTopicLoop
from kafkawire.dump.model import Connection
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.watched import Watched


def metadata(
    watched: Watched, client: Connection, code: int, times: int = 1, topic: str = "orders"
) -> int:
    request = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=topic)])
    found = MetadataResponse.MetadataResponseTopic(name=topic, error_code=code)
    response = MetadataResponse(topics=[found])
    return sum(len(watched.say(client, request, response, 9)) for _ in range(times))


@pytest.mark.parametrize(
    ("code", "why"), [(6, "which it does not lead"), (74, "by the epoch of a leader before it")]
)
def test_asking_who_does_not_lead_is_found(watched: Watched, code: int, why: str) -> None:
    client = watched.by(StaleLeader).connect()
    assert metadata(watched, client, code, 4) == 0
    assert metadata(watched, client, code) == 1
    assert watched.findings[0].text == (
        f"billing at 192.0.2.7 asks 192.0.2.1:9092 for topic orders, {why}, 5 times in 10 s"
    )
    assert metadata(watched, client, code, 50) == 0
    watched.wait(60_000)
    assert metadata(watched, client, code, 5) == 1


def test_a_leader_that_moves_once_is_no_stale_one(watched: Watched) -> None:
    watched.by(StaleLeader)
    assert sum(metadata(watched, watched.connect(), 6, 4) for _ in range(9)) == 0
    client = watched.connect()
    for _ in range(20):
        assert metadata(watched, client, 6) == 0
        watched.wait(3_000)
    assert metadata(watched, client, 3, 20) == 0


def test_denials_are_found_with_what_is_denied(watched: Watched) -> None:
    client = watched.by(AclDenials).connect(user="alice")
    assert metadata(watched, client, 29, 2) == 0
    assert metadata(watched, client, 29) == 1
    assert watched.findings[0].text == (
        "billing at 192.0.2.7 as alice is denied Metadata of topic orders, 3 times in 60 s"
    )
    assert metadata(watched, client, 29, 20) == 0
    request = HeartbeatRequest(group_id="payments")
    for _ in range(3):
        watched.say(client, request, HeartbeatResponse(error_code=30))
    assert "is denied Heartbeat of group payments" in watched.findings[1].text
    for _ in range(3):
        watched.say(client, EndTxnRequest(transactional_id="tx"), EndTxnResponse(error_code=53))
    assert "is denied EndTxn of transactional id tx" in watched.findings[2].text
    assert metadata(watched, client, 31, 3) == 1
    assert "is denied Metadata of the cluster" in watched.findings[3].text
    watched.wait(60_000)
    assert metadata(watched, client, 29, 3) == 1


def test_few_denials_and_other_errors_are_not_found(watched: Watched) -> None:
    watched.by(AclDenials)
    assert sum(metadata(watched, watched.connect(f"c{at}"), 29, 2) for at in range(9)) == 0
    client = watched.connect()
    for _ in range(20):
        assert metadata(watched, client, 29) == 0
        watched.wait(31_000)
    assert metadata(watched, client, 58, 20) == 0


@pytest.mark.parametrize("code", [3, 100])
def test_a_topic_that_is_never_there_is_found(watched: Watched, code: int) -> None:
    client = watched.by(UnknownTopicLoop).connect()
    assert metadata(watched, client, code, 4) == 0
    assert metadata(watched, client, code) == 1
    assert watched.findings[0].text == (
        "billing at 192.0.2.7 asks for topic orders, unknown to the broker, 5 times in 30 s"
    )
    assert metadata(watched, client, code, 20) == 0
    watched.wait(60_000)
    assert metadata(watched, client, code, 5) == 1


def test_a_topic_that_is_made_when_it_is_asked_for_is_no_loop(watched: Watched) -> None:
    watched.by(UnknownTopicLoop)
    for at in range(9):
        client = watched.connect(f"c{at}")
        assert metadata(watched, client, 3, 4) == metadata(watched, client, 0, 50) == 0
    slow = watched.connect()
    for _ in range(20):
        assert metadata(watched, slow, 3) == 0
        watched.wait(8_000)


@pytest.mark.parametrize(
    ("kind", "code", "words"),
    [
        (StaleLeader, 6, "for topic bad, which it does not lead"),
        (AclDenials, 29, "is denied Metadata of topic bad"),
        (UnknownTopicLoop, 3, "asks for topic bad, unknown to the broker"),
    ],
)
def test_of_many_topics_only_those_with_the_error_are_named(
    watched: Watched, kind: type[Detector], code: int, words: str
) -> None:
    client = watched.by(kind, count=1).connect()
    topics = [
        MetadataResponse.MetadataResponseTopic(name=topic, error_code=code * (topic == "bad"))
        for topic in ("a", "bad", "c")
    ]
    watched.say(client, MetadataRequest(), MetadataResponse(topics=topics))
    assert words in watched.findings[0].text
