"""What scripts of groups with members of both protocols have in common.

The topic has as many partitions as divide evenly, so that who gets which does not depend on the
order of random ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from compat.oracle.scripts.configs import alter
from compat.oracle.scripts.groups import (
    coordinator_ready,
    describe,
    join,
    joined,
    sync,
)
from compat.oracle.scripts.kit import Part, World, create, end_offsets, fetch_partition, message
from compat.oracle.sides import SETTINGS
from compat.oracle.steps import Ask, InForce
from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.java_order import partition_for_group
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import ConsumerProtocolSubscription
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest

TOPIC = "mig"
PARTITIONS = 4
GROUP_CONFIG = 32
SET = 0
TYPE_AND_NAME: Any = {"protocol_type": "consumer", "protocol_name": "range"}

Owned = ConsumerProtocolSubscription.TopicPartition
Assigned = ConsumerProtocolAssignment.TopicPartition
Partition = OffsetCommitRequest.OffsetCommitRequestPartition


def subscription(
    owned: Iterable[int] = (), version: int = 1, topics: Sequence[str] = (TOPIC,), **fields: Any
) -> bytes:
    """What a classic consumer says of itself."""
    partitions = list(owned)
    body = ConsumerProtocolSubscription(
        topics=list(topics),
        user_data=None,
        owned_partitions=[Owned(topic=TOPIC, partitions=partitions)] if partitions else [],
        **fields,
    )
    return version.to_bytes(2, "big") + body.encode(version)


def assignment(
    partitions: Iterable[int], version: int = 1, user_data: bytes | None = None
) -> bytes:
    """What a leader gives to a classic consumer."""
    body = ConsumerProtocolAssignment(
        assigned_partitions=[Assigned(topic=TOPIC, partitions=list(partitions))],
        user_data=user_data,
    )
    return version.to_bytes(2, "big") + body.encode(version)


def heartbeat(group: str, member_id: str, epoch: int, **fields: Any) -> Ask:
    """ConsumerGroupHeartbeat; silent but for what is given."""
    said: dict[str, Any] = {
        "rebalance_timeout_ms": -1,
        "subscribed_topic_names": None,
        "subscribed_topic_regex": None,
        "topic_partitions": None,
        "server_assignor": None,
        **fields,
    }
    request = ConsumerGroupHeartbeatRequest(
        group_id=group, member_id=member_id, member_epoch=epoch, **said
    )
    return Ask(request, 1)


def entering(group: str, member_id: str, names: Sequence[str] = (TOPIC,), **fields: Any) -> Ask:
    """The first heartbeat of a member of the new protocol."""
    said = {"rebalance_timeout_ms": 30_000, "topic_partitions": [], **fields}
    return heartbeat(group, member_id, 0, subscribed_topic_names=list(names), **said)


def show(group: str) -> Part[None]:
    """Ask for all that a group shows of itself."""
    yield Ask(ConsumerGroupDescribeRequest(group_ids=[group]), 1)
    yield describe(group)


def begin(world: World, *groups: str) -> Part[dict[str, int]]:
    """A topic, and groups whose targets may be computed at once; where their records begin."""
    yield from create(world, TOPIC, PARTITIONS)
    yield from coordinator_ready(*groups)
    change = ("consumer.assignment.interval.ms", SET, "0")
    yield Ask(alter(*((GROUP_CONFIG, group, [change]) for group in groups)), 1)
    yield InForce()
    starts = {}
    for group in groups:
        partition = partition_for_group(group, int(SETTINGS["offsets.topic.num.partitions"]))
        ask = Ask(end_offsets(CONSUMER_OFFSETS, [partition]), 6, compared=False)
        starts[group] = message((yield ask), ListOffsetsResponse).topics[0].partitions[0].offset
    return starts


def classic(
    group: str, partitions: Iterable[int] = range(PARTITIONS), **fields: Any
) -> Part[JoinGroupResponse]:
    """A classic group of one consumer that has its assignment."""
    fields.setdefault("protocols", [("range", subscription())])
    found = yield from joined(group, **fields)
    mine = [(found.member_id, assignment(partitions))]
    names: Any = {"protocol_type": "consumer", "protocol_name": found.protocol_name or ""}
    yield Ask(sync(group, found.member_id, found.generation_id, mine, **names), 5)
    return found


def stored(group: str, start: int) -> Ask:
    """What is written of groups in the partition of one, from an offset on."""
    partition = partition_for_group(group, int(SETTINGS["offsets.topic.num.partitions"]))
    wanted = fetch_partition(partition, start)
    topic = FetchRequest.FetchTopic(topic=CONSUMER_OFFSETS, partitions=[wanted])
    return Ask(FetchRequest(topics=[topic], max_bytes=1 << 20, min_bytes=0, max_wait_ms=0), 12)


def commit(group: str, member_id: str, epoch: int, version: int, partition: int = 0) -> Ask:
    """OffsetCommit of a member."""
    topics = OffsetCommitRequest.OffsetCommitRequestTopic
    request = OffsetCommitRequest(
        group_id=group,
        member_id=member_id,
        generation_id_or_member_epoch=epoch,
        topics=[
            topics(
                name=TOPIC,
                partitions=[Partition(partition_index=partition, committed_offset=7)],
            )
        ],
    )
    return Ask(request, version)


def fetched(group: str, member_id: str | None, epoch: int) -> Ask:
    """OffsetFetch of the topic's offsets, as a member."""
    make = OffsetFetchRequest.OffsetFetchRequestGroup
    topics = OffsetFetchRequest.OffsetFetchRequestTopics
    wanted = [topics(name=TOPIC, partition_indexes=list(range(PARTITIONS)))]
    each = make(group_id=group, member_id=member_id, member_epoch=epoch, topics=wanted)
    return Ask(OffsetFetchRequest(groups=[each]), 9)


def rejoin(group: str, member_id: str, owned: Iterable[int], **fields: Any) -> Ask:
    """JoinGroup of a member that says what it owns."""
    return Ask(join(group, member_id, [("range", subscription(owned))], **fields), 9)
