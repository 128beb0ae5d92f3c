"""Regular expressions, held against Python's own."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.filter.errors import Misfit
from kafkawire.dump.filter.regular import MET_MAX, PATTERN_CHARACTERS_MAX, _Search, searcher

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
        ("(", 0),
        ("a)", 1),
        ("[ab", 0),
        ("*a", 0),
        ("a**", 2),
        ("a+?", 2),
        ("a{", 1),
        ("a{3,1}", 1),
        ("a{9999}", 1),
        ("(?=a)", 0),
        (r"\b", 0),
        (r"\1", 0),
        (r"\xg0", 0),
        ("[b-a]", 0),
        ("[é]", 1),
        ("a\\", 1),
        ("(" * 100 + ")" * 100, 51),
        ("((a{100}){100}){100}", 0),
        ("a" * (PATTERN_CHARACTERS_MAX + 1), 0),
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


def test_a_pattern_that_backtracks_elsewhere_takes_a_step_a_byte() -> None:
    steps = 0

    class Counted(bytes):
        def __iter__(self):  # type: ignore[no-untyped-def]
            nonlocal steps
            for byte in bytes.__iter__(self):
                steps += 1
                yield byte

    assert not searcher("(a|a)*(a|a)*(a|aa)+$")(Counted(b"a" * 5000 + b"b"))
    assert steps == 5001


def test_the_table_of_states_is_bounded() -> None:
    search = searcher("a[ab]{14}$")
    bound = search.__self__  # type: ignore[attr-defined]
    assert isinstance(bound, _Search)
    data = bytes(b"ab"[(number * number >> 3) & 1] for number in range(20_000))

    assert search(data) is (data[-15:-14] == b"a")
    assert len(bound._met) <= MET_MAX
    assert search(data) is (data[-15:-14] == b"a")
