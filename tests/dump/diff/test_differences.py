"""Differences of values, by path."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.diff.differences import ABSENT, differences
from kafkawire.dump.diff.meaning import SET

VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 3), st.sampled_from(["", "a", "b"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["name", "x", "partitions"]), inner, max_size=3),
    ),
    max_leaves=8,
)


def found(left: Any, right: Any) -> list[tuple[str, object, object]]:
    return [(each.path, each.left, each.right) for each in differences(left, right)]


@given(VALUES)
def test_a_value_does_not_differ_from_itself(value: Any) -> None:
    assert found(value, value) == []


@given(VALUES, VALUES)
def test_both_directions_tell_the_same(left: Any, right: Any) -> None:
    forth = {(path, repr(one), repr(other)) for path, one, other in found(left, right)}
    back = {(path, repr(other), repr(one)) for path, one, other in found(right, left)}

    assert forth == back


def test_elements_belong_together_by_what_names_them() -> None:
    left = [{"name": "a", "partitions": [{"partitionIndex": 0, "errorCode": 0}]}, {"name": "b"}]
    right = [{"name": "b"}, {"name": "a", "partitions": [{"partitionIndex": 0, "errorCode": 6}]}]

    assert found({"topics": left}, {"topics": right}) == [
        ("topics[a].partitions[0].errorCode", 0, 6)
    ]


def test_elements_without_names_belong_together_by_their_order() -> None:
    left, right = [{"x": 1}, {"x": 2}], [{"x": 1}, {"x": 3}, {"x": 4}]

    assert found(left, right) == [("[1].x", 2, 3), ("[2]", ABSENT, {"x": 4})]


@pytest.mark.parametrize("name", ["", SET, None])
def test_what_does_not_tell_them_apart_is_no_name(name: object) -> None:
    left = [{"topicId": name, "x": 1}, {"topicId": name, "x": 2}]

    assert found(left, [*left[:1], {"topicId": name, "x": 5}]) == [("[1].x", 2, 5)]


def test_plain_arrays_are_sets_of_sorts() -> None:
    assert found({"isr": [1, 2, 3]}, {"isr": [3, 1, 2]}) == []
    assert found({"isr": [1, 2]}, {"isr": [1, 2, 2]}) == [("isr", [1, 2], [1, 2, 2])]


def test_a_field_that_is_absent_is_as_an_empty_one() -> None:
    assert found({}, {"a": [], "b": None, "c": -1, "d": {"e": 0}, "f": False}) == []
    assert found({"a": 5}, {}) == [("a", 5, ABSENT)]
    assert repr(ABSENT) == "nothing"
