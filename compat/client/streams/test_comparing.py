"""Requests are paired by what they are about, and differ in fields, in order, or altogether."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compat.client.streams.comparing import Difference, pairs
from compat.client.streams.normal import Said


def said(shape: str, api: str = "Fetch", client: str = "a", **fields: str) -> Said:
    return Said(client, "node 1", api, shape, {"shape": shape, **fields}, 10)


def differences(java: list[Said], ours: list[Said]) -> list[Difference]:
    return [found for pair in pairs(java, ours) for found in pair.differences()]


shapes = st.lists(st.sampled_from("vwxyz"), max_size=8)


@given(shapes)
def test_equal_streams_do_not_differ(stream: list[str]) -> None:
    """Client N-1."""
    assert differences(list(map(said, stream)), list(map(said, stream))) == []


@given(shapes, shapes)
def test_each_request_is_in_one_pair(java: list[str], ours: list[str]) -> None:
    left, right = list(map(said, java)), list(map(said, ours))
    found = pairs(left, right)
    assert sorted(each.java.shape for each in found if each.java) == sorted(java)
    assert sorted(each.ours.shape for each in found if each.ours) == sorted(ours)


@given(shapes, shapes)
def test_streams_that_are_not_equal_differ(java: list[str], ours: list[str]) -> None:
    found = differences(list(map(said, java)), list(map(said, ours)))
    assert bool(found) == (java != ours)


def test_a_field_that_differs_is_named() -> None:
    found = differences([said("x", max="50")], [said("x", max="3", wait="1")])
    assert found == [Difference("Fetch", "max", "50", "3"), Difference("Fetch", "wait", "-", "1")]


def test_a_request_that_one_alone_sends_is_named() -> None:
    java = [said("x"), said("y"), said("z")]
    assert differences(java, [said("x"), said("z")]) == [Difference("Fetch", "request", "y", "-")]
    assert differences([], [said("y")]) == [Difference("Fetch", "request", "-", "y")]


def test_a_request_that_is_sent_earlier_differs_in_its_order_only() -> None:
    java, ours = [said("x"), said("y"), said("z")], [said("y"), said("z"), said("x")]
    assert differences(java, ours) == [Difference("Fetch", "order", "x", "x")]


def test_requests_of_one_api_with_other_content_are_a_pair() -> None:
    java = [said("x"), said("one"), said("ask", api="ListOffsets")]
    ours = [said("x"), said("other"), said("ask", api="ListOffsets")]
    assert differences(java, ours) == [Difference("Fetch", "shape", "one", "other")]


def test_consumers_are_compared_apart() -> None:
    java = [said("x"), said("x", client="b"), said("y")]
    ours = [said("x"), said("y"), said("x", client="b")]
    assert differences(java, ours) == []
