"""Seeing to it that files survive a power failure.

A file is safe when it was synced and so was the directory that names it. Files that are not there
are passed over: not every segment has all kinds, and what is synced beside other work may have been
removed meanwhile.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kafkawire.log.files.disk import sync_file
from kafkawire.log.formats import partition_metadata

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.log.files.disk import Disk


def sync_files(disk: Disk, path: str, names: Iterable[str]) -> None:
    """Sync these files of the directory `path`, not their names; raises OSError."""
    for name in names:
        with suppress(FileNotFoundError):
            sync_file(disk, f"{path}/{name}")


def sync_names(disk: Disk, path: str) -> None:
    """Sync the names in the directory `path`, if it is there; raises OSError."""
    with suppress(FileNotFoundError):
        disk.sync_directory(path)


def sync_existence(disk: Disk, path: str) -> None:
    """See to it that the directory `path` is there, and known to be its topic's; raises OSError."""
    sync_files(disk, path, (partition_metadata.FILE_NAME,))
    sync_names(disk, path.rpartition("/")[0])
