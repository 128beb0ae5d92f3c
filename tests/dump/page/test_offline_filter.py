"""The filter of the offline page, held against the filter of everything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.dump.filter import Filter, FilterError
from kafkawire.dump.filter.operators import OPERATORS
from kafkawire.dump.filter.patterns import Pattern
from kafkawire.dump.filter.syntax import Ask, Compare, Node, Not
from kafkawire.dump.model import Connection, Exchange
from kafkawire.dump.page.asked import asked_of_connection, asked_of_exchange
from kafkawire.dump.page.event_rows import exchange_row
from kafkawire.dump.page.language import language
from kafkawire.dump.page.offline import joined
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.api_keys import ApiKey
from tests.support.dump.chromium import launched, needs_chromium
from tests.support.dump.exchanges import START_NS, connection, exchange, facts
from tests.support.dump.filters import exchanges, nodes

pytestmark = [pytest.mark.browser, needs_chromium]

SEARCHES = ("find", "key", "value", "header")
ASK = """([texts, found]) => texts.map((text) => {
  const said = language.checked(text);
  if (!said.ok) return said;
  const test = language.compiled(text);
  return { ok: true, fits: found.map((each) => test(each)) };
})"""
SEARCH = """([pattern, texts]) => {
  try {
    const search = modules["filter_regular.js"].searcher(pattern);
    return texts.map((text) => search(new TextEncoder().encode(text)));
  } catch (error) { return null; }
}"""
slowly = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with launched() as browser:
        found = browser.new_page()
        found.add_script_tag(content=joined("filter_language.js").replace("const", "var", 1))
        found.evaluate(
            """(data) => { window.language = new modules["filter_language.js"].Language(data); }""",
            language(),
        )
        yield found


def seen(made: Exchange) -> dict[str, Any]:
    """What the page's filter is asked about."""
    row = exchange_row(made)
    row.start_ns = row.time_ns - 5
    return {
        "row": row.values(),
        "asked": asked_of_exchange(made),
        "connection": asked_of_connection(made.connection),
        "startNs": str(row.start_ns),
        "detectors": [each.detector for each in made.findings],
    }


def works_offline(node: Node) -> bool:
    if isinstance(node, Compare):
        return False
    if isinstance(node, Ask):
        is_text = node.code in ("req", "resp") and isinstance(node.argument, Pattern)
        return node.code not in SEARCHES and not is_text
    parts = (node.part,) if isinstance(node, Not) else node.parts
    return all(map(works_offline, parts))


@slowly
@given(st.lists(nodes(), min_size=1, max_size=12), st.lists(exchanges(), min_size=1, max_size=6))
def test_the_page_chooses_what_the_filter_chooses(
    page: Any, found: list[Node], made: list[Exchange]
) -> None:
    texts = [str(node) for node in found]
    answers = page.evaluate(ASK, [texts, [seen(each) for each in made]])

    for node, text, answer in zip(found, texts, answers, strict=True):
        if works_offline(node):
            asked = Filter(text)
            assert answer == {"ok": True, "fits": [asked.matches(each) for each in made]}, text
        else:
            assert "needs whole messages" in answer["expected"], text


EXPRESSIONS = (
    *("fetch", "orders", "~api F*", "~v 12", "~t orders", "~g billing-*", "~tx /^pay/", "~c app"),
    *("~user alice", "~software librdkafka*", "~host 10.0.0.9", "~port 51234", "~port 9092"),
    *("~conn 2", "~n 2..3", "~id !=8", "~err", "~err 6", "~err NOT_LEADER*", "~lat 1", "~lat <2ms"),
    *("~size 80", "~size >24", "~size =24", "~throttle >0", "~throttle =0", "~q", "~s", "~noreply"),
    *("~time 11:06:40.123456789", "~time >=2026-11-18T11:06:40.123457", "~time 11:06:40..11:06:41"),
    *("~req", "~resp", "~note", "~note FALL", "~detector", "~detector acks-*", "~problem"),
    *("!~s & ~n 2", "~n 1 | ~n 3", "!(~q | ~err)"),
)
"""Each chooses some of `differing`, and not all."""


