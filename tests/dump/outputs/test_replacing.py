"""Files that appear when they are whole."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from kafkawire.dump.outputs.replacing import Replacing


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.pcapng"
    path.write_bytes(b"old")

    file = Replacing(path)
    file.binary.write(b"new")
    assert path.read_bytes() == b"old"
    file.commit()

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_left_of_what_is_given_up(tmp_path: Path) -> None:
    Replacing(tmp_path / "x").discard()

    assert not list(tmp_path.iterdir())


def test_a_place_where_nothing_can_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing") as caught:
        Replacing(tmp_path / "missing" / "x")
    assert caught.value.filename == str(tmp_path / "missing" / "x")


def test_a_name_that_is_taken_meanwhile_is_an_error_about_that_name(tmp_path: Path) -> None:
    path = tmp_path / "x"
    file = Replacing(path)
    path.mkdir()

    with pytest.raises(IsADirectoryError) as caught:
        file.commit()
    assert (caught.value.filename, caught.value.filename2) == (str(path), None)


def test_a_directory_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=tmp_path.name):
        Replacing(tmp_path)


@pytest.mark.parametrize("end", [Replacing.commit, Replacing.discard])
def test_what_is_no_file_is_written_to_and_stays_what_it_is(
    tmp_path: Path, end: Callable[[Replacing], None]
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[bytes] = []
    reader = Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()

    file = Replacing(path)
    file.binary.write(b"new")
    end(file)
    reader.join()

    assert read == [b"new"]
    assert path.is_fifo()
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_and_leads_to_what_is_new(tmp_path: Path) -> None:
    link, path = tmp_path / "link", tmp_path / "file"
    path.write_bytes(b"old")
    link.symlink_to(path)

    file = Replacing(link)
    file.binary.write(b"new")
    file.commit()

    assert link.is_symlink()
    assert path.read_bytes() == b"new"
