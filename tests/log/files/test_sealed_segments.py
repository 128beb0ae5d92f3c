"""Segments that were lost or damaged after a clean stop: what is reported and what is read."""

from __future__ import annotations

import pytest

from kafkawire.log.compaction.cleanable import cleanable
from kafkawire.protocol.buffers import joined
from kafkawire.records.batch import iter_headers
from kafkawire.records.errors import CorruptRecord
from tests.support.log.batches import NOW_MS
from tests.support.log.compaction import clean
from tests.support.log.damage import CODECS, DAMAGES
from tests.support.log.kept import DATA, EPOCH, T0, Kept
from tests.support.log.stopped_logs import configs_of, consumed, stopped

END = 20

SEALED = {
    "deleted": (
        "0-7 12-19",
        "00000000000000000008.log is gone, its indexes were there",
        "the offsets 8 to 11 are gone: 00000000000000000004.log ends before them, and the next "
        "segment begins behind them",
    ),
    "emptied": (
        "0-7 12-19",
        "00000000000000000008.log is damaged from byte 0 on: of its offsets up to 11 those from 8 "
        "on may be lost",
    ),
    "cut at a batch": (
        "0-10 12-19",
        "the offsets 11 to 11 are gone: 00000000000000000008.log ends before them, and the next "
        "segment begins behind them",
    ),
    "cut within a batch": (
        "0-10 12-19",
        "00000000000000000008.log is damaged from byte {3} on: of its offsets up to 11 those from "
        "11 on may be lost",
    ),
    "overwritten": (
        "0-7 corrupt",
        "00000000000000000008.log is damaged from byte 0 on: of its offsets up to 11 those from 8 "
        "on may be lost",
        "00000000000000000008.log is damaged: a batch at byte 0 cannot have -1 bytes; wire-dump "
        "log shows what can be read",
    ),
    "overwritten at its end": (
        "0-9 corrupt",
        "00000000000000000008.log is damaged from byte {2} on: of its offsets up to 11 those from "
        "10 on may be lost",
        "00000000000000000008.log is damaged: a batch at byte {2} cannot have -1 bytes; wire-dump "
        "log shows what can be read",
    ),
    "a record changed": ("0-19",),  # the client verifies the checksum
}
"""By damage to the segment at 8: what is read, and what is reported; {n} is where batch n began."""

ACTIVE = {
    "deleted": (
        "0-15",
        "00000000000000000016.log is gone, its indexes were there",
        "its files end at offset 16, but were complete up to 20",
    ),
    "emptied": ("0-15", "its files end at offset 16, but were complete up to 20"),
    "cut at a batch": ("0-18", "its files end at offset 19, but were complete up to 20"),
    "cut within a batch": (
        "0-18",
        "20 bytes from offset 19 on were torn or broken, and are cut off",
        "its files end at offset 19, but were complete up to 20",
    ),
    "overwritten": (
        "0-15",
        "{4} bytes from offset 16 on were torn or broken, and are cut off",
        "its files end at offset 16, but were complete up to 20",
    ),
    "overwritten at its end": (
        "0-17",
        "{2} bytes from offset 18 on were torn or broken, and are cut off",
        "its files end at offset 18, but were complete up to 20",
    ),
    "a record changed": ("0-19",),
}
"""As `SEALED`, of the segment at 16."""


def damage(kept: Kept, kind: str, base_offset: int) -> None:
    path = f"{DATA}/t-0/{base_offset:020}.log"
    data = DAMAGES[kind](kept.disk.read(path))
    if data is None:
        kept.disk.remove(path)
    else:
        kept.disk.write(path, data)


