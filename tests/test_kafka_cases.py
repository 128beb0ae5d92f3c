"""Each case of Kafka's own client tests has a test here, or a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.rules.cases import TARGET, DoubleCase, cases_page, missing_tests, read_cases

ROOT = Path(__file__).resolve().parents[1]
COUNTS = {
    "clients.consumer.internals.FetcherTest": 82,
    "clients.consumer.internals.ConsumerCoordinatorTest": 151,
    "clients.producer.internals.SenderTest": 74,
    "clients.producer.internals.TransactionManagerTest": 133,
    "clients.producer.internals.RecordAccumulatorTest": 34,
}
"""Test methods of each class in Kafka 4.0."""


def test_every_named_test_exists() -> None:
    assert missing_tests(ROOT, read_cases(ROOT)) == []


def test_every_case_has_a_test_or_a_reason() -> None:
    books = read_cases(ROOT)
    assert {book.name: len(book.tests) + len(book.reasons) for book in books} == COUNTS
    assert all(ids for book in books for ids in book.tests.values())
    assert all(len(why) > 10 for book in books for why in book.reasons.values())


def test_the_page_of_cases_is_fresh() -> None:
    assert (ROOT / TARGET).read_text() == cases_page(read_cases(ROOT)), (
        "run `python -m tools.rules`"
    )


def written(root: Path, text: str) -> None:
    (root / "tests" / "kafka_cases").mkdir(parents=True)
    (root / "tests" / "kafka_cases" / "a.toml").write_text(text)


def test_a_test_that_is_gone_is_named(tmp_path: Path) -> None:
    written(
        tmp_path, 'class = "A"\n[tests]\nx = ["a.py::test_a", "a.py::test_b", "b.py::test_c"]\n'
    )
    (tmp_path / "tests" / "a.py").write_text("async def test_a():\n    pass\n")
    assert missing_tests(tmp_path, read_cases(tmp_path)) == [
        "A x: a.py::test_b",
        "A x: b.py::test_c",
    ]


def test_a_case_has_either_tests_or_one_reason(tmp_path: Path) -> None:
    text = 'class = "A"\n[tests]\nx = "a.py::test_a"\n[[without]]\nwhy = "none"\ncases = ["x"]\n'
    written(tmp_path, text)
    with pytest.raises(DoubleCase, match="A: x"):
        read_cases(tmp_path)
