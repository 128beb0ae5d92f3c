"""Bytes in memory and in files, joined for who looks into them."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.buffers import Sendable, joined
from tests.support.log.files import BrokenFile, TestFile

CONTENT = bytes(range(200))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestFile]:
    found = TestFile(tmp_path_factory.mktemp("files") / "file", CONTENT)
    yield found
    found.close()


def test_the_first_bytes_are_those_of_all(file: TestFile) -> None:
    slices = st.tuples(st.integers(0, 100), st.integers(0, 100)).map(lambda each: file.slice(*each))

    @given(st.lists(st.binary() | slices), st.integers(0, 300))
    def check(items: list[Sendable], size: int) -> None:
        whole = joined(items)
        assert len(whole) == sum(map(len, items))
        assert joined(items, size) == whole[:size]

    check()


def test_no_more_of_a_file_is_read_than_is_wanted(file: TestFile) -> None:
    file.pieces.clear()
    assert joined([b"ab", file.slice(10, 50), file.slice(0, 50)], 5) == b"ab" + CONTENT[10:13]
    assert file.pieces == [3]


def test_a_slice_is_named_by_where_it_lies(file: TestFile) -> None:
    assert repr(file.slice(10, 50)) == f"FileSlice(fd={file.fd}, position=10, size=50)"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    broken = BrokenFile(tmp_path / "file", CONTENT)
    with pytest.raises(OSError):
        joined([broken.slice(0, 10)])
    assert [error.errno for error in broken.failures] == [errno.EIO]
    broken.close()
