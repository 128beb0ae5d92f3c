"""Headers that carry a trace."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.records.shown import Shown
from kafkawire.dump.records.tracing import TRACE_HEADERS, show_trace_header, trace_of

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
SPAN = "00f067aa0ba902b7"
PARENT = "05e3ac9a4f6e3b90"


def test_w3c_traceparent() -> None:
    data = f"00-{TRACE}-{SPAN}-01".encode()
    found = {"version": "00", "traceId": TRACE, "spanId": SPAN, "sampled": True}
    assert show_trace_header("Traceparent", data) == Shown("traceparent", found)
    assert trace_of([("x", b"1"), ("traceparent", data)]) == {"format": "traceparent", **found}
    later: Any = show_trace_header("traceparent", f"cc-{TRACE}-{SPAN}-00-more".encode())
    assert later.value["sampled"] is False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "00",
        f"00-{TRACE}-{SPAN}",
        f"00-{TRACE}-{SPAN}-01-more",
        f"0-{TRACE}-{SPAN}-01",
        f"ff-{TRACE}-{SPAN}-01",
        f"00-{'0' * 32}-{SPAN}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE[1:]}-{SPAN}-01",
        f"00-{TRACE[1:]}g-{SPAN}-01",
        f"00-{TRACE}-{SPAN}-1",
    ],
)
def test_no_traceparent(text: str) -> None:
    assert show_trace_header("traceparent", text.encode()) is None


def test_w3c_tracestate() -> None:
    shown = show_trace_header("tracestate", b"rojo=00f067, congo=t61=x")
    assert shown == Shown("tracestate", {"rojo": "00f067", "congo": "t61=x"})
    assert show_trace_header("tracestate", b"nothing") is None
    assert trace_of([("tracestate", b"a=b")]) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{TRACE}-{SPAN}-1-{PARENT}",
         {"traceId": TRACE, "spanId": SPAN, "sampled": True, "parentSpanId": PARENT}),
        (f"{TRACE[:16]}-{SPAN}", {"traceId": TRACE[:16], "spanId": SPAN}),
        (f"{TRACE}-{SPAN}-d", {"traceId": TRACE, "spanId": SPAN, "sampled": True}),
        ("0", {"sampled": False}),
    ],
)  # fmt: skip
def test_b3_in_one_header(text: str, found: dict[str, object]) -> None:
    assert show_trace_header("b3", text.encode()) == Shown("b3", found)
    assert trace_of([("b3", text.encode())]) == {"format": "b3", **found}


@pytest.mark.parametrize("text", ["", "x", TRACE, f"{TRACE}-", f"{TRACE}-{SPAN}-x", f"x-{SPAN}"])
def test_no_b3(text: str) -> None:
    assert show_trace_header("b3", text.encode()) is None


def test_b3_in_several_headers() -> None:
    headers = [
        ("X-B3-TraceId", TRACE.encode()),
        ("X-B3-SpanId", SPAN.encode()),
        ("X-B3-ParentSpanId", PARENT.encode()),
        ("X-B3-Sampled", b"1"),
        ("X-B3-Flags", b"x"),
    ]
    assert trace_of(headers) == {
        "format": "b3 multi",
        "traceId": TRACE,
        "spanId": SPAN,
        "parentSpanId": PARENT,
        "sampled": True,
    }
    assert show_trace_header("x-b3-spanid", TRACE.encode()) is None


@given(st.sampled_from((*TRACE_HEADERS, "other")), st.none() | st.binary(max_size=60))
def test_any_header_is_shown_without_error(name: str, data: bytes | None) -> None:
    show_trace_header(name, data)
    trace_of([(name, data)] * 2)


def sw8(*parts: str, sampled: str = "1", span: str = "3") -> bytes:
    texts = [b64encode(each.encode()).decode() for each in parts]
    return "-".join([sampled, *texts[:2], span, *texts[2:]]).encode()


def test_skywalking_names_the_trace_and_who_sent_it() -> None:
    data = sw8("trace-1", "segment-2", "shop", "shop@10.0.0.1", "/buy", "kafka:9092")
    assert trace_of([("sw8-correlation", b"a2V5:dmFsdWU="), ("SW8", data)]) == {
        "format": "sw8",
        "traceId": "trace-1",
        "segmentId": "segment-2",
        "spanId": 3,
        "service": "shop",
        "instance": "shop@10.0.0.1",
        "endpoint": "/buy",
        "address": "kafka:9092",
        "sampled": True,
    }
    shown = show_trace_header("sw8-correlation", b"a2V5:dmFsdWU=,YQ==:")
    assert shown is not None
    assert shown.value == {"key": "value", "a": ""}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("sw8", b""),
        ("sw8", sw8("a", "b", "c", "d", "e")),
        ("sw8", sw8("a", "b", "c", "d", "e", "f", sampled="2")),
        ("sw8", sw8("a", "b", "c", "d", "e", "f", span="x")),
        ("sw8", sw8("a", "b", "c", "d", "e", "f", span="1" * 5000)),
        ("sw8", sw8("a", "b", "c", "d", "e", "f") + b"!"),
        ("sw8", b"1-/w==-/w==-3-/w==-/w==-/w==-/w=="),
        ("sw8-correlation", b"a2V5"),
        ("sw8-correlation", b":a2V5"),
        ("sw8-correlation", b"?:a2V5"),
    ],
)
def test_what_is_no_trace_of_skywalking_is_shown_as_it_is(name: str, data: bytes) -> None:
    assert show_trace_header(name, data) is None
