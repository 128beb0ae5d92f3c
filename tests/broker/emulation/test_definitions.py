"""The configuration of releases."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import ConfigError
from kafkawire.broker.config.definitions import BROKER, TOPIC
from kafkawire.broker.emulation.definitions import definitions_of
from kafkawire.broker.emulation.emulation import Emulation
from kafkawire.broker.emulation.releases import RELEASES, number_of
from tests.support.fetching import Fetcher


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
