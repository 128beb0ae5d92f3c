"""The table of the states of a followed partition."""

from __future__ import annotations

import pytest

from kafkawire.broker.followers.fetch_states import FetchState, Reason, next_state

ALLOWED = {
    ("FETCHING", "TRUNCATED"): "FETCHING",
    ("FETCHING", "TRUNCATED_PARTLY"): "FETCHING",
    ("FETCHING", "OUT_OF_RANGE"): "SEARCHING",
    ("FETCHING", "REFUSED"): "DELAYED",
    ("FETCHING", "FENCED"): "FAILED",
    ("FETCHING", "BROKEN"): "FAILED",
    ("TRUNCATING", "TRUNCATED"): "FETCHING",
    ("TRUNCATING", "TRUNCATED_PARTLY"): "TRUNCATING",
    ("TRUNCATING", "REFUSED"): "TRUNCATION_DELAYED",
    ("TRUNCATING", "FENCED"): "FAILED",
    ("TRUNCATING", "BROKEN"): "FAILED",
    ("SEARCHING", "OFFSETS_FOUND"): "FETCHING",
    ("SEARCHING", "REFUSED"): "DELAYED",
    ("SEARCHING", "FENCED"): "FAILED",
    ("SEARCHING", "BROKEN"): "FAILED",
    ("DELAYED", "BACKED_OFF"): "FETCHING",
    ("DELAYED", "REFUSED"): "DELAYED",
    ("DELAYED", "BROKEN"): "FAILED",
    ("TRUNCATION_DELAYED", "BACKED_OFF"): "TRUNCATING",
    ("TRUNCATION_DELAYED", "REFUSED"): "TRUNCATION_DELAYED",
    ("TRUNCATION_DELAYED", "BROKEN"): "FAILED",
}


@pytest.mark.parametrize("state", FetchState)
@pytest.mark.parametrize("reason", Reason)
def test_each_state_allows_just_these_reasons(state: FetchState, reason: Reason) -> None:
    """fetch G-49, replication D-9: a delay keeps what the partition does after it."""
    expected = ALLOWED.get((state.name, reason.name))
    if expected is None:
        with pytest.raises(AssertionError):
            next_state(state, reason)
    else:
        assert next_state(state, reason).name == expected


def test_only_failure_is_final_and_every_state_is_reached() -> None:
    """replication D-8: a failed partition leaves its fetcher until the next leader epoch."""
    final = {state.name for state in FetchState} - {before for before, _ in ALLOWED}
    assert final == {"FAILED"}
    begins = {"FETCHING", "TRUNCATING"}
    assert begins | set(ALLOWED.values()) == {state.name for state in FetchState}
