"""Headers that carry a trace, so that a record can be found in a tracing system.

    traceparent        W3C Trace Context: version-trace id-parent id-flags, in hexadecimal digits
    tracestate         W3C: `vendor=value` entries with commas between
    b3                 B3 in one header: trace id-span id[-sampled[-parent id]], or sampled alone
    X-B3-...           B3 in several: TraceId, SpanId, ParentSpanId, Sampled, Flags

Names are taken in any case, as the several that write them differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import hexdigits

from kafkawire.dump.records.shown import Shown

TRACESTATE_ENTRIES_MAX = 32
"""What W3C allows."""

_HEX = frozenset(hexdigits)
_SAMPLED_FLAG = 1
_NAMES = {
    "x-b3-traceid": "traceId",
    "x-b3-spanid": "spanId",
    "x-b3-parentspanid": "parentSpanId",
    "x-b3-sampled": "sampled",
    "x-b3-flags": "flags",
}
_SAMPLED = {"0": False, "1": True, "d": True, "false": False, "true": True}
_TRACE_ID_DIGITS = (16, 32)
_SPAN_ID_DIGITS = 16

TRACE_HEADERS = ("traceparent", "tracestate", "b3", *_NAMES)


def show_trace_header(name: str, data: bytes | None) -> Shown | None:
    """A header that carries a trace; None if it does not, or not as its name promises."""
    lower = name.lower()
    if data is None or lower not in TRACE_HEADERS or not data.isascii():
        return None
    text = data.decode("ascii").strip()
    if lower in _NAMES:
        return _one_of_b3(lower, text)
    found = {"traceparent": _traceparent, "tracestate": _tracestate, "b3": _b3}[lower](text)
    return None if found is None else Shown(lower, found)


def trace_of(headers: Sequence[tuple[str, bytes | None]]) -> dict[str, object] | None:
    """The trace that a record's headers put it in: `traceId`, `spanId` and what else is known."""
    several: dict[str, object] = {}
    for name, data in headers:
        shown = show_trace_header(name, data)
        if shown is None:
            continue
        if isinstance(shown.value, dict) and shown.kind != "tracestate":
            return {"format": shown.kind, **shown.value}
        if shown.kind == "b3":
            several[_NAMES[name.lower()]] = shown.value
    return {"format": "b3 multi", **several} if several else None


def _traceparent(text: str) -> dict[str, object] | None:
    version, _, rest = text.partition("-")
    parts = rest.split("-")
    if (
        len(parts) < 3
        or len(version) != 2
        or version == "ff"
        or (version == "00") > (len(parts) == 3)
    ):
        return None
    trace_id, span_id, flags = parts[:3]
    if not (_is_id(trace_id, 32) and _is_id(span_id, _SPAN_ID_DIGITS) and _is_hex(flags, 2)):
        return None
    sampled = int(flags, 16) & _SAMPLED_FLAG == 1
    return {"version": version, "traceId": trace_id, "spanId": span_id, "sampled": sampled}


def _tracestate(text: str) -> dict[str, object] | None:
    found: dict[str, object] = {}
    for entry in text.split(",")[:TRACESTATE_ENTRIES_MAX]:
        name, equals, value = entry.strip().partition("=")
        if not equals or not name:
            return None
        found[name] = value
    return found


def _b3(text: str) -> dict[str, object] | None:
    if text in _SAMPLED:
        return {"sampled": _SAMPLED[text]}
    trace_id, *rest = text.split("-")
    if not any(_is_id(trace_id, digits) for digits in _TRACE_ID_DIGITS) or not 1 <= len(rest) <= 3:
        return None
    found: dict[str, object] = {"traceId": trace_id, "spanId": rest[0]}
    if not _is_id(rest[0], _SPAN_ID_DIGITS):
        return None
    if len(rest) > 1:
        if rest[1] not in _SAMPLED:
            return None
        found["sampled"] = _SAMPLED[rest[1]]
    if len(rest) > 2:
        found["parentSpanId"] = rest[2]
    return found


def _one_of_b3(lower: str, text: str) -> Shown | None:
    if lower in ("x-b3-sampled", "x-b3-flags"):
        return Shown("b3", _SAMPLED[text]) if text in _SAMPLED else None
    digits = _TRACE_ID_DIGITS if lower == "x-b3-traceid" else (_SPAN_ID_DIGITS,)
    return Shown("b3", text) if any(_is_id(text, each) for each in digits) else None


def _is_id(text: str, digits: int) -> bool:
    """Whether it is an id: not all zeros."""
    return _is_hex(text, digits) and text.strip("0") != ""


def _is_hex(text: str, digits: int) -> bool:
    return len(text) == digits and _HEX.issuperset(text)
