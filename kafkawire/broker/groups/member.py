"""One member of a classic group."""

from __future__ import annotations

from kafkawire.broker.java_order import java_string_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from kafkawire.broker.coordinator import Answer
    from kafkawire.broker.groups.session import SessionTimer
    from kafkawire.protocol.messages.join_group_request import JoinGroupRequest

Protocols = tuple[tuple[str, bytes], ...]
"""Names and metadata in the member's order of preference; the metadata is opaque."""


class ClassicMember:
    """What the group knows of a member, and which of its calls are waiting.

    The ids, the client, the timeouts, the subscription under the group's protocol and the
    assignment are what the group's record holds; the rest lives in memory only.
    """

    __slots__ = (
        "assignment",
        "client_host",
        "client_id",
        "group_instance_id",
        "id_hash",
        "is_new",
        "join",
        "join_version",
        "member_id",
        "protocols",
        "rebalance_timeout_ms",
        "session",
        "session_timeout_ms",
        "sync",
    )

    def __init__(
        self,
        member_id: str,
        group_instance_id: str | None = None,
        *,
        client_id: str,
        client_host: str,
    ) -> None:
        self.rename(member_id)
        self.group_instance_id = group_instance_id
        self.client_id = client_id
        self.client_host = client_host
        self.rebalance_timeout_ms = 0
        self.session_timeout_ms = 0
        self.protocols: Protocols = ()
        self.assignment = b""
        self.is_new = False
        """Until its first JoinGroup is answered."""
        self.join: Answer | None = None
        self.join_version = 0
        """The version of the JoinGroup that waits."""
        self.sync: Answer | None = None
        self.session: SessionTimer | None = None

    def rename(self, member_id: str) -> None:
        """Call it so from now on; the id is hashed once, and put in order again and again."""
        self.member_id = member_id
        self.id_hash = java_string_hash(member_id)

    def metadata(self, protocol: str | None) -> bytes:
        """Its metadata for a protocol, or nothing if it does not know that protocol."""
        for name, metadata in self.protocols:
            if name == protocol:
                return metadata
        return b""

    def vote(self, candidates: Container[str]) -> str:
        """The candidate that it likes best; it supports every candidate."""
        return next(name for name, _ in self.protocols if name in candidates)

    @property
    def must_heartbeat(self) -> bool:
        """Whether silence ends its membership: not while a call waits, unless it is new.

        A new member may be expired while its first JoinGroup waits: five minutes are enough for
        a client that is alive (groups B-30, B-46).
        """
        return self.is_new or (self.join is None and self.sync is None)


def protocols_of(request: JoinGroupRequest) -> Protocols:
    """The protocols that a JoinGroup offers."""
    return tuple((offer.name, bytes(offer.metadata)) for offer in request.protocols)


def rebalance_timeout_of(request: JoinGroupRequest, api_version: int) -> int:
    """Version 0 has no rebalance timeout: the session timeout serves for both (groups B-10)."""
    return request.session_timeout_ms if api_version == 0 else request.rebalance_timeout_ms