def expected(lines: tuple[str, ...], size: int) -> list[str]:
    starts = [f"{at * size:,}" for at in range(5)]
    return [f"t-0: {line.format(*starts)}" for line in lines]


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize("kind", SEALED)
def test_a_damaged_sealed_segment_is_reported_and_never_stops_a_consumer(
    kind: str, codec: int
) -> None:
    """fetch B-27, B-32: the consumer is led over a gap, and told of bytes that are no batch.

    Compared with Kafka 4.4.0, which reports nothing but the failed reads.
    """
    kept, size = stopped(codec)
    damage(kept, kind, 8)
    told = kept.begin_told()
    read, *lines = SEALED[kind]
    assert consumed(kept.open(configs=configs_of(size))) == read
    assert told == expected(tuple(lines), size)


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize("kind", ACTIVE)
def test_a_damaged_active_segment_is_cut_where_its_batches_end(kind: str, codec: int) -> None:
    """fetch H-40, H-41: only its end is looked at, so that a changed record is not noticed."""
    kept, size = stopped(codec)
    damage(kept, kind, 16)
    told = kept.begin_told()
    read, *lines = ACTIVE[kind]
    assert consumed(kept.open(configs=configs_of(size))) == read
    assert told == expected(tuple(lines), size)


@pytest.mark.parametrize(
    ("base_offset", "kind", "read"),
    [
        (0, "deleted", "4-19"),
        (0, "emptied", "4-19"),
        (0, "cut within a batch", "0-2 4-19"),
        (0, "overwritten", " corrupt"),
        (12, "deleted", "0-11 16-19"),
        (12, "emptied", "0-11 16-19"),
        (12, "cut within a batch", "0-14 16-19"),
        (12, "overwritten", "0-11 corrupt"),
    ],
)
def test_the_first_and_the_last_sealed_segment_are_looked_at_too(
    base_offset: int, kind: str, read: str
) -> None:
    kept, size = stopped()
    damage(kept, kind, base_offset)
    told = kept.begin_told()
    assert consumed(kept.open(configs=configs_of(size))) == read
    assert f"t-0: {base_offset:020}.log is " in told[0]


def test_damage_is_found_where_the_index_is_gone_too() -> None:
    kept, size = stopped()
    for base_offset in (4, 8):
        kept.disk.remove(f"{DATA}/t-0/{base_offset:020}.index")
    damage(kept, "cut within a batch", 8)
    told = kept.begin_told()
    assert consumed(kept.open(configs=configs_of(size))) == "0-10 12-19"
    assert told == expected(SEALED["cut within a batch"][1:], size)


def test_what_lies_below_the_log_start_is_not_missed() -> None:
    """fetch H-50: its records were deleted."""
    kept, size = stopped()
    log = kept.logs.logs[T0]
    log.delete_records_before(9)
    kept.logs.moved(log)
    assert kept.logs.close(EPOCH)
    damage(kept, "emptied", 4)
    told = kept.begin_told()
    assert consumed(kept.open(configs=configs_of(size))) == "9-19"
    assert told == []


@pytest.mark.parametrize("cleaned_to", [0, 12])
@pytest.mark.parametrize("policy", ["delete", "compact"])
def test_a_gap_that_compaction_may_have_left_is_not_reported(policy: str, cleaned_to: int) -> None:
    """fetch H-62: a topic is compacted, or was it up to the checkpoint of its cleaner."""
    kept, size = stopped()
    for name in ("log", "index", "timeindex", "snapshot"):
        kept.disk.remove(f"{DATA}/t-0/{8:020}.{name}")
    kept.disk.write(f"{DATA}/cleaner-offset-checkpoint", b"0\n1\nt 0 %d\n" % cleaned_to)
    told = kept.begin_told()
    log = kept.open(configs=configs_of(size) | {"cleanup.policy": policy})
    assert consumed(log) == "0-7 12-19"
    is_reported = policy == "delete" and not cleaned_to
    assert told == (expected(SEALED["deleted"][2:], size) if is_reported else [])


