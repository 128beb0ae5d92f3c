"""Exchanges beside the tables that the one process makes of them.

told = Tabled()
told.talk.say(request, response)
told.rows("requests")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from kafkawire.dump.detectors.detector import Detector
from kafkawire.dump.detectors.watch import Watch
from kafkawire.dump.model import Event, Exchange, Header, Message
from kafkawire.dump.state import State
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.digests import Digest
from kafkawire.spark.tables.sink import Collected, TableSink
from kafkawire.spark.tables.steps import Replay
from tests.support.dump.talking import Conversation
from tests.support.dump.tapping import Tap
from tests.support.requests.harness import HarnessClient


class Observed(State):
    """A state behind which tables are filled."""

    def __init__(
        self, names: Mapping[bytes, str] | None = None, detectors: Sequence[Detector] = ()
    ) -> None:
        super().__init__(names)
        self.collected = Collected()
        self.sink = TableSink(self.collected.write, tuple(BY_NAME))
        self._watch = Watch([self.sink], detectors)

    def observe(self, event: Event) -> None:
        super().observe(event)
        self._watch.event(event)

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Of a table so far, with names."""
        self.sink.close()
        found: list[dict[str, Any]] = self.collected.table(table, self.sink.names).to_pylist()
        return found

    def digests(self) -> list[Digest]:
        """In their order."""
        return sorted(map(Digest, self.rows("digests")), key=lambda each: each.order)


class Tabled:
    """A conversation whose exchanges go into tables; messages have places of their own."""

    def __init__(self, detectors: Sequence[Detector] = ()) -> None:
        self.state = Observed(detectors=detectors)
        self.talk = placed(Conversation(self.state))

    def rows(self, table: str) -> list[dict[str, Any]]:
        return self.state.rows(table)

    def row(self, table: str) -> dict[str, Any]:
        """The only one."""
        (row,) = self.rows(table)
        return row


def placed(talk: Conversation) -> Conversation:
    """The same, with messages behind each other in their streams: all have places."""
    dialogue = talk._dialogue
    begin, end = dialogue.begin, dialogue.end
    offset = 0

    def move(message: Message | None) -> None:
        nonlocal offset
        assert message is not None
        message.stream_offset = offset
        offset += 4 + len(message.data)

    def begin_there(*args: Any, **kwargs: Any) -> Exchange:
        made = begin(*args, **kwargs)
        move(made.request)
        return made

    def end_there(exchange: Exchange, *args: Any, **kwargs: Any) -> None:
        end(exchange, *args, **kwargs)
        move(exchange.response)

    dialogue.begin = begin_there  # type: ignore[method-assign]
    dialogue.end = end_there  # type: ignore[method-assign]
    return talk


class TabledTap(Tap):
    """A tap whose exchanges go into tables; no two messages have the same time and place."""

    state: Observed

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(monkeypatch)
        self.state = Observed()
        self._moments = 0

    def _message(
        self, client: HarnessClient, data: bytes, header: Header, *, is_request: bool
    ) -> Message:
        made = super()._message(client, data, header, is_request=is_request)
        self._moments += 1
        made.time_ns += self._moments
        made.end_ns = made.time_ns
        made.stream_offset = self._moments
        return made


STEPS = ("fetch_sessions", "groups", "findings")


def replayed(
    digests: Iterable[Digest],
    names: Mapping[bytes, str] | None = None,
    detectors: Sequence[Detector] = (),
) -> dict[str, list[dict[str, Any]]]:
    """What the second stage makes of digests, by table."""
    found: dict[str, list[Row]] = {name: [] for name in STEPS}
    for name, row in Replay(names, detectors).rows(digests):
        found[name].append(row)
    return {name: BY_NAME[name].batch(rows).to_pylist() for name, rows in found.items()}


def produced(partition: int, base_offset: int = -1, error: int = 0) -> Any:
    """The answer of a broker about a partition of topic `t`."""
    answer = ProduceResponse.PartitionProduceResponse(
        index=partition, base_offset=base_offset, error_code=error, log_append_time_ms=-1
    )
    topic = ProduceResponse.TopicProduceResponse(name="t", partition_responses=[answer])
    return ProduceResponse(responses=[topic])
