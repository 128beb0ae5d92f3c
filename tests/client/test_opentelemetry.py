"""The context of OpenTelemetry in headers."""

from __future__ import annotations

import sys

import pytest

from kafkawire.client.accepting import ProducerRecord
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.opentelemetry import TraceContext, context_of
from kafkawire.client.record import ConsumerRecord
from kafkawire.client.values import TopicPartition

TRACE, SPAN = 0x0AF7651916CD43DD8448EB211C80319C, 0xB7AD6B7169203331
NO_OPENTELEMETRY = "opentelemetry is not installed: contexts in headers are not tried"
HEADER = b"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def received(headers: list[tuple[str, bytes | None]]) -> ConsumerRecord[bytes, bytes]:
    return ConsumerRecord(TopicPartition("t", 0), 0, None, b"v", headers=headers)


def test_the_current_context_goes_into_headers_and_comes_out_of_them() -> None:
    """client K-31."""
    trace = pytest.importorskip("opentelemetry.trace", reason=NO_OPENTELEMETRY)
    context = pytest.importorskip("opentelemetry.context", reason=NO_OPENTELEMETRY)
    span = trace.NonRecordingSpan(trace.SpanContext(TRACE, SPAN, False, trace.TraceFlags(1)))
    token = context.attach(trace.set_span_in_context(span))
    try:
        sent = TraceContext().on_send("t", ProducerRecord(b"v", headers=[("a", b"b")]))
    finally:
        context.detach(token)
    assert list(sent.headers) == [("a", b"b"), ("traceparent", HEADER)]
    found = trace.get_current_span(context_of(received(list(sent.headers)))).get_span_context()
    assert (found.trace_id, found.span_id) == (TRACE, SPAN)


def test_headers_of_the_application_and_records_without_a_context_stay() -> None:
    trace = pytest.importorskip("opentelemetry.trace", reason=NO_OPENTELEMETRY)
    record = ProducerRecord(b"v", headers=[("a", b"b")])
    assert TraceContext().on_send("t", record) is record, "there is no span"
    found = trace.get_current_span(context_of(received([("traceparent", None)])))
    assert not found.get_span_context().is_valid


def test_without_the_package_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'kafkawire\[otel\]'"):
        TraceContext()