@pytest.mark.parametrize("bit", [0x80, 0x40, 0x01])
def test_a_damaged_head_is_given_to_the_client_which_verifies_it(bit: int) -> None:
    """fetch B-27, H-31: a sealed segment is read to its end, wherever its last batch says that is.

    Compared with Kafka 4.4.0: a consumer that never got the batch would not find out.
    """
    kept, size = stopped()
    path = f"{DATA}/t-0/{8:020}.log"
    data = bytearray(kept.disk.read(path))
    data[3 * size + 23] ^= bit  # the last offset delta of the batch at offset 11
    kept.disk.write(path, bytes(data))
    told = kept.begin_told()
    log = kept.open(configs=configs_of(size))
    for offset in (9, 10, 11):
        read = log.read(offset, max_bytes=10_000, upper_bound=END, minimum_one=True)
        found = [header.base_offset for _, header in iter_headers(joined(list(read.buffers)))]
        assert found == list(range(offset, 12))
    assert told == [
        f"t-0: 00000000000000000008.log is damaged from byte {3 * size:,} on: of its offsets up to "
        "11 those from 11 on may be lost"
    ]


def test_a_cut_where_the_last_index_entry_points_is_no_gap_of_compaction() -> None:
    kept, size = stopped()
    path = f"{DATA}/t-0/{8:020}.log"
    kept.disk.write(path, kept.disk.read(path)[: 2 * size])
    told = kept.begin_told()
    log = kept.open(configs=configs_of(size) | {"cleanup.policy": "compact"})
    assert consumed(log) == "0-9 12-19"
    assert told == expected(
        (
            "00000000000000000008.log is damaged from byte {2} on: of its offsets up to 11 those "
            "from 10 on may be lost",
        ),
        size,
    )


def test_damage_is_reported_once_however_often_it_is_read() -> None:
    """Clients ask again and again."""
    kept, size = stopped()
    damage(kept, "overwritten", 8)
    told = kept.begin_told()
    log = kept.open(configs=configs_of(size))
    for offset in (8, 9, 8):
        with pytest.raises(CorruptRecord, match="a batch at byte 0 cannot have -1 bytes"):
            log.read(offset, max_bytes=1, upper_bound=END, minimum_one=True)
    assert len(told) == 2


@pytest.mark.parametrize(("at", "byte"), [(16, 1), (16, 9), (11, 20)], ids=["old", "new", "short"])
def test_bytes_of_another_magic_or_length_keep_nobody_from_the_rest(at: int, byte: int) -> None:
    """They look like entries until they are opened; what the index is made of is lenient."""
    kept, size = stopped()
    path = f"{DATA}/t-0/{8:020}.log"
    data = bytearray(kept.disk.read(path))
    for start in (2 * size, 3 * size):
        data[start + at] = byte
    kept.disk.write(path, bytes(data))
    kept.disk.remove(path.replace(".log", ".index"))
    kept.begin()
    log = kept.open(configs=configs_of(size))
    read = log.read(9, max_bytes=1, upper_bound=END, minimum_one=True)
    assert read.position.offset == 9
    assert log.segments[2].next_offset in (10, 11)
    assert log.read(12, max_bytes=1, upper_bound=END, minimum_one=True).position.offset == 12


def test_a_start_plays_back_what_can_be_read() -> None:
    """Producers and coordinators go over the log without a look at what is damaged."""
    kept, size = stopped()
    path = f"{DATA}/t-0/{8:020}.log"
    kept.disk.write(path, b"\xff" * 2 * size + kept.disk.read(path)[2 * size :])
    kept.begin()
    log = kept.open(configs=configs_of(size))
    found = [header.base_offset for header, _ in log.iter_batches(9)]
    assert found == [*range(12, 20)]


@pytest.mark.parametrize("kind", SEALED)
def test_a_damaged_segment_is_not_compacted(kind: str) -> None:
    """What cannot be read would be gone for good, and its damage with it.

    A segment that is cut between two batches is as good as one of compaction's own.
    """
    kept, size = stopped()
    damage(kept, kind, 8)
    before = kept.names(f"{DATA}/t-0")
    kept.begin()
    log = kept.open(configs=configs_of(size) | {"cleanup.policy": "compact"})
    log.move_high_watermark(END)
    plan = cleanable(log, None, NOW_MS)
    if kind in ("deleted", "emptied", "cut at a batch"):
        assert clean(log, plan, NOW_MS) == 16
    else:
        with pytest.raises(CorruptRecord):
            clean(log, plan, NOW_MS)
        assert kept.names(f"{DATA}/t-0") >= {each for each in before if each.endswith(".log")}
