"""What the filter of an offline page looks at, besides the columns of a row.

The front end evaluates these operators itself (`static/filter/`). Operators that search bytes or
records and paths to fields need the messages, which an offline page has only in parts: the front
end refuses them by name.
"""

from __future__ import annotations

from typing import Any

from kafkawire.dump.filter.asking import groups, problem, topics_of, transactional_ids
from kafkawire.dump.model import Connection, Exchange


def asked_of_exchange(exchange: Exchange) -> list[Any]:
    """Return what the filter asks, with names as they are.

    Topics, groups, transactional ids, error codes, notes, whether it was given up, whether it
    cannot be decoded wholly, and the client id.
    """
    response = exchange.response
    return [
        list(topics_of(exchange)),
        list(groups(exchange)),
        list(transactional_ids(exchange)),
        [] if response is None else list(dict.fromkeys(response.facts.error_codes)),
        exchange.notes,
        int(exchange.expects_response and bool(exchange.ended)),
        int(problem(exchange)),
        exchange.client_id,
    ]


def asked_of_connection(connection: Connection) -> list[Any]:
    """Hosts of both ends, ports of both ends, user, software."""
    ends = (connection.client, connection.server)
    hosts, ports = [each.host for each in ends], [each.port for each in ends]
    return [hosts, ports, connection.user, connection.software]
