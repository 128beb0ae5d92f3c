"""The `diff` command on small captures."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.captures import capture_of
from tests.support.dump.dialogues import Dialogue


def write(path: Path, *topics: str, wait_ms: int = 0, error_code: int = 0) -> str:
    """A capture of a client that asks for its topics, later the other way round too."""
    talk = Dialogue()
    for _ in range(1 + bool(wait_ms)):
        on = talk.connect()
    made = [talk.exchange(on, ApiVersionsRequest(), ApiVersionsResponse(), 3)]
    for name in topics:
        talk.wait(wait_ms)
        asked = MetadataRequest.MetadataRequestTopic(name=name)
        found = MetadataResponse.MetadataResponseTopic(
            name=name, topic_id=bytes([len(made) + 10 * wait_ms]) * 16, error_code=error_code
        )
        response = MetadataResponse(topics=[found], throttle_time_ms=wait_ms)
        made.append(talk.exchange(on, MetadataRequest(topics=[asked]), response, 12))
    path.write_bytes(capture_of(made))
    return str(path)


def test_two_runs_of_the_same_do_not_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = write(tmp_path / "a", "orders", "bills")
    right = write(tmp_path / "b", "bills", "orders", wait_ms=7)

    assert main(["diff", left, right]) == 0
    assert capsys.readouterr().out == "3 alike, 0 differ\n"
    assert main(["diff", "--strict", left, right]) == 1
    assert "response.throttleTimeMs: 0 -> 7" in capsys.readouterr().out


def test_what_differs_is_shown_and_may_be_ignored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = write(tmp_path / "a", "orders", "bills")
    right = write(tmp_path / "b", "orders", error_code=5)

    assert main(["diff", left, right]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Metadata v12 of billing about orders (#2 and #2)",
        "  response.topics[orders].errorCode: NONE (0) -> LEADER_NOT_AVAILABLE (5)",
        f"only in {left}: Metadata v12 of billing about bills (#3)",
        f"1 alike, 1 differ, 1 only in {left}",
    ]
    assert main(["diff", "--ignore", "error_code", "-f", "orders", left, right]) == 0
    capsys.readouterr()
    assert main(["diff", "-q", left, right]) == 1
    assert capsys.readouterr().out.count("\n") == 1


def test_trouble_is_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left = write(tmp_path / "a", "orders")

    assert main(["diff", left, str(tmp_path / "missing")]) == 2
    assert main(["diff", "-f", "(", left, left]) == 2
    assert "wire-dump: " in capsys.readouterr().err
