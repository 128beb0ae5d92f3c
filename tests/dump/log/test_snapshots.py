"""Snapshots of the metadata log."""

from __future__ import annotations

from pathlib import Path

from tests.support.log.segments import items_of, problems_of

NAME = "00000000000000000000-0000000000.checkpoint"


def test_a_snapshot_says_up_to_where_it_is(kafka_directory: Path) -> None:
    """admin F-36."""
    path = kafka_directory / "__cluster_metadata-0" / NAME
    head, *batches = items_of(path)

    size = path.stat().st_size
    assert head.facts == {"file": NAME, "bytes": size, "endOffset": 0, "epoch": 0}
    assert [item.facts.get("control") for item in batches] == [
        "SNAPSHOT_HEADER",
        None,
        "SNAPSHOT_FOOTER",
    ]


def test_a_snapshot_begins_and_ends_as_it_should(kafka_directory: Path) -> None:
    """admin F-35."""
    path = kafka_directory / "__cluster_metadata-0" / NAME
    data = path.read_bytes()
    positions = [item.facts["position"] for item in items_of(path)[1:]]
    second, third = positions[1], positions[2]
    assert isinstance(second, int)
    assert isinstance(third, int)

    path.write_bytes(data[second:])
    assert problems_of(path) == [
        (NAME, None, "it does not begin with a SnapshotHeaderRecord"),
    ]
    path.write_bytes(data[:third])
    unfinished = "it does not end with a SnapshotFooterRecord: it was not finished"
    assert problems_of(path) == [(NAME, None, unfinished)]
    path.write_bytes(b"")
    assert len(problems_of(path)) == 2
