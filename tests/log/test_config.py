"""A topic's configuration as its logs read it."""

from __future__ import annotations

from kafkawire.broker.config.definitions import TOPIC
from kafkawire.log.config import LogConfig


def test_defaults_are_kafkas() -> None:
    """produce E: what is missing means the same as what Kafka would have filled in."""
    config = LogConfig.from_mapping({})
    defaults = {
        each.name: each.default
        for each in (TOPIC.values() if isinstance(TOPIC, dict) else TOPIC)
        if each.name.replace(".", "_") in LogConfig.__slots__
    }

    assert len(defaults) > 15
    for name, default in defaults.items():
        value = getattr(config, name.replace(".", "_"))
        shown = ",".join(sorted(value)) if isinstance(value, frozenset) else str(value).lower()
        assert shown == str(default).lower(), name


def test_values_are_read_by_their_topic_level_names() -> None:
    config = LogConfig.from_mapping(
        {
            "cleanup.policy": "compact, delete",
            "compression.type": "zstd",
            "compression.zstd.level": "7",
            "message.timestamp.type": "LogAppendTime",
            "max.message.bytes": "200",
        }
    )

    assert config.cleanup_policy == {"compact", "delete"}
    assert config.is_compacted
    assert config.is_log_append_time
    assert config.max_message_bytes == 200
    assert config.target_codec == 4
    assert config.level_of(4) == 7


def test_an_empty_cleanup_policy_neither_deletes_nor_compacts() -> None:
    assert LogConfig.from_mapping({"cleanup.policy": ""}).cleanup_policy == frozenset()


def test_the_producers_codec_is_no_codec_of_the_topic() -> None:
    """produce A-57."""
    assert LogConfig.from_mapping({}).target_codec is None
    assert LogConfig.from_mapping({"compression.type": "uncompressed"}).target_codec == 0


def test_levels_that_mean_the_codecs_own_default() -> None:
    config = LogConfig.from_mapping({})

    assert [config.level_of(codec) for codec in range(5)] == [None, None, None, 9, 3]


def test_the_internal_segment_size_goes_below_the_public_limit() -> None:
    assert LogConfig.from_mapping({"internal.segment.bytes": "100"}).segment_bytes == 100


def test_segments_of_a_compacted_topic_roll_before_they_must_be_cleaned() -> None:
    """fetch H-22, H-60: `max.compaction.lag.ms` is as good as `segment.ms` there."""
    configs = {"segment.ms": "5000", "max.compaction.lag.ms": "1000"}
    assert LogConfig.from_mapping(configs).segment_ms == 5000
    assert LogConfig.from_mapping({**configs, "cleanup.policy": "compact"}).segment_ms == 1000
    assert LogConfig.from_mapping({"cleanup.policy": "compact"}).segment_ms == 604_800_000
