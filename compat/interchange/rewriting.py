"""Each small file of a directory, read and written again by our own codecs: the same bytes.

Kafka writes some of them in the order of a hash table; for those the entries count, not their
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from kafkawire.log.formats import (
    clean_shutdown,
    leader_epochs,
    meta_properties,
    names,
    offset_checkpoint,
    partition_metadata,
    producer_snapshot,
    quorum_state,
    transaction_index,
)
from kafkawire.log.offset_index import OffsetIndex
from kafkawire.log.time_index import TimeIndex

Rewrite = Callable[[Path, bytes], bytes]
IN_ANY_ORDER = {
    "cleaner-offset-checkpoint",
    "log-start-offset-checkpoint",
    "recovery-point-offset-checkpoint",
    "replication-offset-checkpoint",
}


def _checkpoint(path: Path, data: bytes) -> bytes:
    return offset_checkpoint.encode(offset_checkpoint.decode(data)) if data else b""


def _leader_epochs(path: Path, data: bytes) -> bytes:
    return leader_epochs.encode(leader_epochs.decode(data))


def _partition_metadata(path: Path, data: bytes) -> bytes:
    return partition_metadata.encode(partition_metadata.decode(data).topic_id)


def _quorum_state(path: Path, data: bytes) -> bytes:
    return quorum_state.encode(quorum_state.decode(data))


def _meta_properties(path: Path, data: bytes) -> bytes:
    date = data.decode().splitlines()[1].removeprefix("#")
    return meta_properties.encode(meta_properties.decode(data), date)


def _clean_shutdown(path: Path, data: bytes) -> bytes:
    return clean_shutdown.encode(clean_shutdown.decode(data).broker_epoch)


def _snapshot(path: Path, data: bytes) -> bytes:
    return producer_snapshot.encode(producer_snapshot.decode(data))


def _transaction_index(path: Path, data: bytes) -> bytes:
    return transaction_index.encode(transaction_index.decode(data))


def _base_offset(path: Path) -> int:
    found = names.parse_segment_file_name(path.name)
    assert found is not None, path
    return found.base_offset


def _offsets(path: Path, data: bytes) -> bytes:
    return OffsetIndex.from_bytes(_base_offset(path), data).to_bytes().ljust(len(data), b"\0")


def _times(path: Path, data: bytes) -> bytes:
    return TimeIndex.from_bytes(_base_offset(path), data).to_bytes().ljust(len(data), b"\0")


BY_NAME: dict[str, Rewrite] = {
    **dict.fromkeys(IN_ANY_ORDER, _checkpoint),
    "leader-epoch-checkpoint": _leader_epochs,
    "partition.metadata": _partition_metadata,
    "quorum-state": _quorum_state,
    "meta.properties": _meta_properties,
    ".kafka_cleanshutdown": _clean_shutdown,
}
BY_SUFFIX: dict[str, Rewrite] = {
    ".snapshot": _snapshot,
    ".txnindex": _transaction_index,
    ".index": _offsets,
    ".timeindex": _times,
}
UNTOUCHED = {".lock", "bootstrap.checkpoint"}


def differences(data: Path) -> Iterator[str]:
    """Files that are other ones when they are written again, and those that nobody knows."""
    for path in sorted(path for path in data.rglob("*") if path.is_file()):
        said = path.relative_to(data)
        rewrite = BY_NAME.get(path.name) or BY_SUFFIX.get(path.suffix)
        if rewrite is not None:
            yield from (f"{said}: {why}" for why in _difference(path, rewrite))
        elif path.name not in UNTOUCHED and path.suffix not in (".log", ".checkpoint", ".deleted"):
            yield f"{said}: an unknown file"


def _difference(path: Path, rewrite: Rewrite) -> Iterator[str]:
    data = path.read_bytes()
    try:
        again = rewrite(path, data)
    except ValueError as error:
        yield str(error)
        return
    if path.name in IN_ANY_ORDER:
        data, again = (b"\n".join(sorted(each.splitlines())) for each in (data, again))
    if data != again:
        yield f"{data[:200]!r} became {again[:200]!r}"
