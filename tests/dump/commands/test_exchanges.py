"""Exchanges out of captures."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from kafkawire.dump.commands.exchanges import add_choosing_options, complaining, exchanges_in
from kafkawire.dump.commands.options import UsageError
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from tests.support.dump.captures import capture_of
from tests.support.dump.dialogues import Dialogue


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_choosing_options(parser)
    return parser.parse_args(given)


@pytest.fixture
def capture(tmp_path: Path) -> str:
    talk = Dialogue()
    on = talk.connect()
    made = [talk.exchange(on, ApiVersionsRequest(), ApiVersionsResponse(), 3)]
    made += [talk.exchange(on, ListGroupsRequest(), ListGroupsResponse()) for _ in range(3)]
    path = tmp_path / "traffic.pcapng"
    path.write_bytes(capture_of(made))
    return str(path)


def test_they_come_in_order_as_the_filter_chooses(capture: str) -> None:
    def names(*given: str) -> list[str]:
        return [each.api_name for each in exchanges_in(capture, arguments(*given))]

    assert names() == ["ApiVersions", *["ListGroups"] * 3]
    assert names("-f", "~n 2..3") == ["ListGroups"] * 2


def test_complaints_are_written_and_are_an_exit_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def wrong() -> int:
        raise UsageError("not so")

    assert complaining(lambda: 0) == 0
    assert complaining(wrong) == 2
    assert capsys.readouterr().err == "wire-dump: not so\n"
    with pytest.raises(BrokenPipeError):
        complaining(_broken)


def test_a_failure_without_a_file_is_told_by_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    def full() -> int:
        raise OSError(28, "No space left on device")

    def broken() -> int:
        raise OSError(5, "Input/output error")

    assert complaining(full) == 2
    complaint = "wire-dump: nothing more can be written: No space left on device\n"
    assert capsys.readouterr().err == complaint
    assert complaining(broken) == 2
    assert capsys.readouterr().err == "wire-dump: Input/output error\n"


def _broken() -> int:
    raise BrokenPipeError
