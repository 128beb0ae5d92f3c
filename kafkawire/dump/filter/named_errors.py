"""Kafka's error codes as a filter names them: by number, by name, or by a name with `*`."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.dump.error_names import CODES, error_name
from kafkawire.dump.filter.errors import Misfit, nearest
from kafkawire.dump.filter.patterns import is_like
from kafkawire.dump.filter.tokens import quoted


class NamedErrors(NamedTuple):
    """Some error codes and how they were called."""

    text: str
    codes: frozenset[int]

    def __str__(self) -> str:
        return quoted(self.text)

    def words(self) -> str:
        """For a sentence: `is NOT_LEADER_OR_FOLLOWER (6)`."""
        if len(self.codes) == 1 and "*" not in self.text:
            (code,) = self.codes
            return f"is {error_name(code)} ({code})"
        return f"is like {self.text} ({len(self.codes)} errors)"


def read_errors(text: str) -> NamedErrors:
    """The errors that a word names. Raises `Misfit`."""
    if text.lstrip("-").isdecimal() and text.count("-") < 2:
        return NamedErrors(text, frozenset([int(text)]))
    wanted = text.upper().replace("-", "_")
    if "*" in wanted:
        pieces = wanted.split("*")
        codes = frozenset(code for name, code in CODES.items() if is_like(name, pieces))
    else:
        codes = frozenset([CODES[wanted]] if wanted in CODES else [])
    if not codes:
        raise Misfit(f"no error of Kafka's is called {text}{nearest(wanted, list(CODES))}")
    return NamedErrors(wanted, codes)
