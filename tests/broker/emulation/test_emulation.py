"""A broker that behaves as one release: its versions, its sessions, its configuration."""

from __future__ import annotations

import pytest

from kafkawire.broker.behaviour import UNION
from kafkawire.broker.config import ConfigError
from kafkawire.broker.emulation.emulation import Emulation
from kafkawire.broker.emulation.releases import RELEASES, UnknownRelease
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import Fetcher, data_of, fetch_request
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.produce import Producer, produce_request

FETCH_RANGES = {
    "0.10.2.2": (0, 3),
    "0.11.0.3": (0, 5),
    "1.1.1": (0, 7),
    "2.0.1": (0, 8),
    "2.4.1": (0, 11),
    "2.8.2": (0, 12),
    "3.3.2": (0, 13),
    "3.9.2": (0, 17),
    "4.0.2": (4, 17),
    "4.4.0": (4, 18),
}


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_offers_and_serves_its_versions_of_fetch(release: str) -> None:
    """fetch A-9, A-57: what is offered is served, one version beyond ends the connection."""
    first, last = FETCH_RANGES[release]
    fetcher = Fetcher(emulate=release)
    fetcher.append_trusted(make_batch(2))
    found = fetcher.client.request(ApiVersionsRequest(), 0)
    (offered,) = [each for each in found.api_keys if each.api_key == ApiKey.FETCH]
    assert (offered.min_version, offered.max_version) == (first, last)
    for version in (first, last):
        topic = fetcher.topic_id if version >= 13 else "t"
        answer = fetcher.client.request(fetch_request((topic, 0)), version)
        assert len(data_of(answer).records)
    for version in (first - 1, last + 1):
        client = fetcher.harness.connect()
        if 0 <= version <= 18:
            client.send(FetchRequest(), version)
            assert client.closed


@pytest.mark.parametrize("release", RELEASES)
def test_what_is_offered_is_served_here_too(release: str) -> None:
    """fetch A-30: the ranges are those of the release, cut to what this broker serves."""
    emulation = Emulation(release)
    plain = BrokerHarness().broker.load_api
    for key, versions in emulation.versions.items():
        api = plain(key)
        assert api is not None
        assert api.versions.min <= versions.min <= versions.max <= api.versions.max


@pytest.mark.parametrize("release", ["4.0.2", "4.4.0"])
def test_kafka_4_offers_produce_0_to_2_and_does_not_serve_them(release: str) -> None:
    """produce A-2, F 2, fetch A-30: for the sake of old C clients; the connection closes."""
    producer = Producer(emulate=release)
    found = producer.client.request(ApiVersionsRequest(), 0)
    (offered,) = [each for each in found.api_keys if each.api_key == ApiKey.PRODUCE]
    assert offered.min_version == 0
    for version in (0, 1, 2):
        client = producer.harness.connect()
        client.send(produce_request(("t", 0, make_batch())), version)
        assert client.closed
    assert producer.one(make_batch(), version=3).error_code == 0


def test_kafka_3_closes_on_produce_12() -> None:
    """produce A-2, F 9."""
    producer = Producer(emulate="3.9")
    pending = producer.send(("t", 0, make_batch()), version=12)
    assert not pending.done
    assert producer.client.closed


def test_an_api_that_the_release_lacks_is_not_served() -> None:
    broker = BrokerHarness(emulate="0.10.2").broker
    assert broker.load_api(ApiKey.DELETE_RECORDS) is None
    assert broker.load_api(ApiKey.FETCH) is not None


def test_without_emulation_all_is_plain() -> None:
    broker = BrokerHarness().broker
    assert broker.behaviour is UNION
    assert len(broker.fetch_sessions.shards) == 8


@pytest.mark.parametrize(("release", "shards"), [("3.3", 1), ("3.9", 8), ("4.4", 8)])
def test_the_session_cache_has_shards_since_3_8(release: str, shards: int) -> None:
    """fetch E-35, E-37, J 149: seven slots are none where there are eight shards."""
    fetcher = Fetcher(emulate=release, max_incremental_fetch_session_cache_slots="7")
    assert len(fetcher.broker.fetch_sessions.shards) == shards
    opened = fetcher.client.request(fetch_request(("t", 0), session=(0, 0)), 12)
    assert (opened.session_id > 0) == (shards == 1)


@pytest.mark.parametrize("session_id", [2_147_483_647, 2_147_483_640, -1, -2_147_483_648])
def test_any_unknown_id_is_just_unknown_without_shards(session_id: int) -> None:
    """fetch E-35: one cache has no ids that belong to no shard."""
    fetcher = Fetcher(emulate="2.8")
    found = fetcher.client.request(fetch_request(session=(session_id, 1)), 12)
    assert (found.error_code, found.session_id) == (70, 0)


@pytest.mark.parametrize(("release", "survives"), [("2.4", False), ("2.8", True), ("4.4", True)])
def test_uses_did_not_keep_a_session_before_2_5(release: str, survives: bool) -> None:
    """fetch E-17, E-39: two minutes after it was made anyone might have its place."""
    slots = "8" if release == "4.4" else "1"
    fetcher = Fetcher(emulate=release, max_incremental_fetch_session_cache_slots=slots)
    session = fetcher.open(("t", 0), version=7)
    fetcher.harness.advance(120_000)
    session.fetch(("t", 1))
    fetcher.harness.advance(1)
    for _ in fetcher.broker.fetch_sessions.shards:
        fetcher.fetch(("t", 0), version=7, session=(0, 0))
    response = fetcher.fetch(version=7, session=(session.id, 2))
    assert (response.error_code == 0) == survives


def test_the_last_slot_of_an_unsharded_cache_is_used() -> None:
    """fetch E-37."""
    fetcher = Fetcher(emulate="1.1", max_incremental_fetch_session_cache_slots="2")
    ids = [
        fetcher.client.request(fetch_request(("t", 0), session=(0, 0)), 7).session_id
        for _ in range(3)
    ]
    assert ids[0] > 0
    assert ids[1] > 0
    assert ids[2] == 0


def test_the_configuration_is_the_releases() -> None:
    config = Emulation("3.9").config({"log.message.downconversion.enable": "false"})
    assert config.topic_default("message.downconversion.enable") == "false"
    with pytest.raises(ConfigError):
        Emulation("4.0").config({"log.message.downconversion.enable": "false"})


def test_an_unknown_release_cannot_be_emulated() -> None:
    with pytest.raises(UnknownRelease, match="there are"):
        Emulation("9")
