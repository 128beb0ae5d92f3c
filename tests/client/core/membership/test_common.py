"""Options of members."""

from __future__ import annotations

from kafkawire.client.core.membership.common import MemberOptions


def test_a_revocation_has_most_of_the_poll_interval() -> None:
    """client G-22."""
    assert MemberOptions("g", max_poll_interval_ms=1000).budget_ms == 800
    assert MemberOptions("g", revocation_budget_ms=5).budget_ms == 5
