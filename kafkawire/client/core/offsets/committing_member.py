"""In whose name offsets are committed: what offsets need of a member of a group, or of none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.client.values import GroupMetadata

if TYPE_CHECKING:
    from random import Random

    from kafkawire.client.core.calls import Outbox
    from kafkawire.client.core.membership.coordinator import Coordinator
    from kafkawire.client.core.view import ClusterView
    from kafkawire.timers import Timers


class CommittingMember(Protocol):
    """A member of a group."""

    @property
    def uses_topic_ids(self) -> bool:
        """Whether topics are named by ids, as members of KIP-848 groups do (version 10)."""

    @property
    def is_rebalancing(self) -> bool:
        """Whether a classic group is about to assign anew."""

    def identity(self) -> GroupMetadata | None:
        """Return in whose name offsets are committed; None: the member may commit nothing."""

    def commit_refused(self, code: int, sent: GroupMetadata, now_ms: int) -> None:
        """Note the error code of a commit, or of a request for committed offsets."""


class NoMember:
    """A consumer that was assigned partitions by hand, and uses a group for its offsets only."""

    uses_topic_ids = False
    is_rebalancing = False

    def __init__(self, group_id: str) -> None:
        self._identity = GroupMetadata(group_id, -1, "", None)

    def identity(self) -> GroupMetadata:
        """Return the identity of no member."""
        return self._identity

    def commit_refused(self, code: int, sent: GroupMetadata, now_ms: int) -> None:
        """Do nothing: there is no membership."""


class ViewHolder(Protocol):
    """The part of `Metadata` that offsets use."""

    view: ClusterView

    def request_update(self, now_ms: int) -> None:
        """Ask for a newer view."""


class Parts(NamedTuple):
    """The parts of a client that offsets work with."""

    outbox: Outbox
    coordinator: Coordinator
    metadata: ViewHolder
    timers: Timers
    random: Random


class OffsetsOptions(NamedTuple):
    """Kafka's options of the same names."""

    group_id: str
    enable_auto_commit: bool = True
    auto_commit_interval_ms: int = 5000
    retry_backoff_ms: int = 100
    retry_backoff_max_ms: int = 1000
