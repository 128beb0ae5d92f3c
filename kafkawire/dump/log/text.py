"""Items as lines for people.

A line belongs to the file or directory above it that is less indented. What is wrong is marked
with two exclamation marks, in red where there is colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from kafkawire.dump.log.items import PROBLEM, Item

SHOWN_MAX = 160
"""Characters of a key or value of a record; JSON has all of them."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BOLD = "\033[1m"
_DIM = "\033[2m"
_RED = "\033[31m"
_RESET = "\033[0m"
_STATES = {"delete": "to be deleted", "future": "moving here", "stray": "stray"}
_CHECKPOINTS = {
    "replication-offset-checkpoint": "high watermark",
    "recovery-point-offset-checkpoint": "recovery point",
    "log-start-offset-checkpoint": "log start offset",
    "cleaner-offset-checkpoint": "cleaned to",
}

Facts = Mapping[str, object]


class TextLines:
    """Makes lines of items, one after another."""

    def __init__(self, *, colour: bool) -> None:
        self._colour = colour
        self._directory = ""
        self._file = ""
        self._indent = ""
        self._is_first = True

    def lines(self, item: Item) -> Iterator[str]:
        """The lines of the next item."""
        facts = item.facts
        if item.kind == PROBLEM:
            yield self._problem(facts)
            return
        if item.kind in ("partition", "dataDirectory", "emptyPartitions", "total"):
            yield from self._heading(item)
            return
        text = LINES[item.kind](facts)
        if item.kind in IN_A_FILE:
            yield f"{self._indent}  {text}"
            return
        self._file = str(facts.get("file", ""))
        yield self._indent + self._bold(self._name(self._file)) * bool(self._file) + text

    def _heading(self, item: Item) -> Iterator[str]:
        text = LINES[item.kind](item.facts)
        is_listed = item.kind == "emptyPartitions" and self._directory == item.kind
        if not self._is_first and not is_listed:
            yield ""
        self._is_first = False
        self._file = ""
        self._directory = item.kind if item.kind == "emptyPartitions" else ""
        self._indent = ""
        if item.kind == "partition":
            self._directory = str(item.facts["directory"])
            self._indent = "  "
        yield self._bold(text) if item.kind in ("partition", "dataDirectory") else text

    def _problem(self, facts: Facts) -> str:
        file = str(facts["file"])
        where = "" if file == self._file else f"{self._name(file)}: "
        if "position" in facts:
            where += f"byte {number(facts['position'])}: "
        text = f"{self._indent}  !! {where}{facts['problem']}"
        return f"{_RED}{text}{_RESET}" if self._colour else text

    def _name(self, file: str) -> str:
        """A file's name within the directory that is shown."""
        return file.removeprefix(f"{self._directory}/")

    def _bold(self, text: str) -> str:
        return f"{_BOLD}{text}{_RESET}" if self._colour and text else text


def number(value: object) -> str:
    """Digits in groups of three."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def counted(value: object, noun: str) -> str:
    """`no entries`, `1 entry`, `2 entries`."""
    if value == 1:
        return f"1 {noun}"
    plural = (
        noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun[-2:] == "ch" else "s")
    )
    return f"{number(value) if value else 'no'} {plural}"


def time_text(milliseconds: object) -> str:
    """`2026-11-21 17:01:13.123` in UTC; the number where no calendar has it."""
    if not isinstance(milliseconds, int) or milliseconds < 0:
        return "no time" if milliseconds == -1 else f"{milliseconds} ms"
    try:
        moment = _EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return f"{milliseconds} ms"
    return f"{moment:%Y-%m-%d %H:%M:%S}.{milliseconds % 1000:03}"


def inline(value: object) -> str:
    """A JSON value within a line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {inline(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, str):
        return repr(value)
    return {None: "null", True: "true", False: "false"}.get(value, str(value))  # type: ignore[call-overload,no-any-return]


def cut(text: str) -> str:
    """Not too much of it."""
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}... ({len(text):,} characters)"


def _range(first: object, last: object) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _batch(facts: Facts) -> str:
    offsets = _range(facts["baseOffset"], facts["lastOffset"])
    what = facts.get("control") or counted(facts["count"], "record")
    parts = [
        f"{facts['position']:>10}  {offsets:<15} {what!s:<14} {number(facts['bytes']):>9} bytes",
        time_text(facts["maxTimestamp"]),
    ]
    if facts["compression"] != "none":
        parts.append(str(facts["compression"]))
    if facts["timestampType"] != "CreateTime":
        parts.append(str(facts["timestampType"]))
    if facts["magic"] != 2:
        return "  ".join([*parts, f"magic {facts['magic']}"])
    parts.append(f"epoch {facts['partitionLeaderEpoch']}")
    if facts["producerId"] != -1:
        producer = f"producer {facts['producerId']} epoch {facts['producerEpoch']}"
        sequences = _range(facts["baseSequence"], facts["lastSequence"])
        parts.append(producer if facts["isControl"] else f"{producer} sequence {sequences}")
    if facts["isTransactional"] and not facts["isControl"]:
        parts.append("transactional")
    if facts["isControl"] and not facts.get("control"):
        parts.append("control")
    if "deleteHorizonMs" in facts:
        parts.append(f"deleted from {time_text(facts['deleteHorizonMs'])} on")
    return "  ".join(parts)


def _record(facts: Facts) -> str:
    parts = [f"{'':10}  {facts['offset']!s:<15} {time_text(facts['timestamp'])}"]
    is_declared = "keyType" in facts or "valueType" in facts
    for part in ("key", "value"):
        if f"{part}Type" in facts:
            fields = cut(inline(facts[part])[1:-1])
            parts.append(f"{facts[f'{part}Type']} v{facts[f'{part}Version']}  {fields}".rstrip())
        elif f"{part}_hex" in facts:
            parts.append(f"{part} 0x{cut(str(facts[f'{part}_hex']))}")
        elif facts[part] is not None or not is_declared:
            parts.append(f"{part} {cut(inline(facts[part]))}")
        elif part == "value":
            parts.append("deleted")
    if "headers" in facts:
        parts.append(f"headers {cut(inline(facts['headers']))}")
    return "  ".join(parts)


def _log(facts: Facts) -> str:
    if facts["firstOffset"] == -1:
        parts = [f"nothing, next offset {facts['endOffset']}"]
    else:
        parts = [f"offsets {facts['firstOffset']} to {facts['endOffset']}"]  # type: ignore[list-item]
        parts += [counted(facts["segments"], "segment"), counted(facts["batches"], "batch")]
        parts += [counted(facts["records"], "record"), f"{number(facts['bytes'])} bytes"]
    if facts["gaps"]:
        parts.append(f"{counted(facts['gaps'], 'gap')} of compaction")
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
    return "  " + ", ".join([*parts, f"version {facts['version']}"])


def _epochs(facts: Facts) -> str:
    epochs = facts.get("epochs")
    if not isinstance(epochs, list):
        return ""
    said = [f"{entry['epoch']} from {entry['startOffset']}" for entry in epochs]
    return "  epochs " + (", ".join(said) or "none")


def _index(facts: Facts) -> str:
    return f"  {counted(facts['entries'], 'entry')}"


def _count_of(noun: str) -> Callable[[Facts], str]:
    return lambda facts: f"  {counted(facts['count'], noun)}" if "count" in facts else ""


def _fields(facts: Facts) -> str:
    """Whatever there is, as it is."""
    said = [f"{name} {inline(value)}" for name, value in facts.items() if name != "file"]
    return "  " + ", ".join(said) if said else ""


def _producer(facts: Facts) -> str:
    text = f"producer {facts['producerId']} epoch {facts['producerEpoch']}"
    if facts["lastOffset"] != -1:
        text += f"  last sequence {facts['lastSequence']} at offset {facts['lastOffset']}"
    text += f"  {time_text(facts['timestamp'])}"
    if facts["coordinatorEpoch"] != -1:
        text += f"  coordinator epoch {facts['coordinatorEpoch']}"
    if facts["currentTxnFirstOffset"] != -1:
        text += f"  in a transaction since offset {facts['currentTxnFirstOffset']}"
    return text


def _partition(facts: Facts) -> str:
    state = facts.get("state")
    return f"{facts['directory']}" + (f"  ({_STATES.get(str(state), state)})" if state else "")


def _empty_partitions(facts: Facts) -> str:
    partitions = facts["partitions"]
    assert isinstance(partitions, list)
    count = len(partitions)
    which = _range(partitions[0], partitions[-1]) if count > 1 else partitions[0]
    return f"{facts['topic']}: {counted(count, 'empty partition')} ({which})"


def _total(facts: Facts) -> str:
    nouns = {
        "partitions": "partition",
        "segments": "segment",
        "batches": "batch",
        "records": "record",
        "bytes": "byte",
    }
    parts = [counted(facts[name], noun) for name, noun in nouns.items() if facts[name]]
    parts.append(counted(facts["problems"], "problem"))
    return ", ".join(parts)


def _metadata_snapshot(facts: Facts) -> str:
    text = f"  {number(facts['bytes'])} bytes"
    if "endOffset" in facts:
        text += f", up to offset {facts['endOffset']}, epoch {facts['epoch']}"
    return text


LINES: Final[dict[str, Callable[[Facts], str]]] = {
    "dataDirectory": lambda facts: str(facts["path"]),
    "partition": _partition,
    "emptyPartitions": _empty_partitions,
    "total": _total,
    "segment": lambda facts: f"  {number(facts['bytes'])} bytes",
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
    "abortedTransaction": lambda facts: (
        f"producer {facts['producerId']}  offsets {facts['firstOffset']}-{facts['lastOffset']}"
        f"  last stable offset {facts['lastStableOffset']}"
    ),
    "producerSnapshot": _count_of("producer"),
    "producer": _producer,
    "leaderEpochs": _epochs,
    "partitionMetadata": lambda facts: f"  topic id {facts['topicId']}" * ("topicId" in facts),
    "quorumState": _fields,
    "metaProperties": _meta_properties,
    "cleanShutdown": lambda facts: (
        "  stopped cleanly, " + f"broker epoch {facts['brokerEpoch']}"
        if "brokerEpoch" in facts
        else ""
    ),
    "offsetCheckpoint": _count_of("partition"),
    "checkpointEntry": lambda facts: f"{facts['topic']}-{facts['partition']} {facts['offset']}",
    "otherFile": lambda facts: "  not looked at",
    "otherDirectory": lambda facts: f"{facts['directory']}/  not looked at",
}
IN_A_FILE: Final = frozenset((
    "batch", "message", "record", "offsetEntry", "timeEntry", "abortedTransaction", "producer",
    "checkpointEntry",
))  # fmt: skip
