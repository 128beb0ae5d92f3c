"""Errors keep their kind and say where they were met."""

from __future__ import annotations

import pytest

from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.errors import CorruptRecord, InvalidRecords, RecordsError, UnreadableRecords
from kafkawire.spark.columns.errors import MalformedTimestamp, located


@pytest.mark.parametrize(
    "kind", [CorruptRecord, InvalidRecords, UnreadableRecords, MalformedTimestamp]
)
def test_an_error_is_raised_again_with_its_place(kind: type[RecordsError]) -> None:
    with pytest.raises(
        kind, match=r"^t-3, the batch of offset 7 at byte 99: what it was$"
    ) as caught:
        located(kind("what it was"), topic="t", partition=3, offset=7, position=99)

    assert type(caught.value) is kind
    assert isinstance(caught.value, ProtocolError)
