"""Neutral names for what a broker chooses freely, in the order in which a side shows it."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

_BOUNDS = re.compile(r"within \[-?\d{13,19}, -?\d{13,19}\]")
_ADDRESS = re.compile(r"127\.0\.0\.1:\d+")
_HOME = re.compile(r"/\S*kafka-oracle-\w+")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_RESERVED = (bytes(16), bytes(15) + b"\1", bytes(15) + b"\2")


class Names:
    """The neutral names that one side's random values have got so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, object], str] = {}
        self._counts: dict[str, int] = {}
        self._texts: dict[str, str] = {}

    def name(self, kind: str, value: object, *texts: str) -> str:
        """The name of a value; `texts` are the forms in which messages may quote it."""
        found = self._known.get((kind, value))
        if found is None:
            count = self._counts[kind] = self._counts.get(kind, 0) + 1
            found = self._known[kind, value] = f"<{kind} {count}>"
            for text in texts:
                self._texts[text] = found
        return found

    def take(self, ids: Iterable[bytes]) -> None:
        """Name topics, in this order."""
        for each in ids:
            self.topic_id(each)

    def topic_id(self, value: bytes) -> str:
        """The name of a topic's or a directory's id, whose ends of the range have none."""
        if value in _RESERVED:
            return value.hex()
        return self.name("id", value, base64.urlsafe_b64encode(value).decode().rstrip("="))

    def known(self, kind: str, value: object) -> str:
        """The name that a value has already, or an empty text."""
        return self._known.get((kind, value), "")

    def in_text(self, text: str) -> str:
        """A text with all random values in it renamed."""
        for known, name in self._texts.items():
            if known in text:
                text = text.replace(known, name)
        text = _ADDRESS.sub("<address>", _HOME.sub("<home>", text))
        text = _BOUNDS.sub("within <bounds>", text)
        return _UUID.sub(lambda match: self.name("uuid", match[0]), text)
