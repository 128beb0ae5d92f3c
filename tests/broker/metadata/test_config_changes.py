"""What becomes of the operations on a resource."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.config.definitions import TOPIC
from kafkawire.broker.metadata.config_changes import (
    APPEND,
    DELETE,
    SET,
    SUBTRACT,
    Alteration,
    ConfigChanger,
    Operation,
    combined,
)
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from tests.support.broker.metadata import apply, broker, image_of, topic

POLICIES = st.sampled_from(["compact", "delete"])


def image() -> MetadataImage:
    return image_of(broker(1), *topic("t", [1]), *topic("u", [1]))


def decide(
    image: MetadataImage, *alterations: Alteration
) -> tuple[list[Any], list[ApiError | None]]:
    return ConfigChanger(image, BrokerConfig({})).decide(alterations)


def outcome(
    image: MetadataImage, kind: int, name: str, *operations: Operation
) -> tuple[int, str | None] | None:
    _, (error,) = decide(image, Alteration(kind, name, operations))
    return None if error is None else (int(error.code), error.message)


def test_keys_are_written_in_hash_order() -> None:
    """admin F-22."""
    keys = ["retention.ms", "segment.ms", "flush.ms", "max.message.bytes"]
    records, _ = decide(image(), Alteration(2, "t", [Operation(key, SET, "5") for key in keys]))
    assert [record.name for record in records] == java_hash_order(keys)


def test_a_value_that_stays_needs_no_record() -> None:
    """admin C-27: except on brokers."""
    state = image()
    for kind, name, key in ((2, "t", "retention.ms"), (4, "1", "message.max.bytes")):
        setting = ConfigRecord(resource_type=kind, resource_name=name, name=key, value="5")
        apply(state, setting)
        records, outcomes = decide(state, Alteration(kind, name, [Operation(key, SET, "5")]))
        assert outcomes == [None]
        assert records == ([] if kind == 2 else [setting])


def test_deletion_writes_null_for_what_is_there() -> None:
    """admin H 72, C-25: absent and unknown keys can be deleted as well, which writes nothing."""
    state = image()
    apply(state, ConfigRecord(resource_type=2, resource_name="t", name="flush.ms", value="5"))
    operations = [Operation(key, DELETE, "x") for key in ("flush.ms", "segment.ms", "foo")]
    records, outcomes = decide(state, Alteration(2, "t", operations))
    assert outcomes == [None]
    assert [(record.name, record.value) for record in records] == [("flush.ms", None)]


@pytest.mark.parametrize(
    ("kind", "current", "value", "result"),
    [
        (APPEND, None, "compact", "delete,compact"),
        (APPEND, "delete,compact", "compact", "delete,compact"),
        (SUBTRACT, "delete,compact", "delete,compact", ""),
        (SUBTRACT, "compact", "delete", "compact"),
        (APPEND, "", "compact", "compact"),
    ],
)
def test_lists_grow_and_shrink(kind: int, current: str | None, value: str, result: str) -> None:
    """admin H 71, C-26: without a value of its own, from the default of the definition."""
    operation = Operation("cleanup.policy", kind, value)
    assert combined(operation, current, TOPIC["cleanup.policy"]) == result


@given(st.lists(POLICIES, unique=True), POLICIES)
def test_appending_twice_is_appending_once(current: list[str], part: str) -> None:
    """admin C-26."""
    append = Operation("cleanup.policy", APPEND, part)
    once = combined(append, ",".join(current), TOPIC["cleanup.policy"])
    assert combined(append, once, TOPIC["cleanup.policy"]) == once
    assert set(once.split(",")) == {*current, part}


def test_only_lists_can_grow() -> None:
    """admin H 72, C-26: unknown keys count as no lists."""
    for key in ("retention.ms", "foo"):
        assert outcome(image(), 2, "t", Operation(key, APPEND, "1")) == (
            40,
            f"Can't APPEND to key {key} because its type is not LIST.",
        )
    assert outcome(image(), 2, "t", Operation("flush.ms", SUBTRACT, "1")) == (
        40,
        "Can't SUBTRACT to key flush.ms because its type is not LIST.",
    )


def test_nothing_of_metrics_subscriptions_is_a_list() -> None:
    """admin C-26, C-34: for the controller knows lists of topics and brokers only."""
    for name in ("", "m"):
        assert outcome(image(), 16, name, Operation("metrics", APPEND, "a")) == (
            40,
            "Can't APPEND to key metrics because its type is not LIST.",
        )


def test_existence_is_checked_last() -> None:
    """admin H 74, C-31."""
    assert outcome(image(), 2, "nope", Operation("foo", SET, "1")) == (
        40,
        "Unknown topic config name: foo",
    )
    assert outcome(image(), 2, "nope", Operation("retention.ms", SET, "1")) == (
        3,
        "The topic 'nope' does not exist.",
    )
    assert outcome(image(), 2, "nope") == (3, "The topic 'nope' does not exist.")
    assert outcome(image(), 2, "t") is None
    assert outcome(image(), 32, "any") is None


def test_an_unknown_operation_is_a_server_error() -> None:
    """admin H 76, C-24."""
    assert outcome(image(), 2, "t", Operation("retention.ms", 7, "1")) == (-1, None)


def test_failed_resources_do_not_disturb_others() -> None:
    """admin C-28."""
    records, outcomes = decide(
        image(),
        Alteration(2, "t", [Operation("retention.ms", SET, "x")]),
        Alteration(2, "u", [Operation("retention.ms", SET, "5")]),
    )
    assert [None if error is None else int(error.code) for error in outcomes] == [40, None]
    assert [record.resource_name for record in records] == ["u"]


def test_min_insync_replicas_clears_eligible_leaders() -> None:
    """admin C-35, F-23: after all configurations, also for a removal; "" for a broker's."""
    state = image()
    apply(
        state,
        ConfigRecord(resource_type=2, resource_name="u", name="min.insync.replicas", value="1"),
    )
    records, _ = decide(
        state,
        Alteration(2, "t", [Operation("min.insync.replicas", SET, "1")]),
        Alteration(2, "u", [Operation("min.insync.replicas", DELETE, None)]),
        Alteration(4, "", [Operation("min.insync.replicas", SET, "1")]),
    )
    assert [type(record).__name__ for record in records] == ["ConfigRecord"] * 3 + [
        "ClearElrRecord"
    ] * 3
    assert [record.topic_name for record in records[3:]] == ["t", "u", ""]


