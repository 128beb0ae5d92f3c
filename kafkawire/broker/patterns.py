"""Regular expressions that clients send.

Kafka's are RE2's, whose matches take time in proportion to the text, whatever the expression. So
are ours, by google-re2, an extra of the package because its wheels do not exist for every system.
Nothing else may stand in for it: Python's `re` can be made to take for ever by who may send
expressions. It is imported with the first one.
"""

from __future__ import annotations

from typing import Protocol

EXTRA = "kafkawire[regex]"


class Pattern(Protocol):
    """A compiled expression."""

    def fullmatch(self, text: str, /) -> object | None:
        """What the whole of `text` matches, None if it does not."""


class BadPattern(Exception):
    """What was sent is no expression, or none can be compiled here; the message says why."""


def compile_pattern(text: str) -> Pattern:
    """A compiled expression. Raises BadPattern, with RE2's words."""
    try:
        import re2
    except ImportError:
        reason = f"kafkawire needs google-re2 for it, which pip install '{EXTRA}' brings"
        raise BadPattern(reason) from None
    options = re2.Options()
    options.log_errors = False
    try:
        pattern: Pattern = re2.compile(text, options)
    except re2.error as error:
        (message,) = error.args
        readable = message.decode(errors="replace") if isinstance(message, bytes) else message
        raise BadPattern(readable) from None
    return pattern
