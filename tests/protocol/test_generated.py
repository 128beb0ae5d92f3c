"""Generated files are what the generator makes of the declarations."""

from __future__ import annotations

import pytest

from tests.support.requests.strategies import SCHEMAS
from tools.generate.__main__ import ROOT, generated, main, stale


@pytest.mark.slow
def test_generated_files_are_fresh() -> None:
    assert stale(ROOT, generated(SCHEMAS)) == [], "run: python -m tools.generate"
    assert main(["--check"]) == 0


@pytest.mark.slow
def test_generating_twice_gives_the_same() -> None:
    assert generated(SCHEMAS) == generated(SCHEMAS)


@pytest.mark.slow
def test_a_changed_or_missing_or_extra_file_is_stale(tmp_path: object) -> None:
    files = generated(SCHEMAS)
    first, second, *_ = sorted(files)
    changed = {**files, first: files[first] + "#"}
    del changed[second]

    assert stale(ROOT, changed) in ([first, second], [first])
