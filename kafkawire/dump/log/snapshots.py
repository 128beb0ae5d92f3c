"""Snapshots of the metadata log: batches again, between a header and a footer."""

from __future__ import annotations

import os
from collections.abc import Iterator

from kafkawire.dump.log.batches import Batch
from kafkawire.dump.log.describing import control_of
from kafkawire.dump.log.items import Item, problem
from kafkawire.dump.log.segment import Log, Options, Totals
from kafkawire.log.formats.names import parse_snapshot_file_name
from kafkawire.log.topic_partition import CLUSTER_METADATA

HEADER = "SNAPSHOT_HEADER"
FOOTER = "SNAPSHOT_FOOTER"


def metadata_snapshot(path: str, shown: str, options: Options, totals: Totals) -> Iterator[Item]:
    """A snapshot's batches; its offsets begin at 0 (admin F-35)."""
    name = parse_snapshot_file_name(path.rpartition("/")[2])
    facts: dict[str, object] = {"file": shown, "bytes": os.path.getsize(path)}
    if name is not None:
        facts |= {"endOffset": name.end_offset, "epoch": name.epoch}
    yield Item("metadataSnapshot", facts)
    controls: list[str | None] = []

    def follow(batch: Batch) -> None:
        # The first stays, the last takes the place of the one before.
        del controls[1:]
        controls.append(control_of(batch) if batch.header.is_control else None)

    log = Log(CLUSTER_METADATA, options, totals)
    yield from log.walk(path, shown, 0, (), follow)
    if not controls or controls[0] != HEADER:
        yield problem(shown, "it does not begin with a SnapshotHeaderRecord")
    if not controls or controls[-1] != FOOTER:
        yield problem(shown, "it does not end with a SnapshotFooterRecord: it was not finished")
