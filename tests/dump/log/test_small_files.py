"""Small files as items; that their bytes are Kafka's, the tests of their formats show."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.dump.log.small_files import reader_of, small_file


def items_of_file(path: Path, *, entries: bool = True) -> list[tuple[str, dict[str, object]]]:
    found = small_file(str(path), path.name, entries=entries)
    return [(item.kind, dict(item.facts)) for item in found]


@pytest.mark.parametrize(
    ("name", "kind", "facts"),
    [
        (
            "meta.properties",
            "metaProperties",
            {
                "version": 1,
                "clusterId": "nrF6d0yKQyaewBWIK9nwLA",
                "nodeId": 1,
                "directoryId": "KwsbWi8Flcjr7ehNE1-uGQ",
            },
        ),
        (".kafka_cleanshutdown", "cleanShutdown", {"version": 0, "brokerEpoch": 359}),
        ("recovery-point-offset-checkpoint", "offsetCheckpoint", {"count": 108}),
        (
            "__cluster_metadata-0/quorum-state",
            "quorumState",
            {
                "dataVersion": 0,
                "leaderId": 1,
                "leaderEpoch": 2,
                "votedId": -1,
                "currentVoters": [1],
            },
        ),
        (
            "tx-0/partition.metadata",
            "partitionMetadata",
            {"version": 0, "topicId": "OQ2qzsKXQYKKNdwTaV6Dbw"},
        ),
        (
            "tx-0/leader-epoch-checkpoint",
            "leaderEpochs",
            {"epochs": [{"epoch": 0, "startOffset": 0}, {"epoch": 2, "startOffset": 246}]},
        ),
        ("tx-0/00000000000000000246.snapshot", "producerSnapshot", {"count": 4}),
        ("tx-0/00000000000000000000.txnindex", "transactionIndex", {"count": 8}),
    ],
)
def test_each_kind_has_its_facts(
    kafka_directory: Path, name: str, kind: str, facts: dict[str, object]
) -> None:
    """fetch H-4, H-14, admin F-34, F-37, F-38."""
    path = kafka_directory / name
    assert items_of_file(path, entries=False) == [(kind, {"file": path.name} | facts)]


def test_entries_are_items_of_their_own(kafka_directory: Path) -> None:
    """fetch H-4, H-14."""
    _, *offsets = items_of_file(kafka_directory / "recovery-point-offset-checkpoint")
    assert len(offsets) == 108
    name = "recovery-point-offset-checkpoint"
    offset = {"file": name, "topic": "tx", "partition": 0, "offset": 494}
    assert ("checkpointEntry", offset) in offsets

    _, *producers = items_of_file(kafka_directory / "tx-0" / "00000000000000000246.snapshot")
    assert [facts["currentTxnFirstOffset"] for _, facts in producers] == [-1, 164, -1, 245]
    _, *aborted = items_of_file(kafka_directory / "tx-0" / "00000000000000000000.txnindex")
    assert aborted[0][1]["lastStableOffset"] == 82


def test_a_broken_file_is_named_with_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "quorum-state"
    path.write_bytes(b"{}")
    assert items_of_file(path) == [
        ("quorumState", {"file": "quorum-state"}),
        ("problem", {"file": "quorum-state", "problem": "data_version is missing"}),
    ]


def test_the_second_form_of_the_quorum_state(tmp_path: Path) -> None:
    """admin F-37."""
    path = tmp_path / "quorum-state"
    path.write_bytes(
        b'{"leaderId":1,"leaderEpoch":4,"votedId":-1,'
        b'"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1}'
    )
    ((_, facts),) = items_of_file(path)
    assert facts["votedDirectoryId"] == "A" * 22
    assert "currentVoters" not in facts


@pytest.mark.parametrize("name", ["x", "0.log", "0.index", "0.snapshot.deleted", "0-0.checkpoint"])
def test_other_names_have_no_reader(name: str) -> None:
    assert reader_of(name) is None
