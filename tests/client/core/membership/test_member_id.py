"""Ids that members make up."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from random import Random
from uuid import UUID

from kafkawire.client.core.membership.member_id import made_member_id


def test_ids_are_random_uuids_in_url_safe_base64() -> None:
    """client G-50: 16 bytes, 22 characters, no hyphen in front."""
    random = Random(1)
    made = [made_member_id(random) for _ in range(500)]
    assert len(set(made)) == 500
    assert {len(each) for each in made} == {22}
    assert {UUID(bytes=urlsafe_b64decode(each + "==")).version for each in made} == {4}
    assert not any(each.startswith("-") for each in made)
