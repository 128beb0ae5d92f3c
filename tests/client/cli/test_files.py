"""Files that a command line names, and the one line about those that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.client.cli.files import read_text
from kafkawire.client.cli.output import UsageError


def test_a_file_is_read_as_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "moves"
    path.write_bytes("o\u00fc\n".encode())
    assert read_text(str(path)) == "o\u00fc\n"


@pytest.mark.parametrize(
    ("content", "why"), [(None, "No such file or directory"), (b"\xff", "it is not UTF-8")]
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason(
    content: bytes | None, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "moves"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError) as raised:
        read_text(str(path))
    assert str(raised.value) == f"cannot read {path}: {why}"
