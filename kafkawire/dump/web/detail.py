"""One exchange as the page shows it when it is selected."""

from __future__ import annotations

from typing import Any

from kafkawire.dump.model import Exchange, Message, api_name
from kafkawire.dump.outputs.figures import iso_text
from kafkawire.dump.outputs.html.detail import connection_facts, exchange_detail
from kafkawire.dump.outputs.steps import step_object
from kafkawire.dump.records.views import Views
from kafkawire.dump.web.choosing import forget

ROWS_MAX = 8_000
"""Of a message's fields."""
PARTITIONS_SHOWN_MAX = 1_000
"""Of each list in a step."""


def detail_of(exchange: Exchange, views: Views | None) -> dict[str, Any]:
    """All of it, as JSON."""
    found = exchange_detail(exchange, views, ROWS_MAX)
    known = exchange.connection
    versions = sorted([api_name(key), *span] for key, span in known.ranges.items())
    found["connection"] = {**connection_facts(known), "versions": versions}
    found["timing"] = timing(exchange)
    for name in ("session", "group", "transaction"):
        found[name] = shortened(step_object(getattr(exchange, name)))
    forget(exchange)
    return found


def timing(exchange: Exchange) -> dict[str, Any]:
    """Nanoseconds from the first byte of all, as far as they are known."""
    start_ns = exchange.message.time_ns

    def span(message: Message | None) -> list[int] | None:
        if message is None:
            return None
        return [message.time_ns - start_ns, message.end_ns - start_ns]

    response = exchange.response
    return {
        "start": iso_text(start_ns),
        "request": span(exchange.request),
        "response": span(response),
        "latencyNs": exchange.latency_ns,
        "throttleMs": 0 if response is None else response.facts.throttle_time_ms,
        "expectsResponse": exchange.expects_response,
        "ended": exchange.ended,
    }


def shortened(value: Any) -> Any:
    """A step whose lists and mappings have no more than `PARTITIONS_SHOWN_MAX` members."""
    if isinstance(value, list):
        found = [shortened(each) for each in value[:PARTITIONS_SHOWN_MAX]]
        more = len(value) - len(found)
        return [*found, f"... {more:,} more"] if more else found
    if isinstance(value, dict):
        return {name: shortened(value[name]) for name in list(value)[:PARTITIONS_SHOWN_MAX]}
    return value
