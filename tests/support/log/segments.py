"""Segments in files, as Kafka would have written them, for tests that break them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kafkawire.dump.log.items import Item
from kafkawire.dump.log.segment import Options, Totals
from kafkawire.dump.log.walking import walk
from kafkawire.log.formats.names import LOG, OFFSET_INDEX, TIME_INDEX, segment_file_name
from kafkawire.records.batch import patch, read_header
from tests.support.log.index_files import encode_offsets, encode_times


def placed(batches: Iterable[bytes], base_offset: int = 0, leader_epoch: int = 0) -> list[bytes]:
    """The batches with offsets one after another."""
    found = []
    for batch in batches:
        data = bytearray(batch)
        patch(data, 0, base_offset=base_offset, partition_leader_epoch=leader_epoch)
        base_offset = read_header(data).next_offset
        found.append(bytes(data))
    return found


def write_segment(directory: Path, batches: list[bytes], base_offset: int = 0) -> None:
    """A segment of placed batches; its indexes have an entry for every batch but the first."""
    directory.mkdir(exist_ok=True)
    position, greatest = 0, -1
    offsets, times = [], []
    for at, batch in enumerate(batches):
        header = read_header(batch)
        if at:
            offsets.append((header.last_offset, position))
        if header.max_timestamp > greatest:
            greatest = header.max_timestamp
            times.append((greatest, header.last_offset))
        position += len(batch)
    path = directory / segment_file_name(base_offset, LOG)
    path.write_bytes(b"".join(batches))
    index = directory / segment_file_name(base_offset, OFFSET_INDEX)
    index.write_bytes(encode_offsets(offsets, base_offset))
    time_index = directory / segment_file_name(base_offset, TIME_INDEX)
    time_index.write_bytes(encode_times(times, base_offset))


def items_of(path: Path, **options: bool | str) -> list[Item]:
    """What `wire-dump log` comes across."""
    return list(walk(str(path), Options(**options), Totals()))  # type: ignore[arg-type]


def problems_of(path: Path, **options: bool | str) -> list[tuple[str, int | None, str]]:
    """File, position and text of everything that is wrong."""
    found: list[tuple[str, int | None, str]] = []
    for item in items_of(path, **options):
        if item.kind == "problem":
            position = item.facts.get("position")
            assert position is None or isinstance(position, int)
            found.append((str(item.facts["file"]), position, str(item.facts["problem"])))
    return found
