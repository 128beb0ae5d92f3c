"""Exchanges made of given values, and random expressions, for tests of the filter language."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import strategies as st

from kafkawire.dump.filter.amounts import DURATION, NUMBER, SIZE, read_amount
from kafkawire.dump.filter.asking import Argument
from kafkawire.dump.filter.comparing import read_value
from kafkawire.dump.filter.named_errors import read_errors
from kafkawire.dump.filter.operators import OPERATORS, Operator
from kafkawire.dump.filter.paths import read_path
from kafkawire.dump.filter.patterns import Pattern
from kafkawire.dump.filter.syntax import Ask, Compare, Every, Node, Not, Some
from kafkawire.dump.filter.tokens import Token
from kafkawire.dump.model import Exchange, Header, Message, seen_at
from tests.support.dump.exchanges import connection, facts

FETCH, METADATA = 1, 3


def exchange(
    *,
    api_key: int = FETCH,
    version: int = 13,
    request: dict[str, Any] | None = None,
    response: dict[str, Any] | None = None,
    latency_ns: int = 0,
    client_id: str | None = "app",
    correlation_id: int = 7,
    **told: Any,
) -> Exchange:
    """`request` and `response` are their values, None for a message that was not seen; what else
    is `told` are facts of the response, or of the request without one."""
    on = connection(client_id="app")
    header = Header(api_key, version, correlation_id, 0, client_id)

    def message(values: dict[str, Any], known: Any, *, is_request: bool) -> Message:
        time_ns = 0 if is_request else latency_ns
        made = Message(on, b"", header, seen_at(time_ns), is_request=is_request)
        tree = SimpleNamespace(children=())
        made.__dict__.update(values=values, facts=known, tree=tree)
        return made

    made = Exchange(1, on)
    if request is not None:
        known = facts(**told) if response is None else facts()
        made.request = message(request, known, is_request=True)
    if response is not None:
        made.response = message(response, facts(**told), is_request=False)
    return made


NAMES = st.sampled_from(["orders", "orders-retry", "app", "a.b", "Fetch", "with blank", "*", "or*"])
APIS = st.sampled_from(["Fetch", "list_offsets", "PRODUCE", "Unknown", "Api99", "*", "Fet*"])
DETECTORS = st.sampled_from(["acks-0", "rebalance-loop", "re*"])
_WORDS = {"api": APIS, "detector": DETECTORS}
REGEXES = st.sampled_from(["^or", "a|b", "[a-f]+$", r"\d", "x/y".replace("/", r"\/")])
ERRORS = st.sampled_from(["6", "NOT_LEADER_OR_FOLLOWER", "*LEADER*", "-1"])
COMPARISONS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
UNITS = {NUMBER.name: ["", ""], DURATION.name: ["", "ms", "s"], SIZE.name: ["", "KiB", "b"]}

PATHS = st.sampled_from(
    [
        ("FetchResponse.responses.partitions.high_watermark", ["10", "-1", "5..20"]),
        ("FetchResponse.error_code", ["0", "NONE", "NOT_LEADER_OR_FOLLOWER"]),
        ("FetchRequest.maxWaitMs", ["500", "1s"]),
        ("Fetch.session_id", ["0", "3"]),
        ("MetadataResponse.topics.is_internal", ["true", "false"]),
        ("MetadataResponse.topics.name", ["orders", "or*", "null", "a.b"]),
        ("MetadataResponse.brokers.count", ["0", "2"]),
    ]
)


@st.composite
def amounts(draw: st.DrawFn, operator: Operator) -> Argument:
    units = UNITS.get(operator.unit.name)
    if units is None:
        text = draw(st.sampled_from(["12:30", "2026-03-01T12:30", "12:30..13:00:01.5"]))
        return read_amount("=", text, operator.unit)
    low = draw(st.integers(0, 50))
    unit = draw(st.sampled_from(units))
    if draw(st.booleans()):
        return read_amount(
            "=", f"{low}{unit}..{low + draw(st.integers(0, 9))}{unit}", operator.unit
        )
    return read_amount(draw(COMPARISONS), f"{low}{unit}", operator.unit)


@st.composite
def asks(draw: st.DrawFn) -> Node:
    operator = draw(st.sampled_from(OPERATORS))
    takes = operator.takes
    if takes == "nothing" or (takes.endswith("?") and draw(st.booleans())):
        return Ask(operator.code, None)
    if takes == "amount":
        return Ask(operator.code, draw(amounts(operator)))
    if takes == "error?":
        return Ask(operator.code, read_errors(draw(ERRORS)))
    is_regex = draw(st.booleans())
    words = _WORDS.get(operator.code, NAMES)
    return Ask(operator.code, Pattern(draw(REGEXES if is_regex else words), is_regex))


@st.composite
def compares(draw: st.DrawFn) -> Node:
    text, values = draw(PATHS)
    path = read_path(text)
    if draw(st.integers(0, 3)) == 0:
        return Compare(path, "", None)
    value = draw(st.sampled_from(values))
    comparison = "=" if ".." in value else draw(st.sampled_from(["=", "!="]))
    return read_value(path, comparison, Token("word", value, 0))


def nodes() -> st.SearchStrategy[Node]:
    """Any expression's tree."""

    def joined(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        parts = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(inner.map(Not), parts.map(Every), parts.map(Some))

    return st.recursive(st.one_of(asks(), compares()), joined, max_leaves=6)


@st.composite
def exchanges(draw: st.DrawFn) -> Exchange:
    """An exchange with values that the paths and names above ask for."""
    names = ["orders", "orders-retry", "a.b", "x"]
    topics = tuple(draw(st.lists(st.sampled_from(names), max_size=2)))
    errors = tuple(draw(st.lists(st.sampled_from([6, 5, 3, 42]), max_size=2)))
    has_request, has_response = draw(st.sampled_from([(True, True), (True, False), (False, True)]))
    api_key = draw(st.sampled_from([FETCH, METADATA]))
    number = st.integers(-1, 20)
    partitions = [{"highWatermark": each} for each in draw(st.lists(number, max_size=3))]
    response: dict[str, Any] = {
        "errorCode": draw(st.sampled_from([0, 6])),
        "sessionId": draw(number),
    }
    response["responses"] = [{"partitions": partitions}]
    if api_key == METADATA:
        named = draw(st.lists(st.sampled_from([*names, None]), max_size=2))
        response = {"topics": [{"name": each, "isInternal": each == "x"} for each in named]}
        response["brokers"] = draw(st.sampled_from([[], [{}, {}], None]))
    request = {"maxWaitMs": draw(st.sampled_from([0, 500, 1000])), "sessionId": 3}
    made = exchange(
        api_key=api_key,
        version=draw(st.integers(0, 17)),
        request=request if has_request else None,
        response=response if has_response else None,
        latency_ns=draw(st.integers(0, 60)) * 1_000_000,
        client_id=draw(st.sampled_from(["app", "or", None])),
        topics=topics,
        error_codes=errors,
        groups=topics[:1],
    )
    found = draw(st.lists(st.sampled_from(["acks-0", "rebalance-loop", "throttling"]), max_size=2))
    made.findings = tuple(SimpleNamespace(detector=each) for each in found)
    made.ended = "" if has_response else draw(st.sampled_from(["", "closed"]))
    return made
