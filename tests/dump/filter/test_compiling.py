"""Trees as functions, held against an evaluation that does everything the long way."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given, settings

from kafkawire.dump.filter import Filter
from kafkawire.dump.filter.amounts import Amount
from kafkawire.dump.filter.compiling import compiled, cost
from kafkawire.dump.filter.named_errors import NamedErrors
from kafkawire.dump.filter.patterns import Pattern
from kafkawire.dump.filter.syntax import Ask, Compare, Every, Node, Not
from kafkawire.dump.model import Exchange
from tests.support.dump.filters import exchange, exchanges, nodes

COUNT = "count"


@settings(max_examples=400)
@given(nodes(), exchanges())
def test_a_function_says_what_the_long_way_says(node: Node, found: Exchange) -> None:
    assert compiled(node)(found) is naive(node, found)


def naive(node: Node, found: Exchange) -> bool:
    if isinstance(node, Ask):
        return naive_ask(node, found)
    if isinstance(node, Compare):
        return naive_compare(node, found)
    if isinstance(node, Not):
        return not naive(node.part, found)
    answers = [naive(part, found) for part in node.parts]
    return all(answers) if isinstance(node, Every) else any(answers)


def naive_ask(node: Ask, found: Exchange) -> bool:
    candidates = asked_about(node.code, found)
    if node.argument is None:
        return bool(candidates)
    return any(fits(node, candidate) for candidate in candidates)


def asked_about(code: str, found: Exchange) -> list[Any]:
    """What an operator looks at; none of it where it takes nothing means no."""
    messages = [each for each in (found.request, found.response) if each]
    request, response, on = found.request, found.response, found.connection
    topics = [topic for each in messages for topic in each.facts.topics]
    looked_at: dict[str, list[Any]] = {
        "": [found.api_name, *topics],
        "api": [found.api_name],
        "v": [found.message.api_version],
        "t": topics,
        "g": [group for each in messages for group in each.facts.groups],
        "tx": [],
        "c": [request.client_id if request else on.client_id],
        "user": [""],
        "software": [""],
        "host": [on.client.host, on.server.host],
        "port": [on.client.port, on.server.port],
        "conn": [on.number],
        "n": [found.number],
        "id": [found.message.correlation_id],
        "err": list(response.facts.error_codes) if response else [],
        "lat": [] if found.latency_ns is None else [found.latency_ns],
        "size": [sum(len(each.data) for each in messages)],
        "throttle": [0] if response else [],
        "time": [found.message.time_ns],
        "q": [] if response else [1],
        "s": [1] if response else [],
        "noreply": [1] if found.ended and found.expects_response else [],
        "req": [request.data] if request else [],
        "resp": [response.data] if response else [],
        "find": [each.data for each in messages],
        "key": [],
        "value": [],
        "header": [],
        "note": [note.encode() for note in found.notes],
        "detector": [finding.detector for finding in found.findings],
        "problem": [],
    }
    return looked_at[code]


def fits(node: Ask, candidate: Any) -> bool:
    if candidate is None:
        return False
    if isinstance(node.argument, Amount):
        return in_amount(node.argument, candidate)
    if isinstance(node.argument, NamedErrors):
        return candidate in node.argument.codes
    assert isinstance(node.argument, Pattern)
    if isinstance(candidate, bytes):
        return False  # these messages have no bytes, and no pattern fits nothing
    ignores_case = node.code == "api" or (node.code == "" and candidate == "Fetch")
    return like(node.argument, candidate, ignores_case=ignores_case)


def like(pattern: Pattern, text: str, *, ignores_case: bool) -> bool:
    if pattern.is_regex:
        return re.search(pattern.text, text, re.IGNORECASE) is not None
    whole = ".*".join(map(re.escape, pattern.text.split("*")))
    return re.fullmatch(whole, text, re.IGNORECASE if ignores_case else 0) is not None


def in_amount(amount: Amount, number: Any) -> bool:
    if amount.to is not None:
        return bool(amount.number <= number <= amount.to)
    answers: dict[str, bool] = {
        "=": number == amount.number,
        "!=": number != amount.number,
        "<": number < amount.number,
        "<=": number <= amount.number,
        ">": number > amount.number,
        ">=": number >= amount.number,
    }
    return answers[amount.comparison]


def naive_compare(node: Compare, found: Exchange) -> bool:
    return any(
        naive_value(node, value)
        for target in node.path.targets
        for each in (found.request if target.is_request else found.response,)
        if each is not None and each.api_key == target.api_key
        for value in reached(target.steps, each.values, counts=target.counts)
    )


def reached(steps: Any, value: Any, *, counts: bool) -> list[Any]:
    if not steps:
        return [value]
    if not isinstance(value, dict) or steps[0].key not in value:
        return []
    inner = value[steps[0].key]
    if steps[0].is_array and counts and len(steps) == 1:
        return [len(inner or [])]
    if not steps[0].is_array:
        return reached(steps[1:], inner, counts=counts)
    elements = [None] if inner is None else inner
    return [each for one in elements for each in reached(steps[1:], one, counts=counts)]


def naive_value(node: Compare, value: Any) -> bool:
    wanted = node.value
    if isinstance(wanted, Amount):
        return in_amount(wanted, value)
    if node.comparison == "":
        return bool(value)
    if isinstance(wanted, NamedErrors):
        equal = value in wanted.codes
    elif isinstance(wanted, Pattern):
        equal = value is not None and like(wanted, value, ignores_case=False)
    else:
        equal = value is wanted
    return equal == (node.comparison == "=")


def test_the_cheap_question_is_asked_first() -> None:
    dear = exchange(request={})
    dear.request.__dict__["facts"] = None

    assert not Filter("~g billing & ~t x & ~v 99").matches(dear)
    assert Filter("~find x | ~g billing | ~v 13").matches(dear)


def test_an_expression_says_what_it_decodes() -> None:
    assert Filter("~api Fetch & ~v 3").needs == set()
    assert Filter("~g x | !Fetch.session_id > 3").needs == {"facts", "values"}


def test_what_is_joined_is_dearer_than_its_parts() -> None:
    assert cost(Filter("~v 1 & ~g x").node) > cost(Filter("~g x").node)


def test_any_element_of_an_array_may_fit_and_all_are_said_by_not() -> None:
    marks = [{"highWatermark": 5}, {"highWatermark": 50}]
    found = exchange(response={"responses": [{"partitions": marks}]})
    path = "FetchResponse.responses.partitions.high_watermark"

    assert Filter(f"{path} > 10").matches(found)
    assert not Filter(f"!({path} <= 10)").matches(found)
    assert Filter(f"!({path} < 5)").matches(found)


def test_a_version_without_the_field_never_fits() -> None:
    found = exchange(response={"responses": []})

    assert not Filter("FetchResponse.error_code = 0").matches(found)
    assert not Filter("FetchResponse.error_code != 0").matches(found)


def test_records_are_compared_by_their_size() -> None:
    partitions = [{"records": {"sizeInBytes": 2048}}, {"records": None}]
    found = exchange(response={"responses": [{"partitions": partitions}]})
    path = "FetchResponse.responses.partitions.records"

    assert Filter(f"{path} > 1KiB & {path} = 2KiB & {path}").matches(found)
    assert not Filter(f"{path} > 2KiB").matches(found)
