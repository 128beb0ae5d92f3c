"""The rows of events."""

from __future__ import annotations

from types import SimpleNamespace

from kafkawire.dump.model import ConnectionClosed, ConnectionOpened, Damage, RequestSeen
from kafkawire.dump.page.columns import CLOSED, DAMAGE, EXCHANGE, FINDING, OPENED
from kafkawire.dump.page.event_rows import event_row, exchange_row, finding_row
from tests.support.dump.exchanges import START_NS, connection, exchange


def test_the_row_of_an_exchange_has_the_time_of_its_request() -> None:
    made = exchange(request={}, response={})

    row = exchange_row(made)

    assert made.request is not None
    assert (row.kind, row.time_ns, row.exchange) == (EXCHANGE, made.request.time_ns, made)


def test_connections_and_damage_have_rows() -> None:
    on = connection(close_reason="FIN", closed_ns=9)
    on.is_tls = True
    rows = [
        event_row(each)
        for each in (
            ConnectionOpened(on),
            ConnectionClosed(on),
            Damage(on, True, 0, 7, "lost", 3, 1),
        )
    ]

    shown = [(row.kind, row.text) for row in rows if row is not None]
    assert [kind for kind, _ in shown] == [OPENED, CLOSED, DAMAGE]
    assert "encrypted" in shown[0][1]
    assert shown[1][1] == "closed (FIN)"
    assert shown[2][1] == "lost"


def test_the_end_of_the_input_and_requests_have_none() -> None:
    assert event_row(ConnectionClosed(connection(close_reason="end"))) is None
    assert event_row(RequestSeen(exchange(request={}))) is None


def test_a_finding_has_its_detector_and_its_advice() -> None:
    about = exchange(number=3, request={})
    finding = SimpleNamespace(
        detector="tiny-batches",
        severity="warning",
        connection=about.connection,
        exchange=about,
        text="one record each",
        advice="raise linger.ms",
        time_ns=START_NS,
    )

    row = finding_row(finding)

    assert (row.kind, row.text) == (FINDING, "tiny-batches: one record each")
    assert row.values()[5:] == ["raise linger.ms", "warning", 3, "tiny-batches"]
