"""A data directory that Apache Kafka 4.4.0 wrote.

Two runs with a clean stop after each: classic and new consumer groups, transactions that were
committed, aborted and left open, compaction, a deleted topic. Of its partitions these are left:
`__cluster_metadata-0` (its preallocated indexes cut to 1,200 bytes), `__consumer_offsets` 0, which
is empty, 18 and 32, `__transaction_state-9`, `tx-0`, `comptx-0` and `__share_group_state-0` (of
other clusters) and a directory that was about to be removed. The file `bootstrap.checkpoint` is of
Kafka 3.9.2.
"""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest


@pytest.fixture
def kafka_directory(tmp_path: Path) -> Path:
    """A copy that may be broken."""
    path = tmp_path / "data"
    with ZipFile(Path(__file__).with_name("written_by_kafka.zip")) as archive:
        archive.extractall(path)
    return path
