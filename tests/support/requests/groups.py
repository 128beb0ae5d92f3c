"""Requests of tests of consumer groups, with defaults for unimportant fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from kafkawire.broker.groups import records
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.states import GroupState
from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from kafkawire.records.record import decode_records
from tests.support.requests.harness import BrokerHarness, HarnessClient, Pending

SUBSCRIPTION = bytes.fromhex("0000 00000001 0002 7431 ffffffff")
"""ConsumerProtocolSubscription version 0 of topic `t1`."""
OTHER_SUBSCRIPTION = bytes.fromhex("0000 00000001 0002 7432 ffffffff")

RANGE = (("range", SUBSCRIPTION),)

SESSION_TIMEOUT_MS = 10_000
REBALANCE_TIMEOUT_MS = 5_000


class GroupsHarness(BrokerHarness):
    """A broker whose `__consumer_offsets` is there already."""

    def __init__(self, overrides: Mapping[str, str] | None = None, seed: int = 0) -> None:
        super().__init__(overrides, seed)
        self.connect().request(FindCoordinatorRequest(key="g"), 1)
        self.settle()

    def member(self, group: str = "g", **options: Any) -> Member:
        """A client of a group, on a connection of its own."""
        return Member(self, group, **options)

    def stable(self, *instances: str | None, group: str = "g", **options: Any) -> list[Member]:
        """Members of a Stable group, the leader first; None stands for a dynamic member."""
        members = [
            self.member(group, instance=instance, **options) for instance in instances or (None,)
        ]
        for member in members:
            member.join()
        # The first generation may have begun before all had come.
        for _ in members:
            for member in members:
                if member.joining.done and not member.is_current:
                    member.join()
        assert all(member.is_current for member in members)
        assert len({member.id for member in members}) == len(members)
        members.sort(key=lambda member: not member.is_leader)
        for member in members:
            member.sync({m.id: b"for " + m.id.encode() for m in members})
        assert all(member.synced.response.error_code == 0 for member in members)
        return members

    def records(self, group: str = "g") -> list[records.Record]:
        """What is written of a group."""
        index = self.broker.groups.partition_of(group)
        partition = self.broker.replicas.get(TopicPartition(CONSUMER_OFFSETS, index))
        assert partition is not None
        found: list[records.Record | None] = []
        for header, batch in partition.log.iter_batches():
            for record in decode_records(batch, header=header):
                assert record.key is not None
                found.append(records.decode(record.key, record.value))
        return [record for record in found if record is not None and record.group_id == group]

    def live_group(self, group: str = "g") -> ClassicGroup:
        """A classic group as the broker has it."""
        found = self.broker.groups.shard_of(group).groups[group]
        assert isinstance(found, ClassicGroup)
        return found

    def group_values(self, group: str = "g") -> list[Any]:
        """The values of a group's own records, None for tombstones."""
        return [r.value for r in self.records(group) if isinstance(r, records.GroupRecord)]

    def describe(self, group: str = "g", version: int = 6) -> Any:
        request = DescribeGroupsRequest(groups=[group])
        return self.connect().request(request, version).groups[0]

    def state(self, group: str = "g") -> str:
        state: str = self.describe(group).group_state
        return state

    def list_groups(self, version: int = 5, **filters: Any) -> Any:
        return self.connect().request(ListGroupsRequest(**filters), version)

    def delete_groups(self, *groups: str, version: int = 3) -> Any:
        return self.connect().request(DeleteGroupsRequest(groups_names=list(groups)), version)

    @contextmanager
    def refusing_writes(self, group: str = "g") -> Iterator[None]:
        """Have the coordinator's log refuse every record, which answers code -1."""
        log = self.broker.groups.shard_of(group).partition.log
        before, log.config = log.config, LogConfig.from_mapping({"max.message.bytes": "0"})
        yield
        log.config = before

    def restart_groups(self) -> None:
        """Lose all groups, and read them back from the log."""
        groups = self.broker.groups
        for index in list(groups.shards):
            groups.on_partition_resigned(index, self.now_ms)
            groups.on_partition_elected(index, self.now_ms)
        self.settle()


