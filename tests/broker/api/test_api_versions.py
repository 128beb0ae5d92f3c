"""ApiVersions through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker import api as apis
from kafkawire.broker.api.api_versions import advertised
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.requests.harness import BrokerHarness, HarnessClient

VERSIONS = range(6)


def ask(client: HarnessClient, version: int = 5, **fields: Any) -> Any:
    software = {"client_software_name": "test", "client_software_version": "1.0"}
    return client.request(ApiVersionsRequest(**{**software, **fields}), version)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_lists_what_is_served(version: int) -> None:
    """admin A-7: by ascending key."""
    response = ask(BrokerHarness().connect(), version)
    assert response.error_code == 0
    keys = [each.api_key for each in response.api_keys]
    assert keys == sorted(keys)
    assert {3, 18, 19, 20, 32, 37, 44, 60, 75} <= set(keys)


def test_what_is_advertised_is_what_is_served() -> None:
    """The table of versions and the modules agree."""
    for each in advertised():
        api = apis.load(each.api_key)
        assert api is not None
        assert (each.min_version, each.max_version) == tuple(api.versions), api.key.name
    listed = {each.api_key for each in advertised()}
    assert set(apis.served()) == listed


@pytest.mark.parametrize("emulate", [None, "3.9.2"])
def test_telemetry_is_told_of_only_with_a_receiver(emulate: str | None) -> None:
    """admin A-7, D-53, H 6: it is answered all the same."""
    harness = BrokerHarness(emulate=emulate)
    keys = {each.api_key for each in ask(harness.connect(), 4).api_keys}
    assert not {71, 72} & keys
    harness.broker.telemetry = lambda _: None
    keys = {each.api_key for each in ask(harness.connect(), 4).api_keys}
    assert {71, 72} <= keys


@pytest.mark.parametrize("version", [6, 99])
def test_an_unknown_version_is_answered_in_version_0(version: int) -> None:
    """admin A-1, H 1, A-2, fetch A-25, J 1: exactly these bytes, and the connection goes on."""
    client = BrokerHarness().connect()
    header = b"\0\x12" + version.to_bytes(2, "big") + b"\0\0\0\7\xff\xff\0"
    pending = client.send_frame(header)
    assert pending.raw[4:].hex() == "00000007002300000001001200000005"
    assert ask(client).error_code == 0


@pytest.mark.parametrize("version", [6, 99])
def test_its_header_is_read_all_the_same(version: int) -> None:
    """fetch A-25, J 1: as one with tags, without which the connection closes; any body will do."""
    head = b"\0\x12" + version.to_bytes(2, "big") + b"\0\0\0\7\xff\xff"
    client = BrokerHarness().connect()
    assert client.send_frame(head + b"\0" + b"garbage \xff" * 5).raw
    assert not client.closed
    assert not client.send_frame(head).raw
    assert client.closed


def test_a_new_version_has_more_to_read() -> None:
    """fetch A-27, A-28: v5 with the body of v4 ends too early, and closes."""
    client = BrokerHarness().connect()
    request = ApiVersionsRequest(client_software_name="a", client_software_version="1")
    frame = client.send(request, 4).frame
    assert not client.send_frame(frame[:2] + b"\0\5" + frame[4:]).raw
    assert client.closed


@pytest.mark.parametrize("text", ["", ".x", "x.", "-", "a b", "é", "x_y", "_a"])
def test_software_must_have_a_name_and_a_version(text: str) -> None:
    """admin A-1, H 2, A-4, A-6, fetch A-26, J 2: an empty list, no throttle, no tagged fields."""
    client = BrokerHarness().connect()
    for version in VERSIONS[3:]:
        for field in ("client_software_name", "client_software_version"):
            response = ask(client, version, **{field: text})
            assert (response.error_code, response.api_keys) == (42, [])
            assert response.supported_features == []
            assert response.finalized_features_epoch == -1
            pending = client.send(ApiVersionsRequest(client_software_name=text), version)
            # Correlation id, error 42, no keys, throttle 0, no tags.
            assert pending.raw[8:].hex() == "002a010000000000"


@pytest.mark.parametrize("text", ["a", "a-b.c", "0", "A1", "apache-kafka-java"])
def test_software_names_that_are_fine(text: str) -> None:
    """admin A-4, A-13, fetch A-26: the last valid one counts."""
    client = BrokerHarness().connect()
    assert ask(client, 3, client_software_name=text).error_code == 0
    assert client.context.client_software_name == text
    ask(client, 3, client_software_name="")
    assert client.context.client_software_name == text


@pytest.mark.parametrize("version", VERSIONS)
def test_the_answer_has_the_plain_header(version: int) -> None:
    """fetch A-3, J 3: no tags behind the correlation id, though the body has them from v3 on."""
    pending = (
        BrokerHarness()
        .connect()
        .send(ApiVersionsRequest(client_software_name="a", client_software_version="1"), version)
    )
    raw = pending.raw
    count = len(pending.response.api_keys)
    assert raw[4:8] == (1).to_bytes(4, "big")
    assert raw[8:10] == b"\0\0"
    listed = bytes([count + 1]) if version >= 3 else count.to_bytes(4, "big")
    assert raw[10 : 10 + len(listed)] == listed
    assert raw[10 + len(listed) :][:4] == b"\0\0\0\0", "Produce, from version 0 on"


def test_it_may_be_asked_at_any_time() -> None:
    """fetch A-29: again and again, at any version, between other requests."""
    client = BrokerHarness().connect()
    for version in (5, 0, 3, 99, 3, 5):
        if version == 99:
            assert client.send_frame(b"\0\x12\0\x63\0\0\0\7\xff\xff\0").raw
            continue
        assert ask(client, version).error_code == 0
        assert client.request(MetadataRequest(topics=[]), 9).topics == []


def test_a_client_may_say_whom_it_means() -> None:
    """admin A-1, H 3, A-4, A-5."""
    harness = BrokerHarness()
    client = harness.connect()
    right = harness.broker.cluster_id

    def code(cluster_id: str | None, node_id: int) -> int:
        found: int = ask(client, 5, cluster_id=cluster_id, node_id=node_id).error_code
        return found

    assert code(None, -1) == code(right, 1) == 0
    assert [code(None, 1), code(right, -1), code("", -1), code(None, -5)] == [42] * 4
    assert [code("wrong", 1), code(right, 2)] == [129, 129]


def test_features_with_minimum_0_are_for_newer_clients() -> None:
    """admin H 4, A-8, A-9, fetch A-27: version 3 knows of metadata.version only."""
    client = BrokerHarness().connect()
    supported = {
        version: [
            (each.name, each.min_version, each.max_version)
            for each in ask(client, version).supported_features
        ]
        for version in VERSIONS
    }
    assert supported[2] == []
    assert supported[3] == [("metadata.version", 7, 33)]
    assert (
        supported[4]
        == supported[5]
        == [
            ("group.version", 0, 1),
            ("kraft.version", 0, 1),
            ("metadata.version", 7, 33),
            ("share.version", 0, 2),
            ("streams.version", 0, 1),
            ("transaction.version", 0, 2),
            ("eligible.leader.replicas.version", 0, 1),
        ]
    )


@pytest.mark.parametrize("version", VERSIONS[3:])
def test_finalized_features(version: int) -> None:
    """admin H 4, A-10: level 0 is left out; both ends are the level."""
    found = ask(BrokerHarness().connect(), version).finalized_features
    assert [(each.name, each.max_version_level, each.min_version_level) for each in found] == [
        ("group.version", 1, 1),
        ("streams.version", 1, 1),
        ("transaction.version", 2, 2),
        ("eligible.leader.replicas.version", 1, 1),
        ("share.version", 2, 2),
        ("metadata.version", 33, 33),
    ]


def test_the_epoch_is_the_newest_metadata_record() -> None:
    """admin A-11: never -1; here it grows with changes only."""
    harness = BrokerHarness()
    client = harness.connect()
    before = ask(client).finalized_features_epoch
    assert before == harness.broker.controller.log.end_offset - 1
    harness.create_topic("a", 2)
    assert ask(client).finalized_features_epoch == before + 3
