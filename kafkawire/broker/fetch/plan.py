"""The plan of one fetch: all that decides its response, besides the partitions themselves.

A plan is made once, when the request arrives (`planner`), and never changes. It belongs to the
request; a session remembers nothing of it but the view (fetch B-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from kafkawire.protocol.since import FETCH_TOPIC_IDS_SINCE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.fetch.budget import Budget
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.partition_read import PartitionRead
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.broker.fetch.view import View
    from kafkawire.protocol.messages.fetch_request import FetchRequest


class Role(Protocol):
    """How the partitions of a plan are read, by kind of client: `following`, `preferring`."""

    @property
    def view(self) -> tuple[object, ...]:
        """What the reads depend on, besides the partitions; part of the plan's view."""

    @property
    def may_starve(self) -> bool:
        """True if partitions may be left out that are known to give nothing (`Budget.starves`)."""

    @property
    def at_completion(self) -> Role | None:
        """The role of the read after a wait (fetch D-13)."""

    def read(
        self,
        cached: CachedPartition,
        plan: FetchPlan,
        broker: FetchingBroker,
        budget: Budget,
    ) -> PartitionRead:
        """Do what `read_partition` does, and what this role does otherwise."""

    def note(
        self, looked_at: Iterable[CachedPartition], plan: FetchPlan, broker: FetchingBroker
    ) -> None:
        """Note that these were read; their `position` is the progress of the client."""

    def is_outdated(self, broker: FetchingBroker) -> bool:
        """Return True if the fetch has to look also at partitions that have not changed."""


class FetchPlan:
    """One fetch: request, limits, view, role and session; sizes are bytes.

    A plan never changes: every attribute is `Final`. It is no NamedTuple because an empty fetch
    reads a plan about ten times, and a slot costs a tenth of a named tuple's field.
    """

    __slots__ = (
        "deadline_ms",
        "max_bytes",
        "min_bytes",
        "now_ms",
        "request",
        "role",
        "session",
        "version",
        "view",
    )

    def __init__(  # noqa: PLR0913 - the parts of a plan; `planner` puts them together
        self,
        request: FetchRequest,
        version: int,
        now_ms: int,
        max_bytes: int,
        min_bytes: int,
        view: View,
        role: Role | None,
        session: FetchSession | None,
    ) -> None:
        self.request: Final = request
        self.version: Final = version
        self.now_ms: Final = now_ms
        """When the request arrived."""
        self.deadline_ms: Final = now_ms + request.max_wait_ms
        self.max_bytes: Final = max_bytes
        """The limit of the request, the broker and the client's quota, whichever is the least."""
        self.min_bytes: Final = min_bytes
        """The size from which the response does not wait for more."""
        self.view: Final = view
        self.role: Final = role
        """How the plan is read if `read_partition` is not all; None for most consumers."""
        self.session: Final = session
        """The session of an incremental fetch; None for a full one."""

    @property
    def uses_topic_ids(self) -> bool:
        """True if the request names topics by id (KIP-516)."""
        return self.version >= FETCH_TOPIC_IDS_SINCE

    def at_completion(self) -> FetchPlan:
        """Return the plan by which a parked fetch is read once more (fetch D-13)."""
        if self.role is None:
            return self
        role, limits = self.role.at_completion, (self.max_bytes, self.min_bytes)
        return FetchPlan(
            self.request, self.version, self.now_ms, *limits, self.view, role, self.session
        )
