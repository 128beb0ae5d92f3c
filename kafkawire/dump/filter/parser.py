"""From an expression to its tree: recursive descent, errors with the column they begin at.

    either  = every  ("|" every)*
    every   = one    (["&"] one)*
    one     = "!" one | "(" either ")" | "~" code [argument] | path [comparison value] | word

`!` binds strongest, `|` least. Everything is checked here: arguments, paths, types of values. So a
tree that was read can always be compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kafkawire.dump.filter.amounts import Amount, read_amount
from kafkawire.dump.filter.asking import Argument
from kafkawire.dump.filter.comparing import read_value
from kafkawire.dump.filter.errors import FilterError, Misfit, nearest
from kafkawire.dump.filter.named_errors import NamedErrors, read_errors
from kafkawire.dump.filter.operators import BY_CODE, Operator
from kafkawire.dump.filter.paths import is_path, read_path, unknown_root
from kafkawire.dump.filter.patterns import Pattern
from kafkawire.dump.filter.syntax import Ask, Compare, Every, Node, Not, Some
from kafkawire.dump.filter.tokens import Token, tokens

DEPTH_MAX = 50
"""Parentheses and `!` within each other."""
VALUES = ("word", "quoted", "regex")
T = TypeVar("T")
_BEGINS_ONE = (*VALUES, "operator", "!", "(")


def parse(text: str) -> Node:
    """The tree of an expression. Raises `FilterError`."""
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text)
        self._at = 0
        self._depth = 0

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        self._at += token.kind != "end"
        return token

    def _wrong(self, column: int, expected: str) -> FilterError:
        return FilterError(self._text, column, expected)

    def whole(self) -> Node:
        """The one tree that the text is."""
        if self._next.kind == "end":
            raise self._wrong(0, "expected an expression, as ~api Fetch")
        node = self._either()
        if self._next.kind != "end":
            raise self._wrong(self._next.column, _unexpected(self._next))
        return node

    def _either(self) -> Node:
        parts = [self._every()]
        while self._next.kind == "|":
            self._take()
            parts.append(self._every())
        return parts[0] if len(parts) == 1 else Some(tuple(parts))

    def _every(self) -> Node:
        parts = [self._one()]
        while self._next.kind in ("&", *_BEGINS_ONE):
            if self._next.kind == "&":
                self._take()
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def _one(self) -> Node:
        token = self._take()
        if token.kind in ("!", "("):
            return self._deeper(token)
        if token.kind == "operator":
            return self._operator(token)
        if token.kind in VALUES:
            return self._word(token)
        if token.kind == "comparison":
            raise self._wrong(token.column, f"expected a path before {token.text}")
        raise self._wrong(token.column, "expected an operator as ~api, a path or a word")

    def _deeper(self, token: Token) -> Node:
        self._depth += 1
        if self._depth > DEPTH_MAX:
            raise self._wrong(token.column, f"at most {DEPTH_MAX} parentheses deep")
        node: Node = Not(self._one()) if token.kind == "!" else self._group(token)
        self._depth -= 1
        return node

    def _group(self, opening: Token) -> Node:
        node = self._either()
        if self._next.kind == "end":
            raise self._wrong(opening.column, "this ( is not closed")
        if self._next.kind != ")":
            raise self._wrong(self._next.column, _unexpected(self._next))
        self._take()
        return node

    def _operator(self, token: Token) -> Node:
        operator = BY_CODE.get(token.text) if token.text else None
        if operator is None:
            near = nearest("~" + token.text, [f"~{code}" for code in BY_CODE if code])
            raise self._wrong(token.column, f"there is no operator ~{token.text}{near}")
        return Ask(operator.code, self._argument(operator, token))

    def _argument(self, operator: Operator, token: Token) -> Argument:
        takes = operator.takes.rstrip("?")
        if takes == "nothing":
            return None
        if takes == "amount":
            return self._amount(operator)
        if self._next.kind not in VALUES:
            if operator.takes.endswith("?"):
                return None
            column = self._next.column
            expected = f"~{operator.code} wants a {takes}, as {operator.example}"
            raise self._wrong(column, expected)
        value = self._take()
        if takes == "error":
            return self._errors(value)
        pattern = Pattern(value.text, value.kind == "regex")
        argument: Argument = pattern
        # Built once for nothing, so that a wrong regular expression is known here.
        self._checked(value, lambda: operator.build(argument))
        return pattern

    def _errors(self, value: Token) -> NamedErrors:
        if value.kind == "regex":
            expected = "expected an error's name or code; * in a name stands for anything"
            raise self._wrong(value.column, expected)
        return self._checked(value, lambda: read_errors(value.text))

    def _amount(self, operator: Operator) -> Amount:
        comparison = operator.comparison
        if self._next.kind == "comparison":
            comparison = self._take().text
        value = self._take()
        if value.kind != "word":
            expected = f"~{operator.code} wants {operator.unit.name}, as {operator.example}"
            raise self._wrong(value.column, expected)
        if ".." in value.text and comparison == operator.comparison:
            comparison = "="
        return self._checked(value, lambda: read_amount(comparison, value.text, operator.unit))

    def _word(self, token: Token) -> Node:
        if token.kind == "word" and is_path(token.text):
            return self._path(token)
        if self._next.kind == "comparison":
            raise self._wrong(token.column, unknown_root(token.text))
        pattern = Pattern(token.text, token.kind == "regex")
        self._checked(token, lambda: BY_CODE[""].build(pattern))
        return Ask("", pattern)

    def _path(self, token: Token) -> Node:
        path = self._checked(token, lambda: read_path(token.text))
        if self._next.kind != "comparison":
            return Compare(path, "", None)
        comparison = self._take()
        if path.kind in ("struct", "array"):
            raise self._wrong(comparison.column, f"a field of {token.text}, or its count")
        value = self._take()
        if value.kind not in VALUES:
            raise self._wrong(value.column, f"expected what to compare {path.text} with")
        try:
            return read_value(path, comparison.text, value)
        except Misfit as misfit:
            raise self._at_value(value, misfit) from None

    def _checked(self, token: Token, read: Callable[[], T]) -> T:
        try:
            return read()
        except Misfit as misfit:
            raise self._at_value(token, misfit) from None

    def _at_value(self, token: Token, misfit: Misfit) -> FilterError:
        quote = token.kind in ("quoted", "regex")
        return self._wrong(token.column + quote + misfit.at, misfit.expected)


def _unexpected(token: Token) -> str:
    """What to say of a token that cannot go on with an expression."""
    if token.kind == ")":
        return "this ) closes nothing"
    return f"{token.text} compares paths; a name that has it wants quotes"