class Member:
    """One client and its membership."""

    def __init__(
        self,
        harness: GroupsHarness,
        group: str = "g",
        *,
        id: str = "",
        instance: str | None = None,
        client_id: str = "ca",
        protocols: Sequence[tuple[str, bytes]] = RANGE,
        session_timeout_ms: int = SESSION_TIMEOUT_MS,
        rebalance_timeout_ms: int = REBALANCE_TIMEOUT_MS,
        protocol_type: str = "consumer",
    ) -> None:
        self.harness = harness
        self.client: HarnessClient = harness.connect(client_id)
        self.group = group
        self.id = id
        self.instance = instance
        self.protocols = protocols
        self.session_timeout_ms = session_timeout_ms
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.protocol_type = protocol_type
        self.generation = -1
        self.joining: Pending
        self.syncing: Pending

    # JoinGroup

    def send_join(self, version: int = 9) -> Pending:
        """Send one JoinGroup and nothing else."""
        request = JoinGroupRequest(
            group_id=self.group,
            session_timeout_ms=self.session_timeout_ms,
            rebalance_timeout_ms=self.rebalance_timeout_ms,
            member_id=self.id,
            group_instance_id=self.instance,
            protocol_type=self.protocol_type,
            protocols=[
                JoinGroupRequest.JoinGroupRequestProtocol(name=name, metadata=metadata)
                for name, metadata in self.protocols
            ],
        )
        self.joining = self.client.send(request, version)
        return self.joining

    def join(self, version: int = 9) -> Pending:
        """Join as a client does, with a second request if the first one returns its id."""
        joining = self.send_join(version)
        if joining.done and joining.response.error_code == 79:
            self.id = joining.response.member_id
            joining = self.send_join(version)
        return joining

    @property
    def joined(self) -> Any:
        """The answer to the last JoinGroup; takes over id and generation if it is a success."""
        assert self.joining.done, "JoinGroup still waits"
        response = self.joining.response
        if response.error_code == 0:
            self.id, self.generation = response.member_id, response.generation_id
        return response

    @property
    def is_current(self) -> bool:
        """Whether the last JoinGroup was answered with the group's current generation."""
        if not self.joining.done or self.joined.error_code:
            return False
        group = self.harness.live_group(self.group)
        return (
            self.generation == group.generation
            and group.state is not GroupState.PREPARING_REBALANCE
        )

    @property
    def is_leader(self) -> bool:
        leader: str = self.joined.leader
        return leader == self.id

    # The rest

    def send_sync(
        self, assignments: Mapping[str, bytes] | None = None, version: int = 5, **fields: Any
    ) -> Pending:
        """Send one SyncGroup; `fields` replace what a client would say."""
        said = {
            "group_id": self.group,
            "generation_id": self.generation,
            "member_id": self.id,
            "group_instance_id": self.instance,
            "protocol_type": self.protocol_type,
            "protocol_name": self.protocols[0][0],
            **fields,
        }
        entries = [
            SyncGroupRequest.SyncGroupRequestAssignment(member_id=key, assignment=value)
            for key, value in (assignments or {}).items()
        ]
        self.syncing = self.client.send(SyncGroupRequest(assignments=entries, **said), version)
        return self.syncing

    def sync(self, assignments: Mapping[str, bytes] | None = None) -> Pending:
        """Send SyncGroup, with assignments only if this member leads."""
        return self.send_sync(assignments if self.is_leader else None)

    @property
    def synced(self) -> Pending:
        assert self.syncing.done, "SyncGroup still waits"
        return self.syncing

    def heartbeat(self, version: int = 4, **fields: Any) -> int:
        """The error code of a heartbeat."""
        said = {
            "group_id": self.group,
            "generation_id": self.generation,
            "member_id": self.id,
            "group_instance_id": self.instance,
            **fields,
        }
        code: int = self.harness.connect().request(HeartbeatRequest(**said), version).error_code
        return code

    def leave(self, version: int = 5) -> Any:
        identity = LeaveGroupRequest.MemberIdentity(
            member_id=self.id, group_instance_id=self.instance
        )
        request = LeaveGroupRequest(group_id=self.group, members=[identity])
        return self.harness.connect().request(request, version)

    def commit(self, *offsets: tuple[str, int, int], version: int = 9, **fields: Any) -> Any:
        """OffsetCommit as this member; see `commit`."""
        said = {
            "generation_id_or_member_epoch": self.generation,
            "member_id": self.id,
            "group_instance_id": self.instance,
            **fields,
        }
        return commit(self.harness.connect(), *offsets, group=self.group, version=version, **said)


def commit(
    client: HarnessClient,
    *offsets: tuple[str, int, int],
    group: str = "g",
    version: int = 9,
    metadata: str | None = "",
    leader_epoch: int = -1,
    **fields: Any,
) -> Any:
    """OffsetCommit of (topic, partition, offset) triples; returns the response."""
    topics: dict[str, list[Any]] = {}
    for topic, partition, offset in offsets:
        entry = OffsetCommitRequest.OffsetCommitRequestPartition(
            partition_index=partition,
            committed_offset=offset,
            committed_metadata=metadata,
            committed_leader_epoch=leader_epoch,
        )
        topics.setdefault(topic, []).append(entry)
    images = client.harness.broker.metadata.topics
    request = OffsetCommitRequest(
        group_id=group,
        topics=[
            OffsetCommitRequest.OffsetCommitRequestTopic(
                name="" if version >= 10 else topic,
                topic_id=images[topic].topic_id if version >= 10 else bytes(16),
                partitions=entries,
            )
            for topic, entries in topics.items()
        ],
        **fields,
    )
    return client.request(request, version)


def codes_of(response: Any) -> list[int]:
    """The error codes of an OffsetCommit's partitions, in the order of the answer."""
    return [part.error_code for topic in response.topics for part in topic.partitions]


def fetch(
    client: HarnessClient,
    topics: Mapping[str, Sequence[int]] | None,
    *,
    group: str = "g",
    version: int = 9,
    **fields: Any,
) -> Any:
    """OffsetFetch for one group, None for all its offsets; returns the group's part."""
    images = client.harness.broker.metadata.topics
    if version < 8:
        asked = None
        if topics is not None:
            asked = [
                OffsetFetchRequest.OffsetFetchRequestTopic(
                    name=name, partition_indexes=list(partitions)
                )
                for name, partitions in topics.items()
            ]
        return client.request(OffsetFetchRequest(group_id=group, topics=asked, **fields), version)
    wanted = None
    if topics is not None:
        wanted = [
            OffsetFetchRequest.OffsetFetchRequestTopics(
                name="" if version >= 10 else name,
                topic_id=images[name].topic_id if version >= 10 else bytes(16),
                partition_indexes=list(partitions),
            )
            for name, partitions in topics.items()
        ]
    entry = OffsetFetchRequest.OffsetFetchRequestGroup(group_id=group, topics=wanted)
    return client.request(OffsetFetchRequest(groups=[entry], **fields), version).groups[0]


def offset_of(fetched: Any) -> int:
    """The one offset in an answer."""
    (topic,) = fetched.topics
    (partition,) = topic.partitions
    offset: int = partition.committed_offset
    return offset
