"""The records of one record batch, uncompressed just before they are handed out (client F-13).

A consumer holds answers as they were received; one record batch at a time becomes what it inflates
to, within the bounds of `kafkawire.records.compression`. Work that is long enough for a thread is
`is_large`: a shell may call `inflate` in a thread before it takes the records. Otherwise a batch
is inflated at the first access to its records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.records.compression import IN_THREADS
from kafkawire.records.errors import RecordsError
from kafkawire.records.record import plain_section
from kafkawire.records.stretch import Stretch

if TYPE_CHECKING:
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader

LARGE_BYTES_MIN = 256 << 10
"""As many compressed bytes are large: usual records come to four times as many."""


class Inflating:
    """A record batch of magic 2 and, once they were inflated, its records."""

    __slots__ = ("_data", "_error", "_position", "_stretch", "header")

    def __init__(self, data: Buffer, position: int, header: BatchHeader) -> None:
        self._data = data
        self._position = position
        self._stretch: Stretch | None = None
        self._error: RecordsError | None = None
        self.header = header

    @property
    def is_large(self) -> bool:
        """Whether inflating is still to be done, and long enough for a thread."""
        header = self.header
        is_long = header.compression in IN_THREADS and header.size >= LARGE_BYTES_MIN
        return is_long and self._stretch is None and self._error is None

    def inflate(self) -> None:
        """Uncompress the records. Raises nothing; may run in any thread."""
        try:
            self._stretch = self._inflated()
        except RecordsError as error:
            self._error = error

    def records(self) -> Stretch:
        """Return the records, inflated if they are not yet. Raises RecordsError, each time."""
        if self._stretch is None and self._error is None:
            self.inflate()
        if self._stretch is None:
            assert self._error is not None
            raise self._error.with_traceback(None)
        return self._stretch

    def _inflated(self) -> Stretch:
        data, start, end = plain_section(self._data, self._position, self.header)
        return Stretch(data, start, end, self.header.records_count, self.header)
