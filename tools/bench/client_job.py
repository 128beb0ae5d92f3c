"""What a process of `tools.bench client` is told to do, and what it answers."""

from __future__ import annotations

from typing import NamedTuple


class Job(NamedTuple):
    """What to read, to write or to watch.

    Attributes:
        records: So many; for an idle consumer, of the warm-up.
        seconds: How long an idle or a slow consumer is watched.
        codec: The compression.type of what is written.
        value_bytes: The size of a value that is written.
    """

    bootstrap: str
    topic: str
    partitions: int
    records: int = 0
    seconds: float = 0.0
    codec: str = "none"
    value_bytes: int = 100


class Spent(NamedTuple):
    """What the work has cost.

    Attributes:
        cpu_s: User and system time of the process, all threads.
        records: How many were read or written.
        value_bytes: The length of all values.
        rss_bytes: The most memory that the process has had.
    """

    cpu_s: float
    records: int = 0
    value_bytes: int = 0
    rss_bytes: int = 0


class Delays(NamedTuple):
    """From the send of a record to its consumer, in milliseconds."""

    median_ms: float
    p99_ms: float
