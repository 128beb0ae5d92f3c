"""States on the disk: whose they are, and what becomes of those that are not whole."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from stat import S_ISDIR
from typing import Any

import pytest

from kafkawire.spark.captures import states
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.growing import Offsets, reach_of
from kafkawire.spark.captures.options import CaptureOptions
from kafkawire.spark.captures.states import Grown, States
from tests.support.dump.strange_captures import strange_pcap

DIGEST_BYTES = 16

Rows = list[dict[str, object]]


class Followed:
    """A capture of three batches, and where their states are."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "a.pcap"
        self.path.write_bytes(strange_pcap(4))
        self.options = CaptureOptions((str(self.path),))
        self.folder = folder / "states"
        size = self.path.stat().st_size
        self.reached = [reach_of(str(self.path), size=size * n // 3) for n in (1, 2, 3)]
        self.ends = [each.end for each in self.reached]

    def states(self, **other: object) -> States:
        return States(str(self.folder), self.options._replace(**other))  # type: ignore[arg-type]

    def rows(self, number: int, kept: States | None = None) -> Rows:
        start = self.ends[number - 1] if number else 0
        grown = Grown(str(self.path), start, *self.reached[number])
        found = (kept or self.states()).rows(grown)
        return [row for batch in found for row in batch.to_pylist()]

    def offsets(self, number: int) -> Offsets:
        return {str(self.path): list(self.reached[number])}

    def files(self) -> list[Path]:
        found = self.folder.rglob("*.state")
        return sorted(found, key=lambda file: int(file.name.split(".")[0]))


@pytest.fixture
def followed(tmp_path: Path) -> Followed:
    return Followed(tmp_path)


@pytest.fixture
def advanced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """From where states have been brought on, and to where."""
    found: list[tuple[int, int]] = []
    advance = states._advance

    def watching(carried: Carried, path: str, offset: int) -> None:
        found.append((carried.at, offset))
        advance(carried, path, offset)

    monkeypatch.setattr(states, "_advance", watching)
    return found


def test_a_batch_goes_on_from_the_state_of_the_one_before(
    followed: Followed, advanced: list[tuple[int, int]]
) -> None:
    for number in range(3):
        assert followed.rows(number)
    assert advanced == list(zip([24, *followed.ends], followed.ends, strict=False))
    assert [file.name for file in followed.files()] == [f"{each}.state" for each in followed.ends]


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def _turned(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def _of_other_classes(file: Path) -> None:
    _put(file, file.read_bytes()[DIGEST_BYTES:].replace(b"Reassembly", b"Dissembler"))


def _something_else(file: Path) -> None:
    _put(file, pickle.dumps({}))


def _unpicklable(file: Path) -> None:
    _put(file, b"\xff")


def _put(file: Path, state: bytes) -> None:
    file.write_bytes(states._digest(state) + state)


@pytest.mark.parametrize(
    "spoil", [_empty, _cut, _turned, _of_other_classes, _something_else, _unpicklable]
)
def test_a_state_that_cannot_be_taken_up_is_made_again(
    spoil: Callable[[Path], None],
    followed: Followed,
    advanced: list[tuple[int, int]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    for number in range(2):
        followed.rows(number)
    expected = followed.rows(2)
    first, second, _ = followed.files()

    spoil(second)
    advanced.clear()
    assert followed.rows(2) == expected
    assert advanced[0] == (followed.ends[0], followed.ends[1])
    assert f"{second} is" in caplog.text
    assert "made again" in caplog.text

    spoil(first)
    advanced.clear()
    assert followed.rows(2) == expected
    assert advanced[0] == (24, followed.ends[1])
    assert str(first) in caplog.text


def test_states_of_other_options_and_other_code_are_not_taken_up(
    followed: Followed, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed.rows(0)
    assert len(followed.files()) == 1
    others: list[dict[str, Any]] = [
        {"ports": (5,)},
        {"secrets": True},
        {"table": "damage"},
        {"filter": "~api Fetch"},
    ]
    for count, other in enumerate(others, 2):
        followed.rows(0, followed.states(**other))
        assert len({file.parent for file in followed.files()}) == count
    monkeypatch.setattr(states, "__version__", "another")
    followed.rows(0)
    assert len({file.parent for file in followed.files()}) == len(others) + 2
    # What is no fact of states changes nothing.
    followed.rows(0, followed.states(split_bytes=5, batch_bytes=6, from_ns=7, to_ns=8))
    assert len(followed.files()) == len(others) + 2


def test_ports_are_of_the_engine_that_goes_on(followed: Followed) -> None:
    followed.rows(0)
    kept = followed.states(ports=(5,))
    followed.rows(0, kept)
    followed.rows(1, kept)
    (latest,) = (file for file in followed.files() if file.name == f"{followed.ends[1]}.state")
    carried = Carried.take_up(latest.read_bytes()[DIGEST_BYTES:])
    assert carried.engine._ports == {5}


def test_what_killed_tasks_have_left_is_taken_away_once_their_batch_is_done(
    followed: Followed,
) -> None:
    for number in range(2):
        followed.rows(number)
    folder = followed.files()[0].parent
    old, same, next_ = (folder / f"{each}.ab12.tmp" for each in followed.ends)
    for each in (old, same, next_):
        each.write_bytes(b"half")
    kept = followed.states()
    kept.forget(followed.offsets(1))
    assert sorted(folder.iterdir()) == sorted([followed.files()[-1], next_])
    assert followed.files()[-1].name == f"{followed.ends[1]}.state"


def test_the_last_state_is_not_forgotten_for_one_that_is_not_there(followed: Followed) -> None:
    followed.rows(0)
    followed.states().forget(followed.offsets(1))
    assert [file.name for file in followed.files()] == [f"{followed.ends[0]}.state"]


def test_states_are_on_the_disk_before_they_have_their_name(
    followed: Followed, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    synced, replaced = os.fsync, Path.replace

    def sync(number: int) -> None:
        done.append("directory" if S_ISDIR(os.fstat(number).st_mode) else "file")
        synced(number)

    def replace(file: Path, target: Path) -> Path:
        done.append("named")
        return replaced(file, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", replace)
    followed.rows(0)
    assert done == ["file", "named", "directory"]
