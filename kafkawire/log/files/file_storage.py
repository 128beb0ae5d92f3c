"""The batches of a segment in a file.

A batch is written whole, in one call, where the file ends. That call is not synced: `sync_state`
has when it is, and `partition_files` what a power failure leaves of it. The newest small batches
are kept in memory besides (`tails`). What is read is a range of bytes: from memory where all of it
is there, else as a `FileSlice` that the operating system will copy to the socket; only small ranges
are read at once, since copying them costs less than a call for each.

A batch is found by walking over heads from where the offset index says; the index has an entry for
each 4 KiB by default, so one small read is all it takes.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING

from kafkawire.log.files.disk import write_all
from kafkawire.log.files.tails import TAIL_BYTES_MAX
from kafkawire.log.formats.names import DELETED, LOG, segment_file_name
from kafkawire.log.storage import BatchPlace, MemoryStorage
from kafkawire.protocol.buffers import FileSlice
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import FRAME_BYTES_MIN, LOG_OVERHEAD, MAGIC
from kafkawire.records.errors import CorruptRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kafkawire.log.files.open_files import OpenFile
    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.segment import Segment
    from kafkawire.protocol.buffers import Buffer, Sendable

SENDFILE_BYTES_MIN = 32 * 1024
"""Below this it costs less to read and send than to have the operating system copy."""
UNSYNCED_BYTES_MAX = 24 * 1024 * 1024
"""About as much of a segment is looked through after a crash (`tools.crash --speed`)."""
WALK_BYTES = 8 * 1024
"""What is read at once to walk over heads."""
SCAN_BYTES = 256 * 1024
"""What is read at once to look at whole batches."""

_HEAD = Struct(">qiibIhi")
"""Base offset, length, leader epoch, magic, checksum, attributes, last offset delta."""
_SIZED = Struct(">qi")
_RESTS_MIN = 14
"""No entry of any format is shorter, its first twelve bytes not counted."""


class FileStorage:
    """`SegmentStorage` in `<base offset>.log` of a partition's directory.

    Raises `ApiError` with KAFKA_STORAGE_ERROR if the disk fails, and reports that to the directory.
    """

    __slots__ = (
        "_directory",
        "_file",
        "_is_reported",
        "_tail",
        "base_offset",
        "due",
        "size",
        "suffix",
    )

    def __init__(
        self, directory: StoreDirectory, base_offset: int, size: int, suffix: str = ""
    ) -> None:
        self._directory = directory
        self._file: OpenFile | None = None
        self._tail: MemoryStorage | None = None
        self._is_reported = False
        self.base_offset = base_offset
        self.size = size
        self.due = size + UNSYNCED_BYTES_MAX
        """From this size on the directory's `grown` is called."""
        self.suffix = suffix

    @property
    def path(self) -> str:
        """Where the file is."""
        return self._directory.path_of(segment_file_name(self.base_offset, LOG, self.suffix))

    def append(self, batch: Buffer, last_offset: int) -> None:
        """See `SegmentStorage.append`."""
        file = self._file or self.file()
        position, size = self.size, len(batch)
        directory = self._directory
        try:
            written = directory.pwrite(file.fd, batch, position)
            if written != size:
                write_all(directory.disk, file.fd, memoryview(batch)[written:], position + written)
        except OSError as error:
            raise directory.failed(error) from error
        self.size = position + size
        if self.size >= self.due:
            self.due = self.size + UNSYNCED_BYTES_MAX
            if not self.suffix:  # a cleaned segment is synced as a whole, and no part of the log
                directory.grown()
        if size < SENDFILE_BYTES_MIN:
            self._keep(batch, last_offset, position)
        elif self._tail is not None:
            self._directory.shared.tails.dropped(self, self.drop_tail())

    def _keep(self, batch: Buffer, last_offset: int, position: int) -> None:
        if self.suffix:
            return  # what is being cleaned nobody reads yet
        tail = self._tail
        if tail is None:
            tail = self._tail = MemoryStorage(position)
        tail.append(batch, last_offset)
        grown = len(batch)
        if tail.size - tail.start > TAIL_BYTES_MAX:
            start = tail.start
            tail.drop_before(tail.size - TAIL_BYTES_MAX // 2)
            grown -= tail.start - start
        self._directory.shared.tails.added(self, grown)

    def drop_tail(self) -> int:
        """Forget what is kept in memory; how many bytes that were."""
        tail, self._tail = self._tail, None
        return 0 if tail is None else tail.size - tail.start

    def locate(self, offset: int, hint: int) -> BatchPlace | None:
        """See `SegmentStorage.locate`.

        A batch that begins at `offset` is it whatever its last offset is: if its head is damaged,
        the client that verifies the checksum finds out (Kafka's `searchForOffsetFromPosition`).
        """
        tail = self._tail
        end = self.size
        found = None
        if tail is not None:
            found = tail.locate(offset, 0)
            if found is None or found.position > tail.start or found.base_offset <= offset:
                return found
            end = tail.start
        behind = hint
        for position, size, base_offset, last_offset in self.walk(hint, end):
            if last_offset >= offset or base_offset == offset:
                return BatchPlace(position, size, base_offset)
            behind = position + size
        self.check_end(behind)
        return found

    def slices(self, position: int, size: int) -> Sequence[Sendable]:
        """See `SegmentStorage.slices`."""
        if size <= 0:
            return []
        tail = self._tail
        if tail is not None and position >= tail.start:
            return tail.slices(position, size)
        if size >= SENDFILE_BYTES_MIN:
            return [FileSlice(self._file or self.file(), position, size)]
        return [self.read(size, position)]

    def batches(self, position: int) -> Iterator[tuple[int, Buffer]]:
        """See `SegmentStorage.batches`. It ends where no whole batch follows."""
        ahead = WALK_BYTES
        while self.size - position >= LOG_OVERHEAD:
            data = memoryview(self.read(min(ahead, self.size - position), position))
            ahead = SCAN_BYTES
            done = 0
            while len(data) - done >= LOG_OVERHEAD:
                size = LOG_OVERHEAD + _SIZED.unpack_from(data, done)[1]
                if size < LOG_OVERHEAD + _RESTS_MIN or position + done + size > self.size:
                    return
                if done + size > len(data):
                    ahead = max(size, SCAN_BYTES)
                    break
                yield position + done, data[done : done + size]
                done += size
            position += done

    def check_end(self, position: int, *, may_be_torn: bool = True) -> None:
        """See `SegmentStorage.check_end`. The first failure is reported to people, too."""
        left = self.size - position
        if left >= FRAME_BYTES_MIN:
            length = _SIZED.unpack(self.read(_SIZED.size, position))[1]
            if length < _RESTS_MIN:
                raise self._corrupt(f"a batch at byte {position:,} cannot have {length:,} bytes")
        if left and not may_be_torn:
            raise self._corrupt(f"the {left:,} bytes from byte {position:,} on are no whole batch")

    def _corrupt(self, what: str) -> CorruptRecord:
        text = f"{segment_file_name(self.base_offset, LOG, self.suffix)} is damaged: {what}"
        if not self._is_reported:
            self._is_reported = True
            self._directory.notice(f"{text}; wire-dump log shows what can be read")
        return CorruptRecord(text)

    def walk(self, position: int, end: int) -> Iterator[tuple[int, int, int, int]]:
        """Position, size, first and last offset of the batches from `position` on, up to `end`.

        It ends where no whole batch follows.
        """
        data, start = b"", position
        while position < end:
            at = position - start
            if at + _HEAD.size > len(data):
                data, start, at = self.read(min(WALK_BYTES, end - position), position), position, 0
                if len(data) < FRAME_BYTES_MIN:
                    return
                data = data.ljust(_HEAD.size, b"\0")  # the shortest message of old is shorter
            base_offset, length, _, magic, _, _, delta = _HEAD.unpack_from(data, at)
            if length < _RESTS_MIN or position + LOG_OVERHEAD + length > end:
                return
            last_offset = base_offset + delta if magic >= MAGIC else base_offset
            yield position, LOG_OVERHEAD + length, base_offset, last_offset
            position += LOG_OVERHEAD + length

    def truncate(self, position: int) -> None:
        """See `SegmentStorage.truncate`."""
        directory = self._directory
        try:
            directory.disk.truncate((self._file or self.file()).fd, position)
        except OSError as error:
            raise directory.failed(error) from error
        self.size = position
        if self._tail is not None:
            directory.shared.tails.dropped(self, self.drop_tail())

    def read(self, size: int, position: int) -> bytes:
        """`size` bytes from `position` on."""
        try:
            return (self._file or self.file()).read(size, position)
        except OSError as error:
            raise self._directory.failed(error) from error

    def sync(self) -> None:
        """Return when all that was appended would survive a power failure."""
        try:
            self._directory.disk.sync((self._file or self.file()).fd)
        except OSError as error:
            raise self._directory.failed(error) from error

    # The open file

    def file(self) -> OpenFile:
        """The file, opened if it is not."""
        if self._file is None:
            directory = self._directory
            directory.check()
            try:
                # Opening makes a file where there is none; one that was written must be there.
                if self.size > directory.disk.status(self.path).size:
                    raise OSError(f"{self.path} is shorter than it was")
                self._file = directory.shared.files.open(self.path, self, directory.failed)
            except OSError as error:
                if self.suffix.endswith(DELETED):  # and gone by now, which is no failure
                    raise ApiError(ErrorCode.KAFKA_STORAGE_ERROR, str(error)) from error
                raise directory.failed(error) from error
        return self._file

    def let_go(self) -> None:
        """See `FileOwner.let_go`."""
        self._file = None

    def close(self) -> None:
        """Keep neither file nor memory."""
        if self._file is not None:
            self._file = None
            self._directory.shared.files.closed(self)
        self._directory.shared.tails.dropped(self, self.drop_tail())


def storage_of(segment: Segment) -> FileStorage:
    """Return the storage of a segment that lies in files."""
    storage = segment.storage
    assert isinstance(storage, FileStorage)
    return storage
