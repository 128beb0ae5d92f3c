"""Files of offsets that follow what changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.files.checkpoints import OffsetCheckpoint
from kafkawire.log.files.disk import RealDisk
from kafkawire.log.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kafkawire.log.files.background import Done

ONE, TWO = TopicPartition("t", 1), TopicPartition("t", 2)


class CountingDisk(RealDisk):
    """Counts what is renamed, and can be full."""

    def __init__(self) -> None:
        self.renamed = 0
        self.is_full = False

    def open(self, path: str, *, writable: bool = True) -> int:  # type: ignore[override]
        if self.is_full:
            raise OSError(28, "No space left on device")
        return RealDisk.open(path, writable=writable)

    def rename(self, old: str, new: str) -> None:  # type: ignore[override]
        self.renamed += 1
        RealDisk.rename(old, new)


class Kept:
    """A checkpoint in a directory of its own."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "recovery-point-offset-checkpoint"
        self.disk = CountingDisk()
        self.checkpoint = self.opened()

    def opened(self) -> OffsetCheckpoint:
        checkpoint = OffsetCheckpoint(self.disk, str(self.path))
        checkpoint.read()
        return checkpoint


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def test_offsets_are_found_again(kept: Kept) -> None:
    """fetch H-4, H-5, J 186: the text that Kafka writes, by way of another file."""
    kept.checkpoint.set(ONE, 5)
    kept.checkpoint.set(TWO, 7)
    kept.checkpoint.write()
    assert kept.path.read_text() == "0\n2\nt 1 5\nt 2 7\n"
    assert [each.name for each in kept.path.parent.iterdir()] == [kept.path.name]
    again = kept.opened()
    assert (again.get(ONE), again.get(TWO), again.get(TopicPartition("u", 0))) == (5, 7, 0)


def test_nothing_is_written_while_nothing_changes(kept: Kept) -> None:
    """Work follows what changes."""
    kept.checkpoint.set(ONE, 5)
    kept.checkpoint.write()
    kept.checkpoint.set(ONE, 5)
    kept.checkpoint.set(TWO, 0)
    kept.checkpoint.forget(TWO)
    kept.checkpoint.forget_now(TWO)
    kept.checkpoint.write()
    assert kept.disk.renamed == 1


def test_a_file_that_is_missing_is_made(kept: Kept) -> None:
    """admin F-38: Kafka has the file from the start."""
    kept.checkpoint.write()
    assert kept.path.read_text() == "0\n0\n"


@pytest.mark.parametrize("text", ["1\n0\n", "0\n2\nt 1 5\n", "0\n1\nt one 5\n", "\0", "0\n1\n\n"])
def test_a_broken_file_counts_as_none(kept: Kept, text: str) -> None:
    """As in Kafka's LogManager: it warns, and begins anew."""
    kept.path.write_text(text)
    checkpoint = kept.opened()
    assert checkpoint.get(ONE) == 0
    checkpoint.write()
    assert kept.path.read_text() == "0\n0\n"


def test_an_offset_of_zero_needs_no_line(kept: Kept) -> None:
    kept.checkpoint.set(ONE, 5)
    kept.checkpoint.set(ONE, 0)
    kept.checkpoint.set(TWO, 0)
    kept.checkpoint.write()
    assert kept.path.read_text() == "0\n0\n"


def test_what_cannot_be_written_is_written_later(kept: Kept) -> None:
    kept.checkpoint.set(ONE, 5)
    kept.disk.is_full = True
    kept.checkpoint.write()
    assert kept.checkpoint.error is not None
    assert kept.checkpoint.is_changed
    assert not kept.path.exists()
    kept.disk.is_full = False
    kept.checkpoint.write()
    assert kept.path.read_text() == "0\n1\nt 1 5\n"
    assert kept.checkpoint.error is None


def test_a_new_partition_inherits_nothing(kept: Kept) -> None:
    """What stands in the file of one that is gone is out of it before the new one is made."""
    kept.checkpoint.set(ONE, 5)
    kept.checkpoint.write()
    kept.checkpoint.forget(ONE)
    assert kept.checkpoint.get(ONE) == 0
    assert kept.disk.renamed == 1
    kept.checkpoint.forget_now(ONE)
    assert kept.path.read_text() == "0\n0\n"
    kept.checkpoint.forget_now(ONE)
    assert kept.disk.renamed == 2


def test_one_writes_at_a_time_and_the_newest_last(kept: Kept) -> None:
    under_way: list[tuple[Callable[[], object], Done]] = []

    def background(work: Callable[[], object], done: Done) -> None:
        under_way.append((work, done))

    kept.checkpoint.set(ONE, 5)
    kept.checkpoint.write(background)
    kept.checkpoint.set(ONE, 6)
    kept.checkpoint.write(background)
    kept.checkpoint.write()
    assert len(under_way) == 1
    work, done = under_way.pop()
    done(work())
    assert kept.path.read_text() == "0\n1\nt 1 5\n"
    work, done = under_way.pop()
    done(work())
    assert kept.path.read_text() == "0\n1\nt 1 6\n"
    assert not under_way


CHANGES = st.lists(
    st.tuples(st.sampled_from([ONE, TWO]), st.one_of(st.none(), st.integers(0, 3)), st.booleans())
)


@pytest.mark.slow
@given(changes=CHANGES)
def test_the_file_says_what_was_set_last(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[TopicPartition, int | None, bool]]
) -> None:
    """Whatever was set, forgotten and written in between."""
    kept = Kept(tmp_path_factory.mktemp("kept"))
    expected: dict[TopicPartition, int] = {}
    for partition, offset, is_written in changes:
        if offset is None:
            expected.pop(partition, None)
            kept.checkpoint.forget(partition)
        else:
            expected[partition] = offset
            kept.checkpoint.set(partition, offset)
        if is_written:
            kept.checkpoint.write()
    kept.checkpoint.write()
    again = kept.opened()
    assert {each: again.get(each) for each in (ONE, TWO)} == {
        each: expected.get(each, 0) for each in (ONE, TWO)
    }
