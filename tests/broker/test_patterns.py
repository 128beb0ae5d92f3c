"""Regular expressions of clients, with RE2 and without."""

from __future__ import annotations

import sys

import pytest

from kafkawire.broker.patterns import BadPattern, compile_pattern


@pytest.mark.parametrize(
    ("text", "matches"), [("b", False), ("yab", False), (".*b.*", True), ("ya[b]c", True)]
)
def test_the_whole_text_must_match(text: str, matches: bool) -> None:
    """produce C-121, F 161."""
    assert (compile_pattern(text).fullmatch("yabc") is not None) is matches


@pytest.mark.parametrize("text", ["((", "[", "*", "(?!x)"])
def test_what_is_no_expression_is_said_to_be_none(text: str) -> None:
    """produce C-121, groups D-45."""
    with pytest.raises(BadPattern):
        compile_pattern(text)


def test_nothing_stands_in_for_re2(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that goes back and forth could be kept busy for ever."""
    monkeypatch.setitem(sys.modules, "re2", None)
    with pytest.raises(BadPattern, match="pip install"):
        compile_pattern("a")
