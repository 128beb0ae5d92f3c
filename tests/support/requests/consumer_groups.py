"""Requests of tests of KIP-848, and clients that reconcile as real ones do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kafkawire.broker.groups.consumer.group import ConsumerGroup
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from tests.support.requests.groups import GroupsHarness

ConsumerHeartbeat = ConsumerGroupHeartbeatRequest
TopicPartitions = ConsumerGroupHeartbeatRequest.TopicPartitions
REBALANCE_TIMEOUT_MS = 5_000

SILENT: Mapping[str, Any] = {
    "instance_id": None,
    "rack_id": None,
    "rebalance_timeout_ms": -1,
    "subscribed_topic_names": None,
    "subscribed_topic_regex": None,
    "server_assignor": None,
    "topic_partitions": None,
}
"""The fields of a heartbeat without news."""

Partitions = dict[str, set[int]]


class ConsumerHarness(GroupsHarness):
    """A broker, two topics `t1` (three partitions) and `t2` (two), and consumer groups."""

    def __init__(self, overrides: Mapping[str, str] | None = None, seed: int = 0) -> None:
        super().__init__(overrides, seed)
        self.create_topic("t1", 3)
        self.create_topic("t2", 2)

    def beat(self, version: int = 1, *, client_id: str = "ca", **fields: Any) -> Any:
        """One heartbeat, silent but for `fields`; the answer."""
        request = ConsumerGroupHeartbeatRequest(**{**SILENT, "group_id": "g", **fields})
        return self.connect(client_id).request(request, version)

    def joiner(self, member_id: str = "m1", *topics: str, **fields: Any) -> ConsumerClient:
        """A client that has joined; by default it reads t1 and t2."""
        client = ConsumerClient(self, member_id, topics or ("t1", "t2"), **fields)
        client.join()
        return client

    def group(self, group_id: str = "g") -> ConsumerGroup:
        """The group as the coordinator has it."""
        group = self.broker.groups.shard_of(group_id).consumer_group(group_id)
        assert group is not None
        return group

    def epochs(self, group_id: str = "g") -> tuple[int, int]:
        """The group's epoch, and that of its target assignment."""
        group = self.group(group_id)
        return group.epoch, group.assignment_epoch

    def described(self, group_id: str = "g", version: int = 1) -> Any:
        """The description of a group by ConsumerGroupDescribe."""
        request = ConsumerGroupDescribeRequest(group_ids=[group_id])
        return self.connect().request(request, version).groups[0]

    def written(self, start: int = 0, group: str = "g") -> list[tuple[int, Any, Any]]:
        """Type, key and value of what is written of a group, from its record `start` on."""
        found = self.records(group)[start:]
        return [(record.key.API_KEY, record.key, record.value) for record in found]

    def kinds(self, start: int = 0, group: str = "g") -> list[int]:
        """The types of a group's records; a tombstone's is negative."""
        return [
            kind if value is not None else -kind for kind, _, value in self.written(start, group)
        ]

    def set_group_config(self, group_id: str, name: str, value: str | None) -> None:
        """Set a configuration of a group, as the controller's log would."""
        record = ConfigRecord(resource_type=32, resource_name=group_id, name=name, value=value)
        self.broker.metadata.apply(record, 0)

    def grow(self, topic: str, partitions: int) -> None:
        """Give a topic more partitions."""
        wanted = CreatePartitionsRequest.CreatePartitionsTopic(
            name=topic, count=partitions, assignments=None
        )
        request = CreatePartitionsRequest(topics=[wanted], timeout_ms=30_000)
        (result,) = self.connect().request(request, 3).results
        assert result.error_code == 0

    def delete_topic(self, topic: str) -> None:
        request = DeleteTopicsRequest(topic_names=[topic], timeout_ms=30_000)
        (result,) = self.connect().request(request, 5).responses
        assert result.error_code == 0

    def named(self, topics: Iterable[Any]) -> Partitions:
        """Partitions by topic name, of the elements of an answer."""
        names = self.broker.metadata.topics_by_id
        found = {names[each.topic_id].name: set(each.partitions) for each in topics}
        assert sum(map(len, found.values())) == sum(len(each.partitions) for each in topics)
        return found

    def listed(self, partitions: Mapping[str, Iterable[int]]) -> list[TopicPartitions]:
        """The partitions that a client reports to own."""
        images = self.broker.metadata.topics
        return [
            TopicPartitions(topic_id=images[name].topic_id, partitions=sorted(indexes))
            for name, indexes in partitions.items()
        ]

    def listed_existing(self, partitions: Mapping[str, Iterable[int]]) -> list[TopicPartitions]:
        """As `listed`, without topics that are deleted."""
        existing = self.broker.metadata.topics
        return self.listed({name: each for name, each in partitions.items() if name in existing})


class ConsumerClient:
    """One member as a client sees it: its epoch, and the partitions that it reads."""

    def __init__(
        self,
        harness: ConsumerHarness,
        member_id: str,
        topics: Sequence[str],
        *,
        group_id: str = "g",
        client_id: str = "ca",
        **profile: Any,
    ) -> None:
        self.harness = harness
        self.member_id = member_id
        self.topics = list(topics)
        self.group_id = group_id
        self.profile = {"rebalance_timeout_ms": REBALANCE_TIMEOUT_MS, **profile}
        self.epoch = 0
        self.owned: Partitions = {}
        self.assigned: Partitions = {}
        self.connection = harness.connect(client_id)
        self.answer: Any = None

    def send(self, version: int = 1, **fields: Any) -> Any:
        """Send one heartbeat with `fields` alone, and apply the response."""
        instance_id = self.profile.get("instance_id")
        said = {
            **SILENT,
            "group_id": self.group_id,
            "member_id": self.member_id,
            "member_epoch": self.epoch,
            "instance_id": instance_id,
            **fields,
        }
        self.answer = self.connection.request(ConsumerGroupHeartbeatRequest(**said), version)
        if self.answer.error_code == 0:
            self.epoch = self.answer.member_epoch
            self.member_id = self.answer.member_id
            if self.answer.assignment is not None:
                self.assigned = self.harness.named(self.answer.assignment.topic_partitions)
        return self.answer

    def join(self, version: int = 1, **fields: Any) -> Any:
        """The first heartbeat, or the first after being fenced."""
        self.owned = {}
        said = {
            "member_epoch": 0,
            "subscribed_topic_names": self.topics,
            "topic_partitions": [],
            **self.profile,
            **fields,
        }
        return self.send(version, **said)

    def beat(self, **fields: Any) -> Any:
        """A heartbeat without news."""
        return self.send(**fields)

    def acknowledge(self, **fields: Any) -> Any:
        """Give back unassigned partitions, take assigned ones, and report them."""
        self.owned = {topic: set(indexes) for topic, indexes in self.assigned.items()}
        return self.send(topic_partitions=self.harness.listed(self.owned), **fields)

    def leave(self, epoch: int = -1) -> Any:
        """Go, or with -2 go for a while."""
        return self.send(member_epoch=epoch)


def settle(clients: Sequence[ConsumerClient], rounds: int = 8) -> None:
    """Let everybody heartbeat and acknowledge until nothing changes."""
    for _ in range(rounds):
        for client in clients:
            client.acknowledge()
        clients[0].harness.advance(1_000)
