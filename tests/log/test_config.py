"""A topic's configuration as its logs read it."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from kafkawire.broker.config.definitions import TOPIC
from kafkawire.log.config import SETTINGS, LogConfig


def test_defaults_are_kafkas() -> None:
    """produce E: what is missing means the same as what Kafka would have filled in."""
    config = LogConfig.from_mapping({})
    defaults = {name: each.default for name, each in TOPIC.items() if name in SETTINGS}

    assert len(defaults) > 15
    for name, default in defaults.items():
        value = getattr(config, SETTINGS[name])
        shown = ",".join(sorted(value)) if isinstance(value, frozenset) else str(value).lower()
        assert shown == str(default).lower(), name


def test_no_default_of_kafkas_is_written_in_the_code() -> None:
    """The defaults are generated; a number beside a setting's name would be a second one."""
    tree = ast.parse(Path(inspect.getfile(LogConfig)).read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not texts & ({each.default for each in TOPIC.values()} - {None, "", "true"})


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_is_read_from_its_name(name: str) -> None:
    """Whatever is declared is read, and nothing else changes but what follows from it."""
    usual = LogConfig.from_mapping({})
    attribute = SETTINGS[name]
    text, value = {
        frozenset: ("compact", frozenset({"compact"})),
        int: ("77", 77),
        float: ("0.25", 0.25),
        str: ("x", "x"),
        bool: (str(not getattr(usual, attribute)).lower(), not getattr(usual, attribute)),
    }[type(getattr(usual, attribute))]
    changed = LogConfig.from_mapping({name: text})
    assert getattr(changed, attribute) == value
    others = set(SETTINGS.values()) - {attribute}
    assert all(getattr(changed, each) == getattr(usual, each) for each in others)


@pytest.mark.parametrize(
    ("given", "before", "after", "refuses"),
    [
        ({}, 2**63 - 1, 3_600_000, False),
        ({"difference": "5"}, 5, 5, True),
        ({"difference": "5", "before": "7"}, 7, 5, True),
        ({"difference": "5", "after": "9"}, 5, 9, False),
        ({"difference": "5", "after": str(2**63 - 1)}, 5, 5, False),
        ({"after": "9"}, 2**63 - 1, 9, False),
    ],
)
def test_one_limit_of_timestamps_stands_for_both_where_they_are_missing(
    given: dict[str, str], before: int, after: int, *, refuses: bool
) -> None:
    mapping = {f"message.timestamp.{name}.max.ms": text for name, text in given.items()}
    config = LogConfig.from_mapping(mapping)
    assert config.message_timestamp_before_max_ms == before
    assert config.message_timestamp_after_max_ms == after
    assert config.refuses_append_time == refuses


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
