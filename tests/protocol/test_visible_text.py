"""Text of a peer as one line that a person can read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.visible_text import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("orders", "orders"),
        ("caf\u00e9 \u4e2d \u05d0 \U0001f600", "caf\u00e9 \u4e2d \u05d0 \U0001f600"),
        ("I \u2764\ufe0f it", "I \u2764\ufe0f it"),
        ("a\x1b[2Jb\x07\x9b\x7f", "a\\x1b[2Jb\\x07\\x9b\\x7f"),
        ("a\r\nb\tc", "a\\x0d\\x0ab\\x09c"),
        ("\u061c\u200e\u200f\u202e\u2066\u2069", "\\u061c\\u200e\\u200f\\u202e\\u2066\\u2069"),
        ("a\u2028b\u2029", "a\\u2028b\\u2029"),
        ("a\u200bb\ufeff\u00ad", "a\\u200bb\\ufeff\\xad"),
        ("a\u3164b\u115f\u034f", "a\\u3164b\\u115f\\u034f"),
        ("\ud800\udfff", "\\ud800\\udfff"),
        ("\U000e0041\U000e0100", "\\U000e0041\\U000e0100"),
    ],
)
def test_what_a_terminal_obeys_or_hides_is_an_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_a_visible_text_is_one_line_and_stays_as_it_is(text: str) -> None:
    shown = visible(text)

    assert shown.isprintable()
    assert visible(shown) == shown
