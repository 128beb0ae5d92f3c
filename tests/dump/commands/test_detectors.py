"""The `detectors` command."""

from __future__ import annotations

import argparse
import json

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.detectors import add_parser
from kafkawire.dump.detectors.catalogue import DETECTORS


def detectors_command(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="wire-dump")
    add_parser(parser.add_subparsers(dest="command", required=True))
    parsed = parser.parse_args(["detectors", *arguments])
    code: int = parsed.run(parsed)
    return code


def test_all_are_listed_with_thresholds_and_advice(capsys: pytest.CaptureFixture[str]) -> None:
    assert detectors_command() == 0
    text = capsys.readouterr().out
    for kind in DETECTORS:
        assert f"\n{kind.NAME} ({kind.SEVERITY})\n" in f"\n{text}"
        for threshold in kind.THRESHOLDS:
            assert f"{threshold.value:,}  {threshold.name}: {threshold.about}" in text
    assert " ".join(text.split()).count("-> ") == len(DETECTORS)
    assert max(map(len, text.splitlines())) <= 100


def test_one_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert detectors_command("acks-0") == 0
    assert capsys.readouterr().out.startswith("acks-0 (warning)\n    A producer sends with acks=0.")


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert detectors_command("--json") == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["detector"] for each in found] == [kind.NAME for kind in DETECTORS]
    assert all(each["thresholds"][0]["value"] > 0 for each in found)


def test_one_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert detectors_command("nothing") == 2
    assert "no detector 'nothing'" in capsys.readouterr().err


def test_a_detector_that_is_nearly_named_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detectors", "rebalance-lop"]) == 2
    assert "did you mean rebalance-loop?" in capsys.readouterr().err
