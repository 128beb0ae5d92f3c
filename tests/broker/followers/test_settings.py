"""The settings of fetchers, and the versions of their requests."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.followers.settings import settings_of, versions_of


def test_the_defaults_are_those_of_kafka() -> None:
    """replication D-2, D-9, fetch G-41, G-42."""
    settings = settings_of(BrokerConfig({"node.id": "7"}))
    assert settings == (7, 1, 500, 1, 1_048_576, 10_485_760, 1000, 30_000)


def test_each_setting_is_read_from_its_name() -> None:
    """replication D-2, D-5, D-7."""
    config = BrokerConfig(
        {
            "node.id": "7",
            "num.replica.fetchers": "2",
            "replica.fetch.wait.max.ms": "3",
            "replica.fetch.min.bytes": "4",
            "replica.fetch.max.bytes": "5",
            "replica.fetch.response.max.bytes": "6",
            "replica.fetch.backoff.ms": "8",
            "replica.socket.timeout.ms": "9",
        }
    )
    assert settings_of(config) == (7, 2, 3, 4, 5, 6, 8, 9)


@pytest.mark.parametrize(
    ("level", "version"),
    [(1, 13), (8, 13), (9, 14), (10, 15), (18, 15), (19, 16), (21, 17), (26, 17), (27, 18)],
)
def test_the_version_of_fetch_follows_from_the_metadata_version(level: int, version: int) -> None:
    """replication D-1: no ApiVersions comes first."""
    versions = versions_of(level)
    assert versions.fetch_version(has_topic_ids=True) == version
    assert versions.truncates_on_fetch


def test_a_missing_topic_id_caps_the_version_of_fetch() -> None:
    """replication D-1, fetch G-42: version 12 is the last one with names."""
    assert versions_of().fetch_version(has_topic_ids=False) == 12
    assert versions_of()._replace(fetch=11).fetch_version(has_topic_ids=False) == 11


def test_list_offsets_has_version_11_in_the_newest_release() -> None:
    """replication D-20."""
    assert versions_of().list_offsets == 11
    assert versions_of(1).list_offsets == 7
