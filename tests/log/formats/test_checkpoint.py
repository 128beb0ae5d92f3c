"""What the text checkpoints have in common."""

from __future__ import annotations

import pytest

from kafkawire.log.formats.checkpoint import decode_lines, encode_lines
from kafkawire.log.formats.errors import CorruptFile


def test_a_version_a_count_and_a_line_for_each_entry() -> None:
    """fetch H-4."""
    assert encode_lines(["a 1", "b 2"]) == b"0\n2\na 1\nb 2\n"
    assert encode_lines([]) == b"0\n0\n"
    assert list(decode_lines(b"0\n2\na 1\nb \t2", 2)) == [["a", "1"], ["b", "2"]]


@pytest.mark.parametrize("data", [b"", b"0\n", b"0"])
def test_a_file_that_was_never_written_has_no_entries(data: bytes) -> None:
    """admin F-38: the cleaner's checkpoint is empty until it is used."""
    assert list(decode_lines(data, 3)) == []


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"1\n0\n", "version 0, not 1"),
        (b"x\n0\n", "'x' is no version"),
        (b"0\n2\na 1\n", "has 1 entries, not 2"),
        (b"0\n0\na 1\n", "has 1 entries, not 0"),
        (b"0\n-1\n", "has 0 entries, not -1"),
        (b"0\n1\na\n", "line 3 wants 2 words: 'a'"),
        (b"0\n1\na 1 2\n", "line 3 wants 2 words"),
        (b"0\n2\na 1\n\n", "line 4 wants 2 words: ''"),
        (b"0\n1\n\xff 1\n", "byte 4 is not text"),
    ],
)
def test_what_is_wrong_is_named(data: bytes, complaint: str) -> None:
    """fetch H-4."""
    with pytest.raises(CorruptFile, match=complaint):
        list(decode_lines(data, 2))
