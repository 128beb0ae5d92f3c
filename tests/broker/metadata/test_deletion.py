"""Which topics DeleteTopics means."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.deletion import Deletion, decide
from tests.support.broker.metadata import broker, image_of, topic, topic_id
from tests.support.suite.work import lines_run

NOTHING = bytes(16)
IMAGE = image_of(broker(1), *topic("a", [1]), *topic("b", [1]))


def told(*elements: tuple[str | None, bytes]) -> set[tuple[str | None, bytes, str | None]]:
    return {
        (each.name, each.topic_id, each.error.message if each.error else None)
        for each in decide(IMAGE, elements)
    }


def test_a_topic_is_named_or_given_by_id() -> None:
    """admin B-34, H 55: the answer has both."""
    assert told(("a", NOTHING), (None, topic_id("b"))) == {
        ("a", topic_id("a"), None),
        ("b", topic_id("b"), None),
    }


def test_five_ways_to_be_wrong() -> None:
    """admin B-31, H 56: each with its own text, and nothing is deleted."""
    a, b = topic_id("a"), topic_id("b")
    assert told((None, NOTHING)) == {(None, NOTHING, "Neither topic name nor id were specified.")}
    assert told(("a", b)) == {("a", b, "You may not specify both topic name and topic id.")}
    assert told(("a", NOTHING), ("a", NOTHING)) == {("a", NOTHING, "Duplicate topic name.")}
    assert told((None, a), (None, a)) == {(None, a, "Duplicate topic id.")}
    assert told(("a", NOTHING), (None, a)) == {
        ("a", a, "The provided topic name maps to an ID that was already supplied.")
    }


def test_a_name_that_comes_twice_means_nothing() -> None:
    """admin B-31: so the id of that topic is not given twice (seen on a running 4.4.0)."""
    a = topic_id("a")
    assert told(("a", NOTHING), ("a", NOTHING), (None, a)) == {
        ("a", NOTHING, "Duplicate topic name."),
        ("a", a, None),
    }
    assert told((None, a), (None, a), ("a", NOTHING)) == {
        (None, a, "Duplicate topic id."),
        ("a", a, "The provided topic name maps to an ID that was already supplied."),
    }


def test_what_is_not_there() -> None:
    """admin B-32, H 57: illegal and empty names are merely unknown."""
    unknown = b"\7" * 16
    assert told(("", NOTHING), (None, unknown)) == {
        ("", NOTHING, "This server does not host this topic-partition."),
        (None, unknown, "This server does not host this topic ID."),
    }
    codes = {each.error and int(each.error.code) for each in decide(IMAGE, [("a b", NOTHING)])}
    assert codes == {3}


ELEMENT = st.tuples(
    st.sampled_from([None, "a", "b", "c"]),
    st.sampled_from([NOTHING, topic_id("a"), topic_id("b"), b"\7" * 16]),
)


@given(st.lists(ELEMENT, max_size=6))
def test_no_topic_is_deleted_twice_or_unasked(elements: list[tuple[str | None, bytes]]) -> None:
    outcomes = decide(IMAGE, elements)
    deleted = [each for each in outcomes if each.error is None]
    assert len({each.topic_id for each in deleted}) == len(deleted)
    for each in deleted:
        assert isinstance(each, Deletion)
        by_name = elements.count((each.name, NOTHING))
        # A name that is given twice means nothing.
        assert elements.count((None, each.topic_id)) + (by_name == 1) == 1


def test_twice_as_many_names_take_twice_the_work() -> None:
    def decide_about(number: int) -> None:
        decide(IMAGE, [(f"unknown-{each}", NOTHING) for each in range(number)])

    assert lines_run(lambda: decide_about(800)) < 2.5 * lines_run(lambda: decide_about(400))
