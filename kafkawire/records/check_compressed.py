"""What Kafka verifies of a compressed batch's records before it appends them.

As in `kafkawire.records.check`, but records are looked at as they come out of the codec: a large
batch is not kept as a whole, and what is wrong with its records is found before what is wrong with
the compressed bytes behind them, as Kafka finds it.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import repeat

from kafkawire.protocol.pacing import STEP, rest
from kafkawire.records.check import (
    HEADERS_END,
    LOOP_RECORDS_MAX,
    LOOP_RECORDS_MIN,
    TOO_MANY_BYTES,
    check_by_loop,
    check_columns,
    check_length,
    check_section,
    info_of,
    skip_so_many_headers,
    wrapped_info,
    wraps,
)
from kafkawire.records.compression import DECOMPRESSED_BYTES_MAX, decompressed
from kafkawire.records.errors import InvalidRecords, UnreadableRecords
from kafkawire.records.pieces import AT_ONCE_BYTES_MAX
from kafkawire.records.record import PAST_THE_END, decode_window, section_bounds
from kafkawire.records.tally import RecordsInfo, Tally
from kafkawire.records.varint import read_zigzag, read_zigzag_long
from kafkawire.records.window import Window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader


def check_compressed(
    buffer: Buffer,
    position: int,
    header: BatchHeader,
    *,
    record_bytes_max: int = DECOMPRESSED_BYTES_MAX,
    is_skimmed: int = False,
) -> RecordsInfo:
    """Verify the records of the batch at `position`, whatever its codec.

    `record_bytes_max` bounds the length that each record claims, without its own length field, as
    Kafka 4.4's max.decompressed.message.bytes does. Raises as `check_records`, and
    UnreadableRecords where the codec fails or would make more than DECOMPRESSED_BYTES_MAX.

    Records that stay compressed as they are Kafka only skims (its `PartialDefaultRecord`): it
    reads field after field and never looks whether these fill the record's length. Before it had
    a bound for that length, it could be negative as well (SKIMS_ALL).
    """
    start, end = section_bounds(len(buffer), position, header)
    packed = memoryview(buffer)[start:end]
    pieces = decompressed(header.compression, packed)
    data, failure = _begun(pieces)
    if failure is None and len(data) <= AT_ONCE_BYTES_MAX:
        return check_section(
            data, 0, len(data), header, is_skimmed=is_skimmed, record_bytes_max=record_bytes_max
        )
    tally = Tally(0, is_skimmed=is_skimmed, record_bytes_max=record_bytes_max)
    if failure is not None:
        _check_what_is_there(data, tally, header.records_count)
        raise failure
    check_window(Window(data, pieces), tally, header.records_count)
    if wraps(tally, header):
        again = decode_window(Window(b"", decompressed(header.compression, packed)), header)
        return wrapped_info(tally, (record for records in again for record in records))
    return info_of(tally, header)


def check_window(window: Window, tally: Tally, count: int) -> None:
    """Move `tally` past the `count` records of `window`. Raises as `check_compressed`."""
    _Check(window, tally).all(count)


def _begun(pieces: Iterator[bytes]) -> tuple[bytes, UnreadableRecords | None]:
    """The first bytes, which are all if they are no more than AT_ONCE_BYTES_MAX; and a failure."""
    parts: list[bytes] = []
    size = 0
    failure = None
    try:
        for piece in pieces:
            parts.append(piece)
            size += len(piece)
            if size > AT_ONCE_BYTES_MAX:
                break
    except UnreadableRecords as found:
        failure = found
    return parts[0] if len(parts) == 1 else b"".join(parts), failure


def _check_what_is_there(data: bytes, tally: Tally, count: int) -> None:
    """Raise InvalidRecords for what is wrong before the codec's own failure is met.

    Kafka reads records as they come out of the codec, and whole ones unless it skims them. The
    length comes first: a wrong one is refused even if the codec fails behind it.
    """
    for _ in repeat(None, count):
        if not tally.is_skimmed and not _is_whole(data, tally):
            return
        try:
            check_by_loop(data, tally, tally.index + 1)
        except IndexError:
            if tally.is_skimmed:
                return
            raise InvalidRecords("a record reads past its end") from None
    if tally.at < len(data):
        raise InvalidRecords(TOO_MANY_BYTES)


def _is_whole(data: bytes, tally: Tally) -> bool:
    """Return whether the next record ends within `data`; raise InvalidRecords for its length."""
    try:
        length, at = read_zigzag(data, tally.at)
    except IndexError:
        return False
    check_length(length, tally)
    return at + length <= len(data)


class _Check:
    """Moves a tally past the records that come through a window."""

    __slots__ = ("_tally", "_window")

    def __init__(self, window: Window, tally: Tally) -> None:
        self._window = window
        self._tally = tally

    def all(self, count: int) -> None:
        """Verify `count` records, and that they are all. Raises as `check_compressed`."""
        window, tally = self._window, self._tally
        try:
            while tally.index < count:
                before = tally.index
                if window.at < len(window.data):
                    self._check_within(count)
                if tally.index == before and len(window.data) - window.at > window.at_once:
                    self._check_long()
                elif tally.index < count:
                    window.more()
            is_at_end = window.is_at_end()
        except IndexError:
            raise InvalidRecords(PAST_THE_END) from None
        if not is_at_end:
            raise InvalidRecords(TOO_MANY_BYTES)

    def _check_within(self, count: int) -> None:
        """Move past the records before the one that the window's end cuts."""
        self._tally.at = self._window.at
        try:
            self._check_at_hand(count)
        except InvalidRecords:
            if not self._tally.is_skimmed:
                self._take_out()
            raise
        self._window.at = self._tally.at

    def _check_at_hand(self, count: int) -> None:
        data, tally = self._window.data, self._tally
        patience = LOOP_RECORDS_MIN
        while tally.index < count and tally.at < len(data) and patience:
            rest()
            if check_columns(data, len(data), tally, count):
                continue
            try:
                check_by_loop(data, tally, min(count, tally.index + patience))
                patience = min(2 * patience, LOOP_RECORDS_MAX)
            except IndexError:
                patience //= 4

    def _take_out(self) -> None:
        """Take the first record that is wrong out of the codec.

        Kafka does so before it reads the record's fields, so a failure of the codec comes first.
        """
        window, tally = self._window, self._tally
        with suppress(IndexError, InvalidRecords):
            while True:
                check_by_loop(window.data, tally, tally.index + 1)
        window.at = tally.at
        length = window.number(read_zigzag)
        check_length(length, tally)
        window.skip(length)
        window.reach()

    def _check_long(self) -> None:
        """Move past one record field by field: it has more bytes than are looked at at once."""
        window, tally = self._window, self._tally
        length = window.number(read_zigzag)
        check_length(length, tally)
        end = window.position + length
        try:
            self._check_fields(end)
        except InvalidRecords:
            if not tally.is_skimmed:
                window.at = end - window.base
                window.reach()
            raise

    def _check_fields(self, end: int) -> None:
        window, tally = self._window, self._tally
        skims = tally.is_skimmed
        window.skip(1)
        timestamp_delta = window.number(read_zigzag_long)
        offset_delta = window.number(read_zigzag)
        key_size = window.number(read_zigzag)
        window.skip(key_size)
        window.skip(window.number(read_zigzag))
        count = window.number(read_zigzag)
        if not 0 <= count <= (HEADERS_END if skims else end - window.position):
            raise InvalidRecords(f"Found invalid number of record headers {count}")
        self._skip_headers(count)
        if window.position != end and not skims:
            raise InvalidRecords("a record does not fill its length")
        tally.has_null_key |= key_size < 0
        tally.is_dense &= offset_delta == tally.index
        tally.add(
            minimum=timestamp_delta,
            maximum=timestamp_delta,
            offset_delta=offset_delta,
            count=1,
            at=window.at,
        )

    def _skip_headers(self, count: int) -> None:
        window, step = self._window, STEP
        while count:
            step = min(step, count)
            try:
                window.at = skip_so_many_headers(window.data, window.at, step)
            except IndexError:
                if step == 1:
                    window.more()
                step = 1
            else:
                count -= step
                step = STEP
                rest()
