"""Which changes of client quotas are possible, and the records that they come to."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.image import MetadataImage, QuotaEntity
from kafkawire.broker.metadata.quota_changes import (
    QuotaAlteration,
    decide,
    entities_as_listed,
    entity_text,
)
from kafkawire.broker.metadata.records import encode_record
from kafkawire.protocol.messages.client_quota_record import ClientQuotaRecord

USER = (("user", "u1"),)
BOTH = (("client-id", "c"), ("user", None))


def changed(
    image: MetadataImage, entity: QuotaEntity, *operations: tuple[str, float | None]
) -> tuple[int, str | None] | None:
    records, outcomes = decide(image, [QuotaAlteration(entity, operations)])
    for record in records:
        image.apply(record, 0)
    error = outcomes[entity]
    return None if error is None else (int(error.code), error.message)


def test_a_change_is_a_record_and_the_image_has_it() -> None:
    """admin F-29."""
    image = MetadataImage()
    assert changed(image, USER, ("producer_byte_rate", 10.0), ("request_percentage", 0.5)) is None
    assert image.client_quotas == {USER: {"producer_byte_rate": 10.0, "request_percentage": 0.5}}


def test_a_record_has_the_bytes_of_kafka() -> None:
    """admin F-29: the example of its table."""
    (record,), _ = decide(
        MetadataImage(), [QuotaAlteration((("user", None),), [("request_percentage", 50.0)])]
    )
    assert encode_record(record) == bytes.fromhex(
        "010e00020575736572000013726571756573745f70657263656e7461676540490000000000000000"
    )


def test_what_is_so_already_writes_nothing() -> None:
    """admin D-27."""
    image = MetadataImage()
    changed(image, USER, ("producer_byte_rate", 10.0))
    records, _ = decide(
        image,
        [QuotaAlteration(USER, [("producer_byte_rate", 10.0), ("consumer_byte_rate", None)])],
    )
    assert records == []
    assert decide(image, [QuotaAlteration(BOTH, [("nonsense", None)])])[0] == []


def test_the_last_quota_takes_its_entity_along() -> None:
    image = MetadataImage()
    changed(image, USER, ("producer_byte_rate", 10.0), ("consumer_byte_rate", 7.0))
    changed(image, USER, ("producer_byte_rate", None))
    assert image.client_quotas == {USER: {"consumer_byte_rate": 7.0}}
    changed(image, USER, ("consumer_byte_rate", None))
    assert image.client_quotas == {}
    image.apply(
        ClientQuotaRecord(
            entity=[ClientQuotaRecord.EntityData(entity_type="user", entity_name="u1")],
            key="consumer_byte_rate",
            remove=True,
        ),
        0,
    )
    assert image.client_quotas == {}


@pytest.mark.parametrize(
    ("entity", "key", "value", "message"),
    [
        ((), "producer_byte_rate", 1.0, "Invalid empty client quota entity"),
        ((("foo", "x"),), "producer_byte_rate", 1.0, "Unhandled client quota entity type: foo"),
        ((("user", ""),), "producer_byte_rate", 1.0, "Empty user not supported"),
        (
            (("ip", "1.2.3.4"), ("user", "u")),
            "connection_creation_rate",
            1.0,
            "Invalid quota entity combination, IP entity should"
            "not be combined with User or ClientId",
        ),
        (
            (("ip", "x.y.z.invalid"),),
            "connection_creation_rate",
            1.0,
            "x.y.z.invalid is not a valid IP or resolvable host.",
        ),
        (USER, "foo", 1.0, "Invalid configuration key foo"),
        (
            USER,
            "connection_creation_rate",
            1.0,
            "Invalid configuration key connection_creation_rate",
        ),
        (USER, "producer_byte_rate", 0.0, "Quota producer_byte_rate must be greater than 0"),
        (USER, "producer_byte_rate", -1.0, "Quota producer_byte_rate must be greater than 0"),
        (USER, "producer_byte_rate", 1.5, "producer_byte_rate cannot be a fractional value."),
        (
            USER,
            "producer_byte_rate",
            1e19,
            "Proposed value for producer_byte_rate is too large for a LONG.",
        ),
        (
            (("ip", None),),
            "connection_creation_rate",
            3e9,
            "Proposed value for connection_creation_rate is too large for an INT.",
        ),
    ],
)
def test_what_cannot_be_is_refused(
    entity: QuotaEntity, key: str, value: float | None, message: str
) -> None:
    """admin D-25, D-26, scenario 101."""
    image = MetadataImage()
    assert changed(image, entity, (key, value)) == (42, message)
    assert image.client_quotas == {}


@pytest.mark.parametrize(
    ("entity", "key", "value"),
    [
        (USER, "request_percentage", 100.5),
        (BOTH, "controller_mutation_rate", 0.25),
        ((("ip", "127.0.0.1"),), "connection_creation_rate", 5.0),
        ((("ip", "::1"),), "connection_creation_rate", 5.0),
        ((("ip", "localhost"),), "connection_creation_rate", 5.0),
        ((("ip", None),), "connection_creation_rate", 5.0),
    ],
)
def test_what_can_be_is_kept(entity: QuotaEntity, key: str, value: float | None) -> None:
    """admin D-26, scenario 101."""
    image = MetadataImage()
    assert changed(image, entity, (key, value)) is None
    assert image.client_quotas == {entity: {key: value}}


def test_of_an_entity_that_comes_twice_the_first_change_is_made() -> None:
    """admin D-25: its answer is the refusal of the second."""
    image = MetadataImage()
    records, outcomes = decide(
        image,
        [
            QuotaAlteration(USER, [("producer_byte_rate", 10.0)]),
            QuotaAlteration(USER, [("producer_byte_rate", 20.0)]),
        ],
    )
    (record,) = records
    assert isinstance(record, ClientQuotaRecord)
    assert record.value == 10.0
    error = outcomes[USER]
    assert error is not None
    assert error.message == "Ignoring duplicate entity ClientQuotaEntity(entries={user=u1})"


def test_a_key_that_comes_twice_refuses_its_entity() -> None:
    image = MetadataImage()
    twice = (("producer_byte_rate", 10.0), ("producer_byte_rate", 20.0))
    assert changed(image, BOTH, *twice) == (
        42,
        "Ignoring duplicate entity ClientQuotaEntity(entries={client-id=c, user=null})",
    )
    assert image.client_quotas == {}


def test_of_several_wrong_keys_the_first_of_a_small_table_is_told() -> None:
    """admin D-25: the order of a table that is made for as many keys as there are."""
    changes = [("foo", 1.0), ("consumer_byte_rate", 1.0)]
    for some in (changes, changes[::-1]):
        refused = changed(MetadataImage(), (("ip", None),), *some)
        assert refused == (42, "Invalid configuration key consumer_byte_rate")


def test_keys_that_come_together_stand_in_the_order_of_a_table_of_their_own() -> None:
    """admin D-27: one that was there stays before them (seen on a running 4.4.0)."""
    both = ("producer_byte_rate", 10.0), ("request_percentage", 5.0)
    for some in (both, both[::-1]):
        image = MetadataImage()
        assert changed(image, USER, *some) is None
        assert list(image.client_quotas[USER]) == ["request_percentage", "producer_byte_rate"]
    image = MetadataImage()
    for one in both:
        assert changed(image, USER, one) is None
    assert list(image.client_quotas[USER]) == ["producer_byte_rate", "request_percentage"]


def test_one_bad_entry_leaves_the_others_alone() -> None:
    """admin D-27."""
    _, outcomes = decide(
        MetadataImage(),
        [
            QuotaAlteration(USER, [("foo", 1.0)]),
            QuotaAlteration(BOTH, [("producer_byte_rate", 1.0)]),
        ],
    )
    assert [error is None for error in outcomes.values()] == [False, True]


def test_texts_and_orders_do_not_depend_on_how_entities_were_made() -> None:
    assert entity_text(BOTH) == "ClientQuotaEntity(entries={client-id=c, user=null})"
    entities = [(("user", f"u{n}"),) for n in range(5)]
    assert entities_as_listed(entities) == entities_as_listed(entities[::-1])
    assert sorted(entities_as_listed(entities)) == entities
