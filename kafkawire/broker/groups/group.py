"""What every kind of group answers, whatever protocol its members speak.

Offsets belong to a group of any kind, and who may commit, fetch or delete them is the group's word;
so is when they age. Everything else (joining, heartbeats, assignments) is a kind's own business:
`classic_group` for JoinGroup and SyncGroup, `consumer` for KIP-848. (Kafka's `Group` interface.)
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.broker.groups.offsets import CommittedOffset
    from kafkawire.broker.groups.records import Record

    CommitCheck = Callable[[bytes, int], None]
    """Raises `ApiError` unless offsets of a partition, by topic id and index, may be committed."""

CLASSIC_TYPE = "classic"
CONSUMER_TYPE = "consumer"


class Committer(NamedTuple):
    """Who says that it may commit offsets; `epoch` is a generation or a member's epoch.

    `api_version` is that of OffsetCommit or TxnOffsetCommit.
    """

    member_id: str
    group_instance_id: str | None
    epoch: int
    is_transactional: bool
    api_version: int

    @property
    def says_nothing(self) -> bool:
        """Whether it names neither a member nor an epoch."""
        return self.epoch < 0 and not self.member_id and self.group_instance_id is None


class Group(Protocol):
    """A group of one shard."""

    group_id: str
    protocol_type: str | None
    """None for a group that only ever committed offsets."""

    @property
    def group_type(self) -> str:
        """What ListGroups calls its kind."""

    @property
    def state_name(self) -> str:
        """Its state, as clients see it."""

    @property
    def is_empty(self) -> bool:
        """Whether it has no members."""

    def check_commit(self, committer: Committer) -> CommitCheck | None:
        """Whether offsets may be committed so: None if of any partition, else ask for each.

        Raises `ApiError` if of none.
        """

    def check_fetch(self, member_id: str | None, member_epoch: int) -> None:
        """Raises `ApiError` unless the group's offsets may be told to that member."""

    def check_deletion(self) -> None:
        """Raises `ApiError` unless the group may be deleted."""

    def check_offset_deletion(self) -> None:
        """Raises `ApiError` unless offsets of topics that no member reads may be deleted."""

    def tombstones(self) -> Sequence[Record]:
        """Records after which nothing of the group is left, but for its offsets."""

    def is_subscribed_to(self, topic: str) -> bool:
        """Whether a member reads the topic, as far as the broker can know."""

    def ages_from(self, offset: CommittedOffset) -> int | None:
        """When an offset of a topic nobody reads began to age; None if it does not."""

    def stop_timers(self) -> None:
        """Let nothing happen by itself any more."""
