"""Names of librdkafka."""

from __future__ import annotations

import dataclasses

from kafkawire.client.options import ConsumerSettings, ProducerSettings, settings
from kafkawire.client.options.synonyms import SYNONYMS, field_name


def test_a_synonym_sets_the_option_that_it_means() -> None:
    """client B-7."""
    given = {"metadata.broker.list": "a:1", "queue.buffering.max.ms": "7", "max.in.flight": 2}
    made = settings(ProducerSettings, given)
    assert made.bootstrap_servers == ("a:1",)
    assert (made.linger_ms, made.max_in_flight_requests_per_connection) == (7, 2)


def test_synonyms_are_no_options_of_kafka_and_mean_some() -> None:
    fields = {
        field.name
        for kind in (ConsumerSettings, ProducerSettings)
        for field in dataclasses.fields(kind)
    }
    assert set(SYNONYMS.values()) <= fields
    assert not fields & set(SYNONYMS)


def test_other_names_are_written_with_underscores() -> None:
    assert field_name(" group.id ") == "group_id"
