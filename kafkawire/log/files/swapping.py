"""Putting cleaned segments in the place of those that they were made of (fetch H-65, H-43).

New segments are written beside the log as `.cleaned`. When they are whole and synced they become
`.swap`, the last of them first; from then on they count, and a start completes what follows: the
old files go, and the new ones get their names. A crash before leaves `.cleaned` files, which are of
no use, and `.swap` files that belong with them (`loading`).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kafkawire.log.files.disk import sync_file
from kafkawire.log.files.file_storage import FileStorage
from kafkawire.log.files.notes import write_indexes
from kafkawire.log.formats.names import CLEANED, SEGMENT_KINDS, SWAP, segment_file_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.log.files.file_store import FileStore
    from kafkawire.log.segment import Segment


def swap(store: FileStore, old: Sequence[Segment], new: Sequence[Segment]) -> None:
    """Make `new` the log in the place of `old`; raises OSError."""
    for segment in new:
        segment.seal()
        write_indexes(store, segment)
        _sync(store, segment)
    for segment in reversed(new):
        _rename(store, segment, CLEANED, SWAP)
    store.disk.sync_directory(store.path)
    for segment in old:
        store.retire(segment)
    for segment in new:
        _rename(store, segment, SWAP, "")
    store.disk.sync_directory(store.path)


def _sync(store: FileStore, segment: Segment) -> None:
    for kind in SEGMENT_KINDS:
        with suppress(FileNotFoundError):
            name = segment_file_name(segment.base_offset, kind, CLEANED)
            sync_file(store.disk, store.path_of(name))


def _rename(store: FileStore, segment: Segment, suffix: str, following: str) -> None:
    """The log itself comes last: where it has its new name, all have it."""
    storage = segment.storage
    assert isinstance(storage, FileStorage)
    for kind in reversed(SEGMENT_KINDS):
        with suppress(FileNotFoundError):
            store.disk.rename(
                store.path_of(segment_file_name(segment.base_offset, kind, suffix)),
                store.path_of(segment_file_name(segment.base_offset, kind, following)),
            )
    storage.suffix = following
