"""The broker of a side, on equal settings; its address."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping

from compat.oracle.sides import apache, kafkawire
from compat.spark.comparing import VERSION

# Small numbers make it short; the rest is what both have by default.
SETTINGS: Mapping[str, str] = {
    "offsets.topic.num.partitions": "5",
    "transaction.state.log.num.partitions": "5",
    "log.cleaner.backoff.ms": "200",
}


@contextlib.contextmanager
def ours() -> Iterator[str]:
    """One of ours. Raises `compat.oracle.sides.Bugs` at the end if it complained."""
    with kafkawire(SETTINGS) as side:
        yield f"{side.host}:{side.port}"


@contextlib.contextmanager
def apache_kafka() -> Iterator[str]:
    """The real one. Raises OracleUnavailable."""
    with apache(VERSION, SETTINGS) as side:
        yield f"{side.host}:{side.port}"
