"""The language in words: the generated help, and what an expression asks."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.dump.filter.amounts import Amount
from kafkawire.dump.filter.operators import BY_CODE, OPERATORS, Operator
from kafkawire.dump.filter.patterns import Pattern
from kafkawire.dump.filter.syntax import Ask, Compare, Every, Node, Not

_COMPARED = {
    "=": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}

SYNTAX = """An expression asks operators, paths and words, and joins them:

  a & b, a b     both (and)
  a | b          either (or)
  !a             not
  ( )            what belongs together; ! binds strongest, | least

A name is a word for the whole name, with * for anything in it, or /a regular expression/ (RE2's)
that is searched for. Words with blanks, & | ! ( ) = < > or quotes in them go into quotes. An amount
may have > >= < <= = != before it, or be a range a..b."""

PATHS = """A path leads to a field of a message, named as Kafka names it (snake or camel case):

  FetchResponse.responses.partitions.high_watermark > 10
  Metadata.throttleTimeMs >= 1s           the request or the response, whichever has it
  ProduceResponse.responses.partition_responses.error_code = NOT_LEADER_OR_FOLLOWER
  JoinGroupRequest.group_id =~ "^billing"
  MetadataResponse.topics.count > 100     how many
  FetchRequest.rack_id                    there, and neither 0, empty nor null

Of arrays any element may fit; for all of them, say what none may be: !(path != value). A version
that has no such field never fits."""


DETECTORS = """What detectors find (see `wire-dump detectors`) is in the exchange that showed it:
of a habit, the one that is once too often, not those before it. What shows by silence, or by
the end of a connection, is in none. If a filter asks for it, they look at all traffic; else
only at what the filter chooses."""


def help_lines() -> Iterator[str]:
    """The page of the language, made from the table."""
    yield from SYNTAX.splitlines()
    yield ""
    yield "operators:"
    width = max(len(usage(operator)) for operator in OPERATORS)
    for operator in OPERATORS:
        yield f"  {usage(operator):<{width}}  {operator.help}"
        if operator.takes != "nothing":
            yield f"  {'':<{width}}  for example {operator.example}"
    yield ""
    yield from PATHS.splitlines()
    yield ""
    yield from DETECTORS.splitlines()


def usage(operator: Operator) -> str:
    """`~t NAME`, `~err [ERROR]`."""
    if not operator.code:
        return "WORD"
    takes = operator.takes.rstrip("?").upper()
    if takes == "NOTHING":
        return f"~{operator.code}"
    return (
        f"~{operator.code} [{takes}]"
        if operator.takes.endswith("?")
        else (f"~{operator.code} {takes}")
    )


def explained(node: Node, depth: int = 0) -> Iterator[str]:
    """What a tree asks, a line a question."""
    indent = "  " * depth
    if isinstance(node, Ask):
        yield indent + _asked(node)
    elif isinstance(node, Compare):
        yield indent + _compared(node)
    elif isinstance(node, Not):
        yield f"{indent}it is not so that"
        yield from explained(node.part, depth + 1)
    else:
        yield f"{indent}{'all' if isinstance(node, Every) else 'any'} of these:"
        for part in node.parts:
            yield from explained(part, depth + 1)


def _asked(node: Ask) -> str:
    operator = BY_CODE[node.code]
    if node.argument is None:
        return ALONE.get(node.code, operator.words)
    return f"{operator.words} {_argument(node.argument)}"


ALONE = {
    "err": "the response has an error",
    "req": "there is a request",
    "resp": "there is a response",
    "note": "there is a note",
    "detector": "a detector found something in it",
}


def _argument(argument: object) -> str:
    if isinstance(argument, Amount):
        if argument.to is not None:
            low, _, high = argument.text.partition("..")
            return f"is between {low} and {high}"
        return f"{_COMPARED[argument.comparison]} {argument.text}"
    words = getattr(argument, "words", None)
    return str(words()) if words else f"is {argument}"


def _compared(node: Compare) -> str:
    path = node.path.text
    some = "some " if any(step.is_array for step in node.path.targets[0].steps) else ""
    if isinstance(node.value, Amount):
        return f"{some}{path} {_argument(node.value)}"
    if not node.comparison:
        return f"{some}{path} is there, and neither 0, empty nor null"
    if node.comparison == "!=":
        shown = node.value if isinstance(node.value, Pattern) else _plain(node.value)
        return f"{some}{path} differs from {shown}"
    if isinstance(node.value, bool) or node.value is None:
        return f"{some}{path} is {_plain(node.value)}"
    return f"{some}{path} {_argument(node.value)}"


def _plain(value: object) -> str:
    return {True: "true", False: "false", None: "null"}.get(value, str(value))  # type: ignore[call-overload,no-any-return]
