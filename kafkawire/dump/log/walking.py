"""From a path to what is there: a data directory, a partition's directory, or one file."""

from __future__ import annotations

import os
from collections.abc import Iterator

from kafkawire.dump.log.files import read_small
from kafkawire.dump.log.items import Item, problem
from kafkawire.dump.log.partition import Contents, PartitionWalk, Place, other_files, while_there
from kafkawire.dump.log.segment import Log, Options, Totals, check_of, opened_index
from kafkawire.dump.log.small_files import reader_of, small_file
from kafkawire.dump.log.snapshots import metadata_snapshot
from kafkawire.log.formats import (
    clean_shutdown,
    meta_properties,
    names,
    offset_checkpoint,
    partition_metadata,
)
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.topic_partition import CLUSTER_METADATA, TopicPartition

NO_OFFSETS: dict[TopicPartition, int] = {}


class NothingThere(Exception):
    """A path that is neither a directory nor a file of a log; the message says so."""


def walk(path: str, options: Options, totals: Totals) -> Iterator[Item]:
    """Everything at `path`. Raises OSError, and NothingThere where it holds no log."""
    path = os.path.abspath(path)
    if not os.path.isdir(path):
        yield from _file(path, options, totals)
        return
    inside = sorted(os.scandir(path), key=lambda entry: entry.name)
    files = [entry.name for entry in inside if not entry.is_dir()]
    directories = [entry.name for entry in inside if entry.is_dir()]
    if any(names.parse_segment_file_name(name) for name in files):
        contents = Contents(path)
        yield from PartitionWalk(_place(path, ""), contents, options, totals).items()
        return
    partitions = [name for name in directories if names.parse_directory_name(name)]
    if not partitions and not any(map(_is_of_a_directory, files)):
        raise NothingThere(f"{path} holds no log: no partitions, no segments, no meta.properties")
    yield from DataDirectoryWalk(path, files, directories, options, totals).items()


def _is_of_a_directory(name: str) -> bool:
    return name in (
        meta_properties.FILE_NAME,
        clean_shutdown.FILE_NAME,
        names.BOOTSTRAP_SNAPSHOT,
        *offset_checkpoint.FILE_NAMES,
    )


def _place(path: str, shown: str) -> Place:
    parsed = names.parse_directory_name(path.rpartition("/")[2])
    if parsed is None:
        return Place(path, shown, None, None)
    return Place(path, shown, *parsed.topic_partition, parsed.suffix.removeprefix("-"))


