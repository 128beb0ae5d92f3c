"""Trees are compared in every place, and differences are named by where they are."""

from __future__ import annotations

import copy

from hypothesis import given
from hypothesis import strategies as st

from compat.oracle.compare import ABSENT, Difference, differences, pattern
from compat.oracle.trees import Tree

leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
trees: st.SearchStrategy[Tree] = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab", min_size=1), inner),
    max_leaves=12,
)


@given(trees)
def test_a_tree_does_not_differ_from_its_copy(tree: Tree) -> None:
    assert list(differences(tree, copy.deepcopy(tree))) == []


@given(trees, trees)
def test_trees_that_are_not_equal_differ_somewhere(first: Tree, second: Tree) -> None:
    # As JSON would see it: 1 and True are not the same.
    assert bool(list(differences(first, second))) == (repr(first) != repr(second)) or (
        first == second
    )


def test_a_difference_says_where_it_is() -> None:
    first: Tree = {"topics": [{"name": "a", "errors": [0, 3]}]}
    second: Tree = {"topics": [{"name": "a", "errors": [0, 6]}]}
    assert list(differences(first, second)) == [Difference("topics[0].errors[1]", 3, 6)]


def test_a_longer_list_differs_in_length_and_in_what_is_more() -> None:
    assert list(differences([1], [1, 2], "x")) == [
        Difference("x.length", 1, 2),
        Difference("x[1]", ABSENT, 2),
    ]


def test_apis_are_compared_by_key_and_then_in_order() -> None:
    def api(key: int, low: int = 0) -> Tree:
        return {"api_key": key, "min_version": low}

    assert list(differences([api(0), api(1)], [api(1)], "keys")) == [
        Difference("keys[api_key=0]", api(0), ABSENT)
    ]
    assert list(differences([api(0), api(1)], [api(1), api(0)], "keys")) == [
        Difference("keys.order", ["0", "1"], ["1", "0"])
    ]
    assert list(differences([api(0)], [api(0, 3)], "keys")) == [
        Difference("keys[api_key=0].min_version", 0, 3)
    ]


def test_a_pattern_stands_for_any_element_and_for_any_rest() -> None:
    assert pattern("topics[*].name").fullmatch("topics[12].name")
    assert not pattern("topics[*].name").fullmatch("topics[12].names")
    assert not pattern("topics[*]").fullmatch("topics[1].parts[2]")
    assert pattern("configs[name=a.b].*").fullmatch("configs[name=a.b].synonyms[0].value")
    assert not pattern("configs[name=a.b].*").fullmatch("configs[name=axb].value")
