"""What a broker answers to each kind of bad records."""

from __future__ import annotations

import pytest

from kafkawire.protocol.errors import DecodeError
from kafkawire.records.errors import (
    CorruptRecord,
    InvalidRecords,
    RecordsError,
    UnreadableRecords,
    UnsupportedCompression,
)

CODES = [
    (CorruptRecord, 2),
    (InvalidRecords, 87),
    (UnreadableRecords, -1),
    (UnsupportedCompression, 76),
]


@pytest.mark.parametrize(("kind", "code"), CODES)
def test_each_kind_names_kafkas_error_code(kind: type[RecordsError], code: int) -> None:
    assert kind.error_code == code
    assert issubclass(kind, RecordsError)


def test_the_protocol_layer_knows_them_as_bytes_that_cannot_be_decoded() -> None:
    assert issubclass(RecordsError, DecodeError)
