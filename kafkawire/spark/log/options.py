"""The options of format "kafkawire-log", as one value; names are case-insensitive.

path            a data directory, or the directory of one partition (also `load(path)`)
topic, topics   names, comma-separated; without, all topics but Kafka's own
topicPattern    a regular expression of Python's, which the whole name must match
partitions      numbers and ranges: 0,2,5-7
isolation       read_uncommitted (default), read_committed
upTo            highWatermark (default): what the directory's checkpoint says is replicated;
                end: all that is in the files
columns         comma-separated; only these are decoded and carried (or give a schema)
includeHeaders  false
splitBytes      how much of a segment one task reads; 128 MiB
checkCrcs       true
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.spark.columns import Wanted

SPLIT_BYTES = 128 << 20
INTERNAL_TOPICS = frozenset(
    ("__cluster_metadata", "__consumer_offsets", "__share_group_state", "__transaction_state")
)
"""Kafka's own; they are there for whoever names them."""
KNOWN = frozenset(
    (
        "path",
        "topic",
        "topics",
        "topicpattern",
        "partitions",
        "isolation",
        "upto",
        "columns",
        "includeheaders",
        "splitbytes",
        "checkcrcs",
    )
)
ISOLATIONS = ("read_uncommitted", "read_committed")
BOUNDS = ("highwatermark", "end")


class LogOptionError(ValueError):
    """An option that makes no sense."""


class LogOptions(NamedTuple):
    """All of it, checked. Without `topics` and `pattern` it is all but INTERNAL_TOPICS."""

    path: str
    topics: frozenset[str] | None = None
    pattern: str | None = None
    partitions: tuple[range, ...] | None = None
    is_committed: bool = False
    reads_all: bool = False
    split_bytes: int = SPLIT_BYTES
    checks_crcs: bool = True

    def has(self, topic: str, partition: int) -> bool:
        """Whether that partition is asked for."""
        if self.partitions is not None and not any(partition in each for each in self.partitions):
            return False
        if self.topics is not None:
            return topic in self.topics
        if topic in INTERNAL_TOPICS:
            return False
        return self.pattern is None or re.fullmatch(self.pattern, topic) is not None


def read_options(options: Mapping[str, str]) -> LogOptions:
    """What a query's options say. Raises LogOptionError."""
    given = _lower(options)
    unknown = sorted(given.keys() - KNOWN)
    if unknown:
        raise LogOptionError(f"no such option: {', '.join(unknown)}")
    if not given.get("path"):
        raise LogOptionError("option 'path' is required: a data directory, or a partition's")
    topics = _names(given.get("topics", "")) + _names(given.get("topic", ""))
    pattern = given.get("topicpattern") or None
    if topics and pattern:
        raise LogOptionError("give topics or topicPattern, not both")
    return LogOptions(
        path=given["path"].removeprefix("file://").removeprefix("file:"),
        topics=frozenset(topics) or None,
        pattern=_checked(pattern),
        partitions=_ranges(given.get("partitions", "")),
        is_committed=_choice(given, "isolation", ISOLATIONS) == "read_committed",
        reads_all=_choice(given, "upTo", BOUNDS) == "end",
        split_bytes=_positive(given, "splitBytes", SPLIT_BYTES),
        checks_crcs=_flag(given, "checkCrcs", default=LogOptions(path="").checks_crcs),
    )


def wanted_columns(options: Mapping[str, str]) -> Wanted:
    """What `columns` and `includeHeaders` ask for. Raises LogOptionError."""
    given = _lower(options)
    headers = _flag(given, "includeHeaders", default=Wanted().headers)
    names = _names(given.get("columns", ""))
    if not names:
        return Wanted(headers=headers)
    known = {name.lower(): name for name in Wanted(headers=True).names}
    try:
        return Wanted.of(known.get(name.lower(), name) for name in names)
    except ValueError as error:
        raise LogOptionError(f"option 'columns': {error}") from None


def _lower(options: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): str(value).strip() for name, value in options.items()}


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _checked(pattern: str | None) -> str | None:
    if pattern is not None:
        try:
            re.compile(pattern)
        except re.error as error:
            raise LogOptionError(f"option 'topicPattern': {error}") from None
    return pattern


def _ranges(text: str) -> tuple[range, ...] | None:
    if not text:
        return None
    found = []
    for part in _names(text):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
        if match is None:
            raise LogOptionError(f"option 'partitions' has numbers and ranges, not '{part}'")
        first = int(match[1])
        found.append(range(first, int(match[2] or first) + 1))
    return tuple(found)


def _choice(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    value = given.get(name.lower(), "").lower() or choices[0]
    if value not in choices:
        raise LogOptionError(f"option '{name}' is one of {', '.join(choices)}, not '{value}'")
    return value


def _positive(given: Mapping[str, str], name: str, default: int) -> int:
    text = given.get(name.lower(), "")
    if text and (not text.isdecimal() or int(text) == 0):
        raise LogOptionError(f"option '{name}' must be a positive number, not '{text}'")
    return int(text) if text else default


def _flag(given: Mapping[str, str], name: str, *, default: bool) -> bool:
    text = given.get(name.lower(), "").lower()
    if text not in ("", "true", "false"):
        raise LogOptionError(f"option '{name}' must be true or false, not '{text}'")
    return text == "true" if text else default
