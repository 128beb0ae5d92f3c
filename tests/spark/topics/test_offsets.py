"""Kafka's JSON of offsets."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.spark.cluster import OptionError, TopicPartition
from kafkawire.spark.topics.offsets import from_json, parse_offsets, parse_partitions, to_json

PARTITIONS = st.builds(TopicPartition, st.text(max_size=3), st.integers(0, 12))
OFFSETS = st.dictionaries(PARTITIONS, st.integers(-2, (1 << 63) - 1), max_size=12)


@given(OFFSETS, st.randoms(use_true_random=False))
def test_offsets_survive_and_have_one_text_whatever_their_order(
    offsets: dict[TopicPartition, int], random: Random
) -> None:
    text = json.dumps(to_json(offsets))
    assert from_json(json.loads(text)) == offsets
    assert parse_offsets(text) == offsets
    shuffled = list(offsets.items())
    random.shuffle(shuffled)
    assert json.dumps(to_json(dict(shuffled))) == text


def test_partitions_stand_in_numerical_order() -> None:
    offsets = {TopicPartition("t", partition): 0 for partition in (10, 9)}
    assert list(to_json(offsets)["t"]) == ["9", "10"]


@pytest.mark.parametrize(
    "text", ["", "[]", "1", "earliestt", '{"t": 1}', '{"t": {"x": 1}}', '{"t": {"0": -3}}']
)
def test_what_is_no_offsets_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(OptionError, match=r'^Expected e.g. \{"topicA":\{"0":23,"1":-1\}'):
        parse_offsets(text)


def test_partitions_are_lists_by_topic() -> None:
    found = parse_partitions('{"b": [1, 0], "a": [2]}')
    assert found == [TopicPartition("a", 2), TopicPartition("b", 0), TopicPartition("b", 1)]


@pytest.mark.parametrize("text", ["t", "[0]", '{"t": 1}', '{"t": ["x"]}'])
def test_what_is_no_partitions_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(OptionError, match=r'^Expected e.g. \{"topicA":\[0,1\]'):
        parse_partitions(text)


@pytest.mark.parametrize("number", ["1.7", "5.0", "true"])
def test_numbers_that_are_not_whole_are_refused_and_not_rounded(number: str) -> None:
    words = f"{number} is not a whole number"
    with pytest.raises(OptionError, match=f"topic t partition 1: {words}"):
        parse_offsets(f'{{"t": {{"0": 5, "1": {number}}}}}')
    with pytest.raises(OptionError, match=f"a partition of topic t: {words}"):
        parse_partitions(f'{{"t": [0, {number}]}}')
