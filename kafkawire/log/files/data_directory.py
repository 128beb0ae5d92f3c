"""A data directory as a whole: whose it is, and that only one process works in it (admin F-34).

`meta.properties` names the cluster, the node and the directory. It is written last when an empty
directory is formatted, so a directory without it is unformatted, whatever else a format that was
interrupted has left. `.lock` is locked for as long as somebody works here, in the way of Java, so
that Kafka and this broker keep each other out.

A format writes the first metadata snapshot, then meta.properties, each atomically (written under
another name, synced, renamed, names synced). A power failure between both leaves a directory that
is formatted anew by the next start; no log can be in it.

What is wrong is said in one line, as `Unusable`: nobody can work here before somebody looks.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.log.files.disk import write_atomically
from kafkawire.log.formats import meta_properties
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.meta_properties import MetaProperties
from kafkawire.log.formats.names import (
    LOCK,
    directory_name,
    parse_snapshot_file_name,
)
from kafkawire.log.topic_partition import CLUSTER_METADATA, TopicPartition

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.log.files.disk import Disk

METADATA_DIRECTORY = directory_name(TopicPartition(CLUSTER_METADATA, 0))
FIRST_SNAPSHOT = "00000000000000000000-0000000000.checkpoint"
VERSION = 1
NOTHING_SAID = MetaProperties(0, None, None, None)

_LEFT_BY_NOBODY = frozenset((LOCK, "lost+found"))


class Unusable(Exception):
    """One line that says what is wrong with a data directory."""


class Formatting(NamedTuple):
    """What a new directory is given.

    `first_snapshot` is what its metadata log is to begin with; `date` is for people.
    """

    cluster_id: str
    node_id: int
    directory_id: bytes
    first_snapshot: bytes
    date: str


class Expected(NamedTuple):
    """Whose directory it has to be; None where that does not matter."""

    cluster_id: str | None = None
    node_id: int | None = None


class DataDirectory:
    """A directory that this process works in, until `close`."""

    __slots__ = ("_disk", "_lock", "cluster_id", "directory_id", "node_id", "path")

    def __init__(self, disk: Disk, path: str, lock: int, properties: MetaProperties) -> None:
        assert properties.cluster_id is not None
        assert properties.node_id is not None
        assert properties.directory_id is not None
        self.path = path
        self.cluster_id = properties.cluster_id
        self.node_id = properties.node_id
        self.directory_id = properties.directory_id
        self._disk = disk
        self._lock: int | None = lock

    def close(self) -> None:
        """Let others work here."""
        lock, self._lock = self._lock, None
        if lock is not None:
            with suppress(OSError):  # the lock is gone, whatever closing its file says
                self._disk.unlock(lock)


def open_directory(
    disk: Disk, path: str, expected: Expected, formatting: Callable[[], Formatting]
) -> DataDirectory:
    """Take a directory over; an empty or missing one is formatted with what `formatting` gives.

    Raises `Unusable`.
    """
    path = path.rstrip("/") or "/"
    try:
        return _open(disk, path, expected, formatting)
    except NotADirectoryError:
        raise Unusable(f"{path} is not a directory") from None
    except OSError as error:
        raise Unusable(cannot_be_used(path, error)) from None


def cannot_be_used(path: str, error: OSError) -> str:
    """One line for people, with the file that an error is about if it is one in `path`."""
    file = error.filename if isinstance(error.filename, str) and error.filename != path else None
    about = "" if file is None else f" ({file})"
    return f"{path} cannot be used: {error.strerror or error}{about}"


def _open(
    disk: Disk, path: str, expected: Expected, formatting: Callable[[], Formatting]
) -> DataDirectory:
    _make(disk, path)
    is_formatted = _is_formatted(disk, path)
    try:
        lock = disk.lock(f"{path}/{LOCK}")
    except BlockingIOError:
        raise Unusable(f"{path} is in use by another process") from None
    try:
        if not is_formatted:
            _format(disk, path, formatting())
        properties = _with_directory_id(disk, path, _properties(disk, path), formatting)
        _check(path, properties, expected)
        return DataDirectory(disk, path, lock, properties)
    except BaseException:
        disk.unlock(lock)
        raise


def _make(disk: Disk, path: str) -> None:
    """Make a directory, and those that it is to be in."""
    try:
        disk.entries(path)
        return
    except FileNotFoundError:
        pass
    parent, slash, _ = path.rpartition("/")
    if parent:
        _make(disk, parent)
    try:
        disk.make_directory(path)
    except FileExistsError:
        pass
    disk.sync_directory(parent or slash or ".")


def _is_formatted(disk: Disk, path: str) -> bool:
    """Whether it is a data directory already; raises `Unusable` if it is something else."""
    names = {entry.name for entry in disk.entries(path)}
    if meta_properties.FILE_NAME in names:
        return True
    others = names - _LEFT_BY_NOBODY - {meta_properties.FILE_NAME + ".tmp"}
    if METADATA_DIRECTORY in others and _is_unstarted(disk, path):
        others.remove(METADATA_DIRECTORY)
    if others:
        raise Unusable(
            f"{path} is no data directory: it holds {min(others)}, "
            f"but no {meta_properties.FILE_NAME}; give an empty directory"
        )
    return False


def _is_unstarted(disk: Disk, path: str) -> bool:
    """Whether the metadata directory holds nothing but snapshots that were being written."""
    entries = disk.entries(f"{path}/{METADATA_DIRECTORY}")
    return all(
        parse_snapshot_file_name(entry.name.removesuffix(".tmp")) is not None for entry in entries
    )


def _format(disk: Disk, path: str, formatting: Formatting) -> None:
    metadata = f"{path}/{METADATA_DIRECTORY}"
    _make(disk, metadata)
    write_atomically(disk, f"{metadata}/{FIRST_SNAPSHOT}", formatting.first_snapshot)
    properties = MetaProperties(
        VERSION, formatting.cluster_id, formatting.node_id, formatting.directory_id
    )
    _write(disk, path, properties, formatting.date)


def _write(disk: Disk, path: str, properties: MetaProperties, date: str) -> None:
    data = meta_properties.encode(properties, date)
    write_atomically(disk, f"{path}/{meta_properties.FILE_NAME}", data)


def _properties(disk: Disk, path: str) -> MetaProperties:
    name = f"{path}/{meta_properties.FILE_NAME}"
    try:
        properties = meta_properties.decode(disk.read(name))
    except CorruptFile as error:
        raise Unusable(f"{name}: {error}") from None
    if properties == NOTHING_SAID:
        raise Unusable(f"{name} says nothing of a node or a cluster")
    if properties.version != VERSION:
        raise Unusable(
            f"{name}: version {properties.version} is of a Kafka that worked with ZooKeeper"
        )
    return properties


def _with_directory_id(
    disk: Disk, path: str, properties: MetaProperties, formatting: Callable[[], Formatting]
) -> MetaProperties:
    """Directories have ids since Kafka 3.7; an older one gets its own now, as there."""
    if properties.directory_id is not None:
        return properties
    made = formatting()
    properties = properties._replace(directory_id=made.directory_id)
    _write(disk, path, properties, made.date)
    return properties


def _check(path: str, properties: MetaProperties, expected: Expected) -> None:
    if expected.cluster_id not in (None, properties.cluster_id):
        raise Unusable(
            f"{path} belongs to the cluster {properties.cluster_id}, not {expected.cluster_id}"
        )
    if expected.node_id not in (None, properties.node_id):
        raise Unusable(f"{path} belongs to node {properties.node_id}, not {expected.node_id}")
