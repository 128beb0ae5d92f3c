"""What the lists of both pages, that of `--html` and that of `web`, have in common."""

from __future__ import annotations

from typing import Any

from kafkawire.dump.model import Exchange
from kafkawire.dump.outputs.api_kinds import kind_of
from kafkawire.dump.outputs.summary import errors_of, marks_of, problems_of, subject_of

EXCHANGE, OPENED, CLOSED, DAMAGE, FINDING = range(5)
"""Kinds of rows."""


def columns_of(exchange: Exchange) -> list[Any]:
    """The columns of an exchange, as values of JSON.

    Connection, exchange, client id, API, version, kind of API, latency in ns, bytes sent, bytes
    back, errors, marks, subject.
    """
    request, response, name = exchange.request, exchange.response, exchange.api_name
    return [
        exchange.connection.number,
        exchange.number,
        exchange.client_id,
        name,
        exchange.message.api_version,
        kind_of(name),
        exchange.latency_ns,
        None if request is None else len(request.data),
        None if response is None else len(response.data),
        errors_of(exchange),
        [*marks_of(exchange), *problems_of(exchange)],
        subject_of(exchange),
    ]
