"""Groups of KIP-848: a member that consumes, commits and leaves, and what is left of its group."""

from __future__ import annotations

import time
from collections.abc import Iterator

from compat.clients.raw import RawClient
from compat.interchange.asking import TIMEOUT_MS, check
from compat.interchange.inventory import Inventory, features, taken
from compat.interchange.work import Work
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_describe_response import (
    ConsumerGroupDescribeResponse,
)
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse

GROUP = "modern"
GROUP_VERSION = 1
"""The level of `group.version` from which on there are groups of the new protocol."""


def has_modern_groups(client: RawClient) -> bool:
    """Whether the broker serves groups of KIP-848."""
    if ApiKey.CONSUMER_GROUP_HEARTBEAT not in client.versions:
        return False
    return features(client).get("group.version", 0) >= GROUP_VERSION


def write(work: Work) -> None:
    """A group of the new protocol that consumes, commits and is left by its only member."""
    if not has_modern_groups(work.client):
        return
    from confluent_kafka import Consumer

    work.topic("grouped", 3)
    consumer = Consumer(
        {
            "bootstrap.servers": work.bootstrap,
            "group.id": GROUP,
            "group.protocol": "consumer",
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
        }
    )
    consumer.subscribe(["grouped"])
    deadline = time.monotonic() + TIMEOUT_MS / 1_000
    while not consumer.consume(1, 0.2):
        assert time.monotonic() < deadline, "the group got no records"
    consumer.commit(asynchronous=False)
    consumer.close()


def take(bootstrap: str) -> Inventory:
    """What the broker serves of such groups."""
    return taken(bootstrap, _everything)


def _everything(client: RawClient) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not has_modern_groups(client):
        return
    listed = client.ask(ListGroupsRequest(types_filter=["consumer"]), ListGroupsResponse)
    check("ListGroups", listed.error_code)
    for group_id in sorted(each.group_id for each in listed.groups):
        yield f"group {group_id} epochs", tuple(_described(client, group_id))


def _described(client: RawClient, group_id: str) -> Iterator[str]:
    request = ConsumerGroupDescribeRequest(group_ids=[group_id])
    (found,) = client.ask(request, ConsumerGroupDescribeResponse).groups
    check(f"ConsumerGroupDescribe {group_id}", found.error_code)
    yield f"{found.group_state} {found.group_epoch}/{found.assignment_epoch}"
    yield from sorted(map(str, found.members))
