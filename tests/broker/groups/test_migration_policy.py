"""Which way groups may be converted."""

import pytest

from kafkawire.broker.groups.migration_policy import MigrationPolicy


@pytest.mark.parametrize(
    ("name", "up", "down"),
    [
        ("bidirectional", True, True),
        ("upgrade", True, False),
        ("downgrade", False, True),
        ("disabled", False, False),
    ],
)
def test_a_policy_allows_a_direction_or_both(name: str, up: bool, down: bool) -> None:
    """groups D-90, D-96."""
    policy = MigrationPolicy(name)
    assert (policy.allows_upgrade, policy.allows_downgrade) == (up, down)
