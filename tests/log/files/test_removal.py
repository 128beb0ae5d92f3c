"""Removal after a delay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kafkawire.log.files.background import inline
from kafkawire.log.files.disk import RealDisk
from kafkawire.log.files.removal import Removals

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kafkawire.log.files.background import Done

DIRECTORIES_PER_SLICE = 8
FILES_PER_SLICE = 64


class Clock:
    """Timers that run when they are told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[int, Callable[[int], None]]] = []

    def at(self, deadline_ms: int, callback: Callable[[int], None]) -> None:
        self.waiting.append((deadline_ms, callback))

    def run(self, now_ms: int) -> None:
        """Run what was asked for before, not what that asks for."""
        due = [each for each in self.waiting if each[0] <= now_ms]
        self.waiting = [each for each in self.waiting if each[0] > now_ms]
        for _, callback in due:
            callback(now_ms)


def files(root: Path, count: int) -> list[Path]:
    made = [root / f"{number}.log.deleted" for number in range(count)]
    for path in made:
        path.write_bytes(b"x")
    return made


def test_a_file_stays_until_its_time_has_come(tmp_path: Path) -> None:
    """fetch H-53: it is unlinked after the delay."""
    (path,) = files(tmp_path, 1)
    clock, removals = Clock(), Removals(RealDisk(), inline)
    removals.start(clock.at)
    removals.add(str(path), 60_000)
    clock.run(59_999)
    assert path.exists()
    clock.run(60_000)
    assert not path.exists()
    assert not removals
    assert not clock.waiting


def test_what_was_found_before_the_start_goes_as_well(tmp_path: Path) -> None:
    (path,) = files(tmp_path, 1)
    clock, removals = Clock(), Removals(RealDisk(), inline)
    removals.add(str(path), 5)
    removals.start(clock.at)
    clock.run(5)
    assert not path.exists()


def test_an_earlier_removal_does_not_wait_for_a_later_one(tmp_path: Path) -> None:
    late, early = files(tmp_path, 2)
    clock, removals = Clock(), Removals(RealDisk(), inline)
    removals.start(clock.at)
    removals.add(str(late), 100)
    removals.add(str(early), 50)
    clock.run(50)
    assert (early.exists(), late.exists()) == (False, True)
    clock.run(100)
    assert not late.exists()
    assert not clock.waiting


def test_a_directory_goes_with_everything_in_it(tmp_path: Path) -> None:
    directory = tmp_path / "t-0.abc-delete"
    (directory / "inner").mkdir(parents=True)
    files(directory, 2)
    files(directory / "inner", 2)
    clock, removals = Clock(), Removals(RealDisk(), inline)
    removals.start(clock.at)
    removals.add(str(directory), 1, is_directory=True)
    clock.run(1)
    assert not directory.exists()


def test_much_is_removed_in_slices(tmp_path: Path) -> None:
    made = files(tmp_path, FILES_PER_SLICE)
    directories = [tmp_path / f"t-{number}" for number in range(2 * DIRECTORIES_PER_SLICE)]
    clock, removals = Clock(), Removals(RealDisk(), inline)
    for path in made:
        removals.add(str(path), 1)
    for directory in directories:
        directory.mkdir()
        removals.add(str(directory), 1, is_directory=True)
    removals.start(clock.at)
    left = []
    for now_ms in range(1, 4):
        clock.run(now_ms)
        left.append(len(list(tmp_path.iterdir())))
    assert left == [2 * DIRECTORIES_PER_SLICE, DIRECTORIES_PER_SLICE, 0]


def test_one_slice_is_under_way_at_a_time(tmp_path: Path) -> None:
    """Work may be done in a thread, and two of them would be in each other's way."""
    under_way: list[tuple[Callable[[], object], Done]] = []
    made = files(tmp_path, FILES_PER_SLICE + 1)
    clock = Clock()
    removals = Removals(RealDisk(), lambda work, done: under_way.append((work, done)))
    removals.start(clock.at)
    for path in made:
        removals.add(str(path), 1)
    clock.run(1)
    removals.add(str(tmp_path / "more"), 0)
    clock.run(9)
    assert len(under_way) == 1
    work, done = under_way.pop()
    done(work())
    clock.run(10)
    assert len(under_way) == 1


def test_what_is_gone_already_keeps_nothing_else_from_going(tmp_path: Path) -> None:
    (path,) = files(tmp_path, 1)
    clock, removals = Clock(), Removals(RealDisk(), inline)
    removals.add(str(tmp_path / "gone"), 1)
    removals.add(str(path), 1)
    removals.start(clock.at)
    clock.run(1)
    assert not path.exists()


@pytest.mark.parametrize("is_started", [True, False])
def test_who_does_not_know_the_time_says_after_how_long(tmp_path: Path, is_started: bool) -> None:
    """fetch H-53: each topic has a delay of its own."""
    late, early = files(tmp_path, 2)
    clock, removals = Clock(), Removals(RealDisk(), inline)
    if is_started:
        removals.start(clock.at)
    removals.add_file(str(late), 100)
    removals.add_file(str(early), 50)
    if not is_started:
        removals.start(clock.at)
    assert len(removals) == 2
    clock.run(1000)
    clock.run(1049)
    assert (early.exists(), late.exists()) == (True, True)
    clock.run(1050)
    assert (early.exists(), late.exists()) == (False, True)
    clock.run(1100)
    assert not late.exists()
