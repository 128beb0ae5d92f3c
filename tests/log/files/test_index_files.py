"""The indexes of segments, in Kafka's formats."""

from __future__ import annotations

from kafkawire.log.append import AppendOrigin
from kafkawire.log.formats import transaction_index as transactions
from tests.support.log.batches import append, append_marker, make_batch, numbered_batch
from tests.support.log.index_files import decode_offsets, decode_times
from tests.support.log.stored_logs import PATH, files_of, new_disk, new_log, put, store_of

BASE = "00000000000000000000"


def test_indexes_are_written_as_kafka_has_them() -> None:
    """fetch H-2, H-10, H-11, H-13, H-14: over what was there, however long that was."""
    disk = new_disk()
    log = new_log(disk, index_interval_bytes="150")
    append(log, numbered_batch(0), origin=AppendOrigin.RAFT)
    append_marker(log, 7, 0, commit=False)
    for at in range(4):
        append(log, make_batch(2, timestamps=[5000 + at, 4000], size=60))
    for kind in (".index", ".timeindex", ".txnindex"):
        put(disk, BASE + kind, b"\xff" * 500)
    segment = log.segments[0]
    segment.seal()
    store_of(log).files.indexes.write(segment)
    files = files_of(disk)
    sizes = [len(batch) for _, _, batch in segment.batches()]
    ends = [header.last_offset for _, header, _ in segment.batches()]
    offsets = list(decode_offsets(files[BASE + ".index"], 0))
    places = {(ends[at], sum(sizes[:at])) for at in range(1, 6)}
    assert {tuple(each) for each in offsets} <= places
    assert len(offsets) == len(segment.offset_index) > 1
    times = list(decode_times(files[BASE + ".timeindex"], 0))
    assert times[-1][0] == segment.max_timestamp
    assert transactions.decode(files[BASE + ".txnindex"]) == [(7, 0, 1, 2)]


def test_a_segment_without_aborted_transactions_has_no_file_of_them() -> None:
    """fetch H-2."""
    disk = new_disk()
    log = new_log(disk)
    append(log, make_batch())
    put(disk, BASE + ".txnindex", b"stale")
    store_of(log).files.indexes.write(log.segments[0])
    assert BASE + ".txnindex" not in files_of(disk)
    store_of(log).files.indexes.write(log.segments[0])


def test_a_crash_while_indexes_are_written_over_takes_nothing_away() -> None:
    """fetch H-5, H-12: what was synced before stays the beginning, whatever happens."""
    disk = new_disk()
    log = new_log(disk, index_interval_bytes="100")
    for _ in range(6):
        append(log, make_batch(size=60))
    store_of(log).files.indexes.write(log.segments[0])
    first = files_of(disk)[BASE + ".index"]
    for _ in range(6):
        append(log, make_batch(size=60))
    made = len(disk.changes)
    store_of(log).files.indexes.write(log.segments[0])
    second = files_of(disk)[BASE + ".index"]
    assert second[: len(first)] == first != second
    for moment in disk.moments():
        if moment.number >= made:
            assert bytes(moment.volume.file(f"{PATH}/{BASE}.index").data).startswith(first)
