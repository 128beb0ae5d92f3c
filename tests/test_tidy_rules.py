"""The rules of `test_tidy.py` find what they are for, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support.suite.tidy_asserts import silent_tests
from tests.support.suite.tidy_marks import unmarked_clients
from tests.support.suite.tidy_numbers import imported_numbers
from tests.support.suite.tidy_skips import vague_skips
from tests.support.suite.tidy_trees import functions
from tests.test_tidy import ROOT, SOURCES, length, listed_by_git, walked


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCES) > 500


@pytest.mark.process
def test_without_git_no_file_is_missed() -> None:
    assert set(listed_by_git() or SOURCES) <= set(walked())


def test_the_length_of_a_function_is_without_its_docstring() -> None:
    text = 'def f():\n    """One.\n\n    Two.\n    """\n    return 1\n'
    assert [length(each) for each in functions(ast.parse(text))] == [2]


def test_what_is_imported_of_numbers_is_found() -> None:
    text = """
from kafkawire.broker.fetch import session_cache as cache
from kafkawire.broker.fetch.session_cache import EVICTION_MS, FetchSessionCache
from kafkawire.records.compression import ZSTD
cache.SHARDS
"""
    module = "kafkawire.broker.fetch.session_cache"
    assert imported_numbers(ast.parse(text), ROOT) == [f"{module}.EVICTION_MS", f"{module}.SHARDS"]


def test_what_asserts_is_found_in_helpers_too(tmp_path: Path) -> None:
    (tmp_path / "tests/support").mkdir(parents=True)
    (tmp_path / "tests/conftest.py").write_text("def checked():\n    assert 1\n")
    (tmp_path / "tests/support/help.py").write_text(
        "class Twin:\n    def step(self):\n        assert 1\n\ndef see(x):\n    return Twin\n"
    )
    (tmp_path / "tests/test_it.py").write_text(
        "from tests.support.help import Twin, see\n"
        "def test_own():\n    assert 1\n"
        "def test_fixture(checked):\n    pass\n"
        "def test_helper():\n    see(1)\n"
        "def test_raises():\n    with pytest.raises(ValueError):\n        int('')\n"
        "def test_runs_without_error():\n    int('1')\n"
        "def test_silent(other):\n    int('1')\n"
        "def test_recursive():\n    test_recursive()\n"
    )
    assert silent_tests("tests/test_it.py", tmp_path) == ["test_silent", "test_recursive"]


def test_a_stock_client_without_a_mark_is_found() -> None:
    inside = "def test_it():\n    from kafka import KafkaProducer\n"
    assert unmarked_clients(ast.parse("import confluent_kafka as c\n")) == ["confluent_kafka"]
    assert unmarked_clients(ast.parse(inside)) == ["kafka.KafkaProducer"]
    assert unmarked_clients(ast.parse('x = pytest.importorskip("aiokafka")\n')) == ["aiokafka"]


def test_a_stock_client_with_a_mark_and_a_codec_of_one_are_fine() -> None:
    marked = "from confluent_kafka import Producer\n@pytest.mark.clients\ndef test_it(): ...\n"
    assert unmarked_clients(ast.parse(marked)) == []
    assert unmarked_clients(ast.parse("from kafka import codec\n")) == []
    assert unmarked_clients(ast.parse("from kafka.record import util\n")) == []


def test_a_skip_without_both_parts_of_a_reason_is_found() -> None:
    vague = (
        'pytest.skip("not installed")\n'
        'pytest.importorskip("re2")\n'
        'pytest.mark.skipif(True, reason="signals")\n'
        'WHY = "no bash"\n'
        "pytest.mark.skipif(True, reason=WHY)\n"
    )
    whole = (
        'pytest.skip(f"{x}: its files are not read")\n'
        'pytest.importorskip("re2", reason="re2 is not installed: patterns are not tried")\n'
        "pytest.skip(reason)\n"
        "window.skip(1)\n"
    )
    assert vague_skips(ast.parse(vague)) == [1, 2, 3, 5]
    assert vague_skips(ast.parse(whole)) == []
