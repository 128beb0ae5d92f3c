"""Cutting expressions into tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.filter.errors import FilterError
from kafkawire.dump.filter.tokens import quoted, tokens


def kinds(text: str) -> list[tuple[str, str, int]]:
    return [(token.kind, token.text, token.column) for token in tokens(text)[:-1]]


def test_operators_words_and_comparisons_need_no_blanks_between() -> None:
    assert kinds("!~lat>50ms|(a.b>=3)") == [
        ("!", "!", 0),
        ("operator", "lat", 1),
        ("comparison", ">", 5),
        ("word", "50ms", 6),
        ("|", "|", 10),
        ("(", "(", 11),
        ("word", "a.b", 12),
        ("comparison", ">=", 15),
        ("word", "3", 17),
        (")", ")", 18),
    ]


def test_quotes_and_slashes_hold_everything() -> None:
    assert kinds(r"'a \'b' /x\/(y)/") == [("quoted", "a 'b", 0), ("regex", r"x\/(y)", 8)]


def test_words_of_english_join_and_quoted_ones_do_not() -> None:
    assert [kind for kind, _, _ in kinds("a and b or not 'and'")] == [
        "word", "&", "word", "|", "!", "quoted",
    ]  # fmt: skip


@given(st.text(max_size=20))
def test_any_text_can_be_quoted(text: str) -> None:
    ((kind, found, column),) = kinds(quoted(text))

    assert (kind in ("word", "quoted"), found, column) == (True, text, 0)


@pytest.mark.parametrize("text", ["'a", '"a\\"', "/a", "/a\\/"])
def test_what_is_not_closed_is_refused(text: str) -> None:
    with pytest.raises(FilterError, match="has no end"):
        tokens(text)
