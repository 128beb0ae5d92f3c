"""Batches and records as facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.dump.batches import codec_name
from kafkawire.dump.log.items import Item
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import ControlType, encode_control_batch
from tests.support.log.batches import NOW_MS, make_batch, make_marker
from tests.support.log.segments import items_of, placed, problems_of


def shown(tmp_path: Path, data: bytes, topic: str = "t") -> list[Item]:
    path = tmp_path / f"{0:020}.log"
    path.write_bytes(data)
    items = items_of(path, records=True, topic=topic)
    return [item for item in items if item.kind in ("batch", "record", "problem")]


def test_the_head_of_a_batch(tmp_path: Path) -> None:
    """fetch H-3."""
    batch = encode_batch(
        [(NOW_MS, b"a", None, []), (NOW_MS + 7, None, b"x", [])],
        compression=4,
        producer_id=5,
        producer_epoch=6,
        base_sequence=2**31 - 1,
        transactional=True,
        delete_horizon_ms=NOW_MS + 1,
    )
    head = shown(tmp_path, placed([bytes(batch)], 10, 3)[0])[0].facts

    assert head == {
        "file": f"{0:020}.log", "position": 0, "bytes": len(batch), "baseOffset": 10,
        "lastOffset": 11, "count": 2, "magic": 2, "compression": "zstd",
        "partitionLeaderEpoch": 3, "timestampType": "CreateTime", "baseTimestamp": NOW_MS + 1,
        "maxTimestamp": NOW_MS + 7, "producerId": 5, "producerEpoch": 6,
        "baseSequence": 2**31 - 1, "lastSequence": 0, "isTransactional": True,
        "isControl": False, "crc": head["crc"], "deleteHorizonMs": NOW_MS + 1,
    }  # fmt: skip


def test_records_have_text_or_digits(tmp_path: Path) -> None:
    batch = encode_batch(
        [
            (NOW_MS, b"key", b"v\xc3\xa9\n", [("h", b"1"), ("h", None)]),
            (NOW_MS, None, None, []),
            (NOW_MS, b"\xff\0", b"\0\0", []),
        ]
    )
    records = [item.facts for item in shown(tmp_path, bytes(batch))[1:]]

    assert [record["offset"] for record in records] == [0, 1, 2]
    assert (records[0]["key"], records[0]["value"]) == ("key", "v\u00e9\n")
    assert records[0]["headers"] == [{"name": "h", "value": "1"}, {"name": "h", "value": None}]
    assert (records[1]["key"], records[1]["value"]) == (None, None)
    assert (records[2]["key_hex"], records[2]["value_hex"]) == ("ff00", "0000")


def test_markers_say_what_they_are(tmp_path: Path) -> None:
    for commit, name in ((True, "COMMIT"), (False, "ABORT")):
        batch, record = shown(tmp_path, make_marker(5, 0, commit=commit, coordinator_epoch=9))
        assert batch.facts["control"] == name
        assert record.facts["valueType"] == "EndTxnMarker"
        assert record.facts["value"] == {"coordinatorEpoch": 9}


def test_a_control_record_that_nobody_knows_is_shown_as_it_is(tmp_path: Path) -> None:
    data = encode_batch([(NOW_MS, b"\0\0\0\x63", b"what", [])], control=True)
    batch, record = shown(tmp_path, bytes(data))
    assert batch.facts["control"] == "control 99"
    assert record.facts["value"] == "what"


def test_a_control_record_that_is_broken_is_told_of(tmp_path: Path) -> None:
    data = encode_control_batch(ControlType.LEADER_CHANGE, b"\0\0", timestamp=NOW_MS)
    _, wrong, record = shown(tmp_path, bytes(data))
    assert str(wrong.facts["problem"]).startswith("the record at offset 0: LeaderChangeMessage")
    assert record.facts["value_hex"] == "0000"


def test_records_that_do_not_fill_their_batch_are_told_of(tmp_path: Path) -> None:
    from kafkawire.records.batch import seal

    data = bytearray(make_batch(2))
    data[60] = 1  # the count
    seal(data)
    _, wrong = shown(tmp_path, bytes(data))
    assert str(wrong.facts["problem"]).startswith("its records cannot be read: ")
    assert wrong.facts["position"] == 0
    assert problems_of(tmp_path / f"{0:020}.log") == []


@pytest.mark.parametrize(("codec", "name"), [(0, "none"), (4, "zstd"), (5, "codec 5")])
def test_codecs_have_names(codec: int, name: str) -> None:
    assert codec_name(codec) == name
