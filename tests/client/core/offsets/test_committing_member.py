"""A consumer that is in no group."""

from __future__ import annotations

from kafkawire.client.core.offsets.committing_member import NoMember


def test_without_membership_offsets_are_committed_for_generation_minus_one() -> None:
    """client N 83: groups C-10."""
    member = NoMember("billing")
    assert member.identity() == ("billing", -1, "", None)
    member.commit_refused(25, member.identity(), 0)
