"""Everything about one exchange and its connection, as a page of the server gets it."""

from __future__ import annotations

from typing import Any

from kafkawire.dump.model import Exchange
from kafkawire.dump.page.detail import connection_detail, exchange_detail
from kafkawire.dump.records.views import Views
from kafkawire.dump.web.choosing import forget

ROWS_MAX = 8_000
"""Of a message's fields."""


def detail_of(exchange: Exchange, views: Views | None) -> dict[str, Any]:
    """All of it, as JSON."""
    found = exchange_detail(exchange, views, ROWS_MAX)
    found["connection"] = connection_detail(exchange.connection)
    forget(exchange)
    return found
