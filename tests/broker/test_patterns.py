"""Regular expressions of clients, with RE2 and without."""

from __future__ import annotations

import sys

import pytest

from kafkawire.broker.patterns import compile_pattern

ENGINES = ("re2", "re")


@pytest.fixture(params=ENGINES, autouse=True)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "re":
        monkeypatch.setitem(sys.modules, "re2", None)
    else:
        pytest.importorskip("re2")


@pytest.mark.parametrize(
    ("text", "matches"), [("b", False), ("yab", False), (".*b.*", True), ("ya[b]c", True)]
)
def test_the_whole_text_must_match(text: str, matches: bool) -> None:
    """produce C-121, F 161."""
    pattern = compile_pattern(text)
    assert pattern is not None
    assert (pattern.fullmatch("yabc") is not None) is matches


@pytest.mark.parametrize("text", ["((", "[", "*"])
def test_what_is_no_expression_is_said_to_be_none(text: str) -> None:
    """produce C-121."""
    assert compile_pattern(text) is None
