"""Checkpoints, snapshots and the like, each of which is read whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from kafkawire.dump.log.files import read_small
from kafkawire.dump.log.items import Item, problem
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
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.protocol.uuids import uuid_text

Facts = dict[str, object]
Reader = Callable[[bytes], tuple[Facts, Iterable[Item]]]
"""The facts of a file, and its entries, made when they are asked for."""


def _meta_properties(data: bytes) -> tuple[Facts, Iterable[Item]]:
    found = meta_properties.decode(data)
    directory_id = found.directory_id
    return {
        "version": found.version,
        "clusterId": found.cluster_id,
        "nodeId": found.node_id,
        "directoryId": None if directory_id is None else uuid_text(directory_id),
    }, ()


def _clean_shutdown(data: bytes) -> tuple[Facts, Iterable[Item]]:
    found = clean_shutdown.decode(data)
    return {"version": found.version, "brokerEpoch": found.broker_epoch}, ()


def _offset_checkpoint(data: bytes) -> tuple[Facts, Iterable[Item]]:
    found = offset_checkpoint.decode(data)
    return {"count": len(found)}, (
        Item("checkpointEntry", {"topic": topic, "partition": partition, "offset": offset})
        for (topic, partition), offset in found.items()
    )


def _quorum_state(data: bytes) -> tuple[Facts, Iterable[Item]]:
    found = quorum_state.decode(data)
    facts: Facts = {
        "dataVersion": found.data_version,
        "leaderId": found.leader_id,
        "leaderEpoch": found.leader_epoch,
        "votedId": found.voted_id,
    }
    if found.data_version:
        return facts | {"votedDirectoryId": uuid_text(found.voted_directory_id)}, ()
    voters = found.current_voters
    return facts | {"currentVoters": None if voters is None else list(voters)}, ()


def _partition_metadata(data: bytes) -> tuple[Facts, Iterable[Item]]:
    found = partition_metadata.decode(data)
    return {"version": found.version, "topicId": uuid_text(found.topic_id)}, ()


def _leader_epochs(data: bytes) -> tuple[Facts, Iterable[Item]]:
    found = leader_epochs.decode(data)
    return {"epochs": [{"epoch": entry.epoch, "startOffset": entry.start_offset}
                       for entry in found]}, ()  # fmt: skip


def _producer_snapshot(data: bytes) -> tuple[Facts, Iterable[Item]]:
    rows = producer_snapshot.decode(data)
    return {"count": len(rows)}, (
        Item(
            "producer",
            {
                "producerId": row.producer_id,
                "producerEpoch": row.producer_epoch,
                "lastSequence": row.last_sequence,
                "lastOffset": row.last_offset,
                "offsetDelta": row.offset_delta,
                "timestamp": row.timestamp,
                "coordinatorEpoch": row.coordinator_epoch,
                "currentTxnFirstOffset": row.transaction_first_offset,
            },
        )
        for row in rows
    )


def _transaction_index(data: bytes) -> tuple[Facts, Iterable[Item]]:
    found = transaction_index.decode(data)
    return {"count": len(found)}, (
        Item(
            "abortedTransaction",
            {
                "producerId": entry.producer_id,
                "firstOffset": entry.first_offset,
                "lastOffset": entry.last_offset,
                "lastStableOffset": entry.last_stable_offset,
            },
        )
        for entry in found
    )


BY_NAME: Final[dict[str, tuple[str, Reader]]] = {
    meta_properties.FILE_NAME: ("metaProperties", _meta_properties),
    clean_shutdown.FILE_NAME: ("cleanShutdown", _clean_shutdown),
    quorum_state.FILE_NAME: ("quorumState", _quorum_state),
    partition_metadata.FILE_NAME: ("partitionMetadata", _partition_metadata),
    leader_epochs.FILE_NAME: ("leaderEpochs", _leader_epochs),
    **{name: ("offsetCheckpoint", _offset_checkpoint) for name in offset_checkpoint.FILE_NAMES},
}
BY_KIND: Final[dict[str, tuple[str, Reader]]] = {
    names.PRODUCER_SNAPSHOT: ("producerSnapshot", _producer_snapshot),
    names.TRANSACTION_INDEX: ("transactionIndex", _transaction_index),
}


def reader_of(name: str) -> tuple[str, Reader] | None:
    """The kind of item that a file of this name is, and what reads it."""
    if name in BY_NAME:
        return BY_NAME[name]
    parsed = names.parse_segment_file_name(name)
    return None if parsed is None or parsed.suffix else BY_KIND.get(parsed.kind)


def small_file(path: str, shown: str, *, entries: bool) -> Iterator[Item]:
    """A file of such a name, and its entries if wanted."""
    found = reader_of(path.rpartition("/")[2])
    assert found is not None
    kind, read = found
    try:
        facts, parts = read(read_small(path))
    except CorruptFile as error:
        yield Item(kind, {"file": shown})
        yield problem(shown, str(error))
        return
    yield Item(kind, {"file": shown} | facts)
    for part in parts if entries else ():
        yield Item(part.kind, {"file": shown, **part.facts})
