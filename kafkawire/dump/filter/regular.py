"""Regular expressions whose time is bounded by what they look at, not by how they are written.

A filter may come from a web page, or look at megabytes, and Python's `re` takes exponential time
over some patterns. RE2 does not, so its syntax is the language's: by google-re2, the extra `regex`
of the package, which is imported with the first expression; nothing else stands in for it.

They look at bytes, and search (`^` and `$` hold them to the ends). A letter outside ASCII counts as
its bytes in UTF-8. ASCII letters are taken as the same in both cases unless `(?-i)` begins the
pattern.
"""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.dump.filter.errors import Misfit

PATTERN_CHARACTERS_MAX = 500
MEMORY_BYTES_MAX = 8 << 20
"""Of a compiled expression and of what it remembers while it searches."""
EXTRA = "kafkawire[regex]"


def searcher(pattern: str) -> Callable[[bytes], bool]:
    """A function that says whether bytes have a match. Raises `Misfit` with the place in it."""
    if len(pattern) > PATTERN_CHARACTERS_MAX:
        raise Misfit(f"a regular expression has at most {PATTERN_CHARACTERS_MAX} characters")
    try:
        import re2
    except ImportError:
        raise Misfit(
            f"regular expressions need google-re2, which pip install '{EXTRA}' brings"
        ) from None
    options = re2.Options()
    options.log_errors = False
    options.max_mem = MEMORY_BYTES_MAX
    options.encoding = re2.Options.Encoding.LATIN1
    options.case_sensitive = False
    try:
        search = re2.compile(pattern.encode(), options).search
    except re2.error as error:
        raise _misfit(pattern, error) from None
    return lambda data: search(data) is not None


def _misfit(pattern: str, error: Exception) -> Misfit:
    """RE2's words, which end with the part of the pattern that they are about."""
    (said,) = error.args
    text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    _, separator, part = text.rpartition(": ")
    at = pattern.find(part) if separator and part else -1
    return Misfit(f"no regular expression: {text}", max(0, at))
