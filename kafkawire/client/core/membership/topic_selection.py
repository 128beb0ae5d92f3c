"""Subscriptions of an application: names, or a pattern that client or broker match."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.client.core.view import ClusterView


class Pattern(Protocol):
    """A compiled regular expression (`re.Pattern[str]`)."""

    def fullmatch(self, string: str) -> object | None:
        """Return something if the whole string matches."""


class TopicSelection(NamedTuple):
    """One of three.

    Attributes:
        names: The names of topics.
        pattern: A pattern that the client matches against the names of all topics.
        remote_pattern: An expression in RE2's syntax that the broker matches (KIP-848).
        excludes_internal: Whether `pattern` leaves out internal topics (exclude.internal.topics).
    """

    names: frozenset[str] = frozenset()
    pattern: Pattern | None = None
    remote_pattern: str | None = None
    excludes_internal: bool = True

    def topics(self, view: ClusterView) -> tuple[str, ...]:
        """Return the names of the topics in order, without those of `remote_pattern`."""
        if self.pattern is None:
            return tuple(sorted(self.names))
        fullmatch, excludes = self.pattern.fullmatch, self.excludes_internal
        return tuple(
            sorted(
                name
                for name, topic in view.topics.items()
                if not (excludes and topic.is_internal) and fullmatch(name)
            )
        )


class TopicsWanted(Protocol):
    """The part of `Metadata` that a subscription uses."""

    view: ClusterView

    def want(self, topics: Iterable[str], now_ms: int) -> None:
        """Keep asking for these topics."""

    def want_all(self, now_ms: int) -> None:
        """Ask for all topics."""

    def want_named(self) -> None:
        """Ask for the topics of `want` only."""

    def forget(self, topics: Iterable[str]) -> None:
        """Stop asking for these topics."""

    def request_update(self, now_ms: int) -> None:
        """Ask for a newer view."""


class Selected:
    """The selection that is in force; keeps the client's metadata asking for its topics."""

    def __init__(self, metadata: TopicsWanted) -> None:
        self.selection: TopicSelection | None = None
        self.topics: tuple[str, ...] = ()
        """Names in order, as they were at the last look."""
        self._metadata = metadata

    def select(self, selection: TopicSelection | None, now_ms: int) -> None:
        """Put a selection in force; None: there is none."""
        older = frozenset() if self.selection is None else self.selection.names
        self.selection = selection
        names = frozenset() if selection is None else selection.names
        self._metadata.forget(older - names)
        if selection is not None and not selection.names:
            self._metadata.want_all(now_ms)
        else:
            self._metadata.want_named()
            self._metadata.want(sorted(names - older), now_ms)
        self.topics = ()
        self.look()

    def look(self) -> bool:
        """Look at the newest view; return whether the topics are others than before.

        A client that begins again with its bootstrap addresses has a view without brokers, which
        has no information on topics.
        """
        older = self.topics
        if self.selection is not None and self.selection.pattern and not self._metadata.view.nodes:
            return False
        selection = self.selection
        self.topics = () if selection is None else selection.topics(self._metadata.view)
        return self.topics != older
