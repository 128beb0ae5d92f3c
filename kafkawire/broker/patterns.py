"""Regular expressions that clients send.

Kafka's are RE2's, and so are ours where the package google-re2 is installed: its matches take time
in proportion to the text, whatever the expression. Without it Python's `re` serves, which knows
more (backreferences, lookarounds) and can be made to take for ever by who may send expressions.
Both are imported with the first expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


class Pattern(Protocol):
    """A compiled expression."""

    def fullmatch(self, text: str, /) -> object | None:
        """What the whole of `text` matches, None if it does not."""


def compile_pattern(text: str) -> Pattern | None:
    """A compiled expression; None if it is none."""
    compile_text, error = _engine()
    try:
        return compile_text(text)
    except error:
        return None


def _engine() -> tuple[Callable[[str], Pattern], type[Exception]]:
    try:
        import re2
    except ImportError:
        import re

        return re.compile, re.error
    options = re2.Options()
    options.log_errors = False
    return (lambda text: re2.compile(text, options)), re2.error
