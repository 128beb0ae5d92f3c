"""What the benchmark of the columns decodes, and how it judges; no speed is asserted."""

from __future__ import annotations

import pytest

from tools.bench import spark_columns
from tools.bench.report import Findings
from tools.bench.spark_columns import columns, judge, one_by_one, seconds, topics

PART = 400


def test_all_topics_are_decoded_by_both_ways() -> None:
    names = [each.name for each in topics(PART)]

    assert len(set(names)) == len(names) == 13
    for each in topics(PART):
        assert columns(each.data) == one_by_one(each.data) == each.records
        assert each.plain >= len(each.data) or not each.is_plain


def test_only_plain_topics_are_judged_each_by_its_own_bar() -> None:
    findings = Findings()
    for each in topics(PART):
        judge(each, [1.0], findings)

    assert len(findings.bars) == len(findings.short) == 4
    assert [bar.at_most for bar in findings.bars] == pytest.approx([500, 500, 1111, 1111], rel=0.01)


def test_a_table_has_a_line_for_each_topic(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spark_columns, "REPETITIONS", 1)
    findings = Findings()
    spark_columns.measure(findings, PART)

    out = capsys.readouterr().out
    assert out.count("batches of 16 KiB") == 11
    assert len(findings.bars) == 4


def test_work_that_finds_too_little_is_no_measurement() -> None:
    with pytest.raises(AssertionError):
        seconds(lambda: 1, 2)
