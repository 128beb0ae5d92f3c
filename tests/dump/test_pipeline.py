"""The way of events through the pipeline: what a filter lets through, in which order."""

from __future__ import annotations

from io import StringIO
from itertools import pairwise
from random import Random

import pytest

from kafkawire.dump.detectors.watch import Watch
from kafkawire.dump.engine import Engine
from kafkawire.dump.model import (
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    ExchangeDone,
    RequestSeen,
    asked_of,
)
from kafkawire.dump.outputs.colour import palette_for
from kafkawire.dump.outputs.lines import Lines
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.state import State
from kafkawire.dump.transport import Data, Gap, Note, TransportEvent
from tests.support.dump.conversations import conversation, fed, transport


class Kept:
    """A sink and an observer that remember what they were told."""

    def __init__(self) -> None:
        self.told: list[Event] = []
        self.closed = 0

    def event(self, event: Event) -> None:
        assert not self.closed
        self.told.append(event)

    observe = event

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def events() -> list[TransportEvent]:
    """Two connections; of the first, some bytes are lost."""
    first = conversation(Random(1), 12)
    second = conversation(Random(2), 5, stream=1, client_id="other")
    found = transport(first + second, sizes=(30,))
    at = next(
        at
        for at, (one, next_one) in enumerate(pairwise(found))
        if isinstance(one, Data) and isinstance(next_one, Data) and len(next_one.data) == 30
        if one.end == next_one.end == 0 and one.time_ns == next_one.time_ns
    )
    found[at + 1] = Gap(0, 0, 30, 1, 1)
    found.insert(0, Note(None, "a note", 1, 1))
    return found


def run(events: list[TransportEvent], matches: object = None) -> tuple[Kept, Kept, Pipeline]:
    state, sink = Kept(), Kept()
    pipeline = Pipeline(Engine(), state, matches, [sink])  # type: ignore[arg-type]
    pipeline.run(events)
    pipeline.close()
    assert (sink.closed, state.closed) == (1, 0)
    return state, sink, pipeline


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def test_many_at_once_are_told_as_one_by_one(events: list[TransportEvent]) -> None:
    sink = Kept()
    pipeline = Pipeline(Engine(), None, None, [sink])
    pipeline.run_batches([events[:7], [], events[7:]])
    pipeline.close()
    assert kinds(sink.told) == kinds(run(events)[1].told)


def test_without_a_filter_all_is_told_first_to_the_state(events: list[TransportEvent]) -> None:
    state, sink, pipeline = run(events)
    assert state.told == sink.told
    assert kinds(sink.told) == kinds(fed(Engine(), events))
    assert (
        pipeline.counts.shown == pipeline.counts.exchanges == kinds(sink.told).count(ExchangeDone)
    )
    assert pipeline.counts.damage == kinds(sink.told).count(Damage) > 0


def test_a_filter_lets_connections_through_that_it_has_chosen_from(
    events: list[TransportEvent],
) -> None:
    state, sink, pipeline = run(events, lambda exchange: exchange.message.client_id == "other")
    assert len(state.told) > len(sink.told)
    opened = [each.connection for each in sink.told if isinstance(each, ConnectionOpened)]
    closed = [each.connection for each in sink.told if isinstance(each, ConnectionClosed)]
    assert [each.client_id for each in opened] == ["other"]
    assert closed == opened
    assert {each.exchange.connection.number for each in sink.told
            if isinstance(each, RequestSeen | ExchangeDone)} == {opened[0].number}  # fmt: skip
    assert [each.text for each in sink.told if isinstance(each, Damage)] == ["a note"]
    assert pipeline.counts.damage > 1
    assert pipeline.counts.shown < pipeline.counts.exchanges


def test_a_filter_that_needs_the_response_shows_only_the_end(
    events: list[TransportEvent],
) -> None:
    _, sink, _ = run(events, lambda exchange: exchange.response is not None)
    assert RequestSeen not in kinds(sink.told)
    first = kinds(sink.told).index(ExchangeDone)
    assert kinds(sink.told)[first - 1] is ConnectionOpened


def test_times_count_from_the_same_moment_with_a_filter_and_without(
    events: list[TransportEvent],
) -> None:
    whole = [each for each in events if not isinstance(each, Note | Gap)]
    # The connection that is chosen begins a second after the other.
    whole = [each._replace(time_ns=each.time_ns + each.stream * 1_000_000_000) for each in whole]

    def lines(matches: object) -> list[str]:
        out = StringIO()
        sink = Lines(OutputOptions(), out, palette_for("never", out))
        pipeline = Pipeline(Engine(), None, matches, [Watch([sink], [])])  # type: ignore[arg-type]
        pipeline.run(whole)
        pipeline.close()
        return [line for line in out.getvalue().splitlines() if "#2" in line and " v" in line]

    chosen = lines(lambda exchange: exchange.message.client_id == "other")
    assert len(chosen) == 5
    assert chosen == lines(None)


def test_shown_problems_are_counted(events: list[TransportEvent]) -> None:
    _, sink, pipeline = run(events)
    problems = [
        message
        for each in sink.told
        if isinstance(each, ExchangeDone)
        for message in (each.exchange.request, each.exchange.response)
        if message is not None and message.problem
    ]
    assert pipeline.counts.problems == len(problems) > 0


def test_what_nobody_asks_of_is_told_when_it_is_done(events: list[TransportEvent]) -> None:
    whole = fed(Engine(), events)
    some = fed(Engine(asked_of={3}), events)
    seen = [each for each in whole if isinstance(each, RequestSeen)]
    of_metadata = [each for each in seen if each.exchange.message.api_key == 3]
    assert 0 < len(of_metadata) < len(seen)
    assert len([each for each in some if isinstance(each, RequestSeen)]) == len(of_metadata)
    assert kinds(fed(Engine(asked_of=()), events)) == [
        kind for kind in kinds(whole) if kind is not RequestSeen
    ]


def test_lines_are_the_same_whether_requests_are_told_before_their_end() -> None:
    events = list(transport(conversation(Random(5), 60)))

    def lines(wanted: frozenset[int] | None) -> str:
        out = StringIO()
        sinks = [Watch([Lines(OutputOptions(), out, palette_for("never", out))])]
        state = State(None)
        assert asked_of([state, *sinks]) == state.asked_of
        pipeline = Pipeline(Engine(asked_of=wanted), state, None, sinks)
        pipeline.run(events)
        pipeline.close()
        return out.getvalue()

    assert lines(State(None).asked_of) == lines(None)
    assert asked_of([State(None), Kept()]) is None
