"""Options of consumers."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import NamedTuple

from kafkawire.client.options.common import CommonOptions, CommonSettings
from kafkawire.client.options.kinds import choice, flag, special, text, whole

SECOND_MS = 1_000
DAY_MS = 86_400 * SECOND_MS
_JAVA_ASSIGNORS = "org.apache.kafka.clients.consumer."
_ASSIGNORS = {
    "RangeAssignor": "range",
    "RoundRobinAssignor": "roundrobin",
    "StickyAssignor": "sticky",
    "CooperativeStickyAssignor": "cooperative-sticky",
}
_DURATION = re.compile(
    r"P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,9}))?S)?)?", re.IGNORECASE
)


class OffsetReset(NamedTuple):
    """Where reading begins without a valid offset.

    Attributes:
        kind: "latest", "earliest", "none" or "by_duration".
        duration_ms: How far back reading begins; for "by_duration".
    """

    kind: str
    duration_ms: int = 0


class ConsumerOptions(CommonOptions, total=False):
    """Options of consumers, as keywords."""

    client_rack: str
    default_api_timeout_ms: int
    group_id: str | None
    group_instance_id: str | None
    group_protocol: str
    group_remote_assignor: str | None
    partition_assignment_strategy: str | Sequence[object]
    session_timeout_ms: int
    heartbeat_interval_ms: int
    enable_auto_commit: bool
    auto_commit_interval_ms: int
    allow_auto_create_topics: bool
    exclude_internal_topics: bool
    fetch_min_bytes: int
    fetch_max_bytes: int
    fetch_max_wait_ms: int
    max_partition_fetch_bytes: int
    max_poll_records: int
    max_poll_interval_ms: int
    auto_offset_reset: str
    new_partitions_from: str
    isolation_level: str
    check_crcs: bool
    interceptor_classes: Sequence[object]
    fetch_memory_bytes: int
    revocation_budget_ms: int | None


def read_reset(value: object) -> OffsetReset:
    """Return what a value of auto.offset.reset means. Raises ValueError."""
    kind, _, duration = value.partition(":") if isinstance(value, str) else ("", "", "")
    if kind in ("latest", "earliest", "none") and value == kind:
        return OffsetReset(kind)
    found = _DURATION.fullmatch(duration)
    if kind != "by_duration" or found is None:
        raise ValueError("latest, earliest, none or by_duration:PnDTnHnMn.nS, as by_duration:PT1H")
    days, hours, minutes, seconds = (int(found[number] or 0) for number in range(1, 5))
    millis = int((found[5] or "").ljust(3, "0")[:3])
    whole_seconds = (hours * 60 + minutes) * 60 + seconds
    return OffsetReset(kind, days * DAY_MS + whole_seconds * SECOND_MS + millis)


def read_assignors(value: object) -> tuple[object, ...]:
    """Return assignors, by Kafka's names or as objects; Java's own classes go by their names."""
    given = value.split(",") if isinstance(value, str) else value
    if not isinstance(given, list | tuple):
        raise ValueError("names of assignors, or objects")
    found = [_assignor(each) for each in given]
    if not found:
        raise ValueError("at least one assignor")
    return tuple(found)


def read_interceptors(value: object) -> tuple[object, ...]:
    """Return interceptors. Raises ValueError for names, which could only be of Java classes."""
    given = tuple(value) if isinstance(value, list | tuple) else (value,)
    if any(isinstance(each, str) for each in given):
        raise ValueError("Python objects, not names of Java classes")
    return given


def _assignor(given: object) -> object:
    if not isinstance(given, str):
        return given
    name = _ASSIGNORS.get(given.strip().removeprefix(_JAVA_ASSIGNORS), given.strip())
    if name not in _ASSIGNORS.values():
        raise ValueError(f"names of {', '.join(_ASSIGNORS.values())}, or objects")
    return name


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class ConsumerSettings(CommonSettings):
    """Values of the options of a consumer."""

    client_rack: str = text("")
    default_api_timeout_ms: int = whole(60_000)
    group_id: str | None = text(None, may_be_empty=False)
    group_instance_id: str | None = text(None, may_be_empty=False)
    group_protocol: str = choice("auto", "classic", "consumer", case="any")
    group_remote_assignor: str | None = text(None)
    partition_assignment_strategy: tuple[object, ...] = special(
        ("range", "cooperative-sticky"), read_assignors
    )
    session_timeout_ms: int = whole(45_000)
    heartbeat_interval_ms: int = whole(3_000)
    enable_auto_commit: bool = flag(True)
    auto_commit_interval_ms: int = whole(5_000)
    allow_auto_create_topics: bool = flag(True)
    exclude_internal_topics: bool = flag(True)
    fetch_min_bytes: int = whole(1)
    fetch_max_bytes: int = whole(52_428_800)
    fetch_max_wait_ms: int = whole(500)
    max_partition_fetch_bytes: int = whole(1_048_576)
    max_poll_records: int = whole(500, least=1)
    max_poll_interval_ms: int = whole(300_000, least=1)
    auto_offset_reset: OffsetReset = special(  # noqa: RUF009 - a field
        OffsetReset("latest"), read_reset
    )
    new_partitions_from: str = choice("earliest", "reset")
    isolation_level: str = choice("read_uncommitted", "read_committed")
    check_crcs: bool = flag(True)
    interceptor_classes: tuple[object, ...] = special((), read_interceptors)
    fetch_memory_bytes: int = whole(67_108_864, least=1)
    revocation_budget_ms: int = whole(-1)
    """80 % of max.poll.interval.ms if it is not given."""
