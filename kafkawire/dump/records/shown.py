"""A key, a value or a header as outputs show it: a value of JSON, and how it was read."""

from __future__ import annotations

import json
from typing import NamedTuple

TEXT_CHARACTERS_MAX = 160
"""Of a value within a line; JSON has all of it."""


class Shown(NamedTuple):
    """What some bytes say."""

    kind: str
    """`null`, `json`, `string`, `int`, `hex`, `avro`, `protobuf`, or the name of a declaration."""
    value: object
    """A value of JSON: of `hex` the digits, of messages with a schema or declaration an object."""
    note: str = ""
    """What else there is to say: the schema's id, or why the view that was asked for failed."""

    @property
    def text(self) -> str:
        """The value within a line, cut where it is long."""
        return self.text_of(TEXT_CHARACTERS_MAX)

    def text_of(self, characters_max: int) -> str:
        """The value within a line, of no more characters."""
        text = self.full_text
        if len(text) <= characters_max:
            return text
        return f"{text[:characters_max]}... ({len(text):,} characters)"

    @property
    def full_text(self) -> str:
        """The value as one line that can be printed on any terminal."""
        if self.kind == "hex":
            return f"0x{self.value}" if self.value else "0 bytes"
        if self.kind == "string":
            text = str(self.value)
            return text if text and text.isprintable() else json.dumps(text)
        text = json.dumps(self.value, ensure_ascii=False, separators=(",", ":"))
        return text if text.isprintable() else json.dumps(self.value, separators=(",", ":"))


NULL = Shown("null", None)
