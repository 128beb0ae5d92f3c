"""Reading expressions: how they bind, and what is said where of wrong ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.filter import Filter, FilterError
from kafkawire.dump.filter.operators import OPERATORS
from kafkawire.dump.filter.parser import parse
from kafkawire.dump.filter.syntax import Every, Node, Not, Some

EXPRESSION_CHARACTERS_MAX = 4096

WRONG = [
    ("", 0, "expected an expression"),
    ("   ", 0, "expected an expression"),
    ("~api", 4, "wants a name"),
    ("~apo Fetch", 0, "did you mean ~api"),
    ("~q & ~nothing", 5, "no operator ~nothing"),
    ("~", 0, "no operator ~"),
    ("(~q", 0, "not closed"),
    ("~q)", 2, "closes nothing"),
    ("~q &", 4, "expected an operator"),
    ("| ~q", 0, "expected an operator"),
    ("~t a=b", 4, "wants quotes"),
    ("(~t a=b)", 5, "wants quotes"),
    ("= 3", 0, "expected a path before ="),
    ("~lat 5x", 6, "units are"),
    ("~lat >", 6, "wants a duration"),
    ("~lat =~ 5", 8, "no patterns"),
    ("~v 5..3", 6, "a below b"),
    ("~v >3..5", 4, "cannot follow >"),
    ("~size 3 & ~v x", 13, "expected a number"),
    ("~err NOT_LEADER", 5, "NOT_LEADER_OR_FOLLOWER"),
    ("~err /x/", 5, "name or code"),
    ("~t /a(b/", 4, "missing )"),
    ("~t /abc", 3, "has no end"),
    ('~t "abc', 3, "has no end"),
    ("~find ''", 7, "expected what to look for"),
    ("~time noon", 6, "expected a time"),
    ("FetchRespons.x > 3", 0, "did you mean FetchResponse"),
    ("FetchResponse.", 14, "expected a field of FetchResponse: throttle_time_ms"),
    ("FetchResponse.responses.partition.x = 3", 24, "did you mean partitions?"),
    ("FetchResponse.responses.topic.x", 30, "is string and has no fields"),
    ("FetchResponse.responses = 3", 24, "or its count"),
    ("FetchResponse.error_code =", 26, "expected what to compare"),
    ("FetchResponse.error_code = NOPE", 27, "no error"),
    ("FetchResponse.error_code > NONE", 27, "= and !="),
    ("FetchResponse.throttle_time_ms > 'x'", 34, "expected a duration"),
    ("FetchResponse.throttle_time_ms = null", 33, "never null"),
    ("MetadataResponse.topics.is_internal = 1", 38, "true or false"),
    ("MetadataResponse.topics.name < b", 31, "=, != and =~"),
    ("MetadataResponse.topics.name =~ a**", 33, "bad repetition operator"),
    ("MetadataResponse.topics.topic_id = abc", 35, "22 characters"),
    ("Produce.responses.x > 1", 18, "has no field x"),
]


@pytest.mark.parametrize(("text", "column", "words"), WRONG)
def test_an_error_points_at_its_column_and_says_what_was_expected(
    text: str, column: int, words: str
) -> None:
    with pytest.raises(FilterError) as caught:
        Filter(text)

    assert (caught.value.column, caught.value.text) == (column, text)
    assert words in caught.value.expected
    head, shown, caret = str(caught.value).split("\n")
    assert head.startswith(f"column {column + 1}: ")
    assert shown.startswith("  ")
    assert caret == "  " + " " * column + "^"


@given(st.text(alphabet="~apitvlerqF.()&|!<>=\"'/\\ 0159ms*[", max_size=30))
def test_no_text_raises_anything_but_a_filter_error(text: str) -> None:
    node, column = read(text)

    assert 0 <= column <= len(text)
    if node is not None:
        assert parse(str(node)) == node


def read(text: str) -> tuple[Node | None, int]:
    try:
        return parse(text), 0
    except FilterError as error:
        return None, error.column


def test_not_binds_strongest_and_or_least() -> None:
    node = parse("!~q ~s | ~noreply & ~problem")

    assert isinstance(node, Some)
    assert [type(part) for part in node.parts] == [Every, Every]
    assert isinstance(node.parts[0].parts[0], Not)  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["~q & ~s", "~q ~s", "~q and ~s", "(~q)(~s)"])
def test_and_is_written_in_several_ways(text: str) -> None:
    assert str(parse(text)) == "~q & ~s"


def test_depth_and_length_are_bounded() -> None:
    with pytest.raises(FilterError, match="deep"):
        parse("(" * 1000 + "~q" + ")" * 1000)
    with pytest.raises(FilterError, match="deep"):
        parse("!" * 1000 + "~q")
    with pytest.raises(FilterError, match="characters"):
        parse("a" * (EXPRESSION_CHARACTERS_MAX + 1))


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.code or "word")
def test_every_operators_example_reads(operator: object) -> None:
    example = operator.example  # type: ignore[attr-defined]

    assert parse(str(parse(example))) == parse(example)


def test_a_path_within_quotes_is_a_name() -> None:
    node = parse('"Fetch.x"')

    assert str(node) == '"Fetch.x"'
    assert parse(str(node)) == node
