"""Which segments become one (fetch H-65).

Neighbours are cleaned into one segment as long as what they hold now would fit it: bytes, index
entries, and offsets that fit 31 bits behind the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.offset_index import ENTRY_BYTES as OFFSET_INDEX_ENTRY_BYTES
from kafkawire.log.placing import RELATIVE_OFFSET_MAX
from kafkawire.log.time_index import ENTRY_BYTES as TIME_INDEX_ENTRY_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kafkawire.log.config import LogConfig
    from kafkawire.log.segment import Segment


def groups(
    segments: Sequence[Segment], config: LogConfig, end_offset: int
) -> Iterator[list[Segment]]:
    """`segments` in groups, in their order; `end_offset` is where the last of them ends at most."""
    limits = (config.segment_bytes, config.segment_index_bytes, config.segment_index_bytes)
    group: list[Segment] = []
    held = (0, 0, 0)
    for at, segment in enumerate(segments):
        sizes = _sizes(segment)
        after = segments[at + 1].base_offset if at + 1 < len(segments) else end_offset
        together = (held[0] + sizes[0], held[1] + sizes[1], held[2] + sizes[2])
        reach = after - 1 - group[0].base_offset if group else 0
        is_far = segment.size > 0 and reach > RELATIVE_OFFSET_MAX
        if group and (is_far or any(map(int.__gt__, together, limits))):
            yield group
            group, together = [], sizes
        group.append(segment)
        held = together
    if group:
        yield group


def _sizes(segment: Segment) -> tuple[int, int, int]:
    return (
        segment.size,
        len(segment.offset_index) * OFFSET_INDEX_ENTRY_BYTES,
        len(segment.time_index) * TIME_INDEX_ENTRY_BYTES,
    )
