"""Options: names and defaults of Java's clients, refusals in the words of Spark's connector."""

from __future__ import annotations

import pickle

import pytest

from kafkawire.spark.cluster import OptionError, Settings

HERE = {"kafka.bootstrap.servers": "here:1"}


def test_names_are_case_insensitive_and_others_are_not_ours() -> None:
    found = Settings.from_options({"Kafka.Bootstrap.SERVERS": "a:1,b:2", "subscribe": "t"})
    assert found.bootstrap == (("a", 1), ("b", 2))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("host", ("host", 9092)),
        ("PLAINTEXT://host:77", ("host", 77)),
        ("[::1]:9093", ("::1", 9093)),
    ],
)
def test_addresses_are_read_as_java_reads_them(text: str, address: tuple[str, int]) -> None:
    assert Settings.from_options({"kafka.bootstrap.servers": text}).bootstrap == (address,)


@pytest.mark.parametrize("text", ["", "host:0", "host:port", ":9092"])
def test_addresses_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="bootstrap"):
        Settings.from_options({"kafka.bootstrap.servers": text})


@pytest.mark.parametrize(
    "name",
    [
        "auto.offset.reset",
        "enable.auto.commit",
        "interceptor.classes",
        "key.deserializer",
        "value.deserializer",
        "key.serializer",
        "value.serializer",
        "transactional.id",
    ],
)
def test_what_the_stock_connector_refuses_is_refused_in_its_words(name: str) -> None:
    with pytest.raises(OptionError, match=f"Kafka option '{name}' is not supported"):
        Settings.from_options({**HERE, f"kafka.{name}": "x"})


def test_options_without_an_effect_are_warned_of_by_name() -> None:
    with pytest.warns(UserWarning, match="'metrics.num.samples' has no effect"):
        Settings.from_options({**HERE, "kafka.metrics.num.samples": "3"})


def test_settings_travel_to_tasks_and_are_a_key_there() -> None:
    found = Settings.from_options({**HERE, "kafka.acks": "1", "kafka.isolation.level": "x" * 0})
    assert {pickle.loads(pickle.dumps(found)): 1} == {found: 1}


@pytest.mark.parametrize(
    ("acks", "number", "is_idempotent"), [("all", -1, True), ("1", 1, False), ("0", 0, False)]
)
def test_only_with_all_acks_producers_are_idempotent(
    acks: str, number: int, is_idempotent: bool
) -> None:
    found = Settings.from_options({**HERE, "kafka.acks": acks}).producer
    assert (found.acks, found.is_idempotent) == (number, is_idempotent)


def test_idempotence_that_is_asked_for_needs_all_acks() -> None:
    given = {**HERE, "kafka.acks": "1", "kafka.enable.idempotence": "true"}
    with pytest.raises(OptionError, match="Must set acks to all"):
        Settings.from_options(given)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("compression.type", "brotli"),
        ("security.protocol", "TLS"),
        ("linger.ms", "soon"),
        ("batch.size", "-1"),
        ("isolation.level", "serializable"),
    ],
)
def test_values_that_make_no_sense_are_refused_with_their_option(name: str, text: str) -> None:
    with pytest.raises(OptionError, match=name):
        Settings.from_options({**HERE, f"kafka.{name}": text})
