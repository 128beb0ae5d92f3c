"""The directory of a page, before, while and after it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.dump.page.html.folder import PageFolder


def page(directory: Path, text: str) -> PageFolder:
    folder = PageFolder(directory)
    folder.write("meta.js", text)
    folder.write("list-0.js", text)
    return folder


def files_of(directory: Path) -> dict[str, str]:
    found = [each for each in directory.rglob("*") if each.is_file()]
    return {str(each.relative_to(directory)): each.read_text() for each in found}


WHOLE = {"index.html", "data/meta.js", "data/list-0.js"}


def test_a_page_stays_whole_until_the_next_one_is(tmp_path: Path) -> None:
    page(tmp_path, "one").commit("one")
    assert files_of(tmp_path) == dict.fromkeys(WHOLE, "one")

    second = page(tmp_path, "two")
    found = files_of(tmp_path)
    assert {name: found[name] for name in WHOLE} == dict.fromkeys(WHOLE, "one")

    second.commit("two")
    assert files_of(tmp_path) == dict.fromkeys(WHOLE, "two")
    assert second.keep() == []


def test_more_files_of_an_earlier_page_are_gone_with_it(tmp_path: Path) -> None:
    first = page(tmp_path, "one")
    first.write("detail-7.js", "one")
    first.commit("one")

    page(tmp_path, "two").commit("two")

    assert files_of(tmp_path) == dict.fromkeys(WHOLE, "two")


def test_nothing_is_left_of_what_is_discarded(tmp_path: Path) -> None:
    page(tmp_path / "new", "one").discard()
    assert not list(tmp_path.iterdir())

    page(tmp_path, "one").commit("one")
    page(tmp_path, "two").discard()
    assert files_of(tmp_path) == dict.fromkeys(WHOLE, "one")


def test_what_is_kept_is_beside_the_earlier_page(tmp_path: Path) -> None:
    assert page(tmp_path, "one").keep() == [str(tmp_path / "data.partial")]
    assert set(files_of(tmp_path)) == {"data.partial/meta.js", "data.partial/list-0.js"}


def test_an_earlier_page_is_put_back_after_a_kill_between_two_names(tmp_path: Path) -> None:
    page(tmp_path, "one").commit("one")
    (tmp_path / "data").rename(tmp_path / "data.old")

    PageFolder(tmp_path).discard()

    assert files_of(tmp_path) == dict.fromkeys(WHOLE, "one")


def test_files_of_something_else_are_never_touched(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine.csv").write_text("mine")

    with pytest.raises(OSError, match="it has files of something else") as caught:
        PageFolder(tmp_path)

    assert caught.value.filename == str(tmp_path / "data")
    assert files_of(tmp_path) == {"data/mine.csv": "mine"}
