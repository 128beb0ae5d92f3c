"""An isolation level that does not exist matters where something is read."""

from __future__ import annotations

import pytest

from tests.support.requests.fetching import Fetcher, entries


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def test_a_fetch_of_nothing_that_is_there_needs_no_isolation_level(fetcher: Fetcher) -> None:
    """fetch A-13: neither does one of nothing; both may open a session."""
    assert entries(fetcher.fetch(("nope", 0), isolation_level=2)) == [("nope", 0, 3)]
    assert fetcher.fetch(isolation_level=2).error_code == 0
    assert fetcher.fetch(("nope", 0), isolation_level=2, session=(0, 0)).session_id > 0
    assert fetcher.fetch(("nope", 0), ("t", 0), isolation_level=2).error_code == -1


def test_what_a_session_holds_counts(fetcher: Fetcher) -> None:
    """fetch A-13: quiet partitions too, and what this very request adds or forgets."""
    session = fetcher.open(("t", 0))
    session.fetch()
    assert session.fetch(isolation_level=2).error_code == -1
    assert session.fetch(isolation_level=2, forgotten=(("t", 0),)).error_code == 0
    lost = fetcher.open(("nope", 0))
    assert entries(lost.fetch(isolation_level=2)) == [("nope", 0, 3)]
    assert lost.fetch(("t", 0), isolation_level=2).error_code == -1
