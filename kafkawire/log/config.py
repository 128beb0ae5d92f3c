"""What a log must know of its topic's configuration, in typed form.

Names are Kafka's topic-level ones (produce E, fetch I). Values arrive validated, as text; what is
missing takes Kafka's default (`topic_defaults`, which is generated). One object serves all
partitions of a topic; a change of configuration makes a new one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.topic_defaults import TOPIC_DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

INT64_MAX = 2**63 - 1
UNLIMITED = -1

_COMPRESSION_CODECS = {"uncompressed": 0, "gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}
_OLDER_DEFAULTS = {"message.downconversion.enable": "true", "message.format.version": "3.0-IV1"}
"""Defaults of settings that only older releases have."""


def _policies(text: str) -> frozenset[str]:
    return frozenset(name.strip() for name in text.split(",") if name.strip())


_PARSERS: dict[str, Callable[[str], object]] = {
    "int": int,
    "float": float,
    "bool": "true".__eq__,
    "str": str,
    "frozenset[str]": _policies,
}
"""How the text of a setting becomes its value, by the annotation of its attribute."""


class LogConfig:
    """Topic-level configuration of a log; sizes in bytes, times in milliseconds.

    An attribute of the first block is a setting: its annotation is all that a new one needs, beside
    the code that acts on it. Its name is Kafka's with underscores.

    `target_codec` is None for `compression.type=producer`: each batch keeps its own codec.
    `retention_ms` and `retention_bytes` are -1 for "no limit".
    """

    cleanup_policy: frozenset[str]
    compression_gzip_level: int
    compression_lz4_level: int
    compression_type: str
    compression_zstd_level: int
    delete_retention_ms: int
    file_delete_delay_ms: int
    flush_messages: int
    flush_ms: int
    index_interval_bytes: int
    max_compaction_lag_ms: int
    max_decompressed_message_bytes: int
    max_message_bytes: int
    message_downconversion_enable: bool
    message_format_version: str
    """Up to 2.8 it chose the format of what is stored; later it means nothing (A-93)."""
    message_timestamp_after_max_ms: int
    message_timestamp_before_max_ms: int
    message_timestamp_type: str
    min_cleanable_dirty_ratio: float
    min_compaction_lag_ms: int
    min_insync_replicas: int
    remote_storage_enable: bool
    retention_bytes: int
    retention_ms: int
    segment_bytes: int
    segment_index_bytes: int
    segment_jitter_ms: int
    segment_ms: int

    ATTRIBUTES = tuple(__annotations__.items())
    """Attributes that are settings, with their annotations."""

    is_compacted: bool
    is_log_append_time: bool
    refuses_append_time: bool
    target_codec: int | None

    __slots__ = tuple(__annotations__)

    def __init__(self, mapping: Mapping[str, str]) -> None:
        for attribute, name, parse, default in _READERS:
            setattr(self, attribute, parse(mapping.get(name, default)))
        # The internal name is Kafka's own way around the lower limit of segment.bytes.
        self.segment_bytes = int(mapping.get("internal.segment.bytes") or self.segment_bytes)
        self.is_compacted = "compact" in self.cleanup_policy
        if self.is_compacted:
            # What must be cleaned by then must be in a segment that is cleaned by then.
            self.segment_ms = min(self.segment_ms, self.max_compaction_lag_ms)
        self.is_log_append_time = self.message_timestamp_type == "LogAppendTime"
        self.target_codec = _COMPRESSION_CODECS.get(self.compression_type)
        self._read_timestamp_difference(mapping)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, str]) -> LogConfig:
        """The configuration that `mapping` (topic-level names to validated text) describes."""
        return cls(mapping)

    def level_of(self, codec: int) -> int | None:
        """The configured compression level of `codec`, or None for the codec's own default."""
        levels = {
            1: self.compression_gzip_level,
            3: self.compression_lz4_level,
            4: self.compression_zstd_level,
        }
        level = levels.get(codec)
        return None if codec == 1 and level == -1 else level

    def _read_timestamp_difference(self, mapping: Mapping[str, str]) -> None:
        """Up to 3.9 there is one limit for both ways; the names for each of them came with 3.6."""
        difference = mapping.get("message.timestamp.difference.max.ms")
        has_after = "message.timestamp.after.max.ms" in mapping
        # Before there were two, a producer could never claim to know the append time.
        self.refuses_append_time = difference is not None and not has_after
        if difference is not None:
            if not has_after or self.message_timestamp_after_max_ms == INT64_MAX:
                self.message_timestamp_after_max_ms = int(difference)
            if self.message_timestamp_before_max_ms == INT64_MAX:
                self.message_timestamp_before_max_ms = int(difference)


SETTINGS = {name.replace("_", "."): name for name, _ in LogConfig.ATTRIBUTES}
"""The attributes by Kafka's names."""
_DEFAULTS = TOPIC_DEFAULTS | _OLDER_DEFAULTS
_READERS = tuple(
    (attribute, name, _PARSERS[kind], _DEFAULTS[name])
    for (name, attribute), (_, kind) in zip(SETTINGS.items(), LogConfig.ATTRIBUTES, strict=True)
)
"""Attribute, Kafka's name, parser and default of each setting."""
