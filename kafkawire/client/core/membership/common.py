"""Shared by both kinds of members: options, and parts of the client."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.client.core.membership.topic_selection import TopicsWanted

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kafkawire.client.core.calls import Outbox
    from kafkawire.client.core.membership.coordinator import Coordinator
    from kafkawire.client.core.membership.handover import Committer
    from kafkawire.client.core.view import ClusterView
    from kafkawire.timers import Timers

BUDGET_SHARE = 0.8
"""The part of max.poll.interval.ms that a revocation may take, unless an option sets another."""


class Leave(Enum):
    """Whether a member that closes leaves its group (KIP-1092)."""

    DEFAULT = "default"
    """Dynamic members leave, static members keep their place until the session ends."""
    LEAVE = "leave"
    REMAIN = "remain"


class MemberOptions(NamedTuple):
    """Kafka's options of the same names.

    Besides, `revocation_budget_ms` is the time for a revocation, None: 80 % of
    max.poll.interval.ms.
    """

    group_id: str
    group_instance_id: str | None = None
    client_rack: str = ""
    max_poll_interval_ms: int = 300_000
    revocation_budget_ms: int | None = None
    retry_backoff_ms: int = 100
    retry_backoff_max_ms: int = 1000
    group_remote_assignor: str | None = None
    session_timeout_ms: int = 45_000
    heartbeat_interval_ms: int = 3000
    request_timeout_ms: int = 30_000

    @property
    def budget_ms(self) -> int:
        """Limit of a revocation."""
        if self.revocation_budget_ms is not None:
            return self.revocation_budget_ms
        return int(self.max_poll_interval_ms * BUDGET_SHARE)


class MemberMetadata(TopicsWanted, Protocol):
    """The part of `Metadata` that a member uses."""

    def listen(self, listener: Callable[[ClusterView, ClusterView, int], None]) -> None:
        """Call the listener with each new view."""


class Parts(NamedTuple):
    """The parts of a client that a member works with."""

    outbox: Outbox
    coordinator: Coordinator
    metadata: MemberMetadata
    commits: Committer
    timers: Timers
    random: Random
