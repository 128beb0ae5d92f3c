"""Text that came from the wire, as JSON, and as JSON of a page."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.safe_text import json_document, json_text, page_text


@given(st.dictionaries(st.text(), st.text() | st.lists(st.text())))
def test_json_is_printable_ascii_and_loses_nothing(value: dict[str, object]) -> None:
    text = json_text(value)

    assert text.isascii()
    assert text.isprintable()
    assert json.loads(text) == json.loads(json_document(value)) == value
    assert "\x7f" not in json_document(value)


def test_a_page_is_given_nothing_that_cannot_be_seen() -> None:
    given_ = {"a\u202e": ["b\x1b", ("c\n\td", 5, None)], 7: "\x7f\U0001f600\u05d0"}

    shown = json.loads(page_text(given_))

    assert shown == {"a\\u202e": ["b\\x1b", ["c\n\td", 5, None]], "7": "\\x7f\U0001f600\u05d0"}
