"""The page of rules: what counts as a mention, and that the page is fresh."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.rules.__main__ import ROOT, TARGET, written
from tools.rules.catalogue import Book, read
from tools.rules.mentions import UnknownRule, mentions, rules_in

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


@pytest.mark.parametrize("text", ["fetch A-61", "fetch J 189", "produce F 185", "fetch D-8c"])
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


def test_the_page_is_fresh() -> None:
    assert (ROOT / TARGET).read_text() == written(ROOT), "run `python -m tools.rules`"
