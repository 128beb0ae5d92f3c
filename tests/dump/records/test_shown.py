"""Values within lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.records.shown import NULL, Shown

TEXT_CHARACTERS_MAX = 160


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (NULL, "null"),
        (Shown("hex", "00ff"), "0x00ff"),
        (Shown("hex", ""), "0 bytes"),
        (Shown("string", "plain text"), "plain text"),
        (Shown("string", ""), '""'),
        (Shown("string", "two\nlines"), '"two\\nlines"'),
        (Shown("int", -7), "-7"),
        (Shown("json", {"a": [1, "ä"]}), '{"a":[1,"ä"]}'),
        (Shown("json", {"a": "\x1b[2J"}), '{"a":"\\u001b[2J"}'),
    ],
)
def test_a_value_in_a_line(shown: Shown, text: str) -> None:
    assert shown.text == text


def test_a_long_value_is_cut_and_says_how_long_it_is() -> None:
    text = Shown("string", "x" * 1234).text
    assert text == "x" * TEXT_CHARACTERS_MAX + "... (1,234 characters)"
    assert Shown("string", "x" * 1234).full_text == "x" * 1234


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
def test_any_value_is_one_printable_line_that_says_it(value: Any) -> None:
    text = Shown("json", value).full_text
    assert text.isprintable()
    assert json.loads(text) == value
    text.encode()
