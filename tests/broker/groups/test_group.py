"""What any group answers, asked of a classic one."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.group import CLASSIC_TYPE, Committer, Group
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError


def test_an_empty_classic_group_is_a_group() -> None:
    group: Group = ClassicGroup("g", 0)
    assert (group.group_type, group.state_name, group.is_empty) == (CLASSIC_TYPE, "Empty", True)
    written: list[Any] = [record.key for record in group.tombstones()]
    assert [key.group for key in written] == ["g"]


def test_without_members_only_simple_commits_are_taken() -> None:
    """groups C-10."""
    group: Group = ClassicGroup("g", 0)
    group.check_commit(Committer("", None, -1, is_transactional=False, api_version=9))
    with pytest.raises(ApiError) as refused:
        group.check_commit(Committer("m", None, 1, is_transactional=False, api_version=9))
    assert refused.value.code == ErrorCode.UNKNOWN_MEMBER_ID
