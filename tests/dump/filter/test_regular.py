"""Regular expressions, held against Python's own."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.filter.errors import Misfit
from kafkawire.dump.filter.regular import searcher

PATTERN_CHARACTERS_MAX = 500

ATOMS = st.sampled_from(["a", "b", "C", ".", "[ab]", "[^a]", r"\d", r"\w", "^", "$", r"\.", "é"])


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    repeats = st.sampled_from(["*", "+", "?", "{2}", "{1,}", "{0,2}"])
    return st.one_of(
        st.builds(lambda left, right: left + right, inner, inner),
        st.builds(lambda left, right: f"(?:{left}|{right})", inner, inner),
        st.builds(lambda part, repeat: f"({part}){repeat}", inner, repeats),
    )


PATTERNS = st.recursive(ATOMS, joined, max_leaves=8)
TEXTS = st.text(alphabet="abcC.1é\n", max_size=12)


@settings(max_examples=300)
@given(PATTERNS, st.lists(TEXTS, max_size=5))
def test_a_pattern_fits_what_python_says_it_fits(pattern: str, texts: list[str]) -> None:
    search = searcher(pattern)
    # Only ASCII letters have two cases here, `$` is the very end, and `.` and [^a] take bytes.
    compiled = re.compile(pattern.replace("$", r"\Z").encode(), re.IGNORECASE)

    for text in texts:
        assert search(text.encode()) is bool(compiled.search(text.encode()))


@pytest.mark.parametrize(
    ("pattern", "at"),
    [
        ("x[b-a]", 2),
        ("x(?=a)", 1),
        (r"xx\1", 2),
        ("ab**", 2),
        ("x[ab", 1),
        ("x" * (PATTERN_CHARACTERS_MAX + 1), 0),
    ],
)
def test_what_is_not_known_is_refused_at_its_place(pattern: str, at: int) -> None:
    with pytest.raises(Misfit) as caught:
        searcher(pattern)

    assert caught.value.at == at


def test_case_matters_when_it_is_asked_for() -> None:
    assert searcher("abc")(b"xABCx")
    assert not searcher("(?-i)abc")(b"xABCx")
    assert searcher("(?-i)ABC")(b"xABCx")


def test_escapes_and_bytes_that_are_no_text() -> None:
    assert searcher(r"\x00\xff")(b"ab\x00\xff")
    assert searcher(r"a\tb\/c[\]\-x]")(b"a\tb/c]")
    assert not searcher(r"\S")(b" \t\r\n")


def test_without_the_library_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    with pytest.raises(Misfit, match=r"kafkawire\[regex\]"):
        searcher("a")
