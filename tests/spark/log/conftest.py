"""Data directories: one that Apache Kafka wrote, and small ones of our own making."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.log.batches import make_batch
from tests.support.log.log_directories import write_checkpoint
from tests.support.log.segments import placed, write_segment

ARCHIVE = Path(__file__).parents[2] / "dump" / "written_by_kafka.zip"


@pytest.fixture
def kafka_directory(tmp_path: Path) -> Path:
    """See `tests/dump/conftest.py`; a copy that may be broken."""
    path = tmp_path / "kafka"
    with ZipFile(ARCHIVE) as archive:
        archive.extractall(path)
    return path


@pytest.fixture
def data_directory(tmp_path: Path) -> Path:
    """Topic t with partition 0 of two segments, offsets 0 to 59 and 60 to 99; t-1 and u-0 of one.

    Ten records in each batch. The high watermarks are 95, 10 and 5.
    """
    path = tmp_path / "data"
    path.mkdir()
    batches = placed(make_batch(10, size=50) for _ in range(10))
    write_segment(path / "t-0", batches[:6], 0)
    write_segment(path / "t-0", batches[6:], 60)
    write_segment(path / "t-1", batches[:1])
    write_segment(path / "u-0", batches[:1])
    write_checkpoint(path, {("t", 0): 95, ("t", 1): 10, ("u", 0): 5})
    return path
