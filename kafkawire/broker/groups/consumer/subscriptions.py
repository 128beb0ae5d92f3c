"""Which topics the members of a group subscribe to, counted.

A topic may be subscribed to by name, by any number of members, and by regular expressions; what an
expression resolved to counts once, however many members share it. A member's change is tried on a
copy first (`changed`), because the group's epoch and hash are written before the change is.
(Kafka's `SubscriptionCount` and the maps of `ConsumerGroup`.)
"""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.groups.consumer.member import Profile


class ResolvedRegex(NamedTuple):
    """The topics that a regular expression matched, at some version of the metadata."""

    topics: tuple[str, ...]
    """In order."""
    version: int
    timestamp_ms: int


class Subscriptions:
    """Counts of one group; topics that nobody subscribes to are absent."""

    __slots__ = ("by_name", "by_regex", "regexes", "resolved")

    def __init__(self) -> None:
        self.by_name: dict[str, int] = {}
        """Members by the topic names that they gave."""
        self.by_regex: dict[str, int] = {}
        """Regular expressions by the topics that they resolved to."""
        self.regexes: dict[str, int] = {}
        """Members by their regular expression."""
        self.resolved: dict[str, ResolvedRegex] = {}

    def copy(self) -> Subscriptions:
        """The same, to be changed by itself."""
        other = Subscriptions()
        other.by_name = self.by_name.copy()
        other.by_regex = self.by_regex.copy()
        other.regexes = self.regexes.copy()
        other.resolved = self.resolved.copy()
        return other

    def __contains__(self, topic: str) -> bool:
        return topic in self.by_name or topic in self.by_regex

    @property
    def topics(self) -> set[str]:
        """All topics, existing or not."""
        return self.by_name.keys() | self.by_regex.keys()

    def has_topics_of(self, other: Subscriptions) -> bool:
        """Whether the same topics are subscribed to."""
        return self is other or self.topics == other.topics

    def topics_of(self, profile: Profile) -> tuple[str, ...]:
        """The topics that a member's regular expression resolved to."""
        resolved = self.resolved.get(profile.topic_regex)
        return () if resolved is None else resolved.topics

    # Changes

    def add(self, profile: Profile) -> None:
        """Count a member in."""
        for name in profile.topic_names:
            _count(self.by_name, name, 1)
        if profile.topic_regex:
            _count(self.regexes, profile.topic_regex, 1)

    def remove(self, profile: Profile) -> None:
        """Count a member out; what its regular expression resolved to stays."""
        for name in profile.topic_names:
            _count(self.by_name, name, -1)
        if profile.topic_regex:
            _count(self.regexes, profile.topic_regex, -1)

    def resolve(self, regex: str, resolved: ResolvedRegex | None) -> None:
        """Set what a regular expression resolves to, None for nothing any more."""
        known = self.resolved.pop(regex, None)
        for topic in () if known is None else known.topics:
            _count(self.by_regex, topic, -1)
        if resolved is not None:
            self.resolved[regex] = resolved
            for topic in resolved.topics:
                _count(self.by_regex, topic, 1)

    def changed(
        self, before: Iterable[Profile], after: Iterable[Profile]
    ) -> tuple[Subscriptions, list[str]]:
        """The subscriptions once these members have become those.

        Also returns the resolved regular expressions that nobody has then: they go, with their
        topics.
        """
        other = self.copy()
        left = list(before)
        for profile in left:
            other.remove(profile)
        for profile in after:
            other.add(profile)
        candidates = dict.fromkeys(profile.topic_regex for profile in left)
        dropped = [each for each in candidates if each and each not in other.regexes]
        for regex in dropped:
            other.resolve(regex, None)
        return other, dropped

    # Questions

    def is_homogeneous(self, members: int) -> bool:
        """Whether all of so many members subscribe to the same topics (groups D-36)."""
        if not self.regexes:
            return all(count == members for count in self.by_name.values())
        if list(self.regexes.values()) != [members] or self.by_name:
            return False
        return all(count == 1 for count in self.by_regex.values())


def _count(counts: dict[str, int], key: str, change: int) -> None:
    count = counts.get(key, 0) + change
    if count:
        counts[key] = count
    else:
        del counts[key]
