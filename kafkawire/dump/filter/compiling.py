"""From a tree to one function: closures, the cheap questions first where order does not matter.

It never matters: no question changes anything, and none can fail.
"""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.dump.filter.asking import Test
from kafkawire.dump.filter.comparing import ValueTest, value_test
from kafkawire.dump.filter.operators import BY_CODE, VALUES
from kafkawire.dump.filter.paths import Step, Target
from kafkawire.dump.filter.syntax import Ask, Compare, Every, Node, Not
from kafkawire.dump.model import Exchange

_ABSENT = object()


def compiled(node: Node) -> Test:
    """The function that a tree is."""
    if isinstance(node, Ask):
        return BY_CODE[node.code].build(node.argument)
    if isinstance(node, Compare):
        return _compare(node)
    if isinstance(node, Not):
        test = compiled(node.part)
        return lambda exchange: not test(exchange)
    tests = [compiled(part) for part in sorted(node.parts, key=cost)]
    return _every(tests) if isinstance(node, Every) else _some(tests)


def cost(node: Node) -> int:
    """How dear a question is, roughly, next to others."""
    if isinstance(node, Ask):
        return BY_CODE[node.code].cost
    if isinstance(node, Compare):
        return VALUES
    return cost(node.part) if isinstance(node, Not) else sum(map(cost, node.parts))


def needs(node: Node) -> frozenset[str]:
    """Which decoded parts of messages it looks at (`facts`, `values`, `tree`), and `findings`."""
    if isinstance(node, Ask):
        return frozenset([BY_CODE[node.code].needs]) - {""}
    if isinstance(node, Compare):
        return frozenset(["values"])
    parts = (node.part,) if isinstance(node, Not) else node.parts
    return frozenset().union(*map(needs, parts))


def _every(tests: list[Test]) -> Test:
    if len(tests) == 2:
        first, second = tests
        return lambda exchange: first(exchange) and second(exchange)

    return lambda exchange: all(test(exchange) for test in tests)


def _some(tests: list[Test]) -> Test:
    if len(tests) == 2:
        first, second = tests
        return lambda exchange: first(exchange) or second(exchange)

    return lambda exchange: any(test(exchange) for test in tests)


def _compare(node: Compare) -> Test:
    tests = [_target(target, value_test(node)) for target in node.path.targets]
    return tests[0] if len(tests) == 1 else _some(tests)


def _target(target: Target, test: ValueTest) -> Test:
    api_key, is_request = target.api_key, target.is_request
    reach = _reach(target.steps, test, counts=target.counts)

    def matches(exchange: Exchange) -> bool:
        message = exchange.request if is_request else exchange.response
        if message is None or message.api_key != api_key:
            return False
        return reach(message.values)

    return matches


def _reach(steps: tuple[Step, ...], test: ValueTest, *, counts: bool) -> ValueTest:
    if not steps:
        return test
    step, *rest = steps
    inner = _reach(tuple(rest), test, counts=counts)
    is_array = step.is_array
    if is_array and counts and not rest:
        inner, is_array = _counting(test), False
    return _field(step.key, _any(inner) if is_array else inner)


def _field(key: str, inner: ValueTest) -> ValueTest:
    def matches(found: object) -> bool:
        if not isinstance(found, dict):
            return False
        value = found.get(key, _ABSENT)
        return value is not _ABSENT and inner(value)

    return matches


def _any(inner: Callable[[object], bool]) -> ValueTest:
    def matches(found: object) -> bool:
        if isinstance(found, list):
            return any(map(inner, found))
        return found is None and inner(None)

    return matches


def _counting(test: ValueTest) -> ValueTest:
    return lambda found: test(len(found) if isinstance(found, list) else 0)
