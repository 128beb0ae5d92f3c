"""Configurations as they are shown: values, sources, synonyms, orders."""

from __future__ import annotations

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.config.definitions import TOPIC
from kafkawire.broker.metadata.config_entries import ConfigEntries, ConfigEntry, Synonym
from kafkawire.broker.metadata.config_order import in_listed_order
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.protocol.messages.config_record import ConfigRecord
from tests.support.broker.metadata import apply, image_of

CLUSTER_DEFAULT = ConfigRecord(
    resource_type=4, resource_name="", name="min.insync.replicas", value="1"
)


def setting(kind: int, resource: str, name: str, value: str) -> ConfigRecord:
    return ConfigRecord(resource_type=kind, resource_name=resource, name=name, value=value)


def entries(image: MetadataImage, overrides: dict[str, str] | None = None) -> ConfigEntries:
    config = BrokerConfig(overrides or {})
    for (kind, name), values in image.configs.items():
        for key, value in values.items() if kind == 4 else ():
            config.set_dynamic(key, value, cluster_wide=not name)
    return ConfigEntries(image, config)


def named(found: list[ConfigEntry], name: str) -> ConfigEntry:
    (entry,) = (entry for entry in found if entry.name == name)
    return entry


def test_what_is_set_for_all_brokers_is_listed_by_hashes_within_a_bucket() -> None:
    """admin C-14, A-52: however it was set (seen on a running 4.4.0)."""
    names = ["log.message.timestamp.type", "log.cleanup.policy", "min.insync.replicas"]
    for some in (names, names[::-1]):
        records = [
            ConfigRecord(resource_type=4, resource_name="", name=name, value="1") for name in some
        ]
        listed = ConfigEntries(image_of(*records), BrokerConfig({})).cluster_default()
        assert [each.name for each in listed] == [names[1], names[0], names[2]]


def test_a_topic_has_37_entries_in_hash_order() -> None:
    """admin H 61, A-56, C-13: the order of a table of 64."""
    found = [entry.name for entry in entries(image_of()).topic("t")]
    assert len(found) == 37
    assert found == in_listed_order(TOPIC)


def test_an_internal_configuration_is_shown_where_it_is_set() -> None:
    image = image_of(setting(2, "t", "internal.segment.bytes", "100"))
    found = entries(image)
    assert found.topic("t")[0][:3] == ("internal.segment.bytes", "100", 1)
    assert len(found.topic("t")) == 38
    assert len(found.topic("u")) == 37
    assert len(found.new_topic({"internal.segment.bytes": "100"})) == 38


def test_overrides_are_shown_as_they_are_understood() -> None:
    """admin C-18: lists are joined by commas, numbers have no spaces."""
    image = image_of(setting(2, "t", "cleanup.policy", "compact, delete"))
    entry = named(entries(image).topic("t"), "cleanup.policy")
    assert entry.value == entry.synonyms[0].value == "compact,delete"


def test_a_value_that_only_an_older_release_accepts_is_shown_as_it_stands() -> None:
    """A directory of Kafka 3 may have segments below 1 MiB; 4.4.0 does not even start there."""
    image = image_of(setting(2, "t", "segment.bytes", "4000"))
    entry = named(entries(image).topic("t"), "segment.bytes")
    assert (entry.value, entry.source, entry.synonyms[0].value) == ("4000", 1, "4000")


def test_times_with_several_names_have_no_synonyms_by_default() -> None:
    """admin H 62, C-9: only log.retention.hours has a default, and it is not the first name."""
    entry = named(entries(image_of()).topic("t"), "retention.ms")
    assert (entry.value, entry.source, entry.type, entry.synonyms) == ("604800000", 5, 5, ())
    for name in ("segment.ms", "segment.jitter.ms", "flush.ms"):
        assert named(entries(image_of()).topic("t"), name).synonyms == ()


