"""Members of classic groups in simulated time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafkawire.client.core.membership.assignors import ASSIGNORS
from kafkawire.client.core.membership.classic import ClassicMember
from kafkawire.client.core.membership.common import Parts
from tests.client.support.group import Client, join

JOIN, HEARTBEAT, LEAVE, SYNC = 11, 12, 13, 14
EAGER = ("range", "cooperative-sticky")
"""What Kafka's consumer lists unless it is told otherwise."""
COOPERATIVE = ("cooperative-sticky",)


class Classic(Client):
    """A classic member with its world, its offsets and its shell."""

    def __init__(
        self, beside: Client | None = None, *, names: Sequence[str] = EAGER, **options: Any
    ) -> None:
        self.names = names
        super().__init__(beside, **options)

    def made(self, parts: Parts) -> Any:
        return ClassicMember(self.options, parts, [ASSIGNORS[name]() for name in self.names])


def joined(**options: Any) -> Classic:
    """Return a member that owns a topic of four partitions."""
    client = Classic(**options)
    join(client)
    return client
