"""The demonstration: what its ledger complains about, and a run with kafkawire's own client."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tools.demo import own
from tools.demo.__main__ import broker, main, wait_for
from tools.demo.ledger import Ledger


class Bar:
    """Progress that is not shown."""

    count = 0

    def update(self, count: int) -> None:
        self.count += count


class Line(NamedTuple):
    """A record of partition 0."""

    offset: int
    value: bytes
    partition: int = 0
    key: bytes = b"a.py"


def ledger(*lines: bytes) -> Ledger:
    found = Ledger(Bar())
    found.sends("a.py", list(lines))
    return found


def test_lines_that_come_back_once_and_in_order_are_right() -> None:
    found = ledger(b"one\n", b"two\n")
    found.take([Line(0, b"one\n")])
    assert found.share() == 0.5
    found.take([Line(1, b"two\n")])
    assert found.complaints() == []


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([Line(0, b"one\n")], "1 records came back of 2"),
        ([Line(0, b"one\n"), Line(0, b"one\n"), Line(1, b"two\n")], "offset 0 came, not 1"),
        ([Line(0, b"one\n"), Line(2, b"two\n")], "offset 2 came, not 1"),
        ([Line(0, b"two\n"), Line(1, b"one\n")], "SHA-256 differs"),
    ],
)
def test_lines_that_are_lost_doubled_or_reordered_are_told(
    lines: list[Line], complaint: str
) -> None:
    found = ledger(b"one\n", b"two\n")
    found.take(lines)
    assert any(complaint in each for each in found.complaints())


@pytest.mark.process
@pytest.mark.slow
def test_all_lines_come_back_through_our_own_client(tmp_path: Path) -> None:
    """Two members of a group, one after the other: the second goes on where the first left."""
    files: dict[str, Path] = {}
    for name in ("a.py", "b.py"):
        files[name] = tmp_path / name
        files[name].write_text("".join(f"{name} {n}\n" for n in range(3000)))
    found = Ledger(Bar())
    with broker(None) as bootstrap:
        own.create_topic(bootstrap)
        own.produce(bootstrap, files, found, Bar())
        for name in ("first", "second"):
            reader = own.Reader(bootstrap, name, found)
            reader.start()
            wait_for(lambda: found.share() >= 1, [reader], "one reader reads")
            reader.leave.set()
            reader.join()
            assert reader.error is None
            own.produce(bootstrap, {"c.py": files["a.py"]} if name == "first" else {}, found, Bar())
        with pytest.raises(SystemExit, match="exists already"):
            own.create_topic(bootstrap)
    assert found.complaints() == []


def test_other_clients_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["demo", "--client", "sarama"])
    with pytest.raises(SystemExit):
        main()
    assert "invalid choice: 'sarama'" in capsys.readouterr().err
