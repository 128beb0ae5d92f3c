"""`wire-dump schema`."""

from __future__ import annotations

import argparse
import json

import pytest

from kafkawire.dump.commands import schema
from kafkawire.dump.commands.schema import Wanted, wanted


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    schema.add_parser(parser.add_subparsers())
    arguments = parser.parse_args(["schema", *words])
    code: int = arguments.run(arguments)
    return code


def test_without_a_name_all_lines_are_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0

    document = json.loads(capsys.readouterr().out)
    assert {"exchange", "damage", "FetchResponse"} <= document["$defs"].keys()


def test_a_message_in_a_version_is_described_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("FetchResponse:17") == 0

    (found,) = json.loads(capsys.readouterr().out)["$defs"].values()
    assert found["title"] == "FetchResponse v17"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Fetch", Wanted(1, None, (True, False))),
        ("fetch_request", Wanted(1, None, (True,))),
        ("list-offsets:3", Wanted(2, 3, (True, False))),
        ("1:17", Wanted(1, 17, (True, False))),
        ("ApiVersionsResponse", Wanted(18, None, (False,))),
    ],
)
def test_apis_and_messages_have_names(text: str, found: Wanted) -> None:
    assert wanted(text) == found


@pytest.mark.parametrize("text", ["Fetsch", "Fetch:99", "Fetch:x", ""])
def test_what_there_is_not_is_said(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(text) == 2
    assert capsys.readouterr().err.startswith("wire-dump: there ")


def test_a_name_that_is_nearly_right_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("Fetsch") == 2
    assert "did you mean Fetch" in capsys.readouterr().err


def test_all_apis_are_listed_with_their_versions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "  1  Fetch  v0-18"
    assert len(lines) > 80
