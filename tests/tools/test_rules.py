"""The page of rules: what counts as a mention, and that the page is fresh."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.rules.__main__ import ROOT, TARGET, written
from tools.rules.catalogue import Book, Rule, read
from tools.rules.mentions import Mention, UnknownRule, mentions, rules_in
from tools.rules.page import finished, page

BOOKS = read(ROOT)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("fetch C-10, D-2, J 97: what is shown 12 times.", "C-10,D-2,J 97"),
        ("fetch A-51, A-17, J 33, 35: also an empty read.", "A-51,A-17,J 33,J 35"),
        ("fetch D-8a and A-41.", "D-8a,A-41"),
        ("fetch B-38 to B-45", "B-38,B-39,B-40,B-41,B-42,B-43,B-44,B-45"),
        (
            "produce A-42 rows 1 to 10, scenarios 30 to 32, 38 and 39.",
            "A-42,F 30,F 31,F 32,F 38,F 39",
        ),
        ("produce A-42, row 13; fetch A-35.", "A-42,A-35"),
        ("fetch H-20, produce scenario 40: whatever epoch.", "H-20,F 40"),
        ("fetch E-3 and fetch E-3", "E-3"),
        ("Fetch B-3, J 41: as scripts begin.", "B-3,J 41"),
        ("We fetch A thing; E-3 is another.", ""),
        ("admin C-12, H 12, 68: a fresh cluster.", "C-12,H 12,H 68"),
        ("client D-30, N 12, 14: scenarios.", "D-30,N 12,N 14"),
        ("client N-10, 12 times.", "N-10"),
        ("admin H 134, replication C-31, G-5.", "H 134,C-31,G-5"),
    ],
)
def test_a_mention_is_a_book_and_a_list(text: str, labels: str) -> None:
    assert [rule.label for rule in rules_in(text, BOOKS)] == [
        label for label in labels.split(",") if label
    ]


def test_a_range_leaves_out_what_no_test_can_show() -> None:
    books = read(ROOT)
    for book in books.values():
        book.take_reasons(lambda text: rules_in(text, books))
    assert [rule.label for rule in rules_in("fetch D-8 to D-9", books)] == ["D-8", "D-8a", "D-9"]
    assert [rule.label for rule in rules_in("fetch D-8b", books)] == ["D-8b"]


@pytest.mark.parametrize(
    "text",
    [
        "fetch A-61",
        "fetch J 189",
        "produce F 185",
        "fetch D-8c",
        "client N-12",
        "client N 8",
        "replication A-71",
    ],
)
def test_a_rule_that_does_not_exist_may_not_be_named(text: str) -> None:
    with pytest.raises(UnknownRule):
        rules_in(text, BOOKS)


def test_tests_and_scripts_and_state_machines_may_name_rules(tmp_path: Path) -> None:
    files = {
        "tests/a/test_b.py": (
            'def test_x():\n    """fetch A-1."""\n\n'
            'def helper():\n    """fetch A-2."""\n\n'
            'class Machine:\n    """fetch A-3."""\n\n'
            '    def rule(self):\n        """fetch A-4."""\n'
        ),
        "tests/a/helper.py": 'def test_y():\n    """fetch A-5."""\n',
        "compat/oracle/scripts/c.py": 'def script(world):\n    """fetch A-6."""\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    found = [(each.test, each.rule.label) for each in mentions(tmp_path, BOOKS)]
    assert found == [
        ("tests/a/test_b.py::test_x", "A-1"),
        ("tests/a/test_b.py::Machine", "A-3"),
        ("tests/a/test_b.py::Machine::rule", "A-4"),
        ("compat/oracle/scripts/c.py::script", "A-6"),
    ]


def test_titles_are_short_and_reasons_are_for_rules() -> None:
    for book in BOOKS.values():
        assert isinstance(book, Book)
        assert all(len(title.split()) <= 12 for title in book.titles.values())
        book.take_reasons(lambda text: rules_in(text, BOOKS))
        assert set(book.reasons) <= set(book.titles)


def test_a_scenario_is_no_rule_of_the_same_letter_and_number() -> None:
    scenario, rule = rules_in("client N 10, N-10", BOOKS)
    assert scenario != rule
    assert BOOKS["client"].titles[scenario] == "A throttled connection"


UNFINISHED: dict[str, object] = {
    "chapters": {"A": "One", "B": "Two"},
    "A": {"1": "first", "2": "second", "3": "third"},
    "B": {"1": "fourth"},
    "later": {"A": "not built yet"},
    "without": [{"rules": "A-2", "why": "cannot be shown"}],
}


def test_the_rest_of_an_unfinished_chapter_has_its_reason() -> None:
    books = {"fetch": Book("fetch", dict(UNFINISHED))}
    books["fetch"].take_reasons(lambda text: rules_in(text, books))
    found = [Mention("test_x", Rule("fetch", "A", "1"))]
    assert "| fetch A: One | 3 | 1 | 2 | 0 |" in page(books, found)
    assert "- fetch B-1: fourth" in page(books, found)
    assert "- cannot be shown: fetch A-2\n- not built yet: the rest of fetch A\n" in page(
        books, found
    )
    assert [rule.number for rule in rules_in("fetch A-1 to A-3", books)] == ["1", "3"]


def test_a_finished_chapter_needs_no_reason() -> None:
    books = {"fetch": Book("fetch", dict(UNFINISHED))}
    books["fetch"].take_reasons(lambda text: rules_in(text, books))
    found = [Mention("test_x", Rule("fetch", "A", "1"))]
    assert finished(books, found) == []
    found.append(Mention("test_x", Rule("fetch", "A", "3")))
    assert finished(books, found) == ["fetch A"]


@pytest.mark.slow
def test_the_page_is_fresh() -> None:
    assert (ROOT / TARGET).read_text() == written(ROOT), "run `python -m tools.rules`"
