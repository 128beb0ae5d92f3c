"""Back to nothing: what scripts left on a broker is taken away, so that each starts alike."""

from __future__ import annotations

from compat.oracle.scripts.kit import delete_topics
from compat.oracle.side import Side
from compat.oracle.steps import Answer, Ask, InForce
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_describe_response import (
    ConsumerGroupDescribeResponse,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.protocol.messages.describe_groups_response import DescribeGroupsResponse
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse

LEAVING = -1
EVERYTHING = MetadataRequest(topics=None, allow_auto_topic_creation=False)


def make_internal_topics(side: Side) -> None:
    """Have the offsets topic made, which the first use of a group does, and wait for it.

    A broker that was used before has it; so all have it before the first script.
    """
    request = FindCoordinatorRequest(key="any")
    side.do(Ask(request, 0, until=lambda found: found.error_code == 0))  # type: ignore[attr-defined]


def empty_broker(side: Side) -> None:
    """Delete all topics but internal ones, and all groups with their members."""
    found = side.do(Ask(EVERYTHING, 9))
    names = _named(found.message) if isinstance(found, Answer) else []
    if names:
        side.do(Ask(delete_topics(names, 5), 5))
        side.do(Ask(EVERYTHING, 9, until=lambda found: not _named(found)))
        side.do(InForce())
    groups = _groups(side)
    is_modern = bool(groups) and _speaks(side, ConsumerGroupDescribeRequest.API_KEY)
    for group in groups:
        _dismiss(side, group)
        if is_modern:
            _dismiss_modern(side, group)
    if groups:
        side.do(Ask(DeleteGroupsRequest(groups_names=groups), 0))
    side.close()


def _named(found: Message) -> list[str]:
    assert isinstance(found, MetadataResponse)
    return [each.name or "" for each in found.topics if not each.is_internal]


def _groups(side: Side) -> list[str]:
    found = side.do(Ask(ListGroupsRequest(), 0))
    if not isinstance(found, Answer) or not isinstance(found.message, ListGroupsResponse):
        return []
    return [each.group_id for each in found.message.groups]


def _dismiss(side: Side, group: str) -> None:
    """Let all members of a group leave."""
    found = side.do(Ask(DescribeGroupsRequest(groups=[group]), 0))
    if not isinstance(found, Answer) or not isinstance(found.message, DescribeGroupsResponse):
        return
    make = LeaveGroupRequest.MemberIdentity
    members = [make(member_id=each.member_id) for each in found.message.groups[0].members]
    if members:
        side.do(Ask(LeaveGroupRequest(group_id=group, members=members), 3))


def _speaks(side: Side, api_key: int) -> bool:
    found = side.do(Ask(ApiVersionsRequest(), 0))
    assert isinstance(found, Answer), found
    assert isinstance(found.message, ApiVersionsResponse)
    return api_key in {each.api_key for each in found.message.api_keys}


def _dismiss_modern(side: Side, group: str) -> None:
    """Let all members of a group of KIP-848 leave, for good."""
    found = side.do(Ask(ConsumerGroupDescribeRequest(group_ids=[group]), 0))
    if not isinstance(found, Answer):
        return
    assert isinstance(found.message, ConsumerGroupDescribeResponse)
    for each in found.message.groups[0].members:
        request = ConsumerGroupHeartbeatRequest(
            group_id=group, member_id=each.member_id, member_epoch=LEAVING
        )
        side.do(Ask(request, 0))
