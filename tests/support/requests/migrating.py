"""What tests of groups between two protocols say: embedded subscriptions and assignments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kafkawire.broker.groups.consumer.member import ConsumerMember
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import ConsumerProtocolSubscription
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from tests.support.requests.consumer_groups import ConsumerHarness
from tests.support.requests.groups import Member

Owned = ConsumerProtocolSubscription.TopicPartition
Assigned = ConsumerProtocolAssignment.TopicPartition


def subscription(
    *topics: str, owned: Mapping[str, Sequence[int]] | None = None, version: int = 1, **fields: Any
) -> bytes:
    """The subscription of a classic consumer."""
    partitions = [Owned(topic=name, partitions=held) for name, held in (owned or {}).items()]
    body = ConsumerProtocolSubscription(
        topics=list(topics), user_data=None, owned_partitions=partitions, **fields
    )
    return version.to_bytes(2, "big") + body.encode(version)


def assignment(
    partitions: Mapping[str, Sequence[int]], version: int = 1, user_data: bytes | None = None
) -> bytes:
    """What a classic consumer is given."""
    assigned = [Assigned(topic=name, partitions=held) for name, held in partitions.items()]
    body = ConsumerProtocolAssignment(assigned_partitions=assigned, user_data=user_data)
    return version.to_bytes(2, "big") + body.encode(version)


def offering(*topics: str, name: str = "range", **fields: Any) -> Sequence[tuple[str, bytes]]:
    """The protocols of a classic consumer."""
    return ((name, subscription(*topics, **fields)),)


class MigratingHarness(ConsumerHarness):
    """A broker whose groups assign at once, and clients of both protocols."""

    def __init__(self, overrides: Mapping[str, str] | None = None) -> None:
        settings = {
            "group.initial.rebalance.delay.ms": "0",
            "group.consumer.assignment.interval.ms": "0",
            **(overrides or {}),
        }
        super().__init__(settings)

    def classic(self, *topics: str, **fields: Any) -> Member:
        """A classic consumer that has not joined yet."""
        return self.member(protocols=offering(*(topics or ("t1",))), **fields)

    def classic_group(
        self, *instances: str | None, partitions: Iterable[Mapping[str, Sequence[int]]] = ()
    ) -> list[Member]:
        """A Stable classic group; its members have these partitions."""
        members = self.stable(*instances, protocols=offering("t1"))
        given = [*partitions] or [{"t1": [0, 1, 2]}] + [{}] * (len(members) - 1)
        leader = members[0]
        leader.join()
        for member in members[1:]:
            member.join()
        assert all(member.joined.error_code == 0 for member in members)
        assignments = {m.id: assignment(p) for m, p in zip(members, given, strict=True)}
        for member in sorted(members, key=lambda each: not each.is_leader):
            member.sync(assignments)
        assert all(member.synced.response.error_code == 0 for member in members)
        return members

    def rejoin(self, member: Member, owned: Mapping[str, Sequence[int]] | None = None) -> Any:
        """A classic member joins again and reports what it owns."""
        member.protocols = offering("t1", owned=owned or {})
        member.send_join()
        return member.joined

    def named_assignment(self, member: ConsumerMember) -> dict[str, set[int]]:
        """What a member of a consumer group has, by topic name."""
        names = self.broker.metadata.topics_by_id
        return {names[each].name: set(held) for each, held in member.current.assigned.items()}

    def assigned(self, member: Member) -> dict[str, list[int]]:
        """What SyncGroup gives to a classic member."""
        response = member.send_sync().response
        assert response.error_code == 0
        body = ConsumerProtocolAssignment.decode(response.assignment, 1, 2)
        return {each.topic: sorted(each.partitions) for each in body.assigned_partitions}

    def leave(self, group: str, *members: tuple[str, str | None]) -> list[int]:
        """The codes of a LeaveGroup for members by id and instance id."""
        identity = LeaveGroupRequest.MemberIdentity
        asked = [identity(member_id=who, group_instance_id=name) for who, name in members]
        request = LeaveGroupRequest(group_id=group, members=asked)
        response = self.connect().request(request, 5)
        assert response.error_code == 0
        return [each.error_code for each in response.members]

    def leave_one(self, group: str, member_id: str) -> int:
        """The code of a LeaveGroup of version 2."""
        request = LeaveGroupRequest(group_id=group, member_id=member_id)
        code: int = self.connect().request(request, 2).error_code
        return code
