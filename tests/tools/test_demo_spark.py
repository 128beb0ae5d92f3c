"""The demonstration's judgement: the page must say what was found of the culprit."""

from __future__ import annotations

import html
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tools.demo_spark.__main__ import judged
from tools.demo_spark.clients import CULPRIT

OFTEN = f"{CULPRIT} commits 50 times in 5 s & more"
AGAIN = "group billing rebalanced 5 times in 60 s"


def report(out: Path, rows: list[tuple[str, str, str]], page: str) -> Path:
    folder = out / "tables" / "findings" / "input=x" / "date=2026-01-01"
    folder.mkdir(parents=True)
    columns = [list(column) for column in zip(*rows, strict=True)]
    table = pa.table(dict(zip(("detector", "client_id", "text"), columns, strict=True)))
    pq.write_table(table, folder / "part-1.parquet")
    (out / "index.html").write_text(f"<p>{html.escape(page)}</p>")
    return out


@pytest.mark.parametrize(
    ("client_id", "page", "code"),
    [
        (CULPRIT, f"{OFTEN} {AGAIN}", 0),
        (CULPRIT, AGAIN, 1),
        ("billing-1", f"{OFTEN} {AGAIN}", 1),
        (CULPRIT, OFTEN, 1),
    ],
)
def test_it_is_right_only_if_the_page_says_all_of_the_culprit(
    client_id: str, page: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [("overcommit", client_id, OFTEN), ("rebalance-loop", "billing-2", AGAIN)]
    assert judged(report(tmp_path, rows, page)) == code
    said = capsys.readouterr().out
    assert said.startswith("WRONG" if code else "OK")
    assert said.splitlines()[-1].startswith("the page: file://")
