"""What a fetch session saves: the entries of partitions that were not sent.

Without sessions a Fetch names every partition, and its answer tells of every one, with or without
records. With one, only what changed is named and told (KIP-227). What an entry costs follows from
the declarations: its fields of fixed size, empty arrays, no records, and its tag section where the
version has them. Topics' own heads and tagged fields would come on top: so it is `at least`.
"""

from __future__ import annotations

from functools import cache

from kafkawire.dump.declarations import load
from kafkawire.dump.fields.reading import FIXED

_EMPTY_COMPACT, _EMPTY = 1, 4
"""Bytes of the length of an array, or of records, in which nothing is."""


@cache
def entry_bytes(version: int) -> tuple[int, int]:
    """Bytes of a partition's entry in a FetchRequest and, without records, in a FetchResponse."""
    return _size("FetchRequest", "FetchPartition", version), _size(
        "FetchResponse", "PartitionData", version
    )


def _size(message: str, struct: str, version: int) -> int:
    declaration = load(message)
    is_compact = declaration.is_flexible_in(version)
    size = 1 if is_compact else 0
    for field in declaration.structs[struct]:
        if not field.versions.has(version) or field.tagged.has(version):
            continue
        if field.type in FIXED and not field.is_array:
            size += FIXED[field.type][1]
        else:
            size += _EMPTY_COMPACT if is_compact else _EMPTY
    return size
