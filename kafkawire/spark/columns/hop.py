"""Where records begin, in one batch: from length to length, in plain Python.

`kafkawire.records.lazy` has the loop, and proves that the lengths fill the batch. It takes 100 ns
a record, as long as all the rest of decoding it; so it is for large batches, of which few are at
hand, and for those that `lanes` cannot do.
"""

from __future__ import annotations

import numpy as np

from kafkawire.records.errors import InvalidRecords
from kafkawire.records.lazy import record_starts
from kafkawire.spark.columns.varints import Integers, Octets


def hop(data: Octets, begin: int, end: int, count: int) -> Integers:
    """Where `count` records begin that fill `data[begin:end]`. Raises InvalidRecords."""
    section = data[begin:end].tobytes()  # bytes are the quickest to index, and their ints are exact
    try:
        starts = record_starts(section, 0, len(section), count)
    except IndexError:
        raise InvalidRecords("a record reads past the end of its batch") from None
    return np.array(starts, dtype=np.int64) + begin
