"""Names with stars, and texts in bytes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.filter.errors import Misfit
from kafkawire.dump.filter.patterns import Pattern, body_test, fold_api, is_api, is_like, name_test

REMEMBERED_MAX = 4096


@given(st.text("ab*", max_size=6), st.text("ab", max_size=8))
def test_a_star_is_anything(pattern: str, name: str) -> None:
    whole = ".*".join(map(re.escape, pattern.split("*")))
    expected = re.fullmatch(whole, name) is not None

    assert name_test(Pattern(pattern, is_regex=False))(name) is expected
    if "*" in pattern:
        assert is_like(name, pattern.split("*")) is expected


def test_a_word_is_the_whole_name_and_an_api_has_no_case() -> None:
    assert not name_test(Pattern("orders", is_regex=False))("orders-retry")
    assert not name_test(Pattern("orders", is_regex=False))("Orders")
    assert name_test(Pattern("API_versions", is_regex=False), fold_api)("ApiVersions")
    assert not name_test(Pattern("*", is_regex=False))(None)


def test_a_body_is_searched_in_any_case() -> None:
    assert body_test(Pattern("Order", is_regex=False))(b"\x00my-oRDERs\xff")
    assert body_test(Pattern("r.ER", is_regex=True))(b"\x00my-oRDERs\xff")
    with pytest.raises(Misfit):
        body_test(Pattern("", is_regex=False))


def test_what_is_remembered_of_names_does_not_change_answers() -> None:
    test = name_test(Pattern("n1*", is_regex=False))

    for number in range(REMEMBERED_MAX + 10):
        assert test(f"n{number}") is str(number).startswith("1")
    assert test("n1")


def test_an_api_that_does_not_exist_is_refused_and_the_nearest_named() -> None:
    with pytest.raises(Misfit, match="no API of Kafka's is called Fech; did you mean Fetch"):
        is_api(Pattern("Fech", is_regex=False))


@pytest.mark.parametrize("word", ["list_offsets", "FETCH", "Fec*", "Api99", "Unknown", "SaslToken"])
def test_an_api_may_be_a_pattern_or_unknown_by_name(word: str) -> None:
    for pattern in (Pattern(word, is_regex=False), Pattern("Fech", is_regex=True)):
        assert is_api(pattern) is pattern


def test_where_names_of_apis_are_is_said_if_none_is_near() -> None:
    with pytest.raises(Misfit, match="is called Nope; `wire-dump schema --list` lists them"):
        is_api(Pattern("Nope", is_regex=False))
