"""Colours of a terminal, by what they mean; none of them where there is no terminal.

A palette holds escape sequences, or empty strings: who writes a line puts them around its words,
and one template serves both. Connections and fields that lie side by side take turns of `turns`.
"""

from __future__ import annotations

import os
from typing import NamedTuple, TextIO

from kafkawire.dump.outputs.options import ALWAYS, AUTO


class Palette(NamedTuple):
    """What begins each kind of word; `reset` ends all of them."""

    reset: str = ""
    bold: str = ""
    dim: str = ""
    bad: str = ""
    """Errors and damage."""
    warn: str = ""
    """What is odd, not wrong: throttling, no reply."""
    name: str = ""
    """Names of fields."""
    text: str = ""
    """Strings among values."""
    number: str = ""
    """Numbers among values."""
    advice: str = ""
    turns: tuple[str, ...] = ("",)
    kinds: tuple[str, ...] = ("",) * 6
    """Of APIs: reading, writing, groups, transactions, identity, all others."""


PLAIN = Palette()
COLOURED = Palette(
    reset="\033[0m",
    bold="\033[1m",
    dim="\033[2m",
    bad="\033[1;31m",
    warn="\033[33m",
    name="\033[36m",
    text="\033[32m",
    number="\033[33m",
    advice="\033[1;33m",
    turns=("\033[36m", "\033[32m", "\033[33m", "\033[35m", "\033[94m", "\033[91m"),
    kinds=("\033[1;36m", "\033[1;32m", "\033[1;35m", "\033[1;33m", "\033[33m", "\033[1m"),
)


def palette_for(color: str, out: TextIO) -> Palette:
    """The palette that `auto`, `always` or `never` means for a file."""
    wanted = color == ALWAYS or (color == AUTO and not os.environ.get("NO_COLOR") and out.isatty())
    return COLOURED if wanted else PLAIN
