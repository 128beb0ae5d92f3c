"""Reading files some bytes at a time."""

from __future__ import annotations

import os
from pathlib import Path
from struct import Struct

import pytest

from kafkawire.dump.log import files
from kafkawire.dump.log.files import Window, entries_of, read_small
from kafkawire.log.formats.errors import CorruptFile


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "CHUNK_BYTES", 16)
    monkeypatch.setattr(files, "SMALL_FILE_BYTES_MAX", 100)


def window_of(tmp_path: Path, data: bytes) -> Window:
    path = tmp_path / "file"
    path.write_bytes(data)
    return Window(str(path))


def test_any_part_of_a_file_can_be_read(tmp_path: Path) -> None:
    data = bytes(range(200))
    with window_of(tmp_path, data) as window:
        assert window.size == 200
        for position, count in ((0, 5), (3, 10), (10, 60), (190, 10), (190, 99), (0, 200), (5, 1)):
            assert window.read(position, count) == data[position : position + count]


def test_what_was_read_stays_as_it_was(tmp_path: Path) -> None:
    with window_of(tmp_path, bytes(range(100))) as window:
        first = window.read(0, 4)
        window.read(50, 20)
        assert first == bytes(range(4))


def test_chunks_cover_what_is_asked_for(tmp_path: Path) -> None:
    data = bytes(range(100))
    with window_of(tmp_path, data) as window:
        chunks = [bytes(chunk) for chunk in window.chunks(7, 93)]
    assert b"".join(chunks) == data[7:93]
    assert max(map(len, chunks)) == 16


def test_a_file_that_shrinks_ends_early(tmp_path: Path) -> None:
    with window_of(tmp_path, bytes(100)) as window:
        (tmp_path / "file").write_bytes(bytes(30))
        assert len(window.read(20, 50)) == 10
        assert sum(map(len, window.chunks(0, 100))) == 30


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 40])
def test_zeros_are_recognised(tmp_path: Path, size: int) -> None:
    with window_of(tmp_path, b"x" + bytes(size)) as window:
        assert window.is_zero(1)
        assert not window.is_zero(0)
    with window_of(tmp_path, b"x" + bytes(size) + b"x") as window:
        assert not window.is_zero(1)


@pytest.mark.parametrize("zeros", [0, 3, 4, 20, 32, 100])
def test_entries_end_where_zeros_begin(tmp_path: Path, zeros: int) -> None:
    entry = Struct(">hh")
    entries = [(i, 256) for i in range(1, 12)]
    data = b"".join(entry.pack(*each) for each in entries) + bytes(4 * zeros)
    with window_of(tmp_path, data) as window:
        assert window.used_bytes(4) == 44
        assert list(entries_of(window, entry)) == entries


def test_zeros_that_no_file_system_keeps_are_not_read(tmp_path: Path) -> None:
    """fetch H-12: room that was made in advance and never written to."""
    entry = Struct(">ii")
    path = tmp_path / "index"
    for kept in (b"", entry.pack(1, 256)):
        path.write_bytes(kept)
        os.truncate(path, 64 << 20)
        with Window(str(path)) as window:
            assert window.used_bytes(entry.size) == len(kept)
            assert len(window._bytes) <= 4096, "more than the file system keeps was read"
            assert list(entries_of(window, entry)) == list(entry.iter_unpack(kept))


def test_one_entry_of_zeros_is_an_entry(tmp_path: Path) -> None:
    """fetch H-13: of a first record of 1970."""
    entry = Struct(">hh")
    for count, found in ((0, []), (1, [(0, 0)]), (2, [])):
        with window_of(tmp_path, bytes(4 * count)) as window:
            assert list(entries_of(window, entry)) == found


def test_parts_of_entries_are_refused_at_once(tmp_path: Path) -> None:
    refused = pytest.raises(CorruptFile, match="7 bytes are not whole entries of 4")
    with window_of(tmp_path, bytes(7)) as window, refused:
        entries_of(window, Struct(">hh"))


def test_what_should_be_small_is_not_read_if_it_is_not(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(100))
    assert read_small(str(path)) == bytes(100)
    path.write_bytes(bytes(101))
    with pytest.raises(CorruptFile, match="larger than 100 bytes"):
        read_small(str(path))
