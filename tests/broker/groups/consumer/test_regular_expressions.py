"""Regular expressions that members subscribe with."""

from __future__ import annotations

import sys

import pytest

from kafkawire.broker.groups.consumer.regular_expressions import Matching, check
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError


def matching(regexes: list[str], topics: list[str], steps: int = 1_000) -> dict[str, list[str]]:
    """All that is found, `steps` at a time."""
    matching = Matching(regexes, topics)
    while matching.go_on(steps):
        pass
    return matching.found


MISTAKES = {
    "(?!x)t.*": "invalid or unsupported Perl syntax",
    "(?=a)": "invalid or unsupported Perl syntax",
    "(?<=a)": "invalid named capture",
    "(?P<n": "invalid named capture",
    "t(": "missing closing )",
    "t)": "regexp/syntax: internal error",
    "[a": "missing closing ]",
    "[z-a]": "invalid character class range",
    "[[:foo:]]": "invalid character class range",
    r"\1": "invalid escape sequence",
    r"\Ct": "invalid escape sequence",
    "a**": "invalid nested repetition operator",
    "a{1001}": "invalid repeat count",
    "*a": "missing argument to repetition operator",
    "a\\": "trailing backslash at end of expression",
}
"""As RE2/J 1.8, which Apache Kafka 4.4.0 has, calls them."""


@pytest.mark.parametrize("regex", MISTAKES)
def test_mistakes_have_kafkas_names(regex: str) -> None:
    """groups D-45, G 132: refused with 128, and why."""
    with pytest.raises(ApiError) as refused:
        check(regex)
    assert refused.value.code == ErrorCode.INVALID_REGULAR_EXPRESSION
    assert refused.value.message == (
        f"SubscribedTopicRegex `{regex}` is not a valid regular expression: {MISTAKES[regex]}."
    )


def test_a_whole_name_has_to_match() -> None:
    """groups D-45, G 134: `t1` is neither `t1x` nor `t12`, but flags work, and internal topics."""
    topics = ["t12", "t1", "T1", "t1x", "__consumer_offsets"]
    assert matching(["t1", "(?i)t1", "__.*", "x|t1."], topics) == {
        "t1": ["t1"],
        "(?i)t1": ["t1", "T1"],
        "__.*": ["__consumer_offsets"],
        "x|t1.": ["t12", "t1x"],
    }


@pytest.mark.parametrize("steps", range(1, 8))
def test_it_makes_no_difference_how_often_it_pauses(steps: int) -> None:
    """groups D-45, D-48."""
    found = matching(["t.", "t(", ".1"], ["t1", "t2", "u1"], steps)
    assert found == {"t.": ["t1", "t2"], ".1": ["t1", "u1"]}


def test_what_cannot_be_compiled_matches_nothing() -> None:
    """groups D-48: a regular expression from the log that is none is left out."""
    assert matching(["t(", "t1"], ["t1"]) == {"t1": ["t1"]}


def test_an_escaped_backslash_before_a_c_is_taken_without_error() -> None:
    """groups D-45."""
    check(r"\\C")


def test_a_hostile_expression_does_not_take_long() -> None:
    """groups D-45: linear time."""
    assert matching(["(a*)*(a*)*b"], ["a" * 249]) == {"(a*)*(a*)*b": []}


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """groups D-45: no expression can be checked then."""
    monkeypatch.setitem(sys.modules, "re2", None)
    with pytest.raises(ApiError, match=r"pip install 'kafkawire\[regex\]'"):
        check("t1")
    assert matching(["t1"], ["t1"]) == {}
