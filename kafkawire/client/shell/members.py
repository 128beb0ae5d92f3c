"""The member of a consumer: of the consumer protocol (KIP-848), or of the classic one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from kafkawire.client.core.membership.assignors import ASSIGNORS
from kafkawire.client.core.membership.classic import ClassicMember
from kafkawire.client.core.membership.common import MemberOptions, Parts
from kafkawire.client.core.membership.consumer import ConsumerMember

if TYPE_CHECKING:
    from kafkawire.client.core.membership.assignors.interface import Assignor
    from kafkawire.client.options import ConsumerSettings

Member = ConsumerMember | ClassicMember
GROUP_VERSION = "group.version"
"""The feature whose level 1 is the consumer protocol."""


def make_member(settings: ConsumerSettings, parts: Parts, levels: Mapping[str, int]) -> Member:
    """Return a member by group.protocol; `auto` chooses by the features of the cluster.

    Args:
        settings: The options of the consumer, which has a group.
        parts: The parts of the client that a member works with.
        levels: The finalized feature levels of the cluster.
    """
    assert settings.group_id is not None
    options = MemberOptions(
        settings.group_id,
        settings.group_instance_id,
        settings.client_rack,
        settings.max_poll_interval_ms,
        settings.revocation_budget_ms,
        settings.retry_backoff_ms,
        settings.retry_backoff_max_ms,
        settings.group_remote_assignor,
        settings.session_timeout_ms,
        settings.heartbeat_interval_ms,
    )
    protocol = settings.group_protocol
    if protocol == "consumer" or (protocol == "auto" and levels.get(GROUP_VERSION, 0) >= 1):
        return ConsumerMember(options, parts)
    return ClassicMember(
        options, parts, [_assignor(each) for each in settings.partition_assignment_strategy]
    )


def _assignor(given: object) -> Assignor:
    if isinstance(given, str):
        make: Callable[[], Assignor] = ASSIGNORS[given]
        return make()
    return cast("Assignor", given)
