"""Habits of clients of any kind, found and not found."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.detectors import clients
from kafkawire.dump.detectors.clients import (
    InstanceLeak,
    MetadataStorm,
    MixedVersions,
    ShortSaslSession,
    Throttling,
)
from kafkawire.dump.model import Connection
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from tests.support.dump.watched import Watched


def metadata(
    watched: Watched, client: Connection, times: int = 1, version: int = 12, throttle_ms: int = 0
) -> int:
    response = MetadataResponse(throttle_time_ms=throttle_ms)
    request = MetadataRequest()
    return sum(len(watched.say(client, request, response, version)) for _ in range(times))


def test_two_versions_under_one_client_id_are_found(watched: Watched) -> None:
    watched.by(MixedVersions)
    old, new = watched.connect(), watched.connect(host="192.0.2.8")
    assert metadata(watched, old, 3, 9) == 0
    assert metadata(watched, new, 2, 12) == 0
    assert metadata(watched, new, 1, 12) == 1
    assert watched.findings[0].text == (
        "clients called billing speak Metadata in versions 9 and 12 to 192.0.2.1:9092"
    )
    assert metadata(watched, old, 9, 9) == metadata(watched, new, 9, 12) == 0
    watched.wait(3_600_000)
    assert metadata(watched, new, 3, 12) == 0
    assert metadata(watched, old, 3, 9) == 1


def test_versions_of_other_ids_apis_or_times_are_not_mixed(watched: Watched) -> None:
    watched.by(MixedVersions)
    assert sum(metadata(watched, watched.connect(f"c{at}"), 9, 3 + at) for at in range(9)) == 0
    one = watched.connect()
    assert sum(metadata(watched, one, 4, version) for version in (8, 9, 8, 9)) == 0
    beat = HeartbeatRequest()
    client = watched.connect("mine")
    for version in (2, 3, 4):
        for _ in range(4):
            assert watched.say(client, beat, HeartbeatResponse(), version) == []
    for version in range(4, 12):
        assert metadata(watched, watched.connect("rolled"), 9, version) == 0
        watched.wait(600_001)
    assert sum(metadata(watched, watched.connect(""), 9, at) for at in range(5, 9)) == 0
    for version in (3, 9):
        for _ in range(9):
            request = watched.connect("producer")
            assert watched.say(request, ProduceRequest(), ProduceResponse(), version) == []


def test_connections_that_are_never_closed_are_found(watched: Watched) -> None:
    watched.by(InstanceLeak)
    opened = [watched.connect(f"producer-{at}") for at in range(20)]
    assert [metadata(watched, each) for each in opened] == [0] * 19 + [1]
    assert watched.findings[0].text == (
        "producer-19 at 192.0.2.7 and its like have 20 open connections to 192.0.2.1:9092"
    )
    assert metadata(watched, watched.connect("producer-20")) == 0
    watched.wait(60_000)
    assert metadata(watched, watched.connect("producer-21")) == 1


def test_connections_that_close_or_are_of_several_are_no_leak(watched: Watched) -> None:
    watched.by(InstanceLeak, connections=5)
    for _ in range(20):
        opened = [watched.connect() for _ in range(4)]
        assert sum(metadata(watched, each, 3) for each in opened) == 0
        assert sum(len(watched.hang_up(each)) for each in opened) == 0
        assert sum(metadata(watched, each) for each in opened) == 0
    assert sum(metadata(watched, watched.connect(host=f"192.0.2.{at}")) for at in range(20)) == 0
    assert sum(metadata(watched, watched.connect(f"{at}x")) for at in range(20)) == 0


def test_connections_whose_end_was_not_seen_are_forgotten_at_a_bound(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "KEYS_MAX", 5)
    detector: Any = watched.by(InstanceLeak, connections=5).detector
    assert sum(metadata(watched, watched.connect()) for _ in range(50)) == 1
    assert sum(detector._counts.values()) == 5


def login(watched: Watched, client: Connection, lifetime_ms: int) -> int:
    response = SaslAuthenticateResponse(session_lifetime_ms=lifetime_ms)
    return len(watched.say(client, SaslAuthenticateRequest(auth_bytes=b""), response))


def test_a_short_session_is_found(watched: Watched) -> None:
    client = watched.by(ShortSaslSession).connect()
    assert login(watched, client, 60_000) == 0
    assert login(watched, client, 59_999) == 1
    assert watched.findings[0].text == (
        "the SASL session of billing at 192.0.2.7 lasts 59.999 s only"
    )
    assert login(watched, client, 1_000) == 0
    watched.wait(60_000)
    assert login(watched, client, 1_000) == 1


def test_long_endless_and_unanswered_sessions_are_not_short(watched: Watched) -> None:
    client = watched.by(ShortSaslSession).connect()
    assert login(watched, client, 0) == login(watched, client, 3_600_000) == 0
    assert watched.say(client, SaslAuthenticateRequest(auth_bytes=b"")) == []


def test_a_storm_of_metadata_is_found(watched: Watched) -> None:
    watched.by(MetadataStorm)
    opened = [watched.connect() for _ in range(3)]
    assert sum(metadata(watched, each, 9) for each in opened) == 0
    assert metadata(watched, opened[0], 2) == 0
    assert metadata(watched, opened[1], 1) == 1
    assert watched.findings[0].text == "billing at 192.0.2.7 asked for metadata 30 times in 10 s"
    assert metadata(watched, opened[0], 99) == 0


def test_metadata_at_leisure_or_for_many_clients_is_no_storm(watched: Watched) -> None:
    client = watched.by(MetadataStorm).connect()
    for _ in range(60):
        assert metadata(watched, client) == 0
        watched.wait(400)
    assert sum(metadata(watched, watched.connect(f"c{at}"), 29) for at in range(9)) == 0


def test_throttled_answers_are_found(watched: Watched) -> None:
    client = watched.by(Throttling).connect()
    assert metadata(watched, client, 4, throttle_ms=50) == 0
    assert metadata(watched, client, 1, throttle_ms=250) == 1
    assert watched.findings[0].text == (
        "billing at 192.0.2.7 is throttled 5 times in 60 s, now by 0.25 s in Metadata"
    )
    assert metadata(watched, client, 40, throttle_ms=1) == 0
    watched.wait(60_000)
    assert metadata(watched, client, 5, throttle_ms=1) == 1


def test_answers_without_throttle_time_or_rarely_with_it_are_fine(watched: Watched) -> None:
    client = watched.by(Throttling).connect()
    assert metadata(watched, client, 99) == 0
    for _ in range(20):
        assert metadata(watched, client, throttle_ms=9) == 0
        watched.wait(16_000)
    assert (
        sum(metadata(watched, watched.connect(f"c{at}"), 4, throttle_ms=9) for at in range(9)) == 0
    )
