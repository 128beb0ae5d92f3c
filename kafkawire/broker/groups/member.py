"""One member of a classic group."""

from __future__ import annotations

from kafkawire.java_order import java_string_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.coordinator import Answer
    from kafkawire.broker.groups.join_call import JoinCall, Protocols
    from kafkawire.broker.groups.session import SessionTimer


class ClassicMember:
    """One member: what the group's record holds of it, and its `presence`, which no record holds.

    The record holds the metadata of the group's protocol only. A member that is read back from the
    log offers that one protocol until its next JoinGroup.
    """

    __slots__ = (
        "assignment",
        "client_host",
        "client_id",
        "group_instance_id",
        "id_hash",
        "member_id",
        "presence",
        "protocols",
        "rebalance_timeout_ms",
        "session_timeout_ms",
    )

    def __init__(
        self,
        member_id: str,
        group_instance_id: str | None = None,
        *,
        client_id: str,
        client_host: str,
    ) -> None:
        self.member_id = member_id
        self.id_hash = java_string_hash(member_id)
        self.group_instance_id = group_instance_id
        self.client_id = client_id
        self.client_host = client_host
        self.rebalance_timeout_ms = 0
        self.session_timeout_ms = 0
        self.protocols: Protocols = ()
        self.assignment = b""
        self.presence = Presence()

    def rename(self, member_id: str) -> None:
        """Replace the member id; its hash is computed once, because members are sorted often."""
        self.member_id = member_id
        self.id_hash = java_string_hash(member_id)

    def metadata(self, protocol: str | None) -> bytes:
        """The member's metadata for a protocol; empty if the member does not offer it."""
        return metadata_of(self.protocols, protocol)


def new_member(call: JoinCall) -> ClassicMember:
    """Return the member that a JoinGroup with a new member id makes."""
    member = ClassicMember(
        call.member_id,
        call.group_instance_id,
        client_id=call.client_id,
        client_host=call.client_host,
    )
    member.protocols = call.protocols
    member.session_timeout_ms = call.session_timeout_ms
    member.rebalance_timeout_ms = call.rebalance_timeout_ms
    return member


def metadata_of(protocols: Protocols, protocol: str | None) -> bytes:
    """The metadata that an offer has for one protocol; empty if the offer lacks the protocol."""
    for name, metadata in protocols:
        if name == protocol:
            return metadata
    return b""


class Presence:
    """A member's session and its parked requests: volatile state, lost when the group is unloaded.

    `rebalance` starts and moves the session, `parked_calls` parks and answers the requests.
    """

    __slots__ = ("is_new", "join", "join_version", "session", "sync")

    def __init__(self) -> None:
        self.is_new = False
        """True until the first JoinGroup of the member is answered."""
        self.join: Answer | None = None
        """The parked JoinGroup."""
        self.join_version = 0
        """The API version of the parked JoinGroup."""
        self.sync: Answer | None = None
        """The parked SyncGroup."""
        self.session: SessionTimer | None = None

    @property
    def must_heartbeat(self) -> bool:
        """True if silence ends the membership: a parked request counts as a sign of life.

        A new member expires even while its first JoinGroup is parked: five minutes are enough for
        a client that is alive (groups B-30, B-46).
        """
        return self.is_new or (self.join is None and self.sync is None)
