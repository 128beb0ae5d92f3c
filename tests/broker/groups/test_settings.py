"""The coordinator's settings."""

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.groups.settings import GroupSettings


def test_defaults_are_those_of_kafka() -> None:
    """groups F."""
    settings = GroupSettings(BrokerConfig())
    assert settings.min_session_timeout_ms == 6_000
    assert settings.max_session_timeout_ms == 1_800_000
    assert settings.initial_rebalance_delay_ms == 3_000
    assert settings.max_size == 2**31 - 1
    assert settings.metadata_units_max == 4096
    assert settings.commit_timeout_ms == 5_000
    assert settings.retention_ms == 7 * 24 * 3_600_000
    assert settings.retention_check_interval_ms == 600_000
    assert settings.partitions == 50
    assert settings.compression == 0
