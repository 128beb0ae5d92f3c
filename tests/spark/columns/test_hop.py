"""The walk over one batch, from length to length."""

from __future__ import annotations

import numpy as np
import pytest

from kafkawire.records.batch import read_header
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.lazy import record_starts
from kafkawire.records.record import records_section
from kafkawire.spark.columns.hop import hop
from tests.support.log.batches import make_batch


def test_records_begin_where_the_core_finds_them() -> None:
    batch = make_batch(50, size=90)
    _, begin, end = records_section(batch, 0, read_header(batch))
    padded = np.frombuffer(b"??" + batch + b"???", dtype=np.uint8)

    starts = hop(padded, begin + 2, end + 2, 50)

    assert (starts - 2).tolist() == record_starts(batch, begin, end, 50)


@pytest.mark.parametrize("section", [b"\x10abc", b"\x02", b"\x02a\x02b", b"\x01", b"\x80"])
def test_lengths_that_do_not_fill_the_batch_are_refused(section: bytes) -> None:
    with pytest.raises(InvalidRecords):
        hop(np.frombuffer(section, dtype=np.uint8), 0, len(section), 1)


def test_no_records_fill_nothing() -> None:
    assert not len(hop(np.zeros(4, dtype=np.uint8), 2, 2, 0))
