"""Headers of records, as Spark's list of key and value; null where there are none.

Most records have none, which one look at the byte behind the value tells. In the others headers are
a chain, so they are walked in lockstep: round j reads header j of all records that have as many.
What was found is put in the order of the records, in which positions rise again, and gathered as
keys and values are. Names are text: Arrow verifies that they are, and those that are not are left
to the slow way, which replaces what is broken as Java does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa

from kafkawire.spark.columns.errors import Unfit
from kafkawire.spark.columns.fields import Spans
from kafkawire.spark.columns.gathering import gather
from kafkawire.spark.columns.varints import Integers, Words, read_varints
from kafkawire.spark.columns.wanted import BYTES, HEADER, HEADERS, TEXT

ROUNDS_MAX = 64
"""Records with more headers go the slow way."""


class _Found(NamedTuple):
    """The headers of all records, in order."""

    names: Spans
    values: Spans


def header_column(
    words: Words, buffer: pa.Buffer, at: Integers, ends: Integers, keep: Integers | None
) -> pa.Array:
    """The headers that begin, with their count, at `at`, and fill their records up to `ends`.

    Of all records, or those whose numbers `keep` has. Raises Unfit.
    """
    if keep is not None:
        at, ends = at[keep], ends[keep]
    counts, at = _counts(words, at, ends)
    if not counts.any():
        return pa.nulls(len(counts), HEADERS)
    some = np.flatnonzero(counts)
    found = _walk(words, at[some], ends[some], counts[some])
    edges = np.zeros(len(counts) + 1, dtype=np.int32)
    np.cumsum(counts, out=edges[1:])
    return _lists(buffer, found, edges, counts == 0)


def _counts(words: Words, at: Integers, ends: Integers) -> tuple[Integers, Integers]:
    """How many headers each record has, and where they begin."""
    if not (words.data[at].any()) and (at + 1 == ends).all():
        return np.zeros(len(at), dtype=np.int64), at
    counts, size = read_varints(words.at(at), at, words)
    at = at + size
    if (counts < 0).any() or ((at != ends) & (counts == 0)).any():
        raise Unfit
    if int(counts.max()) > ROUNDS_MAX:
        raise Unfit
    return counts, at


def _walk(words: Words, at: Integers, ends: Integers, counts: Integers) -> _Found:
    total = int(counts.sum())
    places = [np.empty(total, dtype=np.int64) for _ in range(4)]
    rows = np.cumsum(counts) - counts
    left = counts.copy()
    while len(at):
        name, at = _sized(words, at, ends)
        value, after = _sized(words, at, ends, is_last=True)
        if (name.size < 0).any():
            raise Unfit
        for place, found in zip(places, (*name, *value), strict=True):
            place[rows] = found
        left -= 1
        going = left > 0
        if (after != ends)[~going].any():
            raise Unfit
        at, ends, rows, left = after[going], ends[going], rows[going] + 1, left[going]
    return _Found(Spans(places[0], places[1]), Spans(places[2], places[3]))


def _sized(
    words: Words, at: Integers, ends: Integers, *, is_last: bool = False
) -> tuple[Spans, Integers]:
    """What lies behind its size at `at`, and where it ends."""
    if not (at < ends).all():
        raise Unfit
    size, bytes_of_size = read_varints(words.at(at), at, words)
    found = Spans(at + bytes_of_size, size)
    after = found.end
    if not (after <= ends if is_last else after < ends).all():
        raise Unfit
    return found, after


def _lists(
    buffer: pa.Buffer,
    found: _Found,
    edges: np.ndarray,
    is_null: np.ndarray,
) -> pa.Array:
    try:
        names = gather(buffer, found.names).cast(TEXT)
    except pa.ArrowInvalid:
        raise Unfit from None
    values = gather(buffer, found.values)
    assert values.type == BYTES
    structs = pa.StructArray.from_arrays([names, values], fields=list(HEADER))
    mask = pa.array(is_null) if is_null.any() else None
    offsets = pa.array(edges)
    return pa.ListArray.from_arrays(offsets, structs, type=HEADERS, mask=mask)
