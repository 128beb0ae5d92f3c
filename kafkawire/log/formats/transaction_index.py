"""`.txnindex`: the aborted transactions of a segment, 34 bytes each (Kafka's `AbortedTxn`)."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.transaction_index import AbortedTransaction

SUFFIX = ".txnindex"
VERSION = 0

_ENTRY = Struct(">hqqqq")
ENTRY_BYTES = _ENTRY.size


def encode(entries: Iterable[AbortedTransaction]) -> bytes:
    """An index of these transactions, in the order given."""
    return b"".join(_ENTRY.pack(VERSION, *entry) for entry in entries)


def decode(data: bytes) -> list[AbortedTransaction]:
    """The transactions in the order of their markers; raises CorruptFile."""
    if len(data) % ENTRY_BYTES:
        raise CorruptFile(f"{len(data)} bytes are not whole entries of {ENTRY_BYTES}")
    found = []
    for version, *fields in _ENTRY.iter_unpack(data):
        if version != VERSION:
            raise CorruptFile(f"entries have version {VERSION}, not {version}")
        found.append(AbortedTransaction._make(fields))
    return found