class DataDirectoryWalk:
    """One walk over a data directory: its own files, then partition after partition."""

    def __init__(
        self,
        path: str,
        files: list[str],
        directories: list[str],
        options: Options,
        totals: Totals,
    ) -> None:
        self._path = path
        self._files = files
        self._directories = directories
        self._options = options
        self._totals = totals
        self._topic_ids: dict[str, object] = {}

    def items(self) -> Iterator[Item]:
        """The directory's files, then its partitions by name; empty ones at the end."""
        yield Item("dataDirectory", {"path": self._path})
        for name in self._files:
            yield from self._own_file(name)
        known = (names.LOCK, names.BOOTSTRAP_SNAPSHOT)
        others = [name for name in self._files if not reader_of(name) and name not in known]
        yield from other_files("", others)
        offsets = {name: self._offsets(name) for name in offset_checkpoint.FILE_NAMES}
        empty: dict[str, list[int]] = {}
        for name in sorted(self._directories, key=_by_topic):
            if names.parse_directory_name(name) is None:
                yield Item("otherDirectory", {"directory": name})
                continue
            yield from while_there(name, self._partition(name, offsets, empty))
        for topic, partitions in empty.items():
            yield Item("emptyPartitions", {"topic": topic, "partitions": partitions})

    def _partition(
        self,
        name: str,
        offsets: dict[str, dict[TopicPartition, int]],
        empty: dict[str, list[int]],
    ) -> Iterator[Item]:
        place = _place(f"{self._path}/{name}", name)
        contents = Contents(place.path)
        found = PartitionWalk(place, contents, self._options, self._totals).items()
        if contents.bytes or contents.metadata_snapshots:
            yield from self._with_offsets(found, place, offsets)
        else:
            yield from self._empty(found, place, empty)

    def _own_file(self, name: str) -> Iterator[Item]:
        path = f"{self._path}/{name}"
        if reader_of(name) is not None:
            yield from small_file(path, name, entries=self._options.entries)
        elif name == names.BOOTSTRAP_SNAPSHOT:
            yield from metadata_snapshot(path, name, self._options, self._totals)

    def _offsets(self, name: str) -> dict[TopicPartition, int]:
        try:
            return offset_checkpoint.decode(read_small(f"{self._path}/{name}"))
        except (FileNotFoundError, CorruptFile):
            return NO_OFFSETS

    def _with_offsets(
        self, items: Iterator[Item], place: Place, offsets: dict[str, dict[TopicPartition, int]]
    ) -> Iterator[Item]:
        """The items of a partition; its state with the offsets that checkpoints have of it."""
        for item in items:
            if item.kind == "log" and not place.state:
                yield from self._state(item, place, offsets)
                continue
            yield item
            if item.kind == "partition":
                yield from self._topic_id(item, place)

    def _state(
        self, item: Item, place: Place, offsets: dict[str, dict[TopicPartition, int]]
    ) -> Iterator[Item]:
        key = TopicPartition(place.topic or "", place.partition or 0)
        known = {name: found[key] for name, found in offsets.items() if key in found}
        yield Item("log", {**item.facts, "checkpoints": known})
        end_offset = item.facts["endOffset"]
        for name, offset in known.items():
            if isinstance(end_offset, int) and offset > end_offset:
                what = f"{key} has offset {offset}, but its log ends at {end_offset}"
                yield problem(name, what)

    def _topic_id(self, item: Item, place: Place) -> Iterator[Item]:
        """Partitions of one topic have one id, unless they wait for their deletion."""
        topic_id = item.facts.get("topicId")
        if topic_id is None or place.topic is None or place.state:
            return
        known = self._topic_ids.setdefault(place.topic, topic_id)
        if topic_id != known:
            what = f"the topic id is {topic_id}, but that of another partition is {known}"
            yield problem(place.file(partition_metadata.FILE_NAME)[1], what)

    def _empty(
        self, items: Iterator[Item], place: Place, empty: dict[str, list[int]]
    ) -> Iterator[Item]:
        """Nothing of a partition without batches, unless something is wrong with it."""
        found = list(items)
        if any(item.kind == "problem" for item in found) or place.state:
            yield from found
        elif place.topic is not None and place.partition is not None:
            empty.setdefault(place.topic, []).append(place.partition)


def _by_topic(name: str) -> tuple[str, int, str]:
    parsed = names.parse_directory_name(name)
    return (name, 0, "") if parsed is None else (*parsed.topic_partition, parsed.suffix)


def _file(path: str, options: Options, totals: Totals) -> Iterator[Item]:
    """One file, by its name."""
    directory, _, name = path.rpartition("/")
    place = _place(directory, "")
    segment = names.parse_segment_file_name(name)
    if reader_of(name) is not None:
        yield from small_file(path, name, entries=True)
    elif names.parse_snapshot_file_name(name) or name == names.BOOTSTRAP_SNAPSHOT:
        topic = options.topic or CLUSTER_METADATA
        yield from metadata_snapshot(path, name, options._replace(topic=topic), totals)
    elif segment is not None and segment.kind == names.LOG:
        totals.segments += 1
        yield Item("segment", {"file": name, "baseOffset": segment.base_offset,
                               "bytes": os.path.getsize(path)})  # fmt: skip
        log = Log(place.topic, options, totals)
        yield from log.walk(path, name, segment.base_offset)
    elif segment is not None and segment.kind in (names.OFFSET_INDEX, names.TIME_INDEX):
        yield from _index(path, segment, options._replace(entries=True))
    else:
        # What is not there is the better complaint.
        os.stat(path)
        raise NothingThere(f"{path} is no file of a log, by its name")


def _index(path: str, segment: names.SegmentFile, options: Options) -> Iterator[Item]:
    """An index, compared with its segment if that lies beside it."""
    directory, _, name = path.rpartition("/")
    is_time = segment.kind == names.TIME_INDEX
    index = opened_index(path, name, segment.base_offset, is_time=is_time)
    if index is None:
        raise FileNotFoundError(2, "No such file or directory", path)
    with index.window:
        check, wrong = check_of(index)
        yield from wrong
        if check is None:
            return
        log = f"{directory}/{names.segment_file_name(segment.base_offset, names.LOG)}"
        if os.path.exists(log):
            silent = Options(batches=False)
            for _ in Log(None, silent, Totals()).walk(log, log, segment.base_offset, (check,)):
                pass
            check.end()
        yield from index.items(check, options)
