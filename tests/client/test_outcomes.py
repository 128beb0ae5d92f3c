"""One failed key hides no other."""

from __future__ import annotations

import pytest

from kafkawire.client.errors import ClientError
from kafkawire.client.outcomes import AdminErrors, Outcomes


def test_results_and_errors_stand_side_by_side() -> None:
    """client B-50."""
    outcomes = Outcomes({"a": 1}, {"b": ClientError("no")})
    assert dict(outcomes) == {"a": 1}
    assert ("a" in outcomes, "b" in outcomes, len(outcomes)) == (True, False, 1)
    with pytest.raises(ClientError, match="no"):
        outcomes["b"]
    with pytest.raises(KeyError):
        outcomes["c"]
    assert "errors={'b'" in repr(outcomes)


def test_unwrapping_raises_what_failed() -> None:
    """client B-50."""
    assert Outcomes({"a": 1}, {}).unwrap() == {"a": 1}
    with pytest.raises(ClientError, match=r"^no$"):
        Outcomes({"a": 1}, {"b": ClientError("no")}).unwrap()
    many = Outcomes[int, int]({}, {number: ClientError(f"no {number}") for number in range(5)})
    with pytest.raises(AdminErrors, match="0: no 0; 1: no 1; 2: no 2; and 2 more"):
        many.unwrap()
