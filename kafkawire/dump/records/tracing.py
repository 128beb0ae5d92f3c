"""Headers that carry a trace, so that a record can be found in a tracing system.

    traceparent        W3C Trace Context: version-trace id-parent id-flags, in hexadecimal digits
    tracestate         W3C: `vendor=value` entries with commas between
    b3                 B3 in one header: trace id-span id[-sampled[-parent id]], or sampled alone
    X-B3-...           B3 in several: TraceId, SpanId, ParentSpanId, Sampled, Flags
    sw8                SkyWalking: eight fields with hyphens between, texts of them in base64
    sw8-correlation    SkyWalking: `key:value` entries with commas between, both in base64

Names are taken in any case, as the several that write them differ.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Sequence
from string import hexdigits

from kafkawire.dump.records.shown import Shown

TRACESTATE_ENTRIES_MAX = 32
"""What W3C allows."""

SW8_PARTS = 8
SPAN_DIGITS_MAX = 10
"""Of SkyWalking's span ids, which are 32-bit numbers."""
SW8_ENTRIES_MAX = 32
"""Of a correlation; SkyWalking's agents keep three by default."""

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

TRACE_HEADERS = ("traceparent", "tracestate", "b3", "sw8", "sw8-correlation", *_NAMES)
_NO_TRACES = ("tracestate", "sw8-correlation")
"""Headers that go with a trace and do not name one."""
_SW8_TEXTS = ("traceId", "segmentId", "service", "instance", "endpoint", "address")


def show_trace_header(name: str, data: bytes | None) -> Shown | None:
    """A header that carries a trace; None if it does not, or not as its name promises."""
    lower = name.lower()
    if data is None or lower not in TRACE_HEADERS or not data.isascii():
        return None
    text = data.decode("ascii").strip()
    if lower in _NAMES:
        return _one_of_b3(lower, text)
    found = _READERS[lower](text)
    return None if found is None else Shown(lower, found)


def trace_of(headers: Sequence[tuple[str, bytes | None]]) -> dict[str, object] | None:
    """The trace that a record's headers put it in: `traceId`, `spanId` and what else is known."""
    several: dict[str, object] = {}
    for name, data in headers:
        shown = show_trace_header(name, data)
        if shown is None:
            continue
        if isinstance(shown.value, dict) and shown.kind not in _NO_TRACES:
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


def _sw8(text: str) -> dict[str, object] | None:
    """Sampled, trace, segment, span, and of the sender its service, instance, endpoint, address."""
    parts = text.split("-")
    if len(parts) != SW8_PARTS or parts[0] not in ("0", "1") or not _is_span(parts[3]):
        return None
    texts = [_from_base64(parts[at]) for at in (1, 2, 4, 5, 6, 7)]
    if None in texts:
        return None
    trace_id, segment_id, *others = texts
    found = {"traceId": trace_id, "segmentId": segment_id, "spanId": int(parts[3])}
    return {**found, **dict(zip(_SW8_TEXTS[2:], others, strict=True)), "sampled": parts[0] == "1"}


def _is_span(text: str) -> bool:
    return text.isdecimal() and len(text) <= SPAN_DIGITS_MAX


def _sw8_correlation(text: str) -> dict[str, object] | None:
    found: dict[str, object] = {}
    for entry in text.split(",")[:SW8_ENTRIES_MAX]:
        name, colon, value = entry.partition(":")
        key, told = _from_base64(name), _from_base64(value)
        if not colon or not key or told is None:
            return None
        found[key] = told
    return found


def _from_base64(text: str) -> str | None:
    try:
        return b64decode(text, validate=True).decode()
    except ValueError:
        return None


_READERS: dict[str, Callable[[str], dict[str, object] | None]] = {
    "traceparent": _traceparent,
    "tracestate": _tracestate,
    "b3": _b3,
    "sw8": _sw8,
    "sw8-correlation": _sw8_correlation,
}


def _is_id(text: str, digits: int) -> bool:
    """Whether it is an id: not all zeros."""
    return _is_hex(text, digits) and text.strip("0") != ""


def _is_hex(text: str, digits: int) -> bool:
    return len(text) == digits and _HEX.issuperset(text)
