"""The walks of groups: classic ones with members that wait for each other, and those of KIP-848.

What Kafka leaves to chance stays out of the way: who leads when a leader goes (the order of random
member ids), and which of several topics a member gets (the order of random topic ids). So leaders
leave only groups of two, and where topics are assigned uniformly there is one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from compat.oracle.scripts.groups import find_request, leave
from compat.oracle.side import Side
from compat.oracle.steps import Answer, Ask
from compat.oracle.walking import beating, crews, fading
from compat.oracle.walking.planner import Drawn, Plan, Ranges
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest

TOPICS = ("ant", "bee")
LEAVING = -1


class GroupSketch(Sketch):
    """Topics that are there to be read."""

    def __init__(self, random: Random, ranges: Ranges) -> None:
        super().__init__(random, ranges)
        self._are_all_pure = True


class Groups(Drawn[GroupSketch]):
    """See the module."""

    def prepare(self, side: Side) -> None:
        """Have the coordinator there."""

        def is_fine(found: Message) -> bool:
            return not found.error_code  # type: ignore[attr-defined]

        side.do(Ask(find_request(3, "any"), 3, until=is_fine))

    def clear(self, side: Side, plans: Sequence[Plan]) -> None:
        """Take out all members, and the groups after them."""
        groups = (*crews.GROUPS, *beating.GROUPS, *fading.GROUPS)
        names = [plan.prefix + name for plan in plans for name in groups]
        for group in _described(side, Ask(DescribeGroupsRequest(groups=names), 5)):
            members = [(each.member_id, None) for each in group.members]
            side.do(Ask(leave(4, group.group_id, *members), 4))
        if ConsumerGroupDescribeRequest.API_KEY in self.served(side):
            for group in _described(side, Ask(ConsumerGroupDescribeRequest(group_ids=names), 0)):
                for each in group.members:
                    side.do(Ask(_leaving(group.group_id, each.member_id), 1))
        side.do(Ask(DeleteGroupsRequest(groups_names=names), 2))

    def served(self, side: Side) -> frozenset[int]:
        """The APIs of a side."""
        from compat.oracle.runner import api_ranges

        return frozenset(api_ranges(side))


def _described(side: Side, ask: Ask) -> list[Any]:
    found = side.do(ask)
    if not isinstance(found, Answer):
        return []
    return [each for each in found.message.groups if each.members]  # type: ignore[attr-defined]


def _leaving(group: str, member_id: str) -> ConsumerGroupHeartbeatRequest:
    return ConsumerGroupHeartbeatRequest(group_id=group, member_id=member_id, member_epoch=LEAVING)


KIND = Groups(
    "groups",
    GroupSketch,
    (
        (10, crews.come),
        (6, crews.go),
        (6, crews.again),
        (4, crews.replace),
        (8, crews.beat),
        (5, crews.sync),
        (6, crews.commit),
        (4, crews.fetch),
        (4, crews.look),
        (2, crews.forget),
        (9, beating.come),
        (24, beating.beat),
        (4, beating.change),
        (4, beating.go),
        (3, beating.misuse),
        (5, beating.commit),
        (2, beating.fetch),
        (6, beating.look),
        (1, fading.fade),
    ),
    topics=TOPICS,
)
