"""What a line says of each kind of item."""

from __future__ import annotations

from pathlib import Path

from kafkawire.dump.log.items import PROBLEM
from kafkawire.dump.log.phrases import PHRASES
from kafkawire.records.builder import RecordTuple, encode_batch
from tests.support.log.segments import items_of

EPOCHS_SHOWN_MAX = 20


def test_every_kind_of_item_has_its_line(kafka_directory: Path) -> None:
    (kafka_directory / "other").write_bytes(b"")
    (kafka_directory / "others").mkdir()
    items = items_of(kafka_directory, records=True, entries=True)

    for item in items:
        assert "\n" not in PHRASES[item.kind](item.facts)
    missing = set(PHRASES) - {item.kind for item in items}
    assert missing == {"message", "total"}
    assert PROBLEM not in PHRASES


def test_a_batch_in_a_line(kafka_directory: Path) -> None:
    items = items_of(kafka_directory / "tx-0")
    batches = [PHRASES["batch"](item.facts) for item in items if item.kind == "batch"]
    assert batches[2:4] == [
        "       529  41-80           40 records           451 bytes  2026-11-21 17:01:50.215"
        "  epoch 0  producer 2 epoch 0 sequence 0-39  transactional",
        "       980  81              ABORT                 78 bytes  2026-11-21 17:01:50.243"
        "  epoch 0  producer 2 epoch 0",
    ]


def test_a_control_batch_of_several_records_says_so(tmp_path: Path) -> None:
    """admin F-30: with kraft.version 1, an epoch begins with the voters as well."""
    records: list[RecordTuple] = [(0, b"\0\0\0" + bytes([kind]), b"\0\0", []) for kind in (2, 5, 6)]
    (tmp_path / f"{0:020}.log").write_bytes(bytes(encode_batch(records, control=True)))
    (batch,) = (item.facts for item in items_of(tmp_path) if item.kind == "batch")
    assert "  0-2             LEADER_CHANGE +2 " in PHRASES["batch"](batch)


def test_records_in_a_line(kafka_directory: Path) -> None:
    items = items_of(kafka_directory / "__consumer_offsets-32", records=True)
    records = [PHRASES["record"](item.facts) for item in items if item.kind == "record"]
    assert records[5].endswith(
        "OffsetCommitKey v0  group: 'g-consumer', topic: 'plain', partition: 2"
        "  OffsetCommitValue v4  offset: 220, leaderEpoch: 0, metadata: '',"
        " commitTimestamp: 1795280516081, topicId: '77fy2Q1GTAyIxCVoI0AyzQ'"
    )
    assert records[7].endswith("memberId: 'TjeJkqiuQ4Oug9EwD4SsmQ'  deleted")
    items = items_of(kafka_directory / "tx-0", records=True)
    records = [PHRASES["record"](item.facts) for item in items if item.kind == "record"]
    assert records[1].endswith(" 1               2026-11-21 17:01:49.572  value 't1'")


def test_of_a_broken_small_file_nothing_is_said() -> None:
    for kind in ("metaProperties", "leaderEpochs", "cleanShutdown", "partitionMetadata",
                 "quorumState", "offsetCheckpoint", "producerSnapshot"):  # fmt: skip
        assert PHRASES[kind]({"file": "x"}) == ""


def test_of_many_epochs_the_newest_are_shown() -> None:
    epochs = [{"epoch": n, "startOffset": n} for n in range(EPOCHS_SHOWN_MAX + 5)]
    text = PHRASES["leaderEpochs"]({"file": "x", "epochs": epochs})
    assert text.startswith("epochs ..., 5 from 5, ")
    assert text.endswith("24 from 24")


def test_the_state_of_a_partition_in_a_line(kafka_directory: Path) -> None:
    logs = {
        item.facts["directory"]: PHRASES["log"](item.facts)
        for item in items_of(kafka_directory)
        if item.kind == "log"
    }
    assert logs["tx-0"] == (
        "offsets 0-493, 1 segment, 26 batches, 494 records, 6,492 bytes, 4 producers,"
        " recovery point 494, high watermark 494"
    )
    assert logs["gone-1-0.36c67367935e4a1e908992ac50f5c23e-delete"] == "empty, next offset 0"


def test_the_total_says_what_there_was() -> None:
    facts: dict[str, object] = dict.fromkeys(
        ("partitions", "segments", "batches", "records", "bytes", "problems"), 0
    )
    assert (
        PHRASES["total"](facts | {"segments": 2, "bytes": 1}) == "2 segments, 1 byte, no problems"
    )
    assert PHRASES["total"](facts | {"problems": 3}) == "3 problems"
