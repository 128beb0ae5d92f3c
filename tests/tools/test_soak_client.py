"""The soak of the client: what its ledger sees, and a short run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.soak_client.__main__ import main
from tools.soak_client.journal import Entry, Journal, Tail
from tools.soak_client.ledger import Ledger
from tools.soak_client.worker import entry_of, value_of


def entries(*offsets: int, partition: int = 0) -> list[Entry]:
    """Return records of one producer, numbered as their offsets."""
    return [Entry(partition, offset, "w.1", offset) for offset in offsets]


def ledger(*written: int) -> Ledger:
    found = Ledger(["g"])
    for each in entries(*written):
        found.wrote(each)
    return found


def read(found: Ledger, reader: str, *offsets: int) -> None:
    for each in entries(*offsets):
        found.was_read("g", f"g/{reader}", each)


def test_what_a_journal_has_is_read_while_it_grows(tmp_path: Path) -> None:
    tail = Tail(tmp_path / "a.journal")
    assert list(tail.new()) == []
    journal = Journal(tail.path)
    journal.add(entries(0, 1))
    assert list(tail.new()) == entries(0, 1)
    with tail.path.open("a") as file:
        file.write("0 2 w.1 ")
    assert list(tail.new()) == [], "half a line of a killed process"
    with tail.path.open("a") as file:
        file.write("2\n")
    assert list(tail.new()) == entries(2)


def test_the_value_of_a_record_names_its_producer_and_number() -> None:
    assert entry_of(3, 17, value_of("w.1", 5)) == Entry(3, 17, "w.1", 5)


def test_records_that_are_read_once_or_again_after_a_kill_are_right() -> None:
    found = ledger(0, 1, 2, 3)
    read(found, "a.1", 0, 1)
    assert found.unread("g") == 2
    read(found, "a.2", 1, 2, 3)
    found.finish()
    assert found.findings == []
    assert (found.unread("g"), found.read["g"], found.again["g"]) == (0, 5, 1)


def test_a_member_may_leave_out_what_another_one_read_in_between() -> None:
    found = ledger(0, 1, 2, 3)
    read(found, "a.1", 0)
    read(found, "b.1", 1, 2)
    read(found, "a.1", 3)
    found.finish()
    assert found.findings == []


def test_a_member_that_was_fenced_may_go_back() -> None:
    found = ledger(0, 1, 2, 3)
    read(found, "a.1", 0, 1, 2)
    read(found, "a.1", 1, 2, 3)
    found.finish()
    assert found.findings == []
    assert found.again["g"] == 2


def test_records_that_were_never_read_are_told() -> None:
    found = ledger(0, 1, 2)
    read(found, "a.1", 0, 1)
    found.finish()
    assert found.findings == ["g: 1 records were never read: ['partition 0 offset 2']"]


def test_an_offset_that_was_left_out_is_told() -> None:
    found = ledger(0, 1, 2)
    read(found, "a.1", 0, 2)
    assert "came, not offset 1" in found.findings[0]


def test_a_record_that_was_written_twice_is_told() -> None:
    found = ledger(0)
    found.was_read("g", "g/a.1", Entry(0, 1, "w.1", 0))
    assert "written twice" in found.findings[0]


def test_a_record_that_is_elsewhere_than_acknowledged_is_told() -> None:
    found = ledger(0)
    found.was_read("g", "g/a.1", Entry(0, 0, "w.1", 7))
    assert "are at one place" in found.findings[0]


def test_a_producer_whose_records_changed_their_order_is_told() -> None:
    found = Ledger(["g"])
    for each in (Entry(0, 0, "w.1", 5), Entry(0, 1, "w.1", 4)):
        found.was_read("g", "g/a.1", each)
    assert "came after 5" in found.findings[0]


@pytest.mark.crash
@pytest.mark.long
def test_half_a_minute_of_kills_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """client N 62, N 104, N 106: real processes, a broker on disk, and kill -9."""
    assert main(["--minutes", "0.5", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0] == "0.5 minutes, seed 1"
    assert said.splitlines()[-1] == "nothing lost, nothing written twice, nothing has grown"


def test_minutes_have_to_be_some(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--minutes", "0"])
    assert "more than 0" in capsys.readouterr().err