def differing() -> list[Exchange]:
    """Exchanges that differ in all that the filter asks."""
    one = exchange(
        ApiKey.FETCH,
        on=connection(client_id="app", software="librdkafka 2.3", user="alice"),
        request={"data": bytes(30), "version": 12, "facts": facts(transactional_ids=("pay-1",))},
        response={
            "data": bytes(50),
            "facts": facts(
                topics=("orders",),
                groups=("billing-1",),
                error_codes=(6,),
                throttle_time_ms=3,
            ),
            "tree": None,
        },
    )
    one.findings = (SimpleNamespace(detector="acks-0"),)
    elsewhere = Connection(2, 1, Endpoint("10.0.0.9", 7000), Endpoint("10.0.0.1", 9093), START_NS)
    elsewhere.client_id = "other"
    two = exchange(ApiKey.PRODUCE, number=2, on=elsewhere, request={"at_us": 900_000})
    two.ended, two.notes = "closed", ["a fallback to version 3"]
    three = exchange(ApiKey.HEARTBEAT, number=3, on=elsewhere, response={"at_us": 900_001})
    assert three.response is not None
    three.response.correlation_id = 8
    three.response.problem = "cut"
    for message in (one.request, two.request, three.response):
        assert message is not None
        message.__dict__["tree"] = None
    return [one, two, three]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_each_operator_chooses_the_same(page: Any, text: str) -> None:
    made = differing()
    wanted = [Filter(text).matches(each) for each in made]
    assert set(wanted) == {True, False}, "an expression that tells nothing apart"

    assert page.evaluate(ASK, [[text], [seen(each) for each in made]]) == [
        {"ok": True, "fits": wanted}
    ]


def test_no_operator_is_left_out() -> None:
    asked = {word[1:] for text in EXPRESSIONS for word in re.findall(r"~\w+", text)}

    assert asked | set(SEARCHES) == {operator.code for operator in OPERATORS} - {""}


PIECES = st.sampled_from(
    "~api ~lat ~err ~v ~t ~time ~nothing ~n ~note Fetch orders 5 5ms 3..9 9..3 -1 0x1F 1_000 1.5s"
    " 12:30 25:00 2026-03-01 2026-02-30 2026-03-01T12:30+01:00 NONE *LEADER* ( ) ! & | and or not"
    " < >= = != =~ 'a\"b' \"orders\" 'no end /^a/ /( /no-end".split()
)


@slowly
@given(st.lists(st.lists(PIECES, max_size=6).map(" ".join), min_size=1, max_size=20))
def test_what_is_wrong_is_wrong_in_both_and_at_the_same_column(page: Any, texts: list[str]) -> None:
    answers = page.evaluate(ASK, [texts, []])

    for text, answer in zip(texts, answers, strict=True):
        column = column_of(text)
        # RE2 repeats what is wrong, and its first place in the pattern counts as the place.
        if "no regular expression" in answer.get("expected", ""):
            assert column is not None, text
        else:
            assert answer.get("column") == column, (text, answer)


def column_of(text: str) -> int | None:
    """Where an expression is wrong, or None if it is right."""
    try:
        Filter(text)
    except FilterError as error:
        return error.column
    return None


ATOMS = st.sampled_from(
    ["a", "b", "B", ".", "[a-c]", "[^a]", r"\d", r"\w", r"\s", r"\b", "^", "$", "é", r"\.", "x{2}"]
)
REGULAR = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map("".join),
        st.tuples(inner, inner).map("|".join),
        inner.map("({})".format),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "+?", "**"])).map(
            lambda each: f"(?:{each[0]}){each[1]}"
        ),
        inner.map("(?-i){}".format),
    ),
    max_leaves=8,
)


@slowly
@given(REGULAR, st.lists(st.text("abB1é. \nx", max_size=6), max_size=5))
def test_a_regular_expression_means_what_it_means_to_re2(
    page: Any, pattern: str, texts: list[str]
) -> None:
    found = page.evaluate(SEARCH, [pattern, texts])

    pytest.importorskip(
        "re2", reason="google-re2 is not installed: the page's searches are not compared with it"
    )
    from kafkawire.dump.filter.regular import searcher

    try:
        search = searcher(pattern)
    except ValueError:
        assert found is None
    else:
        assert found == [search(text.encode()) for text in texts]


def test_a_pattern_that_takes_others_exponential_time_takes_none_here(page: Any) -> None:
    assert page.evaluate(SEARCH, ["(a+)+(a+)+(a|a)*$", ["a" * 3000 + "b"]]) == [False]
