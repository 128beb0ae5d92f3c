"""Batches and their records as lines: one for each batch, one for each record below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.dump.log.words import counted, number, span, time_text
from kafkawire.dump.outputs.colour import Palette
from kafkawire.dump.records.shown import TEXT_CHARACTERS_MAX
from kafkawire.protocol.visible_text import visible

if TYPE_CHECKING:
    from kafkawire.dump.records.show import ShownBatch, ShownRecord
    from kafkawire.dump.records.shown import Shown

INDENT = "  "


class RecordText:
    """Writes batches; `records_max` of each batch, all of them if that is None."""

    def __init__(
        self,
        palette: Palette,
        records_max: int | None = None,
        *,
        characters_max: int = TEXT_CHARACTERS_MAX,
    ) -> None:
        self._palette = palette
        self._characters_max = characters_max
        self._records_max = records_max

    def lines(self, batch: ShownBatch, depth: int) -> Iterator[str]:
        """A batch and its records, indented by `depth` steps."""
        indent = INDENT * depth
        palette = self._palette
        yield f"{indent}{batch_text(batch, palette)}"
        for shown, record in enumerate(batch.records()):
            if shown == self._records_max:
                yield f"{indent}{INDENT}{palette.dim}... and more{palette.reset}"
                break
            yield f"{indent}{INDENT}{self.record(record)}"
        for problem in batch.problems:
            yield f"{indent}{INDENT}{palette.bad}!! {visible(problem)}{palette.reset}"

    def record(self, record: ShownRecord) -> str:
        """A record within a line."""
        palette = self._palette
        parts = [f"{palette.bold}{record.offset:>8}{palette.reset}"]
        parts.append(f"{palette.dim}{time_text(record.timestamp)}{palette.reset}")
        if record.control is not None:
            parts.append(f"{palette.warn}{record.control}{palette.reset}")
        parts.append(f"{self._shown(record.key)} = {self._shown(record.value)}")
        parts += [
            f"{palette.name}{visible(header.name)}{palette.reset}: {self._shown(header.value)}"
            for header in record.headers
        ]
        return "  ".join(parts)

    def _shown(self, shown: Shown) -> str:
        palette = self._palette
        colour = palette.dim if shown.kind == "null" else palette.text
        note = f" {palette.dim}({visible(shown.note)}){palette.reset}" if shown.note else ""
        return f"{colour}{visible(shown.text_of(self._characters_max))}{palette.reset}{note}"


def batch_text(shown: ShownBatch, palette: Palette) -> str:
    """What a batch's head says."""
    batch = shown.batch
    name = visible(f"{shown.topic}-{shown.partition}")
    if batch.is_partial:
        have = number(batch.end - batch.start)
        return f"{palette.bold}{name}{palette.reset}  a part of a batch: {have} bytes of it"
    if batch.header is None and batch.magic < 0:
        return f"{palette.bold}{name}{palette.reset}  {number(batch.size)} bytes"
    parts = [counted(batch.count, "record"), f"{number(batch.size)} bytes"]
    parts.append(f"magic {batch.magic}")
    if batch.codec and batch.codec != "none":
        parts.append(batch.codec)
    producer_id, epoch, sequence = batch.producer
    if producer_id >= 0:
        parts.append(f"producer {producer_id} epoch {epoch} sequence {sequence}")
    header = batch.header
    last = batch.base_offset if header is None else batch.base_offset + header.last_offset_delta
    if header is not None and header.is_transactional:
        parts.append("transactional")
    if batch.is_control:
        parts.append("control")
    offsets = span(batch.base_offset, last)
    return f"{palette.bold}{name}{palette.reset}  offsets {offsets}: {', '.join(parts)}"
