"""What waits to be looked at is bounded, in order, and whole but for what is said to be lost."""

from __future__ import annotations

import threading

import pytest

from kafkawire.dump.proxy import inspection
from kafkawire.dump.proxy.inspection import UNSEEN, Inspection
from kafkawire.dump.transport import (
    Data,
    Endpoint,
    Gap,
    Note,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)
from tests.support.suite.patience import patient

CLIENT, BROKER = Endpoint("10.0.0.1", 40_000), Endpoint("10.0.0.2", 9092)
LISTENER = Endpoint("10.0.0.3", 19_093)


class Seen(list[TransportEvent]):
    """Events in order; `inspection.work` is called when all have been told."""

    def __init__(self, bytes_max: int = 1000) -> None:
        super().__init__()
        self.inspection = Inspection(self.append, bytes_max=bytes_max)

    def all(self) -> list[TransportEvent]:
        self.inspection.end()
        self.inspection.work()
        return list(self)


def test_events_are_told_in_order_and_streams_numbered() -> None:
    seen = Seen()
    told = seen.inspection
    numbers = [told.opened(CLIENT, BROKER, LISTENER), told.opened(CLIENT, BROKER, LISTENER)]
    told.data(1, 0, b"ask")
    told.note(1, "slow")
    told.data(1, 1, b"answer")
    told.closed(1, "FIN")

    kinds = [type(event) for event in seen.all()]
    assert numbers == [0, 1]
    assert kinds == [StreamOpened, StreamOpened, Data, Note, Data, StreamClosed]
    assert [event.data for event in seen if isinstance(event, Data)] == [b"ask", b"answer"]


def test_open_streams_have_different_ends() -> None:
    seen = Seen()
    told = seen.inspection
    told.opened(CLIENT, BROKER, LISTENER)
    told.opened(CLIENT, BROKER, LISTENER)
    told.closed(0, "FIN")
    told.opened(CLIENT, BROKER, LISTENER)

    ends = [event.ends for event in seen.all() if isinstance(event, StreamOpened)]
    assert ends == [(CLIENT, BROKER), (CLIENT, LISTENER), (CLIENT, BROKER)]


def test_what_finds_no_room_is_a_gap_before_what_does() -> None:
    seen = Seen(bytes_max=10)
    told = seen.inspection
    told.opened(CLIENT, BROKER, LISTENER)
    told.data(0, 0, b"x" * 8)
    told.data(0, 0, b"y" * 8)
    told.data(0, 0, b"z" * 8)
    told.data(0, 1, b"ok")
    told._taken_bytes = 8
    told.data(0, 0, b"!")

    found = [event for event in seen.all() if isinstance(event, Data | Gap)]
    assert [(type(each), each.end) for each in found] == [(Data, 0), (Data, 1), (Gap, 0), (Data, 0)]
    assert found[2][2] == told.lost_bytes == 16
    assert len([event for event in seen if isinstance(event, Note)]) == 1


def test_a_loss_at_the_end_of_a_stream_is_told_before_the_end() -> None:
    seen = Seen(bytes_max=10)
    told = seen.inspection
    told.opened(CLIENT, BROKER, LISTENER)
    told.data(0, 1, b"x" * 11)
    told.closed(0, "RST")

    gap, closed = seen.all()[-2:]
    assert isinstance(gap, Gap)
    assert (gap.end, gap.size) == (1, 11)
    assert isinstance(closed, StreamClosed)


def test_streams_that_come_when_there_is_no_room_are_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inspection, "HELD_EVENTS_MAX", 2)
    seen = Seen()
    told = seen.inspection
    assert [told.opened(CLIENT, BROKER, LISTENER) for _ in range(3)] == [0, 1, UNSEEN]
    told.data(UNSEEN, 0, b"lost")
    told.note(None, "no room for this either")
    told.closed(UNSEEN, "FIN")

    assert [event.stream for event in seen.all() if isinstance(event, StreamOpened)] == [0, 1]
    assert not [event for event in seen if isinstance(event, Data | Gap | StreamClosed)]
    assert told.lost_bytes == 4


def test_a_thread_looks_at_all_there_is_before_it_ends() -> None:
    seen = Seen()
    thread = threading.Thread(target=seen.inspection.work)
    thread.start()
    seen.inspection.opened(CLIENT, BROKER, LISTENER)
    for number in range(200):
        seen.inspection.data(0, number % 2, b"data")
        if not number % 50:
            threading.Event().wait(0.001)
    seen.inspection.end()
    thread.join(patient(20))

    assert len(seen) + (seen.inspection.lost_bytes // 4) >= 201


def test_who_has_given_up_keeps_nothing_and_counts_what_passes() -> None:
    seen = Seen()
    told = seen.inspection
    stream = told.opened(CLIENT, BROKER, LISTENER)
    told.data(stream, 0, b"ask")
    told.give_up()
    told.data(stream, 1, b"answer")
    told.note(stream, "slow")
    told.closed(stream, "FIN")

    assert told.opened(CLIENT, BROKER, LISTENER) == UNSEEN
    assert seen.all() == []
    assert told.lost_bytes == len(b"ask" + b"answer")
