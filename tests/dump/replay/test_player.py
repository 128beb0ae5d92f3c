"""The player against brokers of a few lines, on simulated time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import pytest
import trio
import trio.testing

from kafkawire.dump.diff.meaning import Rules
from kafkawire.dump.engine import Engine
from kafkawire.dump.model import Connection, Exchange
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.replay.player import Player, Settings, unsent
from kafkawire.dump.replay.script import Script, make_script
from kafkawire.dump.replay.verdict import Verdict
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import encode_response
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from tests.support.dump.dialogues import Dialogue

ANSWER_LIMIT_S = 60.0
RETRIES_MAX = 50

Answer = Callable[[int], Awaitable[ListGroupsResponse | None]]
"""What a broker says to a request with this correlation id; None closes the connection."""
VERSION = ListGroupsRequest.VERSIONS[1]


class Played:
    """A script that was played, and what the broker saw of it."""

    def __init__(self, script: Script, *, speed: float = 0.0, in_flight: int = 32) -> None:
        self.script = script
        self.speed = speed
        self.in_flight = in_flight
        self.verdict = Verdict(Rules())
        self.lines: list[str] = []
        self.seen: list[tuple[float, int]] = []
        """When each request came, and its correlation id."""
        self.unanswered = 0
        self.unanswered_max = 0

    def against(self, answer: Answer, *, limit_s: float | None = None) -> Played:
        clock = trio.testing.MockClock(autojump_threshold=0.02)
        trio.run(partial(self._run, answer, limit_s), clock=clock)
        return self

    async def _run(self, answer: Answer, limit_s: float | None) -> None:
        async with trio.open_nursery() as nursery:
            serve = partial(self._serve, answer)
            listeners = await nursery.start(partial(trio.serve_tcp, serve, 0, host="127.0.0.1"))
            port = listeners[0].socket.getsockname()[1]
            settings = Settings(
                Endpoint("127.0.0.1", port), speed=self.speed, in_flight=self.in_flight
            )
            self.player = Player(self.script, settings, self.verdict, self.lines.append)
            pipeline = Pipeline(Engine(ports=[port]), None, None, [self.player])
            with trio.move_on_after(float("inf") if limit_s is None else limit_s):
                await self.player.play(pipeline)
            pipeline.close()
            nursery.cancel_scope.cancel()

    async def _serve(self, answer: Answer, stream: trio.SocketStream) -> None:
        data = b""
        async with trio.open_nursery() as nursery:
            while part := await stream.receive_some(1000):
                data += part
                while len(data) >= 4 and len(data) >= 4 + int.from_bytes(data[:4], "big"):
                    size = 4 + int.from_bytes(data[:4], "big")
                    correlation_id = int.from_bytes(data[8:12], "big")
                    data = data[size:]
                    self.seen.append((trio.current_time(), correlation_id))
                    self.unanswered += 1
                    self.unanswered_max = max(self.unanswered_max, self.unanswered)
                    response = await answer(correlation_id)
                    self.unanswered -= 1
                    if response is None:
                        await stream.aclose()
                        return
                    parts = encode_response(correlation_id, 16, VERSION, response)
                    await stream.send_all(joined(parts))
            nursery.cancel_scope.cancel()


def recording(*times_ms: int, on: list[int] | None = None, wait_ms: int = 0) -> Script:
    """Requests at these times, each on one of several connections, answered 2 ms later."""
    talk = Dialogue()
    connections: dict[int, Connection] = {}
    made: list[Exchange] = []
    for at, which in zip(times_ms, on or [0] * len(times_ms), strict=True):
        talk.now_ms = at
        connection = connections.get(which) or talk.connect(f"client-{which}")
        connections[which] = connection
        exchange = talk.exchange(connection, ListGroupsRequest(), ListGroupsResponse())
        if wait_ms:
            assert exchange.response
            exchange.response.time_ns += wait_ms * 1_000_000
            exchange.response.end_ns = exchange.response.time_ns
        made.append(exchange)
    return make_script(made, secrets=False)


async def at_once(correlation_id: int) -> ListGroupsResponse:
    return ListGroupsResponse()


async def after_a_second(correlation_id: int) -> ListGroupsResponse:
    await trio.sleep(1)
    return ListGroupsResponse()


def test_requests_go_out_in_order_with_their_correlation_ids_and_answers_are_compared() -> None:
    played = Played(recording(0, 10, 20)).against(at_once)

    assert [number for _, number in played.seen] == [1, 2, 3]
    assert played.lines == []
    assert played.verdict.sent == 3
    assert played.verdict.is_fine


def test_an_answer_that_differs_is_told() -> None:
    async def refuse(correlation_id: int) -> ListGroupsResponse:
        return ListGroupsResponse(error_code=30 if correlation_id == 2 else 0)

    played = Played(recording(0, 10)).against(refuse)

    assert played.lines[1] == "  response.errorCode: NONE (0) -> GROUP_AUTHORIZATION_FAILED (30)"
    assert not played.verdict.is_fine


def test_recorded_times_are_kept_or_shortened() -> None:
    for speed, second in ((1.0, 60.0), (2.0, 30.0)):
        played = Played(recording(0, 60_000), speed=speed).against(at_once)
        assert played.seen[1][0] - played.seen[0][0] == pytest.approx(second, abs=1)


def test_without_times_a_request_goes_when_its_answers_are_there() -> None:
    played = Played(recording(0, 60_000)).against(after_a_second)

    assert played.seen[1][0] - played.seen[0][0] < 5


@pytest.mark.slow
def test_what_was_sent_without_waiting_is_sent_without_waiting_up_to_a_bound() -> None:
    script = recording(*range(10), wait_ms=1000)
    played = Played(script, in_flight=3).against(after_a_second)

    assert [number for _, number in played.seen] == list(range(1, 11))
    assert played.verdict.is_fine


def test_clients_do_not_wait_for_each_other() -> None:
    played = Played(recording(0, 10, 20, 30, on=[0, 1, 0, 1])).against(after_a_second)

    assert played.seen[-1][0] - played.seen[0][0] < 3
    assert played.verdict.is_fine


def test_a_connection_that_is_closed_is_told_and_the_others_go_on() -> None:
    async def close_first(correlation_id: int) -> ListGroupsResponse | None:
        return None if correlation_id == 1 else ListGroupsResponse()

    played = Played(recording(0, 10, 20, on=[0, 0, 1])).against(close_first)

    assert played.verdict.lost == {"the broker closed the connection": [1]}
    assert 3 in [number for _, number in played.seen]
    assert not played.verdict.is_fine


def test_an_answer_that_does_not_come_is_not_waited_for_for_ever() -> None:
    async def stall(correlation_id: int) -> ListGroupsResponse:
        await trio.sleep(10 * ANSWER_LIMIT_S)
        return ListGroupsResponse()

    played = Played(recording(0)).against(stall)

    assert played.player.duration_ns == pytest.approx(ANSWER_LIMIT_S * 1e9, rel=0.1)
    assert played.verdict.unanswered == 1


def test_a_broker_that_is_not_ready_is_asked_again() -> None:
    asked = 0

    async def refuse_thrice(correlation_id: int) -> ListGroupsResponse:
        nonlocal asked
        asked += 1
        return ListGroupsResponse(error_code=15 if asked <= 3 else 0)

    played = Played(recording(0, 10)).against(refuse_thrice)

    assert [number for _, number in played.seen] == [1, 1, 1, 1, 2]
    assert played.verdict.is_fine
    assert played.verdict.sent == 2


@pytest.mark.slow
def test_what_does_not_go_away_is_not_waited_for_twice() -> None:
    async def refuse(correlation_id: int) -> ListGroupsResponse:
        return ListGroupsResponse(error_code=15)

    played = Played(recording(0, 10, 20)).against(refuse)

    assert [number for _, number in played.seen] == [1] * (RETRIES_MAX + 1) + [2, 3]
    assert len(played.lines) == 6


def test_it_can_be_cancelled() -> None:
    played = Played(recording(0, 60_000), speed=1.0).against(at_once, limit_s=5)

    assert len(played.seen) == 1
    assert played.verdict.sent == 1


def test_a_broker_that_is_not_there_is_told() -> None:
    script = recording(0, on=[0])
    verdict = Verdict(Rules())
    player = Player(script, Settings(Endpoint("127.0.0.1", 1)), verdict, print)
    pipeline = Pipeline(Engine(), None, None, [player])

    trio.run(player.play, pipeline)

    assert verdict.lost == {"Connection refused": [1]}
    assert verdict.sent == 0


def test_what_will_not_be_sent_is_said_before() -> None:
    talk = Dialogue()
    hidden = talk.exchange(talk.connect(), ListGroupsRequest())
    hidden.request = None

    (line,) = unsent(make_script([hidden], secrets=False))
    assert line.startswith("1 request will not be sent: ")
