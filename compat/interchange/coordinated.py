"""What the coordinators of a broker know of groups and transactions, taken down as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compat.clients.raw import RawClient
from compat.interchange.asking import check
from compat.interchange.modern_groups import has_modern_groups
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_describe_response import (
    ConsumerGroupDescribeResponse,
)
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.protocol.messages.describe_groups_response import DescribeGroupsResponse
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest
from kafkawire.protocol.messages.describe_transactions_response import (
    DescribeTransactionsResponse,
)
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.list_transactions_request import ListTransactionsRequest
from kafkawire.protocol.messages.list_transactions_response import ListTransactionsResponse
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse

Found = Iterator[tuple[str, tuple[str, ...]]]


def everything(client: RawClient) -> Found:
    """Members, epochs and assignments of groups; pending offsets; transactions."""
    listed = client.ask(ListGroupsRequest(), ListGroupsResponse)
    check("ListGroups", listed.error_code)
    for group in sorted(listed.groups, key=lambda each: each.group_id):
        yield f"group {group.group_id} pending", pending(client, group.group_id)
        if group.group_type.lower() != "consumer":
            yield f"group {group.group_id} members", _classic(client, group.group_id)
        elif has_modern_groups(client):
            yield f"group {group.group_id} members", _modern(client, group.group_id)
    for name in _transactional_ids(client):
        yield f"transactional id {name}", (transaction(client, name),)


def _classic(client: RawClient, group: str) -> tuple[str, ...]:
    answer = client.ask(DescribeGroupsRequest(groups=[group]), DescribeGroupsResponse)
    (found,) = answer.groups
    check(f"DescribeGroups {group}", found.error_code)
    state = f"{found.group_state} {found.protocol_type!r} {found.protocol_data!r}"
    return (state, *sorted(map(str, found.members)))


def _modern(client: RawClient, group: str) -> tuple[str, ...]:
    found = described(client, group)
    state = f"{found.group_state} {found.group_epoch} {found.assignment_epoch}"
    return (f"{state} {found.assignor_name}", *sorted(map(str, found.members)))


def described(client: RawClient, group: str) -> ConsumerGroupDescribeResponse.DescribedGroup:
    """A group of KIP-848."""
    request = ConsumerGroupDescribeRequest(group_ids=[group])
    (found,) = client.ask(request, ConsumerGroupDescribeResponse).groups
    check(f"ConsumerGroupDescribe {group}", found.error_code)
    return found


def _transactional_ids(client: RawClient) -> Sequence[str]:
    listed = client.ask(ListTransactionsRequest(), ListTransactionsResponse, 0)
    check("ListTransactions", listed.error_code)
    return sorted(each.transactional_id for each in listed.transaction_states)


def transaction(client: RawClient, name: str) -> str:
    """State, timeout, identity and partitions of a transactional id."""
    request = DescribeTransactionsRequest(transactional_ids=[name])
    (found,) = client.ask(request, DescribeTransactionsResponse).transaction_states
    check(f"DescribeTransactions {name}", found.error_code)
    topics = sorted((each.topic, sorted(each.partitions)) for each in found.topics)
    return (
        f"{found.transaction_state} {found.transaction_timeout_ms} ms "
        f"since {found.transaction_start_time_ms} id {found.producer_id} "
        f"epoch {found.producer_epoch} {topics}"
    )


def pending(
    client: RawClient, group: str, places: Sequence[tuple[str, Sequence[int]]] | None = None
) -> tuple[str, ...]:
    """Partitions of which a transaction may or may not commit an offset.

    Those without a committed offset are only found where they are asked for.
    """
    make = OffsetFetchRequest.OffsetFetchRequestTopics
    topics = None
    if places is not None:
        topics = [make(name=name, partition_indexes=list(indexes)) for name, indexes in places]
    wanted = OffsetFetchRequest.OffsetFetchRequestGroup(group_id=group, topics=topics)
    request = OffsetFetchRequest(groups=[wanted], require_stable=True)
    (found,) = client.ask(request, OffsetFetchResponse, 9).groups
    check(f"OffsetFetch {group}", found.error_code)
    return tuple(
        sorted(
            f"{topic.name}-{each.partition_index}"
            for topic in found.topics
            for each in topic.partitions
            if each.error_code == ErrorCode.UNSTABLE_OFFSET_COMMIT
        )
    )
