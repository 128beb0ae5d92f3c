"""Properties are written so that Java reads them.

How they are read is shown beside the server's properties.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.java_properties import line_of, load


@given(st.text(min_size=1), st.text())
def test_properties_are_read_back(name: str, value: str) -> None:
    assert {name: found.value for name, found in load(line_of(name, value)).items()} == {
        name: value
    }


def test_what_has_a_meaning_is_escaped() -> None:
    assert line_of("a b", " x=1 # !\\") == "a\\ b=\\ x\\=1 \\# \\!\\\\"


def test_a_broken_escape_is_named_with_its_line() -> None:
    with pytest.raises(CorruptFile, match=r"^line 2: \\u00 is not a character"):
        load("a=1\nb=\\u00")