def test_min_insync_replicas_is_the_clusters_while_elr_is_on() -> None:
    """admin H 77, C-30 (1), (2)."""
    state = image()
    remove = Operation("min.insync.replicas", DELETE, None)
    change = Operation("min.insync.replicas", SET, "1")
    assert outcome(state, 4, "1", change) is None
    apply(state, FeatureLevelRecord(name="eligible.leader.replicas.version", feature_level=1))
    assert outcome(state, 4, "1", change) == (
        40,
        "Broker-level min.insync.replicas cannot be altered while ELR is enabled.",
    )
    assert outcome(state, 4, "", remove) == (
        40,
        "Cluster-level min.insync.replicas cannot be removed while ELR is enabled.",
    )
    assert outcome(state, 4, "", change) is None


def test_a_broker_must_be_registered() -> None:
    """admin C-31."""
    error = outcome(image(), 4, "9", Operation("foo", SET, "1"))
    assert error is not None
    assert error[0] == 102


def test_the_result_as_a_whole_must_be_valid() -> None:
    """admin C-30 (5): a change is checked together with what was set before."""
    state = image()
    apply(
        state,
        ConfigRecord(resource_type=2, resource_name="t", name="max.compaction.lag.ms", value="5"),
    )
    error = outcome(state, 2, "t", Operation("min.compaction.lag.ms", SET, "6"))
    assert error is not None
    assert error[0] == 40
