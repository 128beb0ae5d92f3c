"""The batches of segments, one segment after another."""

from __future__ import annotations

from pathlib import Path

from kafkawire.dump.log.batches import Batch
from kafkawire.dump.log.segment import Log, Options, Totals
from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.segments import items_of, placed, problems_of, write_segment

FILE = f"{0:020}.log"


def test_what_a_segment_holds_is_counted(tmp_path: Path) -> None:
    write_segment(tmp_path, placed([make_batch(2), make_batch(3)]))
    totals, followed = Totals(), list[int]()
    log = Log(None, Options(), totals)

    def follow(batch: Batch) -> None:
        followed.append(batch.first_offset)

    items = list(log.walk(str(tmp_path / FILE), FILE, 0, (), follow))
    assert [item.kind for item in items] == ["batch", "batch"]
    assert followed == [0, 2]
    assert (log.first_offset, log.end_offset, log.batches, log.records) == (0, 5, 2, 5)
    assert (totals.batches, totals.records, totals.bytes) == (
        2,
        5,
        (tmp_path / FILE).stat().st_size,
    )
    assert (log.gaps, log.faults) == (0, 0)


def test_offsets_rise_and_are_not_below_the_file(tmp_path: Path) -> None:
    """fetch H-3: the base offset of a file is not above its first batch."""
    batches = [*placed([make_batch(3)], 10), *placed([make_batch()], 11)]
    write_segment(tmp_path, batches)
    for index in tmp_path.glob("*index"):
        index.unlink()

    assert problems_of(tmp_path) == [(FILE, len(batches[0]), "offset 11 comes behind offset 12")]
    (tmp_path / FILE).rename(tmp_path / f"{11:020}.log")
    _, position, what = problems_of(tmp_path)[0]
    assert (position, what) == (0, "offset 10 is below 11, where the file begins")


def test_a_segment_begins_behind_the_one_before(tmp_path: Path) -> None:
    """fetch H-2."""
    write_segment(tmp_path, placed([make_batch(5)]))
    write_segment(tmp_path, placed([make_batch(1)], 3), base_offset=3)
    assert problems_of(tmp_path) == [(f"{3:020}.log", 0, "offset 3 comes behind offset 4")]


def test_gaps_are_counted_but_nothing_is_wrong_with_them(tmp_path: Path) -> None:
    """Compaction leaves them."""
    write_segment(tmp_path, placed([make_batch(2)]) + placed([make_batch(2)], 7))
    assert problems_of(tmp_path) == []
    assert items_of(tmp_path)[-1].facts["gaps"] == 1


def test_a_spoiled_batch_is_shown_with_what_is_wrong(tmp_path: Path) -> None:
    first, second = placed([make_batch(), make_batch()])
    write_segment(tmp_path, [first, second])
    (tmp_path / FILE).write_bytes(first[:-1] + b"\x02" + second)

    kinds = [item.kind for item in items_of(tmp_path)]
    assert kinds[:5] == ["partition", "segment", "batch", "problem", "batch"]
    assert len(problems_of(tmp_path)) == 1


def test_indexes_beyond_a_torn_tail_are_found(tmp_path: Path) -> None:
    """What a crash leaves."""
    batches = placed([make_batch(), make_batch(timestamps=[NOW_MS + 1])])
    write_segment(tmp_path, batches)
    (tmp_path / FILE).write_bytes((batches[0] + batches[1])[:-1])

    size = len(batches[0])
    assert [(file, what) for file, _, what in problems_of(tmp_path)] == [
        (FILE, f"torn: a batch from offset 1 wants {size} bytes, {size - 1} are left"),
        (f"{0:020}.index", f"position {size} is beyond the log"),
        (f"{0:020}.timeindex", "offset 1 is beyond the log"),
    ]


def test_messages_of_old_formats_are_shown_with_their_records(tmp_path: Path) -> None:
    records = [(NOW_MS + i, b"k", b"v%d" % i, ()) for i in range(3)]
    data = encode_message_set(records, magic=1, compression=1)
    (tmp_path / FILE).write_bytes(data)

    items = items_of(tmp_path, records=True)
    (message,) = (item.facts for item in items if item.kind == "message")
    assert (message["baseOffset"], message["lastOffset"], message["count"]) == (0, 2, 3)
    assert message["compression"] == "gzip"
    assert [item.facts["value"] for item in items if item.kind == "record"] == ["v0", "v1", "v2"]


def test_without_batches_everything_is_checked_all_the_same(tmp_path: Path) -> None:
    write_segment(tmp_path, placed([make_batch()]))
    assert not any(item.kind == "batch" for item in items_of(tmp_path, batches=False))
    (tmp_path / FILE).write_bytes(make_batch()[:-1])
    assert problems_of(tmp_path, batches=False)
