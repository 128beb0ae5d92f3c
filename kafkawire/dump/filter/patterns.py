"""Names and texts as a filter asks for them: a word, a word with `*`, or `/a regular expression/`.

A word means the whole name (`orders` is not `orders-retry`), `*` in it anything. A regular
expression is searched for. In bodies a word is searched for too, in whatever case.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API, api_name
from kafkawire.dump.filter.errors import Misfit, nearest
from kafkawire.dump.filter.regular import searcher
from kafkawire.dump.filter.tokens import quoted
from kafkawire.protocol.api_keys import ApiKey

REMEMBERED_MAX = 4096
"""Names whose answer is kept; captures name the same few again and again."""


class Pattern(NamedTuple):
    """What was asked for."""

    text: str
    is_regex: bool

    def __str__(self) -> str:
        return f"/{self.text}/" if self.is_regex else quoted(self.text)

    def words(self) -> str:
        """For a sentence: `is orders`, `matches /^o/`."""
        if self.is_regex:
            return f"matches /{self.text}/"
        return f"{'is like' if '*' in self.text else 'is'} {self.text or 'empty'}"


def fold_api(name: str) -> str:
    """An API's name without case and separators: `FETCH`, `fetch` and `Fetch` are one."""
    return name.replace("_", "").replace("-", "").lower()


_API_KEYS = (SASL_TOKEN, UNKNOWN_API, *(key.value for key in ApiKey))
API_NAMES = {fold_api(api_name(key)): api_name(key) for key in _API_KEYS}


def is_api(pattern: Pattern) -> Pattern:
    """The pattern of an API's name, if there is such an API. Raises `Misfit`."""
    folded = fold_api(pattern.text)
    may_be = pattern.is_regex or "*" in folded or folded.removeprefix("api").isdecimal()
    if not may_be and folded not in API_NAMES:
        known = list(API_NAMES.values())
        near = nearest(folded, known) or "; `wire-dump schema --list` lists them"
        raise Misfit(f"no API of Kafka's is called {pattern.text}{near}")
    return pattern


def name_test(
    pattern: Pattern, fold: Callable[[str], str] | None = None
) -> Callable[[str | None], bool]:
    """A function that says whether a name fits; None never does. Raises `Misfit`."""
    matches = _matcher(pattern, fold)
    remembered: dict[str, bool] = {}

    def test(name: str | None) -> bool:
        if name is None:
            return False
        known = remembered.get(name)
        if known is None:
            if len(remembered) >= REMEMBERED_MAX:
                remembered.clear()
            known = remembered[name] = matches(name)
        return known

    return test


def _matcher(pattern: Pattern, fold: Callable[[str], str] | None) -> Callable[[str], bool]:
    if pattern.is_regex:
        search = searcher(pattern.text)
        return lambda name: search(name.encode("utf-8", "replace"))
    wanted = fold(pattern.text) if fold else pattern.text
    if "*" in wanted:
        pieces = wanted.split("*")
        return lambda name: is_like(fold(name) if fold else name, pieces)
    return lambda name: (fold(name) if fold else name) == wanted


def is_like(name: str, pieces: list[str]) -> bool:
    """Whether a name is the pieces in their order with anything between them."""
    first, *between, last = pieces
    if not (name.startswith(first) and name.endswith(last)):
        return False
    if len(name) < len(first) + len(last):
        return False
    at, end = len(first), len(name) - len(last)
    for piece in between:
        found = name.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def body_test(pattern: Pattern) -> Callable[[bytes], bool]:
    """A function that says whether bytes hold it. Raises `Misfit`."""
    if pattern.is_regex:
        return searcher(pattern.text)
    if not pattern.text:
        raise Misfit("expected what to look for")
    wanted = pattern.text.encode().lower()
    return lambda data: wanted in data.lower()
