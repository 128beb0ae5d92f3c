"""Putting cleaned segments in the place of those that they were made of (fetch H-65, H-43).

New segments are written beside the log as `.cleaned`. When they are whole and synced they become
`.swap`, the last of them first; from then on they count, and a start completes what follows: the
old files go, and the new ones get their names. A crash before leaves `.cleaned` files, which are of
no use, and `.swap` files that belong with them (`loading`).

All functions raise OSError.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kafkawire.log.files.file_storage import FileStorage
from kafkawire.log.files.notes import write_indexes
from kafkawire.log.files.syncing import sync_files
from kafkawire.log.formats.names import (
    CLEANED,
    SEGMENT_KINDS,
    SWAP,
    segment_file_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.log.files.background import Background
    from kafkawire.log.files.file_store import FileStore
    from kafkawire.log.segment import Segment


def prepare(store: FileStore, segment: Segment, background: Background) -> Callable[[], bool]:
    """Have a cleaned segment synced while other work goes on; the result tells when that is done.

    `swap` need not wait for the disk then.
    """
    is_ready = False
    write_indexes(store, segment)
    disk, path = store.disk, store.path
    names = [segment_file_name(segment.base_offset, kind, CLEANED) for kind in SEGMENT_KINDS]

    def done(result: object) -> None:
        nonlocal is_ready
        is_ready = True
        if isinstance(result, OSError):
            store.failed(result)
        else:
            store.prepared = segment

    background(lambda: sync_files(disk, path, names), done)
    return lambda: is_ready


def swap(store: FileStore, old: Sequence[Segment], new: Sequence[Segment]) -> None:
    """Make `new` the log in the place of `old`."""
    for segment in new:
        if segment is not store.prepared:
            _finish(store, segment)
    # No file system need keep these steps in order: each is made sure of before the next.
    store.disk.sync_directory(store.path)
    for segment in reversed(new):
        _rename(store, segment, CLEANED, SWAP)
    store.disk.sync_directory(store.path)
    for segment in old:
        store.retire(segment)
    store.disk.sync_directory(store.path)
    for segment in new:
        _rename(store, segment, SWAP, "")
    store.disk.sync_directory(store.path)
    _settle(store, old, new)


def abandon(store: FileStore, segments: Sequence[Segment]) -> None:
    """Remove cleaned segments that nobody wants."""
    for segment in segments:
        _storage_of(segment).close()
        for kind in SEGMENT_KINDS:
            with suppress(FileNotFoundError):
                name = segment_file_name(segment.base_offset, kind, CLEANED)
                store.disk.remove(store.path_of(name))


def _finish(store: FileStore, segment: Segment) -> None:
    segment.seal()
    write_indexes(store, segment)
    names = [segment_file_name(segment.base_offset, kind, CLEANED) for kind in SEGMENT_KINDS]
    sync_files(store.disk, store.path, names)


def _settle(store: FileStore, old: Sequence[Segment], new: Sequence[Segment]) -> None:
    """Snapshots stay where a segment begins; of a sealed segment nothing is kept in memory."""
    store.prepared = None
    gone = {segment.base_offset for segment in old} - {segment.base_offset for segment in new}
    for offset in gone.intersection(store.snapshots):
        store.discard_snapshot(offset)
    for segment in new:
        _storage_of(segment).close()
        store.indexes_loaded(segment)


def _storage_of(segment: Segment) -> FileStorage:
    storage = segment.storage
    assert isinstance(storage, FileStorage)
    return storage


def _rename(store: FileStore, segment: Segment, suffix: str, following: str) -> None:
    """The log itself comes last: where it has its new name, all have it."""
    for kind in reversed(SEGMENT_KINDS):
        with suppress(FileNotFoundError):
            store.disk.rename(
                store.path_of(segment_file_name(segment.base_offset, kind, suffix)),
                store.path_of(segment_file_name(segment.base_offset, kind, following)),
            )
    _storage_of(segment).suffix = following
