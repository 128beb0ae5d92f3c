"""The configuration of releases."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import ConfigError
from kafkawire.broker.config.definitions import BROKER, TOPIC
from kafkawire.broker.emulation.definitions import definitions_of
from kafkawire.broker.emulation.emulation import Emulation
from kafkawire.broker.emulation.releases import RELEASES, number_of
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from tests.support.requests.consumer_groups import SILENT, ConsumerHeartbeat
from tests.support.requests.fetching import Fetcher
from tests.support.requests.harness import BrokerHarness


def test_the_newest_release_has_all_names_and_no_others() -> None:
    assert definitions_of(number_of(RELEASES[-1])) == (BROKER, TOPIC)


@pytest.mark.parametrize(
    ("name", "releases"),
    [
        ("message.downconversion.enable", ("2.0.1", "2.4.1", "2.8.2", "3.3.2", "3.9.2")),
        ("message.format.version", RELEASES[:8]),
        ("message.timestamp.difference.max.ms", RELEASES[:8]),
        ("message.timestamp.after.max.ms", RELEASES[7:]),
        ("compression.zstd.level", RELEASES[7:]),
        ("max.decompressed.message.bytes", RELEASES[9:]),
    ],
)
def test_names_come_and_go(name: str, releases: tuple[str, ...]) -> None:
    """fetch I, produce E."""
    found = [each for each in RELEASES if name in definitions_of(number_of(each)).topic]
    assert found == list(releases)


@pytest.mark.parametrize(("release", "least"), [("3.9", 14), ("4.0", 1048576)])
def test_the_least_segment(release: str, least: int) -> None:
    """produce A-43, table G: 14 bytes, 1 MiB since 4.0."""
    emulation = Emulation(release)
    assert emulation.config({"log.segment.bytes": str(least)}).int("log.segment.bytes") == least
    with pytest.raises(ConfigError):
        emulation.config({"log.segment.bytes": str(least - 1)})


@pytest.mark.parametrize(("release", "code"), [("3.9", 35), ("4.0", 0)])
def test_consumer_groups_are_served_since_4_0(release: str, code: int) -> None:
    """groups D-1, D-100, H-2: 3.9 has the APIs, and leaves it at that unless told otherwise."""
    harness = BrokerHarness(emulate=release)
    harness.connect().request(FindCoordinatorRequest(key="g"), 1)
    harness.settle()
    said = {"member_id": "m", "member_epoch": 0, "rebalance_timeout_ms": 1, "topic_partitions": []}
    request = ConsumerHeartbeat(
        **{**SILENT, "group_id": "g", "subscribed_topic_names": ["t"], **said}
    )
    answer = harness.connect().request(request, 0)
    assert (answer.error_code, answer.error_message) == (code, None)
    describe = ConsumerGroupDescribeRequest(group_ids=["g", "h"])
    groups = harness.connect().request(describe, 0).groups
    assert [group.error_code for group in groups] == ([35, 35] if code else [0, 69])


@pytest.mark.parametrize(("release", "is_known"), [("2.0", False), ("2.4", True)])
def test_zstd_can_be_configured_since_2_1(release: str, is_known: bool) -> None:
    config = {"compression.type": "zstd"}
    if is_known:
        Emulation(release).config(config)
    else:
        with pytest.raises(ConfigError):
            Emulation(release).config(config)


def test_old_names_are_described_with_their_values() -> None:
    """fetch A-54."""
    fetcher = Fetcher(emulate="2.8")
    entries = {each.name: each.value for each in fetcher.broker.controller.entries.topic("t")}
    assert entries["message.format.version"] == "2.8-IV1"
    assert entries["message.downconversion.enable"] == "true"
    assert "message.timestamp.after.max.ms" not in entries