def test_the_first_name_of_a_time_is_a_synonym_once_it_is_set() -> None:
    """admin C-9."""
    image = image_of(setting(4, "", "log.retention.ms", "7"))
    entry = named(entries(image, {"log.retention.minutes": "3"}).topic("t"), "retention.ms")
    assert (entry.value, entry.source) == ("7", 3)
    assert entry.synonyms == (
        ("log.retention.ms", "7", 3),
        ("log.retention.minutes", "3", 4),
        ("log.retention.hours", "168", 5),
    )


def test_an_override_comes_before_the_brokers() -> None:
    """admin H 62, H 63, C-9 to C-11."""
    image = image_of(setting(2, "t", "cleanup.policy", "compact"))
    entry = named(entries(image).topic("t"), "cleanup.policy")
    assert (entry.value, entry.source, entry.type) == ("compact", 1, 7)
    assert entry.synonyms == (
        ("cleanup.policy", "compact", 1),
        ("log.cleanup.policy", "delete", 5),
    )
    assert named(entries(image).topic("other"), "cleanup.policy").synonyms == (
        ("log.cleanup.policy", "delete", 5),
    )


def test_min_insync_replicas_of_a_fresh_cluster_is_a_dynamic_default() -> None:
    """admin H 69, C-12."""
    entry = named(entries(image_of(CLUSTER_DEFAULT)).topic("t"), "min.insync.replicas")
    assert (entry.source, entry.type) == (3, 3)
    assert entry.synonyms == (("min.insync.replicas", "1", 3), ("min.insync.replicas", "1", 5))


def test_keys_without_a_counterpart_have_no_synonyms() -> None:
    """admin C-10."""
    found = entries(image_of()).topic("t")
    for name in ("remote.storage.enable", "leader.replication.throttled.replicas"):
        assert named(found, name).synonyms == ()
    image = image_of(setting(2, "t", "remote.log.copy.disable", "true"))
    entry = named(entries(image).topic("t"), "remote.log.copy.disable")
    assert entry.synonyms == (("remote.log.copy.disable", "true", 1),)


def test_topic_values_follow_the_brokers() -> None:
    """admin H 64, C-19."""
    image = image_of()
    found = entries(image)
    assert named(found.topic("t"), "max.message.bytes").source == 5
    apply(image, setting(4, "", "message.max.bytes", "9"))
    entry = named(entries(image).topic("t"), "max.message.bytes")
    assert (entry.value, entry.source) == ("9", 3)
    assert named(found.topic("t"), "max.message.bytes").source == 3


def test_a_new_topics_entries_are_sorted_by_name() -> None:
    """admin B-20."""
    found = entries(image_of(CLUSTER_DEFAULT)).new_topic({"retention.ms": " 5 "})
    names = [entry.name for entry in found]
    assert names == sorted(names)
    assert len(names) == 37
    # As the request has it: here nothing is converted.
    assert (named(found, "retention.ms").value, named(found, "retention.ms").source) == (" 5 ", 1)
    assert named(found, "min.insync.replicas").source == 3


def test_a_broker_has_350_entries() -> None:
    """admin C-13, A-56."""
    found = entries(image_of(CLUSTER_DEFAULT), {"listeners": "PLAINTEXT://:9"}).broker()
    assert len(found) == 350
    listeners = named(found, "listeners")
    assert (listeners.source, listeners.read_only) == (4, False)
    assert listeners.synonyms == (
        ("listeners", "PLAINTEXT://:9", 4),
        ("listeners", "PLAINTEXT://:9092", 5),
    )
    broker_id = named(found, "broker.id")
    assert (broker_id.value, broker_id.source, broker_id.read_only) == ("1", 4, True)
    assert named(found, "log.retention.ms").value is None
    assert named(found, "log.retention.hours").synonyms == (("log.retention.hours", "168", 5),)


def test_passwords_are_never_shown() -> None:
    """admin H 70, C-13: not in synonyms either."""
    found = entries(image_of(), {"ssl.key.password": "secret"}).broker()
    entry = named(found, "ssl.key.password")
    assert (entry.value, entry.sensitive, entry.type) == (None, True, 9)
    assert entry.synonyms == (("ssl.key.password", None, 4),)


