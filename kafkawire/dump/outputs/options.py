"""What the command line says about outputs, as the outputs want it."""

from __future__ import annotations

from typing import Any, NamedTuple

RELATIVE, ABSOLUTE = "relative", "absolute"
AUTO, ALWAYS, NEVER = "auto", "always", "never"

LINE, NOTES, ABRIDGED, FULL, HEX = range(5)
"""Levels of verbosity; each shows what the one before it shows, and more."""


class OutputOptions(NamedTuple):
    """Which outputs there are, and how they look."""

    verbosity: int = LINE
    json: bool = False
    """JSON lines in place of lines for people."""
    color: str = AUTO
    """`auto` is colour on a terminal, unless NO_COLOR is set."""
    quiet: bool = False
    """Nothing on the standard output, neither lines nor JSON."""
    times: str = RELATIVE
    """`relative`: seconds since the first event; `absolute`: the time of day in UTC."""
    write: str | None = None
    """A pcapng file to be written."""
    parquet: str | None = None
    """A directory for Parquet tables."""
    html: str | None = None
    """A directory for a page."""
    records: bool = False
    """Decode records too; lines do it from level 3 on by themselves."""
    views: Any = None
    """How keys and values of records are read: what `records.show` takes."""
    cut: int | None = None
    """Characters of a value in lines; None for what the level has."""
    is_live: bool = False
    """Whether each event should be seen at once, even through a pipe."""
