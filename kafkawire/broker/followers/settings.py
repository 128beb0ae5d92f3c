"""The settings of the fetchers of a broker."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.since import FETCH_TOPIC_IDS_SINCE

if TYPE_CHECKING:
    from kafkawire.broker.config.broker_config import BrokerConfig

NEWEST_LEVEL = 29
"""The level of the feature metadata.version in Kafka 4.2-IV1."""
_FETCH_VERSIONS = ((27, 18), (21, 17), (19, 16), (10, 15), (9, 14))
"""Levels of metadata.version, and the version of Fetch since then."""
_FETCH_VERSION_AT_FIRST = 13
_LIST_OFFSETS_VERSIONS = ((29, 11), (25, 10), (21, 9), (9, 8))
_LIST_OFFSETS_VERSION_AT_FIRST = 7
_EPOCHS_VERSION = 4


class ProtocolVersions(NamedTuple):
    """The versions of a follower's requests. Fetchers do not negotiate (replication D-1).

    `truncates_on_fetch` is False between brokers older than Kafka 2.7, whose leaders do not
    compare epochs when they serve a fetch (KIP-595).
    """

    fetch: int
    list_offsets: int
    epochs: int
    truncates_on_fetch: bool = True

    def fetch_version(self, *, has_topic_ids: bool) -> int:
        """Return the version of Fetch; without all topic ids it is the last one with names."""
        return self.fetch if has_topic_ids else min(self.fetch, FETCH_TOPIC_IDS_SINCE - 1)


class FollowerSettings(NamedTuple):
    """Kafka's settings of the same names with the prefix `replica.`, in milliseconds and bytes.

    `fetchers` is `num.replica.fetchers`, the only setting that changes at run time.
    """

    node_id: int
    fetchers: int = 1
    fetch_wait_max_ms: int = 500
    fetch_min_bytes: int = 1
    fetch_max_bytes: int = 1_048_576
    fetch_response_max_bytes: int = 10_485_760
    fetch_backoff_ms: int = 1000
    socket_timeout_ms: int = 30_000


def settings_of(config: BrokerConfig) -> FollowerSettings:
    """Return the settings that a configuration has for fetchers."""
    return FollowerSettings(
        config.int("node.id"),
        config.int("num.replica.fetchers"),
        config.int("replica.fetch.wait.max.ms"),
        config.int("replica.fetch.min.bytes"),
        config.int("replica.fetch.max.bytes"),
        config.int("replica.fetch.response.max.bytes"),
        config.int("replica.fetch.backoff.ms"),
        config.int("replica.socket.timeout.ms"),
    )


def versions_of(metadata_version: int = NEWEST_LEVEL) -> ProtocolVersions:
    """Return the versions of requests at a level of the feature metadata.version."""
    return ProtocolVersions(
        _since(metadata_version, _FETCH_VERSIONS, _FETCH_VERSION_AT_FIRST),
        _since(metadata_version, _LIST_OFFSETS_VERSIONS, _LIST_OFFSETS_VERSION_AT_FIRST),
        _EPOCHS_VERSION,
    )


def _since(level: int, versions: tuple[tuple[int, int], ...], at_first: int) -> int:
    return next((version for since, version in versions if level >= since), at_first)
