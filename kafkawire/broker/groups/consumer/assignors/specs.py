"""What an assignor is told of a group, and what it answers.

Topics come by name, since that is what members subscribe to, and leave by id, since that is what
members are assigned.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.java_order import java_hash_order, table_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Target = dict[bytes, tuple[int, ...]]
"""Partitions by topic id (16 bytes), both in the order in which a record has them.

A topic of which there is nothing is absent.
"""


class TopicSpec(NamedTuple):
    """A topic that exists."""

    topic_id: bytes
    partitions: int
    """How many it has."""


class MemberSpec(NamedTuple):
    """A member as it is after the request that makes the assignment necessary."""

    member_id: str
    instance_id: str | None
    topics: Sequence[str]
    """What it subscribes to, by name or by a resolved regular expression, each once.

    Topics that do not exist may be among them. `subscribed` puts them in order.
    """
    target: Mapping[bytes, Sequence[int]]
    """Its present target, as the last record of it has it."""


class GroupSpec(NamedTuple):
    """A group as an assignor sees it."""

    members: Sequence[MemberSpec]
    """In the order in which the coordinator's table gives them (`timeline_order`)."""
    topics: Mapping[str, TopicSpec]
    """At least the subscribed topics that exist."""
    is_homogeneous: bool
    """Whether all members subscribe to the same topics (groups D-36)."""


def subscribed(names: Iterable[str], of_regex: Iterable[str] = ()) -> tuple[str, ...]:
    """Topic names, and those that a regular expression resolved to, as a member's `topics`.

    Both are sets to Kafka; of their union the larger comes first.
    """
    by_name = java_hash_order(dict.fromkeys(names), copied=True)
    by_regex = java_hash_order(dict.fromkeys(of_regex))
    large, small = (by_name, by_regex) if len(by_name) > len(by_regex) else (by_regex, by_name)
    return tuple(dict.fromkeys((*large, *small)))


def sized_hash_order(topic_ids: Iterable[bytes], expected: int, *, least: int = 1) -> list[bytes]:
    """Topic ids in the order of a Java hash table that was made for `expected` of them."""
    size = table_size(expected, copied=True, least=least)
    return java_hash_order(topic_ids, copied=True, least=size)


def existing(member: MemberSpec, topics: Mapping[str, TopicSpec]) -> list[TopicSpec]:
    """The topics that a member subscribes to and that exist, in the order of its names."""
    return [topics[name] for name in member.topics if name in topics]


def in_java_order(members: Sequence[MemberSpec]) -> list[MemberSpec]:
    """Members in the order of the table that Kafka puts them into."""
    by_id = {member.member_id: member for member in members}
    return [by_id[member_id] for member_id in java_hash_order(by_id)]


def is_same(target: Mapping[bytes, Sequence[int]], other: Mapping[bytes, Sequence[int]]) -> bool:
    """Whether two targets have the same partitions, in whatever order."""
    if target.keys() != other.keys():
        return False
    return all(set(held) == set(other[topic_id]) for topic_id, held in target.items())
