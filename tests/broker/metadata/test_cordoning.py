"""Directories that take no new replicas."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.config_changes import DELETE, SET, Alteration, Operation
from kafkawire.broker.metadata.cordoning import (
    check_cordon,
    check_cordon_is_distinct,
    cordoned_by,
    log_dirs,
)
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.stored_harness import StoredHarness

NAME = "cordoned.log.dirs"
CONFIG = BrokerConfig({"log.dirs": "/a,/b"})


def check(text: str) -> None:
    check_cordon_is_distinct(text)
    check_cordon(CONFIG, text)


@pytest.mark.parametrize("text", ["", "*", "/a", "/b,/a"])
def test_directories_that_are_there_are_taken_without_error(text: str) -> None:
    """admin C-44."""
    check(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "nope",
            f"requirement failed: All entries in {NAME} must be present in log.dirs or log.dir. "
            "Missing entries : nope",
        ),
        (
            "*,/a",
            f"requirement failed: When {NAME} is set to *, it must not contain other values",
        ),
        ("/a,/a", f"Configuration '{NAME}' values must not be duplicated."),
    ],
)
def test_directories_that_are_not(text: str, message: str) -> None:
    """admin C-44: words of a running 4.4.0."""
    with pytest.raises(ApiError) as caught:
        check(text)
    assert (caught.value.code, caught.value.message) == (42, message)


def test_the_older_name_counts_where_the_newer_is_not_set() -> None:
    assert log_dirs(CONFIG) == ("/a", "/b")
    assert log_dirs(BrokerConfig({"log.dir": "/c"})) == ("/c",)
    assert cordoned_by(CONFIG, None, b"id") == []
    assert cordoned_by(CONFIG, "/b", b"id") == [b"id"]


def change(harness: BrokerHarness, broker: str, operation: Operation) -> ApiError | None:
    (outcome,) = harness.broker.controller.alter_configs(
        [Alteration(4, broker, [operation])], validate_only=False, now_ms=harness.now_ms
    )
    return outcome


def created(harness: BrokerHarness, name: str) -> int:
    topic = CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1, replication_factor=1)
    request = CreateTopicsRequest(topics=[topic], timeout_ms=1000)
    code = harness.connect().request(request, 7).topics[0].error_code
    assert isinstance(code, int)
    return code


def test_a_cordoned_broker_takes_no_new_replicas() -> None:
    """admin C-44, B-14: the registration says so with the configuration, and takes it back."""
    harness = BrokerHarness()
    log = harness.broker.controller.log
    begin = log.end_offset
    assert change(harness, "1", Operation(NAME, SET, "*")) is None
    kinds = [record.API_KEY for _, record, _ in log.read_from(begin)]
    assert kinds == [4, 17]
    registered = harness.broker.metadata.brokers[1]
    assert list(registered.cordoned_log_dirs) == [harness.broker.replicas.log_dir_id]
    assert created(harness, "a") == 38
    assert change(harness, "1", Operation(NAME, DELETE, None)) is None
    assert list(registered.cordoned_log_dirs) == []
    assert created(harness, "a") == 0


def test_an_unchanged_cordon_changes_no_registration() -> None:
    harness = BrokerHarness()
    change(harness, "1", Operation(NAME, SET, "*"))
    begin = harness.broker.controller.log.end_offset
    change(harness, "1", Operation(NAME, SET, "*"))
    assert harness.broker.controller.log.end_offset == begin + 1


def test_a_cordon_outlives_a_restart() -> None:
    """admin C-44, F-5: it is said after the registration."""
    disk = SimulatedDisk()
    harness = StoredHarness(disk)
    change(harness, "1", Operation(NAME, SET, "*"))
    assert harness.stop()
    again = StoredHarness(disk)
    assert again.broker.metadata.brokers[1].cordoned
    assert created(again, "a") == 38


def test_older_metadata_know_no_cordons() -> None:
    """admin C-30 (3), G-3."""
    harness = BrokerHarness()
    harness.broker.metadata.features["metadata.version"] = 29
    error = change(harness, "1", Operation(NAME, SET, "*"))
    assert error is not None
    assert (error.code, error.message) == (
        40,
        f"The {NAME} configuration value cannot be set because it requires metadata.version >= "
        "4.3-IV0",
    )
