"""Which response answers which request: by order and by correlation id."""

from __future__ import annotations

import pytest

from kafkawire.dump.engine import pairing as pairing_module
from kafkawire.dump.engine.pairing import Numbers, Pairing
from kafkawire.dump.model import Connection, Event, Exchange, Header
from kafkawire.dump.transport import Endpoint
from tests.support.dump.conversations import exchanges_of

PLACE = (0, 5, 6, 1)


def paired(*, is_whole: bool = True) -> tuple[Pairing, list[Event]]:
    connection = Connection(1, 0, Endpoint("a", 1), Endpoint("b", 2), 0)
    connection.is_whole = is_whole
    out: list[Event] = []
    return Pairing(connection, Numbers(), out, None), out


def ask(pairing: Pairing, correlation_id: int) -> None:
    head = b"\0\x0c\0\0" + correlation_id.to_bytes(4, "big") + b"\0\2me"
    pairing.request(head, Header(12, 0, correlation_id, 12, "me"), PLACE)


def response(correlation_id: int) -> bytes:
    return correlation_id.to_bytes(4, "big") + b"\0\0"


def answer(pairing: Pairing, correlation_id: int) -> None:
    exchange = pairing.find(correlation_id)
    assert exchange is not None
    pairing.answer(exchange, response(correlation_id), PLACE)


def ids(exchanges: list[Exchange]) -> list[tuple[int, bool, str]]:
    return [
        (each.message.correlation_id, each.response is not None, each.ended) for each in exchanges
    ]


def test_what_was_passed_over_is_superseded_or_lost() -> None:
    pairing, out = paired()
    for number in range(6):
        ask(pairing, number)
    answer(pairing, 1)
    pairing.damage(PLACE, 10, "gone", is_request=False)
    answer(pairing, 3)
    answer(pairing, 5)
    assert ids(exchanges_of(out)) == [
        (0, False, "superseded"),
        (1, True, ""),
        (2, False, "lost"),
        (3, True, ""),
        (4, False, "superseded"),
        (5, True, ""),
    ]


def test_who_waits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_module, "WAITING_MAX", 3)
    pairing, out = paired()
    for number in range(5):
        ask(pairing, number)
    assert ids(exchanges_of(out)) == [(0, False, "lost"), (1, False, "lost")]
    assert len(pairing.waiting) == 3


def test_the_same_id_again_is_another_request() -> None:
    pairing, out = paired()
    ask(pairing, 0)
    ask(pairing, 0)
    answer(pairing, 0)
    answer(pairing, 0)
    assert ids(exchanges_of(out)) == [(0, True, ""), (0, True, "")]


def test_early_responses_wait_for_their_requests_and_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pairing_module, "EARLY_MAX", 3)
    pairing, out = paired()
    ask(pairing, 0)
    answer(pairing, 0)
    for number in (1, 2, 3, 3):
        if pairing.is_early(number):
            pairing.keep_early(number, response(number), PLACE)
    assert not pairing.is_early(9)
    ask(pairing, 2)
    assert ids(exchanges_of(out)) == [(0, True, ""), (1, True, ""), (2, True, "")]
    assert exchanges_of(out)[1].request is None
    monkeypatch.setattr(pairing_module, "EARLY_BYTES_MAX", 7)
    pairing.keep_early(4, response(4), PLACE)
    assert exchanges_of(out)[-1].message.correlation_id == 3
    pairing.close("FIN", 9)
    assert exchanges_of(out)[-1].message.correlation_id == 4


def test_ids_that_are_missing_are_remembered_once_requests_are_lost() -> None:
    pairing, _ = paired()
    ask(pairing, 0)
    ask(pairing, 3)
    assert list(pairing.missing) == []
    pairing.damage(PLACE, 10, "gone", is_request=True)
    ask(pairing, 7)
    assert list(pairing.missing) == [4, 5, 6]
    ask(pairing, 2**31 - 1)
    assert len(pairing.missing) == 64


def test_client_ids_are_learnt() -> None:
    pairing, _ = paired()
    ask(pairing, 1)
    assert (pairing.connection.client_id, pairing.client.text) == ("me", "me")
    for number in range(20):
        data = b"\0\x0c\0\0\0\0\0\1\0\1" + bytes([65 + number])
        pairing.request(data, Header(12, 0, 1, 11, chr(65 + number)), PLACE)
    assert len(pairing.client_ids) == 8
    assert pairing.connection.client_id == "me"
