"""The context of OpenTelemetry in the headers of records: traces across producers and consumers.

    Producer("localhost:9092", interceptor_classes=[TraceContext()])
    ...
    with tracer.start_as_current_span("bill", context=context_of(record)):
        ...

The package opentelemetry-api is needed (the extra `otel`), and imported when this is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafkawire.client.accepting import ProducerRecord
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.interceptors import ProducerInterceptor

if TYPE_CHECKING:
    from opentelemetry.context import Context

    from kafkawire.client.record import ConsumerRecord


class TraceContext(ProducerInterceptor):
    """Adds the current context to the headers of each record, as the propagator writes it.

    Raises:
        ConfigurationError: opentelemetry-api is not installed.
    """

    def __init__(self) -> None:
        self._propagate = _propagate()

    def on_send(self, topic: str, record: ProducerRecord) -> ProducerRecord:
        """Return the record with headers such as `traceparent`, unless the application set them."""
        del topic
        carrier: dict[str, str] = {}
        self._propagate.inject(carrier)
        given = {name for name, _ in record.headers}
        added = [(name, text.encode()) for name, text in carrier.items() if name not in given]
        return record._replace(headers=[*record.headers, *added]) if added else record


def context_of(record: ConsumerRecord[Any, Any]) -> Context:
    """Return the context in the headers of a record; an empty one if there is none."""
    carrier = {
        name: bytes(value).decode("utf-8", "replace")
        for name, value in record.headers
        if value is not None
    }
    found: Context = _propagate().extract(carrier)
    return found


def _propagate() -> Any:
    try:
        from opentelemetry import propagate
    except ImportError as error:
        raise ConfigurationError(
            "opentelemetry-api is not installed: pip install 'kafkawire[otel]'"
        ) from error
    return propagate
