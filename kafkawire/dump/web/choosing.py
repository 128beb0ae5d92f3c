"""What one page has chosen: a filter and a highlight, in the filter language, asked of rows."""

from __future__ import annotations

from typing import Any

from kafkawire.dump.filter import Filter, FilterError
from kafkawire.dump.filter.explaining import explained
from kafkawire.dump.model import Exchange
from kafkawire.dump.page.rows import Row

EXPRESSION_CHARACTERS_MAX = 4_000
_DEAR = ("values", "tree")


class Choice:
    """A filter and a highlight; empty texts choose everything and nothing. Raises FilterError."""

    def __init__(self, filter_text: str = "", highlight_text: str = "") -> None:
        self._filter = parsed(filter_text)
        self._highlight = parsed(highlight_text)

    def shows(self, row: Row) -> bool:
        """Whether the page lists the row: what is no exchange only as far as it is about one."""
        if self._filter is None:
            return True
        return row.exchange is not None and _asked(self._filter, row.exchange)

    def marks(self, row: Row) -> bool:
        """Whether it is to stand out."""
        if self._highlight is None or row.exchange is None or not row.is_exchange:
            return False
        return _asked(self._highlight, row.exchange)


def parsed(text: str) -> Filter | None:
    """A filter, None for an empty text. Raises FilterError."""
    text = text.strip()
    if len(text) > EXPRESSION_CHARACTERS_MAX:
        raise FilterError(text[:40], 0, f"at most {EXPRESSION_CHARACTERS_MAX:,} characters")
    return Filter(text) if text else None


def checked(text: str) -> dict[str, Any]:
    """What an expression asks in words, or what is wrong with it and at which column, from 0."""
    try:
        found = parsed(text)
    except FilterError as error:
        return {"ok": False, "column": error.column, "expected": error.expected}
    return {"ok": True, "asks": [] if found is None else list(explained(found.node))}


def _asked(asked: Filter, exchange: Exchange) -> bool:
    matches = asked.matches(exchange)
    if not asked.needs.isdisjoint(_DEAR):
        forget(exchange)
    return matches


def forget(exchange: Exchange) -> None:
    """Throw away what was decoded and takes much room; it is made again when it is asked for."""
    for message in (exchange.request, exchange.response):
        if message is not None:
            for name in _DEAR:
                message.__dict__.pop(name, None)
