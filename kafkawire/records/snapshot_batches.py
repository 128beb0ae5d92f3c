"""The batches of a snapshot of the metadata log (KIP-630; Kafka's `RecordsSnapshotWriter`).

A control batch with a header begins it, and a control batch with a footer ends it: only a snapshot
with a footer is whole. Offsets count from 0 and mean nothing (replication A-27).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from kafkawire.records.builder import encode_batch
from kafkawire.records.control import ControlType, encode_control_key

RECORDS_PER_BATCH = 1024
"""As in Kafka's `RecordsSnapshotWriter`."""
_VERSION_0 = bytes(2)
_NO_TAGS = b"\0"


class SnapshotBatches:
    """Encodes the batches of one snapshot, in the order of its methods."""

    __slots__ = ("_epoch", "_now_ms", "_offset")

    def __init__(self, epoch: int, now_ms: int) -> None:
        self._epoch = epoch
        self._now_ms = now_ms
        self._offset = 0

    def header(
        self, last_timestamp: int, controls: Sequence[tuple[ControlType, bytes]] = ()
    ) -> bytearray:
        """Return the first batch; `controls` has kraft.version and voters if the log has them.

        `last_timestamp` is that of the last record that the snapshot contains, in milliseconds.
        """
        value = _VERSION_0 + last_timestamp.to_bytes(8, "big") + _NO_TAGS
        return self._control([(ControlType.SNAPSHOT_HEADER, value), *controls])

    def data(self, values: Iterable[bytes]) -> Iterator[bytearray]:
        """Yield the batches of data records."""
        left = iter(values)
        while part := [(None, value) for value in islice(left, RECORDS_PER_BATCH)]:
            yield self._batch(part, control=False)

    def footer(self) -> bytearray:
        """Return the last batch."""
        return self._control([(ControlType.SNAPSHOT_FOOTER, _VERSION_0 + _NO_TAGS)])

    def _control(self, records: Sequence[tuple[ControlType, bytes]]) -> bytearray:
        keyed = [(encode_control_key(kind), value) for kind, value in records]
        return self._batch(keyed, control=True)

    def _batch(self, values: Sequence[tuple[bytes | None, bytes]], *, control: bool) -> bytearray:
        batch = encode_batch(
            [(self._now_ms, key, value, ()) for key, value in values],
            base_offset=self._offset,
            leader_epoch=self._epoch,
            control=control,
        )
        self._offset += len(values)
        return batch
