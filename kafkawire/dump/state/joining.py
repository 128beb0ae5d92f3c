"""The member data in a JoinGroup request, and why the request makes the group rebalance."""

from __future__ import annotations

from typing import Any

from kafkawire.dump.state.embedded import CONSUMER, Subscription, read_subscription
from kafkawire.dump.state.group import UNSEEN, Group, Member

REASON_SHOWN_MAX = 160


def wishes_of(values: dict[str, Any]) -> Subscription | None:
    """What the first protocol of a consumer says; they differ in more than the assignor rarely."""
    if values.get("protocolType") != CONSUMER or not values["protocols"]:
        return None
    return read_subscription(values["protocols"][0]["metadata"])


def note_member(member: Member, values: dict[str, Any], wishes: Subscription | None) -> None:
    """Copy the data of a member from its JoinGroup request."""
    member.session_timeout_ms = values["sessionTimeoutMs"]
    member.rebalance_timeout_ms = values.get("rebalanceTimeoutMs", member.session_timeout_ms)
    if wishes is not None:
        member.topics = wishes.topics


def join_reason(
    group: Group,
    values: dict[str, Any],
    name: str,
    wishes: Subscription | None,
    *,
    is_named_first: bool,
) -> str:
    """Why this request makes the group rebalance; empty if it does not, or only takes part."""
    own_words = (values.get("reason") or "")[:REASON_SHOWN_MAX]
    words = f': "{own_words}"' if own_words else ""
    member_id = values["memberId"]
    known = group.members.get(member_id)
    if not member_id:
        is_static = values.get("groupInstanceId") is not None
        return f"{name} joins" if is_static or not is_named_first else ""
    if member_id in group.pending or (known is None and group.is_whole):
        return f"{name} joins"
    if known is None:
        return f"{name} joins, perhaps again{words}"
    if wishes is not None and known.topics is not None and set(wishes.topics) != set(known.topics):
        return f"{name} subscribes to {', '.join(sorted(wishes.topics)) or 'nothing'}"
    # An eager member gives up everything before it joins, which says nothing.
    if wishes is not None and wishes.owned and set(wishes.owned) < set(known.owned or ()):
        return f"{name} joins again, having given up partitions{words}"
    if group.is_rebalancing and group.reason != UNSEEN:
        return ""
    return f"{name} joins again{words}"
