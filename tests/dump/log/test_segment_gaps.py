"""Offsets that are missing between segments, and segments that were damaged, as they are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.log.segment import Log, Options, Totals
from kafkawire.dump.log.segment_gaps import SegmentGaps
from kafkawire.records.batch import seal
from tests.support.log.batches import make_batch
from tests.support.log.damage import CODECS, DAMAGES
from tests.support.log.segments import placed, problems_of, write_segment

BEFORE = "{} are missing before it: no sound batch has them"
POSITIONS = {"first": 0, "middle": 8, "last sealed": 12, "active": 16}

SHOWN: dict[str, dict[str, tuple[int, str, str]]] = {
    "deleted": {
        "first": (16, "", ""),  # as after its retention, where no file beside it tells more
        "middle": (16, "", "offsets 8 to 11"),
        "last sealed": (16, "", "offsets 12 to 15"),
        "active": (16, "", ""),
    },
    "emptied": {
        "first": (16, "position {1} is beyond the log", "offsets 0 to 3"),
        "middle": (16, "position {1} is beyond the log", "offsets 8 to 11"),
        "last sealed": (16, "position {1} is beyond the log", "offsets 12 to 15"),
        "active": (16, "position {1} is beyond the log", ""),
    },
    "cut at a batch": {
        "first": (19, "position {3} is beyond the log", "offsets 3 to 3"),
        "middle": (19, "position {3} is beyond the log", "offsets 11 to 11"),
        "last sealed": (19, "position {3} is beyond the log", "offsets 15 to 15"),
        "active": (19, "position {3} is beyond the log", ""),
    },
    "cut within a batch": {
        "first": (19, "torn: a batch from offset 3 wants", "offsets 3 to 3"),
        "middle": (19, "torn: a batch from offset 11 wants", "offsets 11 to 11"),
        "last sealed": (19, "torn: a batch from offset 15 wants", "offsets 15 to 15"),
        "active": (19, "torn: a batch from offset 19 wants", ""),
    },
    "overwritten": {
        "first": (16, "no batch has a length of -1", "offsets 0 to 3"),
        "middle": (16, "no batch has a length of -1", "offsets 8 to 11"),
        "last sealed": (16, "no batch has a length of -1", "offsets 12 to 15"),
        "active": (16, "no batch has a length of -1", ""),
    },
    "overwritten at its end": {
        "first": (18, "no batch has a length of -1", "offsets 2 to 3"),
        "middle": (18, "no batch has a length of -1", "offsets 10 to 11"),
        "last sealed": (18, "no batch has a length of -1", "offsets 14 to 15"),
        "active": (18, "no batch has a length of -1", ""),
    },
    "a record changed": {
        "first": (20, "the checksum is", ""),
        "middle": (20, "the checksum is", ""),
        "last sealed": (20, "the checksum is", ""),
        "active": (20, "the checksum is", ""),
    },
}
"""By damage and segment: batches shown, the first complaint, and the offsets that are missing."""


def five_segments(directory: Path, codec: int = 0) -> int:
    """Four batches of one record each; the size of one."""
    for base_offset in range(0, 20, 4):
        batches = [make_batch(size=90, compression=codec)] * 4
        write_segment(directory, placed(batches, base_offset), base_offset)
    return len(batches[0])


def damage(directory: Path, kind: str, base_offset: int) -> None:
    path = directory / f"{base_offset:020}.log"
    data = DAMAGES[kind](path.read_bytes())
    if data is not None:
        path.write_bytes(data)
        return
    for name in ("log", "index", "timeindex"):
        path.with_suffix(f".{name}").unlink()


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("kind", SHOWN)
def test_what_is_missing_is_named_and_is_the_exit_code(
    kind: str, position: str, codec: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """fetch H-2, H-41: offsets that the segment before should have had."""
    size = five_segments(tmp_path / "t-0", codec)
    damage(tmp_path / "t-0", kind, POSITIONS[position])
    batches, complaint, missing = SHOWN[kind][position]

    problems = problems_of(tmp_path / "t-0")
    found = [what for _, _, what in problems if "missing" not in what]
    starts = [f"{at * size:,}" for at in range(5)]
    assert found[:1] == [] if not complaint else found[0].startswith(complaint.format(*starts))
    following = f"{POSITIONS[position] + 4:020}.log"
    told = [each for each in problems if "missing" in each[2]]
    assert told == ([(following, None, BEFORE.format(missing))] if missing else [])
    assert main(["log", "--brief", str(tmp_path / "t-0")]) == (1 if complaint or missing else 0)
    assert f" {batches} batches" in capsys.readouterr().out


def test_a_gap_after_the_last_batch_of_a_damaged_one_is_missing_too(tmp_path: Path) -> None:
    """The offsets of a batch whose checksum is wrong."""
    five_segments(tmp_path)
    path = tmp_path / f"{8:020}.log"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + b"?")
    assert (f"{12:020}.log", None, BEFORE.format("offsets 11 to 11")) in problems_of(tmp_path)


@pytest.mark.parametrize("trace", ["gap within a segment", "records of a batch"])
def test_compaction_leaves_traces(trace: str, tmp_path: Path) -> None:
    """fetch H-62: then its gaps between segments are nothing wrong."""
    batches = placed([make_batch(4)])
    if trace == "gap within a segment":
        batches += placed([make_batch(2)], 6)
    else:
        thinned = make_batch(3)
        batches = [thinned[:23] + (7).to_bytes(4, "big") + thinned[27:]]
    write_segment(tmp_path, [sealed(each) for each in batches])
    write_segment(tmp_path, placed([make_batch(4)], 20), 20)
    assert problems_of(tmp_path) == []


def sealed(batch: bytes) -> bytes:
    data = bytearray(batch)
    seal(data)
    return bytes(data)


@pytest.mark.parametrize(("cleaned_to", "problems"), [(11, 1), (12, 0), (13, 0)])
def test_the_cleaner_s_checkpoint_tells_of_compaction(
    cleaned_to: int, problems: int, tmp_path: Path
) -> None:
    five_segments(tmp_path / "t-0")
    damage(tmp_path / "t-0", "deleted", 8)
    (tmp_path / "cleaner-offset-checkpoint").write_text(f"0\n1\nt 0 {cleaned_to}\n")
    assert len(problems_of(tmp_path / "t-0")) == problems


@pytest.mark.parametrize(
    ("files", "missing"),
    [
        ({}, ""),
        ({"t-0/leader-epoch-checkpoint": "0 0"}, "0 to 3: leader-epoch-checkpoint"),
        ({"log-start-offset-checkpoint": "t 0 2"}, "2 to 3: log-start-offset-checkpoint"),
        ({"t-0/leader-epoch-checkpoint": "0 4"}, ""),
        ({"log-start-offset-checkpoint": "t 0 5"}, ""),
        ({"log-start-offset-checkpoint": "u 0 2"}, ""),
    ],
)
@pytest.mark.parametrize("state", ["stopped", "at work", "tiered"])
def test_a_lost_first_segment_is_named_after_a_clean_stop(
    files: dict[str, str], missing: str, state: str, tmp_path: Path
) -> None:
    """fetch H-50: while a broker is at work, or after a crash, it may be its retention."""
    five_segments(tmp_path / "t-0")
    damage(tmp_path / "t-0", "deleted", 0)
    for name, line in files.items():
        (tmp_path / name).write_text(f"0\n1\n{line}\n")
    if state != "at work":
        (tmp_path / ".kafka_cleanshutdown").write_text('{"version":0,"brokerEpoch":7}')
    if state == "tiered":
        (tmp_path / "remote-log-index-cache").mkdir()
    told = [what for _, _, what in problems_of(tmp_path / "t-0") if "missing" in what]
    if state != "stopped" or not missing:
        assert told == []
        return
    offsets, _, name = missing.partition(": ")
    assert told == [f"offsets {offsets} are missing before it: {name} has the log begin there"]


@pytest.mark.parametrize("name", ["__consumer_offsets-0", "__transaction_state-0", "t-0-delete"])
def test_gaps_are_usual_in_compacted_topics_and_deleted_partitions(
    name: str, tmp_path: Path
) -> None:
    name = name.replace("t-0-delete", f"t-0.{'0' * 32}-delete")
    five_segments(tmp_path / name)
    damage(tmp_path / name, "deleted", 8)
    assert problems_of(tmp_path / name) == []


def test_a_log_that_is_being_compacted_is_not_judged(tmp_path: Path) -> None:
    """fetch H-65: between two names a segment has none."""
    five_segments(tmp_path)
    damage(tmp_path, "deleted", 8)
    (tmp_path / f"{8:020}.log.swap").write_bytes(b"")
    assert problems_of(tmp_path) == []


def test_a_segment_that_went_before_it_was_read_is_no_gap() -> None:
    log = Log(None, Options(), Totals())
    gaps = SegmentGaps(log)
    gaps.begin(0)
    gaps.end(0)
    gaps.begin(4)  # and not read to its end
    gaps.begin(8)
    gaps.end(8)
    gaps.begin(9)
    assert list(gaps.complaints(0)) == [
        (4, "offsets 0 to 3 are missing before it: no sound batch has them"),
        (9, "offsets 8 to 8 are missing before it: no sound batch has them"),
    ]
