"""Sticky assignment of members that subscribe to different topics (Kafka's general case).

1. Members keep what they own and still subscribe to, in their rack if racks matter.
2. The rest goes to the subscriber with the fewest partitions, topics with few subscribers first.
3. Partitions move from members with many to members with fewer, until no move helps. First those
   that were handed out in step 2 move, if step 1 took nothing from a member; then all.
4. If the moves of all partitions did not improve the balance of what was there, step 3 is undone.

A partition that an older generation claims moves back to that claimant, if it has at least two
partitions fewer than the present owner. As in Java, it does so even if the claimant does not
subscribe to its topic any more.

Java's class has two faults that are not repeated here. If that claimant takes no part in step 3,
Java fails with a NullPointerException; here the claim is ignored. Moves that take the place of
others (`movements`) may go in a circle, and Java never ends; here step 3 ends when all partitions
are where they were after an earlier pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kafkawire.client.core.membership.assignors.movements import Movements
from kafkawire.client.core.membership.assignors.shares import Shares

if TYPE_CHECKING:
    from kafkawire.client.core.membership.assignors.claims import Owned
    from kafkawire.client.core.membership.assignors.interface import Targets
    from kafkawire.client.core.membership.assignors.racks import Racks
    from kafkawire.client.core.membership.subscription import MemberSubscription
    from kafkawire.client.values import TopicPartition


def deal_generally(
    topics: Mapping[str, list[TopicPartition]],
    subscriptions: Mapping[str, MemberSubscription],
    owned: Owned,
    previous: Mapping[TopicPartition, str],
    racks: Racks,
) -> Targets:
    """Return the targets.

    Args:
        topics: The partitions of topics.
        subscriptions: By member.
        owned: What each member owns, in Java's order of members.
        previous: Members that claim partitions of an older generation.
        racks: Racks of members and partitions.
    """
    shares = Shares(topics, subscriptions, owned)
    took_something = shares.take_back(racks)
    is_first = not shares.owners
    left = [each for each in shares.partitions if each not in shares.owners]
    _hand_out(left, shares, racks)
    balance = _Balance(shares, previous)
    before = balance.snapshot()
    score = balance.score()
    if not took_something:
        balance.improve(left)
    if balance.improve(shares.partitions) and not is_first and balance.score() >= score:
        shares.held = before
    return shares.targets()


def _hand_out(left: Iterable[TopicPartition], shares: Shares, racks: Racks) -> None:
    """Give away what no member has: first to members in its racks, then to any subscriber."""
    if racks:
        left = [each for each in left if not shares.hand_out(each, racks)]
    for partition in left:
        shares.hand_out(partition)


class _Balance:
    """Moves partitions from members with many to members with fewer.

    Members that have all partitions of their topics, and share none of these topics, take no part.
    """

    __slots__ = ("_is_balanced", "_movements", "_movers", "_previous", "_shares")

    def __init__(self, shares: Shares, previous: Mapping[TopicPartition, str]) -> None:
        self._shares = shares
        self._previous = previous
        self._movements = Movements()
        self._movers: dict[str, None] = {}
        self._is_balanced: bool | None = None
        for member, held in shares.held.items():
            if not shares.has_all(member) or any(map(self._is_shared, held)):
                self._movers[member] = None
            else:
                shares.ranking.remove(member, len(held))

    def _is_shared(self, partition: TopicPartition) -> bool:
        return len(self._shares.subscribers[partition.topic]) > 1

    def snapshot(self) -> Owned:
        """Return what each member has now."""
        return {member: dict(held) for member, held in self._shares.held.items()}

    def score(self) -> int:
        """Return the sum of the differences of all pairs of members."""
        counts = sorted(len(self._shares.held[member]) for member in self._movers)
        last = len(counts) - 1
        return sum((2 * index - last) * count for index, count in enumerate(counts))

    def improve(self, partitions: Iterable[TopicPartition]) -> bool:
        """Move partitions until no move helps or moves go in a circle; return whether any moved."""
        shared = [each for each in partitions if self._is_shared(each)]
        seen: set[tuple[str, ...]] = set()
        owners = self._shares.owners
        while self._pass(shared):
            state = tuple(owners[each] for each in shared)
            if state in seen:
                return True
            seen.add(state)
        return bool(seen)

    def _pass(self, partitions: Iterable[TopicPartition]) -> bool:
        """Look at each partition once; return whether any moved."""
        has_moved = False
        for partition in partitions:
            if self._has_balance():
                break
            target = self._better_owner(partition)
            if target is not None:
                self._move(partition, target)
                has_moved = True
        return has_moved

    def _better_owner(self, partition: TopicPartition) -> str | None:
        """Return the previous owner, or the least loaded subscriber, that has two fewer."""
        held = self._shares.held
        enough = len(held[self._shares.owners[partition]]) - 2
        previous = self._previous.get(partition)
        if previous in self._movers and len(held[previous]) <= enough:
            return previous
        least = self._shares.least(partition.topic)
        return least if len(held[least]) <= enough else None

    def _move(self, partition: TopicPartition, target: str) -> None:
        """Move the partition, or the one whose return has the same effect."""
        shares = self._shares
        best = self._movements.best(partition, shares.owners[partition], target)
        self._movements.note(best, shares.owners[best], target)
        shares.move(best, target)
        self._is_balanced = None

    def _has_balance(self) -> bool:
        """Return whether no member could get a partition of one that has two more."""
        if self._is_balanced is None:
            self._is_balanced = self._shares.ranking.is_level() or not self._some_can_gain()
        return self._is_balanced

    def _some_can_gain(self) -> bool:
        """Return whether a partition of some member's topics has an owner with two more."""
        shares = self._shares
        most = {
            topic: max(len(shares.held[member]) for member in holders)
            for topic, holders in shares.holders.items()
            if holders
        }
        return any(
            most[topic] > len(shares.held[member]) + 1
            for member in self._movers
            if not shares.has_all(member)
            for topic in shares.wanted[member]
        )
