"""What a line says of an item: one function for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from kafkawire.dump.log.words import (
    DECLARED_SHOWN_MAX,
    counted,
    cut,
    fields,
    inline,
    number,
    runs,
    span,
    time_text,
)

EPOCHS_SHOWN_MAX = 20

_STATES = {"delete": "to be deleted", "future": "moving here", "stray": "stray"}
_CHECKPOINTS = {
    "replication-offset-checkpoint": "high watermark",
    "recovery-point-offset-checkpoint": "recovery point",
    "log-start-offset-checkpoint": "log start offset",
    "cleaner-offset-checkpoint": "cleaned up to",
}

Facts = Mapping[str, object]


def _batch(facts: Facts) -> str:
    offsets = span(facts["baseOffset"], facts["lastOffset"])
    what = _control(facts) or counted(facts["count"], "record")
    parts = [
        f"{facts['position']:>10}  {offsets:<15} {what!s:<14} {number(facts['bytes']):>9} bytes",
        time_text(facts["maxTimestamp"]),
    ]
    if facts["compression"] != "none":
        parts.append(str(facts["compression"]))
    if facts["timestampType"] != "CreateTime":
        parts.append(str(facts["timestampType"]))
    parts += _batch_2(facts) if facts["magic"] == 2 else [f"magic {facts['magic']}"]
    return "  ".join(parts)


def _control(facts: Facts) -> str:
    """What a control batch begins with; the first of an epoch may say more."""
    control, count = facts.get("control"), facts["count"]
    assert isinstance(count, int)
    return f"{control} +{count - 1}" if control and count > 1 else str(control or "")


def _batch_2(facts: Facts) -> list[str]:
    parts = [f"epoch {facts['partitionLeaderEpoch']}"]
    if facts["producerId"] != -1:
        producer = f"producer {facts['producerId']} epoch {facts['producerEpoch']}"
        sequences = span(facts["baseSequence"], facts["lastSequence"])
        parts.append(producer if facts["isControl"] else f"{producer} sequence {sequences}")
    if facts["isTransactional"] and not facts["isControl"]:
        parts.append("transactional")
    if facts["isControl"] and not facts.get("control"):
        parts.append("control")
    if "deleteHorizonMs" in facts:
        parts.append(f"delete horizon {time_text(facts['deleteHorizonMs'])}")
    return parts


def _record(facts: Facts) -> str:
    parts = [f"{'':10}  {facts['offset']!s:<15} {time_text(facts['timestamp'])}"]
    is_declared = "keyType" in facts or "valueType" in facts
    for part in ("key", "value"):
        value = facts.get(part)
        if f"{part}Type" in facts and isinstance(value, Mapping):
            name = f"{facts[f'{part}Type']} v{facts[f'{part}Version']}"
            parts.append(f"{name}  {cut(fields(value), DECLARED_SHOWN_MAX)}".rstrip())
        elif f"{part}_hex" in facts:
            parts.append(f"{part} 0x{cut(str(facts[f'{part}_hex']))}")
        elif value is not None:
            parts.append(f"{part} {cut(inline(value))}")
        elif part == "value":
            parts.append("deleted" if is_declared else "value null")
    if "headers" in facts:
        parts.append(f"headers {cut(inline(facts['headers']))}")
    return "  ".join(parts)


def _log(facts: Facts) -> str:
    end_offset = facts["endOffset"]
    assert isinstance(end_offset, int)
    if facts["firstOffset"] == -1:
        parts = [f"empty, next offset {end_offset}"]
    else:
        parts = [f"offsets {span(facts['firstOffset'], end_offset - 1)}"]
        parts += [counted(facts["segments"], "segment"), counted(facts["batches"], "batch")]
        parts += [counted(facts["records"], "record"), f"{number(facts['bytes'])} bytes"]
    if facts["gaps"]:
        parts.append(counted(facts["gaps"], "gap"))
    if facts["producers"]:
        parts.append(counted(facts["producers"], "producer"))
    checkpoints = facts.get("checkpoints")
    if isinstance(checkpoints, Mapping):
        parts += [f"{_CHECKPOINTS[name]} {offset}" for name, offset in checkpoints.items()]
    return ", ".join(parts)


def _meta_properties(facts: Facts) -> str:
    if "version" not in facts:
        return ""
    said = {"node": "nodeId", "cluster": "clusterId", "directory": "directoryId"}
    parts = [f"{name} {facts[field]}" for name, field in said.items() if facts[field] is not None]
    return ", ".join([*parts, f"version {facts['version']}"])


def _epochs(facts: Facts) -> str:
    epochs = facts.get("epochs")
    if not isinstance(epochs, list):
        return ""
    shown = epochs[-EPOCHS_SHOWN_MAX:]
    said = ["..."] * (len(epochs) > len(shown))
    said += [f"{entry['epoch']} from {entry['startOffset']}" for entry in shown]
    return "epochs " + (", ".join(said) or "none")


def _index(facts: Facts) -> str:
    return counted(facts["entries"], "entry")


def _count_of(noun: str) -> Callable[[Facts], str]:
    return lambda facts: counted(facts["count"], noun) if "count" in facts else ""


def _fields(facts: Facts) -> str:
    """Whatever there is, as it is."""
    return fields({name: value for name, value in facts.items() if name != "file"})


def _clean_shutdown(facts: Facts) -> str:
    return f"stopped cleanly, broker epoch {facts['brokerEpoch']}" if "version" in facts else ""


def _partition_metadata(facts: Facts) -> str:
    return f"topic id {facts['topicId']}" if "version" in facts else ""


def _producer(facts: Facts) -> str:
    parts = [f"producer {facts['producerId']} epoch {facts['producerEpoch']}"]
    if facts["lastOffset"] != -1:
        parts.append(f"last sequence {facts['lastSequence']} at offset {facts['lastOffset']}")
    parts.append(time_text(facts["timestamp"]))
    if facts["coordinatorEpoch"] != -1:
        parts.append(f"coordinator epoch {facts['coordinatorEpoch']}")
    if facts["currentTxnFirstOffset"] != -1:
        parts.append(f"in a transaction since offset {facts['currentTxnFirstOffset']}")
    return "  ".join(parts)


def _aborted(facts: Facts) -> str:
    offsets = span(facts["firstOffset"], facts["lastOffset"])
    stable = f"last stable offset {facts['lastStableOffset']}"
    return f"producer {facts['producerId']}  offsets {offsets}  {stable}"


def _partition(facts: Facts) -> str:
    state = facts.get("state")
    text = str(facts["directory"])
    return f"{text}  ({_STATES.get(str(state), state)})" if state else text


def _empty_partitions(facts: Facts) -> str:
    partitions = facts["partitions"]
    assert isinstance(partitions, list)
    count = counted(len(partitions), "empty partition")
    return f"{facts['topic']}: {count} ({runs(partitions)})"


def _total(facts: Facts) -> str:
    nouns = {
        "partitions": "partition",
        "segments": "segment",
        "batches": "batch",
        "records": "record",
        "bytes": "byte",
    }
    parts = [counted(facts[name], noun) for name, noun in nouns.items() if facts[name]]
    return ", ".join([*parts, counted(facts["problems"], "problem")])


def _metadata_snapshot(facts: Facts) -> str:
    text = f"{number(facts['bytes'])} bytes"
    if "endOffset" not in facts:
        return text
    return f"{text}, up to offset {facts['endOffset']}, epoch {facts['epoch']}"


def _other_files(facts: Facts) -> str:
    files = facts["files"]
    assert isinstance(files, list)
    which = f"{files[0]} and others" if len(files) > 1 else files[0]
    return f"{counted(len(files), 'file')} {facts['fate']} ({which})"


PHRASES: Final[dict[str, Callable[[Facts], str]]] = {
    "dataDirectory": lambda facts: str(facts["path"]),
    "partition": _partition,
    "emptyPartitions": _empty_partitions,
    "total": _total,
    "segment": lambda facts: f"{number(facts['bytes'])} bytes",
    "metadataSnapshot": _metadata_snapshot,
    "batch": _batch,
    "message": _batch,
    "record": _record,
    "log": _log,
    "offsetIndex": _index,
    "timeIndex": _index,
    "offsetEntry": lambda facts: f"{facts['position']:>10}  {facts['offset']}",
    "timeEntry": lambda facts: f"{time_text(facts['timestamp'])}  {facts['offset']}",
    "transactionIndex": _count_of("aborted transaction"),
    "abortedTransaction": _aborted,
    "producerSnapshot": _count_of("producer"),
    "producer": _producer,
    "leaderEpochs": _epochs,
    "partitionMetadata": _partition_metadata,
    "quorumState": _fields,
    "metaProperties": _meta_properties,
    "cleanShutdown": _clean_shutdown,
    "offsetCheckpoint": _count_of("partition"),
    "checkpointEntry": lambda facts: f"{facts['topic']}-{facts['partition']} {facts['offset']}",
    "otherFiles": _other_files,
    "otherDirectory": lambda facts: f"{facts['directory']}/  not looked at",
}
IN_A_FILE: Final = frozenset(
    (
        "batch",
        "message",
        "record",
        "offsetEntry",
        "timeEntry",
        "abortedTransaction",
        "producer",
        "checkpointEntry",
    )
)
"""Kinds that belong to the file before them."""
