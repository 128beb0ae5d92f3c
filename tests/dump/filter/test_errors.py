"""What an error looks like."""

from __future__ import annotations

from kafkawire.dump.filter.errors import FilterError, nearest


def test_an_error_shows_the_expression_with_a_caret() -> None:
    assert str(FilterError("~a\t~b", 3, "expected x")) == "column 4: expected x\n  ~a ~b\n     ^"


def test_the_nearest_words_are_named_in_their_own_case() -> None:
    assert nearest("FETCHX", ["Fetch", "Produce"]) == "; did you mean Fetch?"
    assert nearest("commit", ["OffsetCommit"]) == "; did you mean OffsetCommit?"
    assert nearest("nope", ["Envelope", "Vote"]) == ""
    assert nearest("zzz", ["Fetch"]) == ""
