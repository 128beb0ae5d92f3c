"""The options that choose views."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from kafkawire.dump.records.shown import Shown
from kafkawire.dump.records.views import Views
from kafkawire.dump.view_options import add_view_options, make_view, make_views, views_of


def views(*arguments: str) -> Views:
    parser = argparse.ArgumentParser()
    add_view_options(parser)
    return views_of(parser.parse_args(arguments))


def test_without_options_everything_is_auto() -> None:
    assert views().key("t", b"a") == Shown("string", "a")
    assert views().value("t", b"\0\0\0\5") == Shown("int", 5)


def test_a_default_and_topics_with_their_own() -> None:
    found = views("--key", "hex", "--key", "t=int", "--value", "u=hex")
    assert found.key("other", b"a").kind == "hex"
    assert found.key("t", b"a").kind == "int"
    assert found.value("u", b"a").kind == "hex"
    assert found.value("t", b"a").kind == "string"


def test_schemas_from_files(tmp_path: Path) -> None:
    path = tmp_path / "a=b.avsc"
    path.write_text('"string"')
    found = views("--value", f"avro:{path}", "--value", f"t=avro:{path}")
    assert found.value("x", b"\2a") == found.value("t", b"\2a") == Shown("avro", "a")
    assert make_view("protobuf")(b"\x08\1").value == {"1": 1}


def test_a_registry_is_asked_only_where_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def get(address: str, headers: object) -> bytes:
        assert address == "http://r:1/schemas/ids/3"
        return b'{"schema": "\\"string\\""}'

    monkeypatch.setattr("kafkawire.dump.schema_registry.Registry.__init__.__defaults__", (get,))
    data = b"\0\0\0\0\3\2a"
    assert make_views(registry="http://r:1").value("t", data).value == "a"
    assert make_views(values=["avro"], registry="http://r:1").value("t", data).value == "a"
    assert make_views(values=["protobuf"], registry="http://r:1").value("t", data).value == "a"
    assert make_views().value("t", data).kind == "hex"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("xml", "--value xml: there is no view 'xml'; there are auto, json"),
        ("t=xml", "--value t=xml: there is no view"),
        ("hex:a", "the view hex has no schema"),
        ("avro", "needs avro:FILE or --registry"),
        ("avro:/nowhere", "cannot read the schema /nowhere"),
        ("protobuf:/nowhere#A", "cannot read the schema /nowhere"),
    ],
)
def test_what_is_wrong_is_said(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint.replace("?", r"\?")):
        make_views(values=[text])


def test_an_address_that_is_none() -> None:
    with pytest.raises(ValueError, match="a registry has an address"):
        make_views(registry="nowhere")
