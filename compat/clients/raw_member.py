"""A group member in single requests: join, sync, heartbeat, fetch, commit, leave.

The leader assigns partitions round robin by member id; every member makes the same request sequence
as a stock client of the classic protocol. Heartbeats go out between polls; joining has a thread.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from compat.clients.base import WAIT_SECONDS_MAX, Received
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import ConsumerProtocolSubscription
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.leave_group_response import LeaveGroupResponse
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse

if TYPE_CHECKING:
    from compat.clients.raw import RawClient

REBALANCE_MS = 10_000
COMMIT_VERSION_BY_NAME = 9
RETRIED = {
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_COORDINATOR,
}
REJOINED = {
    ErrorCode.REBALANCE_IN_PROGRESS,
    ErrorCode.UNKNOWN_MEMBER_ID,
    ErrorCode.ILLEGAL_GENERATION,
}


def _pack(message: ConsumerProtocolAssignment | ConsumerProtocolSubscription) -> bytes:
    """The embedded protocol: a version, then the message in that version."""
    return (0).to_bytes(2, "big") + message.encode(0)


class RawMember:
    """One member with a connection of its own."""

    def __init__(self, client: RawClient, group: str, topic: str, session_seconds: float) -> None:
        self._client = client
        self._group = group
        self._topic = topic
        self._session_ms = int(session_seconds * 1000)
        self._member_id = ""
        self._generation = -1
        self._owned: dict[int, int] = {}
        self._rejoining: threading.Thread | None = None
        self._find_coordinator()

    def _find_coordinator(self) -> None:
        request = FindCoordinatorRequest(coordinator_keys=[self._group])
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while time.monotonic() < deadline:
            answer = self._client.ask(request, FindCoordinatorResponse)
            if all(each.error_code == 0 for each in answer.coordinators):
                return
        raise TimeoutError("no coordinator")

    def poll(self, seconds: float) -> list[Received]:
        if self._rejoining is not None:
            self._rejoining.join(seconds)
            if self._rejoining.is_alive():
                return []
            self._rejoining = None
        if self._generation < 0 or not self._heartbeat():
            # The answers to JoinGroup and SyncGroup wait for the other members, which the same
            # thread of the scenario polls.
            self._owned = {}
            self._rejoining = threading.Thread(target=self._rejoin, daemon=True)
            self._rejoining.start()
            return []
        if not self._owned:
            return []
        found = self._client.fetch(self._topic, self._owned, max_wait_ms=int(seconds * 1000))
        for record in found:
            self._owned[record.partition] = record.offset + 1
        return found

    def _heartbeat(self) -> bool:
        request = HeartbeatRequest(
            group_id=self._group, generation_id=self._generation, member_id=self._member_id
        )
        code = self._client.ask(request, HeartbeatResponse).error_code
        assert code == 0 or code in REJOINED, ErrorCode(code).name
        if code == ErrorCode.UNKNOWN_MEMBER_ID:
            self._member_id = ""
        return code == 0

    def _rejoin(self) -> None:
        """Join and sync until the group is stable, then take up the committed offsets."""
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while time.monotonic() < deadline:
            joined = self._join()
            if joined is not None and self._sync(joined):
                return
        raise TimeoutError("the group did not become stable")

    def _join(self) -> JoinGroupResponse | None:
        subscription = ConsumerProtocolSubscription(topics=[self._topic])
        protocol = JoinGroupRequest.JoinGroupRequestProtocol(
            name="roundrobin", metadata=_pack(subscription)
        )
        request = JoinGroupRequest(
            group_id=self._group,
            session_timeout_ms=self._session_ms,
            rebalance_timeout_ms=REBALANCE_MS,
            member_id=self._member_id,
            protocol_type="consumer",
            protocols=[protocol],
        )
        answer = self._client.ask(request, JoinGroupResponse)
        code = ErrorCode(answer.error_code)
        if code == ErrorCode.MEMBER_ID_REQUIRED:
            self._member_id = answer.member_id
            return None
        if code in REJOINED:
            self._member_id = ""
            return None
        if code in RETRIED:
            return None
        assert code == ErrorCode.NONE, code.name
        self._member_id = answer.member_id
        self._generation = answer.generation_id
        return answer

    def _sync(self, joined: JoinGroupResponse) -> bool:
        assignments = []
        if joined.leader == joined.member_id:
            assignments = self._assign([member.member_id for member in joined.members])
        request = SyncGroupRequest(
            group_id=self._group,
            generation_id=self._generation,
            member_id=self._member_id,
            protocol_type="consumer",
            protocol_name="roundrobin",
            assignments=assignments,
        )
        answer = self._client.ask(request, SyncGroupResponse)
        if answer.error_code in REJOINED:
            return False
        assert answer.error_code == 0, ErrorCode(answer.error_code).name
        mine = ConsumerProtocolAssignment.decode(bytes(answer.assignment), 0, 2)
        partitions = [each for topic in mine.assigned_partitions for each in topic.partitions]
        self._owned = self._positions(partitions) if partitions else {}
        return True

    def _assign(self, members: list[str]) -> list[SyncGroupRequest.SyncGroupRequestAssignment]:
        count = self._client.partition_count(self._topic)
        assignments = []
        for at, member_id in enumerate(sorted(members)):
            share = ConsumerProtocolAssignment.TopicPartition(
                topic=self._topic, partitions=list(range(at, count, len(members)))
            )
            packed = _pack(ConsumerProtocolAssignment(assigned_partitions=[share]))
            assignments.append(
                SyncGroupRequest.SyncGroupRequestAssignment(member_id=member_id, assignment=packed)
            )
        return assignments

    def _positions(self, partitions: list[int]) -> dict[int, int]:
        topic = OffsetFetchRequest.OffsetFetchRequestTopics(
            name=self._topic, partition_indexes=partitions
        )
        group = OffsetFetchRequest.OffsetFetchRequestGroup(group_id=self._group, topics=[topic])
        request = OffsetFetchRequest(groups=[group])
        answer = self._client.ask(request, OffsetFetchResponse, COMMIT_VERSION_BY_NAME)
        (found,) = answer.groups
        assert found.error_code == 0, ErrorCode(found.error_code).name
        return {
            each.partition_index: max(0, each.committed_offset)
            for element in found.topics
            for each in element.partitions
        }

    def assignment(self) -> set[int]:
        return set(self._owned)

    def commit(self) -> None:
        partitions = [
            OffsetCommitRequest.OffsetCommitRequestPartition(
                partition_index=partition, committed_offset=offset
            )
            for partition, offset in self._owned.items()
        ]
        topic = OffsetCommitRequest.OffsetCommitRequestTopic(
            name=self._topic, partitions=partitions
        )
        request = OffsetCommitRequest(
            group_id=self._group,
            generation_id_or_member_epoch=self._generation,
            member_id=self._member_id,
            topics=[topic],
        )
        answer = self._client.ask(request, OffsetCommitResponse, COMMIT_VERSION_BY_NAME)
        for element in answer.topics:
            for each in element.partitions:
                assert each.error_code == 0, ErrorCode(each.error_code).name

    def close(self) -> None:
        member = LeaveGroupRequest.MemberIdentity(member_id=self._member_id)
        request = LeaveGroupRequest(group_id=self._group, members=[member])
        assert self._client.ask(request, LeaveGroupResponse).error_code == 0
        self._client.close()

    def vanish(self) -> None:
        self._client.close()
