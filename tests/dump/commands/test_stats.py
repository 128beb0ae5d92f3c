"""The `stats` command on small captures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.captures import capture_of
from tests.support.dump.dialogues import Dialogue


@pytest.fixture
def capture(tmp_path: Path) -> str:
    talk = Dialogue()
    on = talk.connect()
    made = [talk.exchange(on, ApiVersionsRequest(), ApiVersionsResponse(), 3)]
    topic = MetadataRequest.MetadataRequestTopic(name="orders")
    found = MetadataResponse.MetadataResponseTopic(name="orders", error_code=5)
    for _ in range(3):
        request, response = MetadataRequest(topics=[topic]), MetadataResponse(topics=[found])
        made.append(talk.exchange(on, request, response, 9))
    path = tmp_path / "traffic.pcapng"
    path.write_bytes(capture_of(made))
    return str(path)


def test_there_is_a_row_for_each_api(capture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", capture]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4 exchanges on 1 connection in 8.000ms from 2026-")
    assert [line.split()[:2] for line in lines[2:6]] == [
        ["api", "count"],
        ["Metadata", "3"],
        ["ApiVersions", "1"],
        ["all", "4"],
    ]
    assert lines[-1] == "  3  LEADER_NOT_AVAILABLE (5)"


def test_json_has_rows_by_what_was_asked_for(
    capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", "--json", "--by", "topic,client", "-f", "~err", capture]) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["by"] == ["topic", "client"]
    assert [(row["topic"], row["client"], row["exchanges"]) for row in found["rows"]] == [
        ("orders", "billing", 3)
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--by", "clint"], "did you mean client?"),
        (["--by", ","], "--by wants one or more of api"),
        (["-f", "~nope"], "there is no operator ~nope"),
    ],
)
def test_a_wrong_command_line_is_complained_of(
    capture: str, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["stats", *arguments, capture]) == 2

    shown = capsys.readouterr()
    assert complaint in shown.err
    assert shown.out == ""


def test_a_file_that_is_not_there_or_no_capture_is_complained_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.write_text("no capture at all, only text")

    for path in (tmp_path / "missing", other):
        assert main(["stats", str(path)]) == 2
        assert capsys.readouterr().err.startswith("wire-dump: ")
