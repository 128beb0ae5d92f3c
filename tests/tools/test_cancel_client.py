"""The command that runs random schedules of cancellations of the client."""

from __future__ import annotations

import pytest

from tests.client.cancellation.schedules import Schedule
from tools.cancel_client.__main__ import main


def test_clean_schedules_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--schedules", "2", "--seed", "5"]) == 0
    assert capsys.readouterr().out == "2 schedules from seed 5: no violation\n"


def test_a_bad_seed_is_told_and_can_be_run_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Schedule, "run", lambda schedule: ["lost"] * 7)
    assert main(["--schedules", "2", "--seed", "5"]) == 1
    told = capsys.readouterr().out
    assert told.count("seed 5: lost\n") == 5
    assert "seed 6: and 2 more\n" in told
    assert told.endswith(
        "2 of 2 schedules violated something\n"
        "again: python -m tools.cancel_client --schedules 1 --seed 5\n"
    )


def test_no_schedules_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--schedules", "0"])
    assert "at least one schedule is needed" in capsys.readouterr().err
