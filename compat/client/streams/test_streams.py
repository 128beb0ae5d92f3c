"""Java's consumer and ours send the same requests for the same work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from compat.client.streams.__main__ import chosen, main, unseen
from compat.client.streams.known import FILE, Known, known_differences
from compat.client.streams.normal import Normal
from compat.client.streams.result import compared
from compat.client.streams.running import Runs
from compat.client.streams.workloads import WORKLOADS
from compat.oracle import OracleUnavailable
from tests.support.rings.skips import skip_without

KNOWN = known_differences(FILE.read_text())
RUNS_MAX = 3


@pytest.fixture(scope="module")
def runs() -> Iterator[Runs]:
    with ExitStack() as stack:
        yield Runs(stack, "apache:4.4.0", "4.4.0")


@pytest.mark.oracle
@pytest.mark.parametrize("workload", WORKLOADS)
def test_each_difference_between_the_streams_has_a_name(runs: Runs, workload: str) -> None:
    """Client N 31, N-1, N-2, N-3, F-1, F-3, F-12, F-41, G-40, G-50; fetch F-2, F-6, F-8, F-14.

    Both clients and the broker run in real time. A difference that the load of the machine makes
    is not there in a second run; a difference that the code makes is in every run.
    """
    try:
        for _ in range(RUNS_MAX):
            result = runs.compare(workload, KNOWN)
            if not result.unnamed:
                break
    except OracleUnavailable as missing:
        skip_without(missing, "requests of our client and of Java's are not compared")
    assert result.rows["Fetch"].java > 2
    assert result.unnamed == []


@pytest.mark.process
def test_our_client_alone_is_shown_before_our_broker(capsys: pytest.CaptureFixture[str]) -> None:
    """Client N 31, F-3."""
    assert main(["--against", "kafkawire", "--alone", "--workload", "steady"]) == 0
    fetches = [line for line in capsys.readouterr().out.splitlines() if " Fetch " in line]
    assert [line.partition("epoch=")[2] for line in fetches] == [
        "open sent=t-0@0/0 t-1@0/0 t-2@0/0 forgotten=",
        "next sent=t-0@5/0 t-1@5/0 t-2@5/0 forgotten=",
        "next sent=t-1@8/0 forgotten=",
        "next sent=t-0@7/0 forgotten=",
        "close sent= forgotten=",
    ]


def test_workloads_are_chosen_by_patterns() -> None:
    assert chosen(["steady", "*-group"], "") == [
        "steady",
        "classic-group",
        "cooperative-group",
        "consumer-group",
    ]
    assert chosen(["leaders"], "kafkawire") == []
    assert chosen(["leaders"], "apache:4.4.0") == ["leaders"]


def test_a_workload_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--workload", "stedy"])
    assert ended.value.code == 2
    assert "no workload matches: there are steady, pause" in capsys.readouterr().err


def test_an_entry_that_no_workload_shows_is_stale() -> None:
    known = [Known("old", "client F-1", "gone"), Known("rare", "client F-1", "?", sometimes=True)]
    nothing = Normal([], Counter())
    assert unseen([compared("steady", nothing, nothing, known)], known) == ["old"]
