"""Options that commands share."""

from __future__ import annotations

import argparse
import io
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from kafkawire.dump.commands.options import (
    UsageError,
    add_options,
    make_pipeline,
    output_options,
    port,
    topic_id,
    topic_names,
)

ID = bytes(range(16))
TEXT = urlsafe_b64encode(ID).decode().rstrip("=")


def parsed(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return parser.parse_args(arguments)


def test_topic_ids_go_by_kafkas_text_or_in_hexadecimal() -> None:
    assert len(TEXT) == 22
    for text in (TEXT, ID.hex(), "00010203-0405-0607-0809-0a0b0c0d0e0f"):
        assert topic_id(text) == ID
    for text in ("", "orders", TEXT[:-1], TEXT + "AAAA", "x" * 32, "\N{SNOWMAN}"):
        assert topic_id(text) is None


def test_a_topic_map_has_a_line_for_each(tmp_path: Path) -> None:
    path = tmp_path / "topics"
    path.write_text(f"# names\n\n{TEXT} orders  # the first\n{bytes(16).hex()}\tpayments\n")
    assert topic_names(str(path)) == {ID: "orders", bytes(16): "payments"}
    assert topic_names(None) == {}


@pytest.mark.parametrize("line", ["orders", f"{TEXT}", f"orders {TEXT}", f"{TEXT} a b"])
def test_a_wrong_line_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "topics"
    path.write_text(f"{TEXT} orders\n{line}\n")
    with pytest.raises(UsageError, match="line 2"):
        topic_names(str(path))


@pytest.mark.parametrize("text", ["", "-1", "65536", "kafka", "9\N{SUPERSCRIPT TWO}"])
def test_a_port_is_a_number(text: str) -> None:
    assert port("9092") == 9092
    with pytest.raises(argparse.ArgumentTypeError):
        port(text)


def test_verbosity_ends_at_its_highest_level() -> None:
    levels = [
        output_options(parsed(*["-v"] * count), is_live=False).verbosity for count in range(7)
    ]
    assert levels == [0, 1, 2, 3, 4, 4, 4]
    assert output_options(parsed("--utc"), is_live=True).times == "absolute"


def test_what_cannot_be_is_a_usage_error(tmp_path: Path) -> None:
    out = io.StringIO()
    wrong = [
        ["-f", "~api &"],
        ["--write", str(tmp_path / "no" / "such" / "file")],
        ["--value", "morse"],
        ["--topic-map", str(tmp_path)],
    ]
    for arguments in wrong:
        with pytest.raises(UsageError):
            make_pipeline(parsed(*arguments), out)
    pipeline = make_pipeline(parsed("-f", "~api Fetch"), out)
    pipeline.close()
