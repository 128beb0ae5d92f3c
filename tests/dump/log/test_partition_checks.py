"""Leader epochs and producers beside the batches that tell of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.dump.log import partition_checks
from kafkawire.log.formats import leader_epochs, producer_snapshot, transaction_index
from kafkawire.log.formats.producer_snapshot import ProducerRow
from kafkawire.log.transaction_index import AbortedTransaction
from tests.support.log.batches import NOW_MS, make_batch, make_marker, numbered_batch
from tests.support.log.segments import placed, problems_of, write_segment


def log_of(path: Path, batches: list[bytes], base_offset: int = 0) -> Path:
    write_segment(path / "t-0", placed(batches, base_offset), base_offset)
    return path / "t-0"


def epochs_of(path: Path, *entries: tuple[int, int]) -> list[str]:
    (path / "leader-epoch-checkpoint").write_bytes(leader_epochs.encode(entries))
    return [what for _, _, what in problems_of(path)]


def test_epochs_agree_with_the_batches(tmp_path: Path) -> None:
    """fetch H-4: the first epoch may begin above the log, whose records were deleted there."""
    batches = placed([make_batch(2)], 0, 3) + placed([make_batch(2)], 2, 5)
    write_segment(tmp_path / "t-0", batches)
    path = tmp_path / "t-0"

    assert epochs_of(path, (3, 0), (5, 2)) == []
    assert epochs_of(path, (5, 2)) == []
    assert epochs_of(path, (5, 3)) == []
    assert epochs_of(path, (3, 0), (5, 2), (6, 4)) == []
    name = "leader-epoch-checkpoint"
    assert epochs_of(path, (3, 0)) == [f"it is of leader epoch 5, but {name} has epoch 3 here"]
    assert epochs_of(path) == [
        f"it is of leader epoch 3, but {name} has none",
        f"it is of leader epoch 5, but {name} has none",
    ]
    assert epochs_of(path, (3, 0), (5, 2), (6, 5)) == [
        "line 5: epoch 6 begins at 5, beyond the log"
    ]
    assert "line 4: epochs and their offsets do not rise" in epochs_of(path, (3, 0), (3, 2))


def test_the_same_wrong_epoch_is_told_once(tmp_path: Path) -> None:
    path = log_of(tmp_path, [make_batch()] * 5)
    assert len(epochs_of(path, (7, 0))) == 1


ROW = ProducerRow(7, 0, 1, 1, 0, NOW_MS, -1, 0)
"""Producer 7 after two batches, sequences 0 and 1, of a transaction."""


def snapshot_of(path: Path, offset: int, *rows: ProducerRow) -> list[str]:
    (path / f"{offset:020}.snapshot").write_bytes(producer_snapshot.encode(rows))
    return [what for _, _, what in problems_of(path)]


def test_a_snapshot_agrees_with_the_batches_before_it(tmp_path: Path) -> None:
    path = log_of(tmp_path, [numbered_batch(0), numbered_batch(1)])

    assert snapshot_of(path, 2, ROW) == []
    assert snapshot_of(path, 2) == []  # it may have expired
    for wrong, complaint in (
        (ROW._replace(producer_epoch=1), "epoch 1, but the batches say 0"),
        (ROW._replace(last_sequence=0), "last sequence 0, but the batches say 1"),
        (ROW._replace(last_offset=0), "last offset 0, but the batches say 1"),
        (
            ROW._replace(transaction_first_offset=-1),
            "transaction first offset -1, but the batches say 0",
        ),
    ):
        assert snapshot_of(path, 2, wrong) == [f"producer 7: {complaint}"]
    assert snapshot_of(path, 2, ROW, ROW._replace(producer_id=8)) == [
        "producer 8: no batch is its own"
    ]


def test_a_snapshot_in_the_middle_knows_nothing_of_what_follows(tmp_path: Path) -> None:
    path = log_of(tmp_path, [numbered_batch(0), numbered_batch(1)])
    assert snapshot_of(path, 1, ROW._replace(last_sequence=0, last_offset=0)) == []
    assert snapshot_of(path, 1, ROW) != []


def test_a_snapshot_beyond_the_log_is_wrong(tmp_path: Path) -> None:
    path = log_of(tmp_path, [numbered_batch(0)])
    assert snapshot_of(path, 2) == ["it is of an offset beyond the log"]


def test_a_producer_that_expired_is_known_by_its_marker(tmp_path: Path) -> None:
    path = log_of(tmp_path, [numbered_batch(0), make_marker(7, 0, commit=True)])
    by_marker = ProducerRow(7, 0, -1, -1, 0, NOW_MS, 0, -1)
    assert snapshot_of(path, 2, by_marker) == []


def test_compaction_may_have_removed_what_an_old_snapshot_tells_of(tmp_path: Path) -> None:
    """Only the newest batch of a producer is sure to stay."""
    batches = [*placed([numbered_batch(0)]), *placed([numbered_batch(9)], 9)]
    batches += placed([numbered_batch(10)], 20)
    write_segment(tmp_path / "t-0", batches)
    path = tmp_path / "t-0"

    row = ROW._replace(last_sequence=11, last_offset=12)
    assert snapshot_of(path, 15, row) == []
    assert snapshot_of(path, 15, row._replace(last_offset=5, last_sequence=5)) != []


def test_compaction_may_have_removed_how_a_transaction_began(tmp_path: Path) -> None:
    """fetch H-65: what is noted of it stays, and no batch contradicts it in a later segment."""
    path = tmp_path / "t-0"
    write_segment(path, placed([numbered_batch(3)], 6))  # offsets 0 to 5 are gone
    write_segment(path, placed([make_marker(7, 0, commit=False)], 7), base_offset=7)
    aborted = path / f"{7:020}.txnindex"
    aborted.write_bytes(transaction_index.encode([AbortedTransaction(7, 0, 7, 8)]))
    row = ProducerRow(7, 0, 3, 6, 0, NOW_MS, -1, 0)
    assert snapshot_of(path, 7, row) == []


def test_the_epochs_of_what_is_about_to_go_are_not_looked_at(tmp_path: Path) -> None:
    """Whoever deletes a topic need not note the epochs of its batches first."""
    path = tmp_path / "t-0.0123456789abcdef0123456789abcdef-delete"
    write_segment(path, placed([make_batch()]))
    assert epochs_of(path) == []


def test_the_snapshot_at_the_first_segment_is_where_producers_begin(tmp_path: Path) -> None:
    """fetch H-14: so the first offset of a transaction is known, whose records are gone."""
    path = log_of(tmp_path, [make_marker(7, 0, commit=False)], base_offset=50)
    row = ProducerRow(7, 0, 3, 40, 0, NOW_MS, -1, 30)
    aborted = path / f"{50:020}.txnindex"
    aborted.write_bytes(transaction_index.encode([AbortedTransaction(7, 30, 50, 51)]))

    assert snapshot_of(path, 50, row) == []
    complaint = "it has (7, 30, 50, 51), but the batches say (7, 31, 50, 51)"
    assert snapshot_of(path, 50, row._replace(transaction_first_offset=31)) == [complaint]


def with_aborted(path: Path, *entries: AbortedTransaction) -> list[tuple[int | None, str]]:
    (path / f"{0:020}.txnindex").write_bytes(transaction_index.encode(entries))
    return [(position, what) for _, position, what in problems_of(path)]


def test_the_transaction_index_agrees_with_the_markers(tmp_path: Path) -> None:
    """fetch H-14, H-15: first offset, marker, and the last stable offset right after it."""
    path = log_of(
        tmp_path,
        [
            numbered_batch(0, producer=1),
            numbered_batch(0, producer=2),
            make_marker(1, 0, commit=False),
            numbered_batch(0, producer=3),
            make_marker(3, 0, commit=True),
            make_marker(2, 0, commit=False),
            make_marker(2, 0, commit=False),  # ended nothing
        ],
    )
    first, second = AbortedTransaction(1, 0, 2, 1), AbortedTransaction(2, 1, 5, 6)

    assert with_aborted(path, first, second) == []
    assert with_aborted(path, first) == [(34, "the transaction aborted at offset 5 is missing")]
    assert with_aborted(path, first, second._replace(last_stable_offset=7)) == [
        (34, "it has (2, 1, 5, 7), but the batches say (2, 1, 5, 6)")
    ]
    assert with_aborted(path, first, second, second._replace(last_offset=6)) == [
        (68, "no marker at offset 6 aborted anything")
    ]
    assert with_aborted(path, first, second, second._replace(last_offset=9)) == [
        (68, "the marker at offset 9 is not in the segment")
    ]


def test_with_too_many_producers_nothing_is_said_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partition_checks, "PRODUCERS_MAX", 1)
    path = log_of(tmp_path, [numbered_batch(0, producer=1), numbered_batch(0, producer=2)])
    assert snapshot_of(path, 2, ROW) == []


def test_a_marker_of_a_new_epoch_begins_anew(tmp_path: Path) -> None:
    """What was numbered under the old one is forgotten (KIP-890)."""
    path = log_of(tmp_path, [numbered_batch(0), make_marker(7, 1, commit=True)])
    assert snapshot_of(path, 2, ProducerRow(7, 1, -1, -1, 0, NOW_MS, 0, -1)) == []
    assert snapshot_of(path, 2, ProducerRow(7, 0, 0, 0, 0, NOW_MS, 0, -1)) != []


def test_of_a_log_that_goes_the_transaction_index_may_have_gone_before(tmp_path: Path) -> None:
    batches = placed([numbered_batch(0, producer=1), make_marker(1, 0, commit=False)])
    going = tmp_path / "t-0.0123456789abcdef0123456789abcdef-delete"
    write_segment(going, batches)
    assert list(problems_of(going)) == []
    assert with_aborted(going, AbortedTransaction(1, 0, 1, 7)) != []
    write_segment(tmp_path / "t-0", batches)
    assert list(problems_of(tmp_path / "t-0")) != []
