"""What bytes are, to each view."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.records.shown import Shown
from kafkawire.dump.records.views import (
    SIMPLE_VIEWS,
    Auto,
    Views,
    plain,
    show_hex,
    show_int,
    show_json,
    show_string,
)


def head(schema_id: int) -> bytes:
    return b"\0" + schema_id.to_bytes(4, "big")


@pytest.mark.parametrize(
    ("data", "kind", "value"),
    [
        (b'{"a": 1}', "json", {"a": 1}),
        (b" \n[1, 2]", "json", [1, 2]),
        (b"{not json", "string", "{not json"),
        (b'{"a": NaN}', "string", '{"a": NaN}'),
        (b"42", "string", "42"),
        (b"true", "string", "true"),
        ("grüße\n".encode(), "string", "grüße\n"),
        (b"", "string", ""),
        (bytes(7) + b"\x2a", "int", 42),
        (b"\xff\xff\xff\xfe", "int", -2),
        (b"\0\0\1\x8b\xcf\xe5\x68\x00", "int", 1_700_000_000_000),
        (b"\xff\xfe\xfd", "hex", "fffefd"),
        (b"\x1b[2J", "int", 458961482),
        (b"\x1b[2JX", "hex", "1b5b324a58"),
    ],
)
def test_auto_finds_what_it_most_likely_is(data: bytes, kind: str, value: object) -> None:
    assert SIMPLE_VIEWS["auto"](data) == Shown(kind, value)


def test_auto_says_the_id_of_a_schema_and_shows_what_follows() -> None:
    auto = Auto()
    assert auto(head(7) + b'{"a":1}') == Shown("json", {"a": 1}, "schema 7")
    assert auto(head(7) + b"\x02abc") == Shown("hex", "02616263", "schema 7")
    assert auto(head(7) + b"a") == Shown("hex", "61", "schema 7")
    assert auto(head(0) + b"abcd").note == ""
    assert auto(head(1 << 30) + b"abcd").note == ""


def test_auto_asks_for_the_schema_if_it_can() -> None:
    def schemas(data: bytes) -> Shown:
        if data[4] == 1:
            return Shown("avro", {"x": 1}, "schema 1")
        raise ValueError("schema 2: the registry answers 404")

    auto = Auto(schemas)
    assert auto(head(1) + b"abc").kind == "avro"
    assert auto(head(2) + b"abcdef") == Shown(
        "hex", "616263646566", "schema 2: the registry answers 404"
    )
    assert auto(b"no schema here") == Shown("string", "no schema here")
    assert auto(head(2) + b"abc") == Shown("int", int.from_bytes(b"\2abc", "big"))


def test_deep_json_is_no_end_of_the_program() -> None:
    assert plain(b"[" * 100_000).kind == "string"


@given(st.binary(max_size=64))
def test_auto_never_raises_and_what_it_shows_is_json(data: bytes) -> None:
    shown = SIMPLE_VIEWS["auto"](data)
    json.dumps(shown.value, allow_nan=False)
    assert shown.text.isprintable()


@given(st.binary(max_size=64))
def test_hex_has_all_bytes(data: bytes) -> None:
    assert show_hex(data).value == data.hex()


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_string_has_all_characters(text: str) -> None:
    assert show_string(text.encode()).value == text


@given(st.sampled_from((1, 2, 4, 8)), st.integers())
def test_int_is_signed_and_big_endian(size: int, number: int) -> None:
    number %= 1 << 8 * size
    data = number.to_bytes(size, "big")
    value = show_int(data).value
    assert isinstance(value, int)
    assert value % (1 << 8 * size) == number
    assert (value < 0) == (data[0] >= 128)


def test_json_of_a_serializer_with_a_schema() -> None:
    assert show_json(head(3) + b"[]") == Shown("json", [], "schema 3")
    assert show_json(b"42") == Shown("json", 42)


def test_a_view_that_fails_falls_back_and_says_why() -> None:
    views = Views(show_int, show_json)
    assert views.key("t", b"abc") == Shown("string", "abc", "no number has 3 bytes")
    shown = views.value("t", b"abc")
    assert (shown.kind, shown.value) == ("string", "abc")
    assert shown.note.startswith("no JSON: ")
    assert Views(show_string).key("t", b"\xff").note == "no UTF-8: byte 0"


def test_topics_have_views_of_their_own() -> None:
    views = Views(keys={"hexes": show_hex}, values={"ints": show_int})
    assert views.key("hexes", b"a").kind == "hex"
    assert views.key("other", b"a").kind == "string"
    assert views.value("ints", b"a").kind == "int"
    assert views.value("hexes", b"a").kind == "string"
    assert views.value("ints", None) == Shown("null", None)
