"""What a stream must remember itself: where it began, and which topics it reads.

Spark keeps in the checkpoint what batches have read, but not the offset a stream began with: until
the first batch is committed, a restart asks `initialOffset` again. Where that means `latest`, it
has moved on, and what came in between is lost without a word. So a stream from latest needs
`stateFile`, written once, before the first batch. It belongs to the checkpoint: delete both or
none.

The file also has the ids of the topics. A topic that was deleted and created again has other ones,
however long its new log is. Such a change is a batch in whose ends the new log's offsets stand,
which may lie before or behind the starts; (start, end) of that batch are kept, so that it means the
same when it is planned again.

The file is on the driver's machine. Where the driver may be started again on another one, as with
deploy mode `cluster`, it must lie on a file system that all of these have mounted (and the program
must be able to write there): on a machine without it the stream begins anew, at what is latest
then, unless the checkpoint has a batch already; then only the ids are lost.

Without a file the ids are remembered as long as the query runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.spark.cluster import NO_TOPIC_ID, OptionError, TopicPartition
from kafkawire.spark.topics.offsets import Offsets, from_json, to_json

VERSION = 1
_LOCAL = "file:"
WHERE_IT_IS = (
    "It is a path on the driver's machine: with deploy mode cluster, name a file system that is"
    " mounted wherever the driver may be started again"
)


class Change(NamedTuple):
    """The batch in which a partition went over from a topic to another one of its name."""

    start: int
    end: int


class Memory:
    """Kept in `path` if there is one; written whole, and replaced at once or not at all."""

    def __init__(self, path: str | None) -> None:
        self._path = None if path is None else local_path(path)
        self.initial: Offsets | None = None
        self.topic_ids: dict[str, bytes] = {}
        self.changes: dict[TopicPartition, Change] = {}
        if self._path is not None and os.path.exists(self._path):
            self._load(self._path)

    def keep_initial(self, offsets: Offsets) -> None:
        """What the stream begins with, for good."""
        self.initial = dict(offsets)
        self._save()

    def learn(self, topic_ids: Mapping[str, bytes]) -> None:
        """Ids of topics that were not known."""
        new = {
            name: topic_id
            for name, topic_id in topic_ids.items()
            if topic_id != NO_TOPIC_ID and name not in self.topic_ids
        }
        if new:
            self.topic_ids.update(new)
            self._save()

    def is_other(self, name: str, topic_id: bytes) -> bool:
        """Whether the topic of this name is not the one that was known."""
        known = self.topic_ids.get(name, NO_TOPIC_ID)
        return NO_TOPIC_ID not in (known, topic_id) and known != topic_id

    def keep_changes(
        self, topic_ids: Mapping[str, bytes], changes: Mapping[TopicPartition, Change]
    ) -> None:
        """Go over to other topics of the same names."""
        self.topic_ids.update(topic_ids)
        self.changes.update(changes)
        self._save()

    def _load(self, path: str) -> None:
        try:
            with open(path, encoding="utf-8") as file:
                found = json.load(file)
            if found["version"] != VERSION:
                raise ValueError(f"version {found['version']}")
            initial = found["initialOffsets"]
            self.initial = None if initial is None else from_json(initial)
            self.topic_ids = {name: bytes.fromhex(text) for name, text in found["topicIds"].items()}
            starts, ends = (from_json(found["changes"][side]) for side in ("from", "to"))
            self.changes = {each: Change(starts[each], ends[each]) for each in starts}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise OptionError(f"Option 'stateFile': {path} is none of ours: {error!r}") from None

    def _save(self) -> None:
        if self._path is None:
            return
        changes = self.changes.items()
        text = json.dumps(
            {
                "version": VERSION,
                "initialOffsets": None if self.initial is None else to_json(self.initial),
                "topicIds": {name: self.topic_ids[name].hex() for name in sorted(self.topic_ids)},
                "changes": {
                    "from": to_json({each: change.start for each, change in changes}),
                    "to": to_json({each: change.end for each, change in changes}),
                },
            },
            indent=1,
        )
        replace(self._path, text)


def local_path(text: str) -> str:
    """A path, or a URI of one. Raises OptionError for other file systems."""
    if text.startswith(_LOCAL):
        return "/" + text[len(_LOCAL) :].lstrip("/")
    if "://" in text:
        raise OptionError(
            f"Option 'stateFile' must be a file of the driver's machine, not {text}. {WHERE_IT_IS}"
        )
    return text


def replace(path: str, text: str) -> None:
    """Write a file whole: whatever happens, there is the old one or the new one."""
    directory = os.path.dirname(os.path.abspath(path))
    os.makedirs(directory, exist_ok=True)
    written = f"{path}.{os.getpid()}.new"
    with open(written, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(written, path)
    held = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
