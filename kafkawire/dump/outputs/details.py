"""What lines show below an exchange from level 1 on.

1  what other messages say of it, unless its line does: notes, sessions, groups, transactions
2  the fields of both messages, the first few elements of each array
3  all fields, headers too, and the records
4  the bytes, every field marked and named
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kafkawire.dump.log.words import counted
from kafkawire.dump.outputs.colour import Palette
from kafkawire.dump.outputs.hex import hex_rows
from kafkawire.dump.outputs.leaves import leaves_of
from kafkawire.dump.outputs.options import ABRIDGED, FULL, HEX, NOTES, OutputOptions
from kafkawire.dump.outputs.record_text import RecordText
from kafkawire.dump.outputs.steps import step_text, steps_of
from kafkawire.dump.outputs.summary import subject_of
from kafkawire.dump.outputs.tree import TreeText
from kafkawire.dump.records.show import message_with_records, records_of_exchange, topic_names_of
from kafkawire.dump.records.shown import TEXT_CHARACTERS_MAX
from kafkawire.dump.records.views import AUTO
from kafkawire.protocol.visible_text import visible

if TYPE_CHECKING:
    from kafkawire.dump.fields.tree import Node
    from kafkawire.dump.model import Exchange, Message

ELEMENTS_ABRIDGED_MAX = 4
RECORDS_ABRIDGED_MAX = 4
CHARACTERS_MAX = 1_000_000
"""Of a value at the level that shows everything, unless `--cut` has another bound."""
INDENT = "  "


class DetailLines:
    """Writes the details of exchanges at one level."""

    def __init__(self, options: OutputOptions, palette: Palette) -> None:
        self._level = options.verbosity
        self._with_records = options.records or self._level >= FULL
        self._views = options.views or AUTO
        self._palette = palette
        is_whole = self._level >= FULL
        cut = options.cut or (CHARACTERS_MAX if self._level >= HEX else None)
        self._tree = TreeText(
            palette,
            elements_max=None if is_whole else ELEMENTS_ABRIDGED_MAX,
            characters_max=cut,
        )
        self._records = RecordText(
            palette,
            None if is_whole else RECORDS_ABRIDGED_MAX,
            characters_max=cut or TEXT_CHARACTERS_MAX,
        )

    def __call__(self, exchange: Exchange, write: Callable[[str], object]) -> None:
        """Write lines, each with its line end."""
        for line in self.lines(exchange):
            write(line + "\n")

    def lines(self, exchange: Exchange) -> Iterator[str]:
        """The lines of an exchange."""
        if self._level >= NOTES:
            yield from self._known(exchange)
        self._tree.names = topic_names_of(exchange)
        for message in (exchange.request, exchange.response):
            if message is not None:
                yield from self._of_message(exchange, message)

    def _known(self, exchange: Exchange) -> Iterator[str]:
        palette = self._palette
        for note in exchange.notes:
            yield f"{INDENT * 2}{palette.warn}note{palette.reset}: {visible(note)}"
        said = subject_of(exchange)
        for name, step in steps_of(exchange):
            text = step_text(step)
            marked = f"{palette.name}{name}{palette.reset}"
            if text and text != said:
                yield f"{INDENT * 2}{text.replace(name, marked, 1)}"

    def _of_message(self, exchange: Exchange, message: Message) -> Iterator[str]:
        if self._level >= ABRIDGED:
            yield from self._fields(message)
        if self._with_records and message_with_records(exchange) is message:
            for batch in records_of_exchange(exchange, self._views):
                yield from self._records.lines(batch, 3)
        if self._level >= HEX:
            yield from self._hex(message)

    def _fields(self, message: Message) -> Iterator[str]:
        palette = self._palette
        tree = message.tree
        size = counted(len(message.data), "byte")
        version = f" v{message.api_version}" if message.api_version >= 0 else ""
        title = f"{palette.bold}{message.name}{version}{palette.reset}"
        more = f"correlation {message.correlation_id}, {size}"
        more += f", packet {message.packet}" if message.packet else ""
        yield f"{INDENT * 2}{title}  {palette.dim}{more}{palette.reset}"
        for part in tree.children:
            yield from self._part(part)
        if message.problem is not None:
            yield f"{INDENT * 3}{palette.bad}!! {visible(message.problem)}{palette.reset}"

    def _part(self, part: Node) -> Iterator[str]:
        """The header, which few want to see, or what the frame holds else."""
        if part.name == "body":
            yield from self._tree.lines(part, 3)
        elif part.name != "header" or self._level >= FULL:
            yield from self._tree.node(part, 3)

    def _hex(self, message: Message) -> Iterator[str]:
        leaves = list(leaves_of(message.data, message.tree, self._tree.names))
        for row in hex_rows(message.data, leaves, self._palette):
            yield INDENT * 2 + row
