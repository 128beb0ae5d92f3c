"""Text that is no UTF-8, read as Java reads it: with replacement characters, and no complaint.

Names in such text are names of nothing, and Kafka says so politely. A decoder takes strings to be
right, which is quick; where one is not, the frame is read again from `Lenient` bytes. They differ
from what Python calls "replace" in surrogates only: those are one malformed character to Java.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from typing import SupportsIndex

REPLACEMENT = "\ufffd"
SURROGATE_LEAD = 0xED
_HANDLER = "kafkawire.java"


class Lenient(bytes):
    """Bytes, the parts of which decode as Java decodes them."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, key: slice) -> Lenient: ...
    def __getitem__(self, key: SupportsIndex | slice) -> int | Lenient:
        """A byte, or bytes as lenient as these."""
        if isinstance(key, slice):
            return Lenient(super().__getitem__(key))
        return super().__getitem__(key)

    def decode(self, encoding: str = "utf-8", errors: str = _HANDLER) -> str:
        """The text, with a replacement character for whatever is none."""
        return super().decode(encoding, errors)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    data, at = error.object, error.start
    if data[at] != SURROGATE_LEAD or not 0xA0 <= (data[at + 1 : at + 2] or b"\0")[0] <= 0xBF:
        return REPLACEMENT, error.end
    third = data[at + 2 : at + 3]
    return REPLACEMENT, at + (3 if third and 0x80 <= third[0] <= 0xBF else 2)


codecs.register_error(_HANDLER, _replaced)
