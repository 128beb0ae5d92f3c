"""Settings of a quorum replica."""

from __future__ import annotations

from kafkawire.broker.raft.settings import RaftSettings


def test_the_defaults_are_those_of_kafka() -> None:
    """Times and sizes of `controller.quorum.*` in 4.4.0."""
    settings = RaftSettings()
    assert (settings.election_timeout_ms, settings.fetch_timeout_ms) == (1000, 2000)
    assert (settings.election_backoff_max_ms, settings.request_timeout_ms) == (1000, 2000)
    assert (settings.retry_backoff_ms, settings.append_linger_ms) == (20, 25)
    assert (settings.fetch_max_bytes, settings.fetch_snapshot_max_bytes) == (1048576, 1048576)
    assert not settings.auto_join_enable
    assert (settings.retention_bytes, settings.retention_ms) == (104857600, 604800000)


def test_intervals_of_a_leader_follow_from_the_fetch_timeout() -> None:
    assert RaftSettings().check_quorum_ms == 3000
    assert RaftSettings().begin_epoch_interval_ms == 1000
