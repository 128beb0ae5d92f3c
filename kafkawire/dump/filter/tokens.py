"""An expression as tokens: operators, words, quoted words, comparisons, and `& | ! ( )`.

A word goes on until white space, one of `& | ! ( )`, a comparison or a quote. It may hold anything
else, so that topics, hosts with ports, paths and `10..20` need no quotes. A word that begins with
`/` is a regular expression and goes on to the next `/` that no `\\` stands before; then it may hold
everything. In quotes, single or double, `\\` takes the next character as it is.

    ~name       an operator
    & | ! ( )   themselves; `and`, `or` and `not` are the first three
    = == != < <= > >= =~    comparisons
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.dump.filter.errors import FilterError

EXPRESSION_CHARACTERS_MAX = 4096
SINGLE = "&|()"
COMPARISONS = ("==", "!=", "<=", ">=", "=~", "=", "<", ">")
QUOTES = "\"'"
SPELLED = {"and": "&", "or": "|", "not": "!"}
RESERVED = {*SPELLED, "null", "true", "false"}
_ENDS_WORD = frozenset(SINGLE + "!=<>" + QUOTES)


class Token(NamedTuple):
    """A piece of an expression."""

    kind: str
    """`operator`, `word`, `quoted`, `regex`, `comparison`, one of `& | ! ( )`, or `end`."""
    text: str
    """Without the `~` of an operator, without quotes and slashes."""
    column: int


def tokens(text: str) -> list[Token]:
    """The tokens of an expression, the last of kind `end`. Raises `FilterError`."""
    if len(text) > EXPRESSION_CHARACTERS_MAX:
        expected = f"an expression has at most {EXPRESSION_CHARACTERS_MAX:,} characters"
        raise FilterError(text[:60] + "...", 0, expected)
    found = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token, at = _next(text, at)
        found.append(token)
    return [*found, Token("end", "", len(text))]


def _next(text: str, at: int) -> tuple[Token, int]:
    first = text[at]
    for comparison in COMPARISONS:
        if text.startswith(comparison, at):
            return Token("comparison", comparison, at), at + len(comparison)
    if first in SINGLE or first == "!":
        return Token(first, first, at), at + 1
    if first in QUOTES:
        return _quoted(text, at, first)
    if first == "/":
        return _regex(text, at)
    if first == "~":
        return _operator(text, at)
    end = _word_end(text, at)
    word = text[at:end]
    return Token(SPELLED.get(word, "word"), word, at), end


def _word_end(text: str, at: int) -> int:
    while at < len(text) and not (text[at].isspace() or text[at] in _ENDS_WORD):
        at += 1
    return at


def _operator(text: str, at: int) -> tuple[Token, int]:
    end = at + 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return Token("operator", text[at + 1 : end], at), end


def _quoted(text: str, start: int, quote: str) -> tuple[Token, int]:
    found = []
    at = start + 1
    while at < len(text) and text[at] != quote:
        at += text[at] == "\\" and at + 1 < len(text)
        found.append(text[at])
        at += 1
    if at == len(text):
        raise FilterError(text, start, f"the quote that begins here has no end ({quote})")
    return Token("quoted", "".join(found), start), at + 1


def _regex(text: str, start: int) -> tuple[Token, int]:
    at = start + 1
    while at < len(text) and text[at] != "/":
        at += 2 if text[at] == "\\" else 1
    if at >= len(text):
        expected = "the regular expression that begins here has no end (/)"
        raise FilterError(text, start, expected)
    return Token("regex", text[start + 1 : at], start), at + 1


def quoted(text: str) -> str:
    """A word that reads as this text again: bare if it can be, else in quotes."""
    is_bare = bool(text) and text[0] not in "~/" and text not in RESERVED
    if is_bare and _word_end(text, 0) == len(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
