"""Rows of fetch sessions, groups and findings: what exchanges do, in their order.

The one process has these steps in its exchanges, since all of them pass its state. In Spark that is
a second stage: digests of all that concerns a broker, a group or a client's host are brought
together, sorted by time, and pass a state of their own, the same one, so that it comes to the same.

What is exact, and what is not: steps of a session depend on its broker's requests alone, those of
a group on its members', in their order, and are exact. A state's bounds (10,000 sessions, of which
those unused for longest are forgotten) hold for each part of Spark's, not for all of them. That a
request was never answered is known here from the beginning, not only when its connection closes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.detectors.watch import Lookout
from kafkawire.dump.error_names import error_name
from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    Event,
    Exchange,
    ExchangeDone,
    RequestSeen,
)
from kafkawire.dump.state import State
from kafkawire.dump.state.group import GroupStep
from kafkawire.dump.state.memory import Memory
from kafkawire.dump.state.session_step import NOTHING_NEW, SessionStep
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.digests import Digest
from kafkawire.spark.tables.identity import MICROSECOND, connection_name, exchange_columns
from kafkawire.spark.tables.savings import entry_bytes
from kafkawire.spark.tables.steps_declared import FETCH_SESSIONS, FINDINGS, GROUPS

if TYPE_CHECKING:
    from kafkawire.dump.detectors.detector import Detector, Finding
    from kafkawire.log.topic_partition import TopicPartition

GROUPS_MAX = 10_000
CONNECTIONS_MAX = 100_000
"""Open connections of a part; the one unused for longest is forgotten for another."""
_USUAL = ("heartbeat", "commit")
_MILLISECOND = 1_000_000


def session_row(exchange: Exchange) -> Row | None:
    """Of `fetch_sessions`, if the exchange did something to one."""
    step = exchange.session
    if not isinstance(step, SessionStep):
        return None
    named = len(step.added) + len(step.changed)
    left_out = sum(step.left_out.values())
    saved_request_bytes = saved_response_bytes = 0
    if step.kind == "continued":
        asked, told = entry_bytes(exchange.message.api_version)
        saved_request_bytes = max(0, step.held - named) * asked
        saved_response_bytes = left_out * told
    codes = () if exchange.response is None else exchange.response.facts.error_codes
    return FETCH_SESSIONS.row(
        **exchange_columns(exchange),
        session_id=step.session_id,
        epoch=step.epoch,
        kind=step.kind,
        held=step.held,
        is_whole=step.is_whole,
        added=len(step.added),
        changed=len(step.changed),
        forgotten=len(step.forgotten),
        reported=len(step.reported),
        left_out=left_out,
        left_out_new=left_out - step.left_out.get(NOTHING_NEW, 0),
        is_evicted=step.is_evicted,
        error=error_name(codes[0]) if step.kind == "refused" and codes else None,
        detail=step.detail or None,
        saved_request_bytes=saved_request_bytes,
        saved_response_bytes=saved_response_bytes,
    )


class _Known(NamedTuple):
    """What the latest step of a group said."""

    generation: int
    state: str
    members: int
    began_ns: int | None
    reason: str

    def same_as(self, other: _Known) -> bool:
        """Return True if the group has the same generation, state and number of members."""
        mine = self.generation, self.state, self.members
        return mine == (other.generation, other.state, other.members)


class GroupRows:
    """Makes rows of `groups`, and knows what the latest one of each said."""

    def __init__(self) -> None:
        self._known: Memory[str, _Known] = Memory(GROUPS_MAX)

    def row(self, exchange: Exchange) -> Row | None:
        """Of an exchange that has ended, if it tells anything of a group."""
        step = exchange.group
        if not isinstance(step, GroupStep):
            return None
        last = exchange.response or exchange.message
        before = self._known.use(step.group)
        now = self._now(step, before, last.time_ns)
        self._known.keep(step.group, now)
        if before is not None and now.same_as(before) and _is_usual(step):
            return None
        took_ms = why = None
        if before is not None and before.began_ns is not None and now.began_ns is None:
            took_ms, why = (last.time_ns - before.began_ns) / _MILLISECOND, before.reason
        return GROUPS.row(
            **exchange_columns(exchange),
            step_ns=last.time_ns,
            group=step.group,
            kind=step.kind,
            state=step.state,
            generation=step.generation,
            member=step.member,
            members=step.members,
            is_whole=step.is_whole,
            owned=_partitions(step.owned),
            gained=_partitions(step.gained),
            lost=_partitions(step.lost),
            reason=step.reason or None,
            rebalancing_ms=step.rebalancing_ms,
            rebalanced_ms=took_ms,
            rebalanced_why=why,
            error=step.error or None,
        )

    def _now(self, step: GroupStep, before: _Known | None, now_ns: int) -> _Known:
        """A rebalance has begun where the first step of it said, whoever tells of it later."""
        began_ns = None
        if step.rebalancing_ms is not None:
            began_ns = now_ns - round(step.rebalancing_ms * _MILLISECOND)
            if before is not None and before.began_ns is not None:
                began_ns = min(began_ns, before.began_ns)
        return _Known(
            generation=step.generation,
            state=step.state,
            members=step.members,
            began_ns=began_ns,
            reason=step.reason,
        )


def _is_usual(step: GroupStep) -> bool:
    return step.kind in _USUAL and not (step.error or step.gained or step.lost)


def _partitions(owned: Sequence[TopicPartition] | None) -> list[dict[str, object]] | None:
    if owned is None:
        return None
    return [{"topic": topic, "partition": partition} for topic, partition in sorted(owned)]


def finding_row(finding: Finding) -> Row:
    """Of `findings`."""
    connection, exchange = finding.connection, finding.exchange
    return FINDINGS.row(
        time=finding.time_ns // MICROSECOND,
        time_ns=finding.time_ns,
        detector=finding.detector,
        severity=finding.severity,
        text=finding.text,
        advice=finding.advice,
        connection=None if connection is None else connection_name(connection),
        client_id=None if connection is None else connection.client_id,
        client=None if connection is None else str(connection.client),
        server=None if connection is None else str(connection.server),
        api=None if exchange is None else exchange.api_name,
    )


class Replay:
    """Digests as the events that they were, through a state and detectors of its own."""

    def __init__(
        self, names: Mapping[bytes, str] | None = None, detectors: Sequence[Detector] = ()
    ) -> None:
        self._state = State(names)
        self._lookout = Lookout(detectors) if detectors else None
        self._groups = GroupRows()
        self._connections: Memory[str, Connection] = Memory(CONNECTIONS_MAX)
        self._waiting: list[tuple[int, int, Exchange]] = []
        self._number = 0

    def rows(self, digests: Iterable[Digest]) -> Iterator[tuple[str, Row]]:
        """Names of tables with rows of them, of digests in their order."""
        for digest in digests:
            yield from self._until(digest.values["order_ns"])
            self._number += 1
            connection = self._connection(digest)
            if digest.is_closing:
                yield from self._close(digest, connection)
                continue
            exchange = digest.exchange(self._number, connection)
            if connection.client_id is None and exchange.request is not None:
                connection.client_id = exchange.request.client_id
            yield from self._tell(RequestSeen(exchange))
            heappush(self._waiting, (digest.done_ns, self._number, exchange))
        yield from self._until(None)

    def _connection(self, digest: Digest) -> Connection:
        name: str = digest.values["connection"]
        found = self._connections.use(name)
        if found is None:
            found = digest.connect(self._number)
            self._connections.keep(name, found)
        return found

    def _until(self, now_ns: int | None) -> Iterator[tuple[str, Row]]:
        """End what ends before a time; None ends everything."""
        waiting = self._waiting
        while waiting and (now_ns is None or waiting[0][0] <= now_ns):
            exchange = heappop(waiting)[2]
            yield from self._tell(ExchangeDone(exchange))
            session, group = session_row(exchange), self._groups.row(exchange)
            if session is not None:
                yield "fetch_sessions", session
            if group is not None:
                yield "groups", group

    def _close(self, digest: Digest, connection: Connection) -> Iterator[tuple[str, Row]]:
        connection.closed_ns = digest.values["order_ns"]
        connection.close_reason = digest.values["ended"]
        yield from self._tell(ConnectionClosed(connection))
        self._connections.pop(digest.values["connection"], None)

    def _tell(self, event: Event) -> Iterator[tuple[str, Row]]:
        self._state.observe(event)
        if self._lookout is not None:
            for finding in self._lookout.look(event):
                yield "findings", finding_row(finding)
