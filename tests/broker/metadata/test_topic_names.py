"""Topic names: what Kafka calls legal, and what it says of the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.topic_names import (
    collision_form,
    is_internal,
    is_legal,
    name_error,
)

LEGAL = st.text("abcXYZ019._-", min_size=1, max_size=249)


@given(LEGAL)
def test_names_of_the_alphabet_are_legal(name: str) -> None:
    assert is_legal(name) == (name not in (".", ".."))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Topic name is invalid: the empty string is not allowed"),
        (".", "Topic name is invalid: '.' is not allowed"),
        ("..", "Topic name is invalid: '..' is not allowed"),
        (
            "é" * 250,
            f"Topic name is invalid: the length of '{'é' * 250}' is longer than the max allowed "
            "length 249",
        ),
        (
            "a b",
            "Topic name is invalid: 'a b' contains one or more characters other than ASCII "
            "alphanumerics, '.', '_' and '-'",
        ),
    ],
)
def test_illegal_names_are_explained_in_kafkas_words(name: str, message: str) -> None:
    """admin B-9, H 41: length is looked at before characters."""
    assert name_error(name) == message


def test_three_topics_are_internal() -> None:
    """admin A-23: the metadata log is not among them."""
    assert is_internal("__consumer_offsets")
    assert is_internal("__transaction_state")
    assert is_internal("__share_group_state")
    assert not is_internal("__cluster_metadata")


def test_dots_and_underscores_are_alike() -> None:
    """admin B-10."""
    assert collision_form("a.b_c") == collision_form("a_b.c")
