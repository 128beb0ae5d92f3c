"""Everything about one exchange, as the page shows it: trees, bytes, records, times, steps.

What is too much for a page is cut, and says so: the capture has all of it.
"""

from __future__ import annotations

from base64 import b64encode
from itertools import islice
from typing import TYPE_CHECKING, Any

from kafkawire.dump.api_names import api_name
from kafkawire.dump.model import Message
from kafkawire.dump.outputs.figures import date_text, iso_text
from kafkawire.dump.outputs.record_objects import batch_object
from kafkawire.dump.outputs.steps import step_object, step_text, steps_of
from kafkawire.dump.page.compact import CompactTree
from kafkawire.dump.records.show import records_of_exchange, topic_names_of
from kafkawire.dump.records.views import AUTO, Views

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange

ROWS_MAX = 3000
"""Of a message: fields, and those of its records."""
BYTES_MAX = 32 << 10
"""Of a frame."""
BATCHES_MAX = 50
RECORDS_MAX = 100
"""Of a batch."""
PARTITIONS_SHOWN_MAX = 1_000
"""Of each list in a step."""
STEPS = ("session", "group", "transaction")


def exchange_detail(
    exchange: Exchange, views: Views | None, rows_max: int = ROWS_MAX
) -> dict[str, Any]:
    """All of it, as JSON; its messages as `rows` of `CompactTree`, `rows_max` of each."""
    names = topic_names_of(exchange)
    batches = records_of_exchange(exchange, views or AUTO)

    def shown(message: Message | None) -> dict[str, Any] | None:
        if message is None:
            return None
        rows = CompactTree(message.data, rows_max, names).rows(message.tree)
        return {**_message(message), "rows": rows}

    return {
        "notes": exchange.notes,
        "steps": [[name, step_text(step)] for name, step in steps_of(exchange)],
        "request": shown(exchange.request),
        "response": shown(exchange.response),
        "batches": [batch_object(each, RECORDS_MAX) for each in islice(batches, BATCHES_MAX)],
        "timing": timing(exchange),
        **{name: shortened(step_object(getattr(exchange, name))) for name in STEPS},
    }


def connection_detail(known: Connection) -> dict[str, Any]:
    """Everything about a connection now, as JSON."""
    versions = sorted([api_name(key), *span] for key, span in known.ranges.items())
    return {**connection_facts(known), "versions": versions}


def connection_facts(known: Connection) -> dict[str, Any]:
    """What is known of a connection now, without what is not."""
    facts = {
        "client": str(known.client),
        "broker": str(known.server),
        "client id": known.client_id,
        "software": known.software,
        "SASL": f"{known.sasl_mechanism} {known.user}".strip(),
        "opened": date_text(known.opened_ns),
        "closed": None if known.closed_ns is None else date_text(known.closed_ns),
        "how it closed": known.close_reason,
        "seen from its beginning": "yes" if known.is_whole else "no",
        "encrypted": "yes" if known.is_tls else "no",
    }
    return {name: value for name, value in facts.items() if value}


def _message(message: Message) -> dict[str, Any]:
    return {
        "name": message.name,
        "version": message.api_version,
        "time": iso_text(message.time_ns),
        "correlationId": message.correlation_id,
        "packet": message.packet,
        "size": len(message.data),
        "problem": message.problem,
        "bytes": b64encode(message.data[:BYTES_MAX]).decode(),
    }


def timing(exchange: Exchange) -> dict[str, Any]:
    """Nanoseconds from the first byte of all, as far as they are known."""
    start_ns = exchange.message.time_ns

    def span(message: Message | None) -> list[int] | None:
        if message is None:
            return None
        return [max(0, message.time_ns - start_ns), max(0, message.end_ns - start_ns)]

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
