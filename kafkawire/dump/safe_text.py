"""JSON of text that came from the wire or from a file, for programs and for pages.

`json_text` loses nothing and consists of printable ASCII; `page_text` is for pages, which show
their strings to people: they are made visible, as every line that a person reads
(`protocol.visible_text`).
"""

from __future__ import annotations

import re
from json import JSONEncoder
from typing import Any

from kafkawire.protocol.visible_text import visible

_DEL = "\x7f"
_MAY_BREAK = frozenset("\n\t")
"""What a page may be given as it is: it breaks a line within the element of its text."""

_MAY_BE_UNSEEN = re.compile(r"\\[ubfr]|\x7f").search
"""Finds in JSON where a string may have a character that is not seen."""
_encode = JSONEncoder(separators=(",", ":"), check_circular=False).encode
_encode_indented = JSONEncoder(indent=2, check_circular=False).encode


def json_text(value: object) -> str:
    """Encode a value as one line of JSON in printable ASCII. The value must have no cycles."""
    return _encode(value).replace(_DEL, "\\u007f")


def json_document(value: object) -> str:
    """Encode a value as `json_text` does, but indented, for a document that people read too."""
    return _encode_indented(value).replace(_DEL, "\\u007f")


def page_text(value: object) -> str:
    """Encode a value as JSON for a page: as `json_text`, with all strings made visible."""
    text = _encode(value)
    # The encoder writes every character that matters as an escape, DEL excepted.
    return text if _MAY_BE_UNSEEN(text) is None else _encode(_for_page(value))


def _for_page(value: Any) -> Any:
    if isinstance(value, str):
        if value.isprintable():
            return visible(value)
        return "".join([each if each in _MAY_BREAK else visible(each) for each in value])
    if isinstance(value, dict):
        return {_for_page(key): _for_page(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_for_page(each) for each in value]
    return value
