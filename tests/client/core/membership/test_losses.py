"""The reasons of losses."""

from __future__ import annotations

from kafkawire.client.core.membership.losses import (
    lost_error,
    no_member_error,
    overdue_error,
    poll_interval_error,
    revoked_error,
)
from kafkawire.client.errors import ClientError, refusal
from tests.client.support.group import partitions


def test_reasons_name_partitions_and_what_to_do() -> None:
    """client G-31, G-32, B-63."""
    lost = partitions("orders", 1, 0)
    text = str(poll_interval_error(300_000, lost))
    assert "max.poll.interval.ms=300000" in text
    assert "orders-0, orders-1" in text
    assert "still_working()" in text
    assert "revocation_budget_ms" in str(overdue_error(lost))
    assert "orders-0" in str(revoked_error(lost))
    cause = refusal(110, "group 'billing'")
    error = lost_error(lost, cause)
    assert (error.code, error.__cause__) == (110, cause)
    assert "FENCED_MEMBER_EPOCH" in str(error)
    assert "orders-0" in str(error)
    assert lost_error(lost, error) is error
    assert lost_error(lost, ClientError("unknown")).code == 25
    assert "'billing'" in str(no_member_error("billing"))
