"""Parts of metrics, no more than a bound."""

from __future__ import annotations

from kafkawire.client.core.metrics.bounded import Bounded


def test_a_key_that_is_new_gets_a_value_of_its_own_and_keeps_it() -> None:
    kept = Bounded[str, list[int]](2, list)
    kept["a"].append(1)
    kept["b"].append(2)
    assert kept["a"] == [1]
    assert kept == {"a": [1], "b": [2]}


def test_one_key_too_many_drops_the_one_that_came_first() -> None:
    kept = Bounded[str, list[int]](2, list)
    for key in "abac":
        kept[key].append(0)
    assert kept == {"b": [0], "c": [0]}
