"""What an expression asks of detectors."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kafkawire.dump.filter import Filter, FilterError
from tests.support.dump.filters import exchange


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("~detector", True),
        ("~detector acks-0", True),
        ("~detector ac*", True),
        ("~detector /^t/", True),
        ("~detector rebalance-loop", False),
        ("~api Fetch & !~detector acks-0", False),
    ],
)
def test_exchanges_are_chosen_by_what_was_found_in_them(text: str, matches: bool) -> None:
    made = exchange(response={})
    assert Filter("!~detector").matches(made)
    made.findings = (SimpleNamespace(detector="acks-0"), SimpleNamespace(detector="throttling"))
    assert Filter(text).matches(made) is matches
    assert "findings" in Filter(text).needs


def test_a_detector_that_there_is_not_is_pointed_at() -> None:
    with pytest.raises(FilterError) as caught:
        Filter("~err & ~detector rebalance-lop")
    assert (caught.value.column, caught.value.expected) == (
        17,
        "there is no detector rebalance-lop; did you mean rebalance-loop?",
    )
    with pytest.raises(FilterError, match="`wire-dump detectors` lists them"):
        Filter("~detector zz")
