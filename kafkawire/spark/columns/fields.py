"""What stands in each record, as columns of numbers.

    length varint   attributes i8   timestamp delta varlong   offset delta varint
    key length varint, key          value length varint, value
    header count varint, headers

The first word, from the attributes on, has everything up to the key's length where the timestamp
delta takes at most three bytes; behind the key a second one has the value's length. That is two
gathers for a record and, where only offsets and timestamps are wanted, one.

Every position is compared with the end of its record before anything is read there, so that no lie
about a length leads further than that. What does not add up is `Unfit`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kafkawire.spark.columns.errors import Unfit
from kafkawire.spark.columns.varints import WORD_BYTES, Integers, Words, read_varints

PAIR_BYTES = 2
"""Of a word, so many are looked at for the next varint."""
CONTINUES = 0x80


class Spans(NamedTuple):
    """Where keys or values lie; the size of null is negative."""

    at: Integers
    size: Integers

    @property
    def end(self) -> Integers:
        """Where they end."""
        return self.at + np.maximum(self.size, 0)


class Fields(NamedTuple):
    """Columns of numbers. `headers_at` is where the header count is; None is what nobody wants."""

    timestamp_delta: Integers
    offset_delta: Integers
    key: Spans | None = None
    value: Spans | None = None
    headers_at: Integers | None = None


class _Cursor:
    """A place in each of many records, and the word that was read last of each."""

    __slots__ = ("_begin", "_ends", "_word", "_words", "at")

    def __init__(self, words: Words, at: Integers, ends: Integers) -> None:
        self._words = words
        self._ends = ends
        self.jump(at)

    def jump(self, at: Integers) -> None:
        """Go to these places, at least one byte before the ends of their records."""
        if not (at < self._ends).all():
            raise Unfit
        self._word = self._words.at(at)
        self._begin = self.at = at

    def skip_byte(self) -> None:
        """Pass one byte, the first of a word."""
        self._word = self._word >> 8
        self.at = self.at + 1

    def varint(self, *, is_long: bool = False) -> Integers:
        """The numbers here; the cursor stands behind them."""
        number, size = read_varints(self._word, self.at, self._words, is_long=is_long)
        self._word = self._word >> (size << 3)
        self.at = self.at + size
        return number

    def refresh(self) -> None:
        """Read new words if the ones at hand may not have the whole of a next varint."""
        if len(self.at) and int((self.at - self._begin).max()) > WORD_BYTES - PAIR_BYTES:
            self.jump(self.at)


def read_fields(
    words: Words, starts: Integers, ends: Integers, *, has_key: bool, has_rest: bool
) -> Fields:
    """The fields of the records that begin at `starts` and end at `ends`.

    `has_key`: keys are wanted; `has_rest`: what is behind keys, too. Raises Unfit.
    """
    cursor = _Cursor(words, starts + _length_sizes(words, starts), ends)
    cursor.skip_byte()  # the attributes, which mean nothing
    timestamp_delta = cursor.varint(is_long=True)
    cursor.refresh()
    offset_delta = cursor.varint()
    if not has_key and not has_rest:
        _check(cursor.at < ends)
        return Fields(timestamp_delta, offset_delta)
    cursor.refresh()
    key_size = cursor.varint()
    key = Spans(cursor.at, key_size)
    if not has_rest:
        _check(key.end < ends)
        return Fields(timestamp_delta, offset_delta, key)
    cursor.jump(key.end)
    value_size = cursor.varint()
    value = Spans(cursor.at, value_size)
    headers_at = value.end
    _check(headers_at < ends)
    return Fields(timestamp_delta, offset_delta, key, value, headers_at)


def _length_sizes(words: Words, starts: Integers) -> Integers:
    """How many bytes the records' own lengths take; whoever found the starts has read them."""
    size = 1 + (words.data[starts] >> 7).astype(np.int64)
    continued = np.flatnonzero(size == 2)
    while len(continued):
        last = words.data[starts[continued] + size[continued] - 1]
        continued = continued[last >= CONTINUES]
        size[continued] += 1
    return size


def _check(holds: np.ndarray) -> None:
    if not holds.all():
        raise Unfit
