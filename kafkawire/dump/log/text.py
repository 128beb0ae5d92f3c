"""Items as lines for people.

A line belongs to the file or directory above it that is less indented. What is wrong is marked
with two exclamation marks, in red where there is colour.
"""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.dump.log.items import PROBLEM, Item
from kafkawire.dump.log.phrases import IN_A_FILE, PHRASES, Facts
from kafkawire.dump.log.words import number
from kafkawire.protocol.visible_text import visible

_BOLD = "\033[1m"
_RED = "\033[31m"
_RESET = "\033[0m"
_HEADINGS = ("dataDirectory", "partition", "emptyPartitions", "total")
_LISTED = ("emptyPartitions",)
"""Of these, one follows another without a blank line."""


class TextLines:
    """Makes lines of items, one after another; `brief` is one line for each partition."""

    def __init__(self, *, colour: bool, brief: bool = False) -> None:
        self._colour = colour
        self._listed = (*_LISTED, "partition") if brief else _LISTED
        self._brief = brief
        self._heading = ""
        self._directory = ""
        self._file = ""

    def lines(self, item: Item) -> Iterator[str]:
        """The lines of the next item."""
        if item.kind == PROBLEM:
            yield self._problem(item.facts)
        elif item.kind in _HEADINGS:
            yield from self._headed(item)
        elif not (self._brief and self._directory):
            yield self._within(item)
        elif item.kind == "log":
            yield f"{self._bold(visible(self._directory))}  {PHRASES['log'](item.facts)}"

    def _headed(self, item: Item) -> Iterator[str]:
        is_listed = item.kind == self._heading and item.kind in self._listed
        if self._heading and not is_listed:
            yield ""
        self._heading = item.kind
        self._directory = str(item.facts["directory"]) if item.kind == "partition" else ""
        self._file = ""
        if not (self._brief and self._directory):
            text = visible(PHRASES[item.kind](item.facts))
            yield self._bold(text) if item.kind in ("partition", "dataDirectory") else text

    def _within(self, item: Item) -> str:
        text = visible(PHRASES[item.kind](item.facts))
        indent = "  " if self._directory else ""
        if item.kind in IN_A_FILE:
            return f"{indent}  {text}"
        self._file = str(item.facts.get("file", ""))
        name = self._bold(visible(self._name(self._file)))
        return f"{indent}{name}  {text}".rstrip() if name else indent + text

    def _problem(self, facts: Facts) -> str:
        file = str(facts["file"])
        name = file if self._brief else self._name(file)
        where = "" if file == self._file else f"{name}: "
        if "position" in facts:
            where += f"byte {number(facts['position'])}: "
        indent = "  " if self._directory and not self._brief else ""
        text = visible(f"{indent}  !! {where}{facts['problem']}")
        return f"{_RED}{text}{_RESET}" if self._colour else text

    def _name(self, file: str) -> str:
        """A file's name within the directory that is shown."""
        return file.removeprefix(f"{self._directory}/") if self._directory else file

    def _bold(self, text: str) -> str:
        return f"{_BOLD}{text}{_RESET}" if self._colour and text else text