def test_dynamic_values_are_ordered_by_how_near_they_are() -> None:
    """admin C-42."""
    image = image_of(
        setting(4, "1", "message.max.bytes", "1"), setting(4, "", "message.max.bytes", "2")
    )
    entry = named(entries(image, {"message.max.bytes": "3"}).broker(), "message.max.bytes")
    assert entry.value == "1"
    assert [synonym[1:] for synonym in entry.synonyms] == [
        ("1", 2),
        ("2", 3),
        ("3", 4),
        ("1048588", 5),
    ]


def test_unknown_dynamic_keys_come_first_and_are_hidden() -> None:
    """admin C-15."""
    entry = entries(image_of(setting(4, "1", "foo", "bar"))).broker()[0]
    assert entry == ("foo", None, 2, 0, True, True, (("foo", None, 2),))


def test_the_cluster_default_lists_what_is_set() -> None:
    """admin C-14."""
    found = entries(image_of(CLUSTER_DEFAULT, setting(4, "", "foo", "x"))).cluster_default()
    entry = named(found, "min.insync.replicas")
    assert (entry.value, entry.source) == ("1", 3)
    assert entry.synonyms == (("min.insync.replicas", "1", 3),)
    assert named(found, "foo").sensitive
    assert len(found) == 2


def test_groups_continue_in_the_brokers_names() -> None:
    """admin C-17."""
    image = image_of(setting(32, "g", "consumer.session.timeout.ms", "50000"))
    found = entries(image).group("g")
    assert len(found) == 21
    entry = named(found, "consumer.session.timeout.ms")
    assert entry.synonyms == (
        ("consumer.session.timeout.ms", "50000", 8),
        ("group.consumer.session.timeout.ms", "45000", 5),
    )
    assert named(entries(image).group("h"), "consumer.session.timeout.ms").source == 5
    isolation = named(found, "share.isolation.level")
    assert isolation.synonyms == (("share.isolation.level", "read_uncommitted", 5),)


def test_metrics_subscriptions_have_three_entries() -> None:
    """admin C-17."""
    image = image_of(setting(16, "m", "interval.ms", "100"))
    found = {entry.name: entry for entry in entries(image).client_metrics("m")}
    assert (found["interval.ms"].value, found["interval.ms"].source) == ("100", 7)
    assert found["interval.ms"].synonyms == (("interval.ms", "100", 7),)
    assert (found["match"].value, found["match"].source, found["match"].synonyms) == ("", 5, ())
    assert len(found) == 3


def test_rates_of_replication_show_their_values() -> None:
    """admin C-13: they have a type, though no static value and no default."""
    name = "leader.replication.throttled.rate"
    found = entries(image_of(setting(4, "1", name, "5"), setting(4, "", name, " 6 ")))
    entry = named(found.broker(), name)
    assert entry[:6] == (name, "5", 2, 5, False, False)
    assert entry.synonyms == ((name, "5", 2), (name, " 6 ", 3))
    assert found.cluster_default() == [
        entry._replace(value=" 6 ", source=3, synonyms=(Synonym(name, " 6 ", 3),))
    ]


def test_a_listeners_value_has_the_type_of_the_name_behind_it() -> None:
    """admin C-13, C-15: read-only as to its flag, and a password stays hidden."""
    plain, secret = "listener.name.x.max.connections", "listener.name.x.plain.sasl.jaas.config"
    found = entries(image_of(setting(4, "1", plain, "5"), setting(4, "1", secret, "pw")))
    entry = named(found.broker(), plain)
    assert entry[:6] == (plain, "5", 2, 3, True, False)
    assert entry.synonyms == ((plain, "5", 2), ("max.connections", "2147483647", 5))
    assert named(found.broker(), secret) == ((secret, None, 2, 9, True, True, ((secret, None, 2),)))
    with_static = entries(image_of(), {plain: "7"})
    assert named(with_static.broker(), plain)[:3] == (plain, "7", 4)
