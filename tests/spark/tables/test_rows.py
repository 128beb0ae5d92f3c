"""Rows of requests, frames, topics and damage."""

from __future__ import annotations

from kafkawire.dump.model import Damage
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.spark.tables.declared import DAMAGE
from kafkawire.spark.tables.rows import damage_row
from tests.support.dump.dumped_sessions import said, told
from tests.support.dump.exchanges import START_NS, connection
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import fetch_request
from tests.support.requests.produce import produce_request
from tests.support.spark.tabled import Tabled

ORDERS = bytes(range(16))


def test_a_request_has_its_latency_sizes_and_outcome() -> None:
    tabled = Tabled()
    made = tabled.talk.say(HeartbeatRequest(group_id="g"), HeartbeatResponse(), 3, after_ms=7)
    row = tabled.row("requests")
    assert made.request is not None
    assert made.response is not None
    assert row["latency_ns"] == 7_000_000
    assert row["time_ns"] == START_NS
    assert (row["request_bytes"], row["response_bytes"]) == (
        len(made.request.data),
        len(made.response.data),
    )
    assert (row["api"], row["version"], row["outcome"]) == ("Heartbeat", 3, "ok")
    assert (row["groups"], row["errors"]) == (["g"], [])


def test_errors_are_named_once_and_counted_all() -> None:
    tabled = Tabled()
    answer = said(told(1, error_code=6), told(2, error_code=6), told(3, error_code=3))
    tabled.talk.say(fetch_request(("t", 1), ("t", 2)), answer, 12)
    row = tabled.row("requests")
    assert row["errors"] == ["NOT_LEADER_OR_FOLLOWER", "UNKNOWN_TOPIC_OR_PARTITION"]
    assert (row["error_codes"], row["error_count"], row["outcome"]) == ([6, 3], 3, "error")


def test_what_has_no_answer_says_why() -> None:
    tabled = Tabled()
    tabled.talk.say(HeartbeatRequest(group_id="g"), None, 3)
    exchange = tabled.talk.ask(produce_request(("t", 0, make_batch(1)), acks=0), 9)
    exchange.expects_response = False
    tabled.talk.answer(exchange, None)
    exchange.ended = ""
    rows = tabled.rows("requests")
    assert [row["outcome"] for row in rows] == ["closed", "no reply due"]
    assert [row["acks"] for row in rows] == [None, 0]
    assert rows[0]["latency_ns"] is None


def test_a_fetch_tells_its_session_and_how_long_it_waits() -> None:
    tabled = Tabled()
    request = fetch_request(("t", 1), session=(5, 3), max_wait_ms=500)
    tabled.talk.say(request, said(told(1, records=make_batch(1)), session=5), 12)
    row = tabled.row("requests")
    assert (row["session_id"], row["session_epoch"], row["max_wait_ms"]) == (5, 3, 500)
    assert row["records_bytes"] == len(make_batch(1))


def test_the_first_request_tells_the_software() -> None:
    tabled = Tabled()
    request = ApiVersionsRequest(client_software_name="java", client_software_version="4.1")
    tabled.talk.say(request, ApiVersionsResponse(), 3)
    assert tabled.row("requests")["software"] == "java 4.1"


def test_a_frame_says_only_what_stands_in_it() -> None:
    tabled = Tabled()
    tabled.talk.say(HeartbeatRequest(group_id="g"), HeartbeatResponse(), 3)
    asked, answered = tabled.rows("frames")
    assert (asked["is_request"], asked["api"], asked["version"]) == (True, "Heartbeat", 3)
    assert (answered["is_request"], answered["api"], answered["client_id"]) == (False, None, None)
    assert asked["correlation_id"] == answered["correlation_id"]


def test_names_of_ids_are_told_by_what_has_both() -> None:
    tabled = Tabled()
    topic = MetadataResponse.MetadataResponseTopic(name="orders", topic_id=ORDERS)
    tabled.talk.say(MetadataRequest(), MetadataResponse(topics=[topic]), 12)
    row = tabled.row("topics")
    assert (row["topic_id"], row["topic"]) == ("AAECAwQFBgcICQoLDA0ODw", "orders")


def test_damage_of_nobody_is_kept() -> None:
    damage = Damage(None, None, 0, 0, "a cut packet", START_NS, 3)
    lost = Damage(connection(), True, 50, 7, "7 bytes lost", START_NS, 3)
    first, second = DAMAGE.batch([damage_row(damage), damage_row(lost)]).to_pylist()
    assert (first["connection"], first["text"]) == (None, "a cut packet")
    assert (second["is_request"], second["stream_offset"], second["bytes"]) == (True, 50, 7)
