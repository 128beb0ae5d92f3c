"""What readers of log directories should find, made in the plainest way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kafkawire.log.formats import offset_checkpoint
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.batch import iter_headers
from kafkawire.records.control import read_marker
from kafkawire.records.record import decode_records
from kafkawire.spark.columns import Wanted
from kafkawire.spark.log.options import read_options
from kafkawire.spark.log.planning import Split, plan
from kafkawire.spark.log.reading import Reading, read_split

KEYS_AND_VALUES = Wanted.of(["key", "value", "topic", "partition", "offset"])
Row = tuple[str, int, int, bytes | None, bytes | None]


def write_checkpoint(
    directory: Path,
    offsets: dict[tuple[str, int], int],
    name: str = offset_checkpoint.HIGH_WATERMARKS,
) -> None:
    entries = {TopicPartition(*each): offset for each, offset in offsets.items()}
    (directory / name).write_bytes(offset_checkpoint.encode(entries))


def planned(path: Path, **options: Any) -> list[Split]:
    return plan(
        read_options({"path": str(path), **{name: str(of) for name, of in options.items()}})
    )


def rows_of(splits: list[Split], **how: Any) -> list[Row]:
    """Topic, partition, offset, key and value, in the order they come."""
    rows = []
    for split in splits:
        for batch in read_split(split, Reading(KEYS_AND_VALUES, **how)):
            batch.validate(full=True)
            rows += [
                (row["topic"], row["partition"], row["offset"], row["key"], row["value"])
                for row in batch.to_pylist()
            ]
    return rows


def expected_rows(directory: Path, *, stop: int, is_committed: bool) -> list[Row]:
    """All records of a partition below `stop`, read by a walk over all of its batches."""
    topic, _, number = directory.name.rpartition("-")
    rows: list[Row] = []
    open_rows: dict[int, list[Row]] = {}
    for path in sorted(directory.glob("*.log")):
        data = path.read_bytes()
        for position, header in iter_headers(data):
            if header.is_control:
                marker = read_marker(data, position, header)
                if header.base_offset < stop and marker is not None:
                    found = open_rows.pop(header.producer_id, [])
                    rows += found if marker.is_commit else []
                continue
            found = [
                (topic, int(number), each.offset, each.key, each.value)
                for each in decode_records(data, position, header)
                if each.offset < stop
            ]
            if is_committed and header.is_transactional:
                open_rows.setdefault(header.producer_id, []).extend(found)
            else:
                rows += found
    undecided = min([each[0][2] for each in open_rows.values() if each], default=stop)
    return sorted(row for row in rows if row[2] < undecided)
