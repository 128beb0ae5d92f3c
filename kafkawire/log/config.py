"""What a log must know of its topic's configuration, in typed form.

Names and defaults are Kafka's topic-level ones (produce E, fetch I). Values arrive validated, as
text; what is missing takes Kafka's default. One object serves all partitions of a topic; a change
of configuration makes a new one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

INT64_MAX = 2**63 - 1
UNLIMITED = -1

_COMPRESSION_CODECS = {"uncompressed": 0, "gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}


class LogConfig:
    """Topic-level configuration of a log; sizes in bytes, times in milliseconds.

    `target_codec` is None for `compression.type=producer`: each batch keeps its own codec.
    `retention_ms` and `retention_bytes` are -1 for "no limit".
    """

    __slots__ = (
        "cleanup_policy",
        "compression_gzip_level",
        "compression_lz4_level",
        "compression_type",
        "compression_zstd_level",
        "delete_retention_ms",
        "file_delete_delay_ms",
        "flush_messages",
        "flush_ms",
        "index_interval_bytes",
        "is_compacted",
        "is_log_append_time",
        "max_compaction_lag_ms",
        "max_decompressed_message_bytes",
        "max_message_bytes",
        "message_downconversion_enable",
        "message_format_version",
        "message_timestamp_after_max_ms",
        "message_timestamp_before_max_ms",
        "message_timestamp_type",
        "min_cleanable_dirty_ratio",
        "min_compaction_lag_ms",
        "min_insync_replicas",
        "refuses_append_time",
        "retention_bytes",
        "retention_ms",
        "segment_bytes",
        "segment_index_bytes",
        "segment_jitter_ms",
        "segment_ms",
        "target_codec",
        "unclean_leader_election_enable",
    )

    def __init__(self, mapping: Mapping[str, str]) -> None:
        self._read_limits(mapping)
        self._read_segments(mapping)
        self._read_cleanup(mapping)
        self._read_compression(mapping)

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

    def _read_limits(self, mapping: Mapping[str, str]) -> None:
        get = mapping.get
        self.max_message_bytes = int(get("max.message.bytes", "1048588"))
        self.max_decompressed_message_bytes = int(
            get("max.decompressed.message.bytes", "2147483639")
        )
        self.message_timestamp_type = get("message.timestamp.type", "CreateTime")
        self.is_log_append_time = self.message_timestamp_type == "LogAppendTime"
        # One limit for both ways, up to 3.9; the names for each of them came with 3.6.
        difference = get("message.timestamp.difference.max.ms")
        after = "3600000" if difference is None else str(INT64_MAX)
        # Before there were two, a producer could never claim to know the append time.
        self.refuses_append_time = (
            difference is not None and "message.timestamp.after.max.ms" not in mapping
        )
        limits = (
            int(get("message.timestamp.before.max.ms", str(INT64_MAX))),
            int(get("message.timestamp.after.max.ms", after)),
        )
        self.message_timestamp_before_max_ms, self.message_timestamp_after_max_ms = (
            int(difference) if difference is not None and limit == INT64_MAX else limit
            for limit in limits
        )
        self.message_downconversion_enable = get("message.downconversion.enable", "true") == "true"
        self.message_format_version = get("message.format.version", "3.0-IV1")
        """Up to 2.8 it chose the format of what is stored; later it means nothing (A-93)."""
        self.min_insync_replicas = int(get("min.insync.replicas", "1"))
        self.unclean_leader_election_enable = (
            get("unclean.leader.election.enable", "false") == "true"
        )

    def _read_segments(self, mapping: Mapping[str, str]) -> None:
        get = mapping.get
        # The internal name is Kafka's own way around the lower limit of segment.bytes.
        segment_bytes = get("internal.segment.bytes") or get("segment.bytes", "1073741824")
        self.segment_bytes = int(segment_bytes)
        self.segment_ms = int(get("segment.ms", "604800000"))
        self.segment_jitter_ms = int(get("segment.jitter.ms", "0"))
        self.segment_index_bytes = int(get("segment.index.bytes", "10485760"))
        self.index_interval_bytes = int(get("index.interval.bytes", "4096"))
        self.flush_messages = int(get("flush.messages", str(INT64_MAX)))
        self.flush_ms = int(get("flush.ms", str(INT64_MAX)))
        self.file_delete_delay_ms = int(get("file.delete.delay.ms", "60000"))

    def _read_cleanup(self, mapping: Mapping[str, str]) -> None:
        get = mapping.get
        policies = get("cleanup.policy", "delete").split(",")
        self.cleanup_policy = frozenset(name.strip() for name in policies if name.strip())
        self.is_compacted = "compact" in self.cleanup_policy
        self.retention_ms = int(get("retention.ms", "604800000"))
        self.retention_bytes = int(get("retention.bytes", "-1"))
        self.delete_retention_ms = int(get("delete.retention.ms", "86400000"))
        self.min_compaction_lag_ms = int(get("min.compaction.lag.ms", "0"))
        self.max_compaction_lag_ms = int(get("max.compaction.lag.ms", str(INT64_MAX)))
        self.min_cleanable_dirty_ratio = float(get("min.cleanable.dirty.ratio", "0.5"))
        if self.is_compacted:
            # What must be cleaned by then must be in a segment that is cleaned by then.
            self.segment_ms = min(self.segment_ms, self.max_compaction_lag_ms)

    def _read_compression(self, mapping: Mapping[str, str]) -> None:
        get = mapping.get
        self.compression_type = get("compression.type", "producer")
        self.target_codec = _COMPRESSION_CODECS.get(self.compression_type)
        self.compression_gzip_level = int(get("compression.gzip.level", "-1"))
        self.compression_lz4_level = int(get("compression.lz4.level", "9"))
        self.compression_zstd_level = int(get("compression.zstd.level", "3"))
