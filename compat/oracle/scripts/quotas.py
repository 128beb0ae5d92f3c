"""Client quotas: how they are set and described (KIP-546)."""

from __future__ import annotations

from collections.abc import Mapping

from compat.oracle.scripts.kit import Part, World, message
from compat.oracle.steps import Ask, InForce, Script
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.alter_client_quotas_response import AlterClientQuotasResponse
from kafkawire.protocol.messages.describe_client_quotas_request import DescribeClientQuotasRequest

EXACT, DEFAULT, SPECIFIED = 0, 1, 2

Entity = Mapping[str, str | None]
Quotas = Mapping[str, float | None]


def entry(entity: Entity, quotas: Quotas) -> AlterClientQuotasRequest.EntryData:
    """An entry of AlterClientQuotas; None removes."""
    part, operation = AlterClientQuotasRequest.EntityData, AlterClientQuotasRequest.OpData
    return AlterClientQuotasRequest.EntryData(
        entity=[part(entity_type=kind, entity_name=name) for kind, name in entity.items()],
        ops=[
            operation(key=key, value=value or 0.0, remove=value is None)
            for key, value in quotas.items()
        ],
    )


def alter(
    *entries: AlterClientQuotasRequest.EntryData, version: int = 1, validate_only: bool = False
) -> Ask:
    """AlterClientQuotas."""
    return Ask(
        AlterClientQuotasRequest(entries=list(entries), validate_only=validate_only), version
    )


def in_force(*changes: tuple[Entity, Quotas]) -> Part[None]:
    """Change quotas, and wait until the broker acts upon them."""
    answer = message(
        (yield alter(*(entry(*change) for change in changes))), AlterClientQuotasResponse
    )
    assert not any(each.error_code for each in answer.entries), answer
    yield InForce()


def describe(
    *components: tuple[str, int, str | None], strict: bool = False, version: int = 1
) -> Ask:
    """DescribeClientQuotas."""
    make = DescribeClientQuotasRequest.ComponentData
    found = [make(entity_type=kind, match_type=how, match=name) for kind, how, name in components]
    return Ask(DescribeClientQuotasRequest(components=found, strict=strict), version)


ENTITIES: tuple[Entity, ...] = (
    {"user": "q-u"},
    {"user": None},
    {"client-id": "q-c"},
    {"client-id": None},
    {"user": "q-u", "client-id": "q-c"},
    {"client-id": None, "user": "q-v"},
    {"user": None, "client-id": None},
    {"ip": "10.1.2.3"},
    {"ip": None},
)
FILTERS: tuple[tuple[tuple[str, int, str | None], ...], ...] = (
    (),
    (("user", EXACT, "q-u"),),
    (("user", DEFAULT, None),),
    (("user", SPECIFIED, None),),
    (("client-id", SPECIFIED, None),),
    (("user", SPECIFIED, None), ("client-id", SPECIFIED, None)),
    (("user", EXACT, "q-u"), ("client-id", DEFAULT, None)),
    (("user", EXACT, "nobody"),),
    (("ip", SPECIFIED, None),),
    (("ip", DEFAULT, None),),
    (("ip", EXACT, "10.1.2.3"),),
    (("foo", EXACT, "x"),),
    (("", EXACT, "x"),),
    (("user", 9, None),),
    (("user", -1, None),),
    (("user", EXACT, None),),
    (("user", DEFAULT, "x"),),
    (("user", SPECIFIED, "x"),),
    (("user", SPECIFIED, None), ("user", EXACT, "x")),
    (("ip", SPECIFIED, None), ("user", SPECIFIED, None)),
    (("ip", SPECIFIED, None), ("foo", SPECIFIED, None)),
)
HIGH = 1e15
"""More than anything uses."""


def administration(world: World) -> Script:
    """What can be set, what cannot, and how it is described (admin D-25 to D-29)."""
    for version in world.versions(AlterClientQuotasRequest):
        for entity in ENTITIES:
            quotas = _usual(entity)
            yield alter(entry(entity, quotas), version=version, validate_only=True)
            yield alter(entry(entity, quotas), version=version)
            yield alter(entry(entity, quotas), version=version)
        yield InForce()
        for strict in (False, True):
            for components in FILTERS:
                yield describe(*components, strict=strict, version=version)
        yield from refusals(version)
        yield InForce()
        yield describe(version=version)
        yield alter(*(entry(each, dict.fromkeys(_usual(each))) for each in ENTITIES))
        yield InForce()
        yield describe(version=version)


def _usual(entity: Entity) -> Quotas:
    if "ip" in entity:
        return {"connection_creation_rate": 1e6}
    return {
        "producer_byte_rate": HIGH,
        "consumer_byte_rate": HIGH - 1,
        "request_percentage": 1e6 + 0.5,
        "controller_mutation_rate": 1e6,
    }


def refusals(version: int) -> Part[None]:
    """Entries that cannot be, alone and beside one that can."""
    good = entry({"user": "q-good"}, {"producer_byte_rate": HIGH})
    bytes_key = "producer_byte_rate"
    for entity, key, value in (
        ({}, bytes_key, 1.0),
        ({"foo": "x"}, bytes_key, 1.0),
        ({"user": ""}, bytes_key, 1.0),
        ({"user": "q-u", "foo": "x"}, bytes_key, 1.0),
        ({"ip": "10.1.2.3", "user": "q-u"}, "connection_creation_rate", 1.0),
        ({"ip": "x.y.z.invalid"}, "connection_creation_rate", 1.0),
        ({"ip": "10.1.2.3"}, bytes_key, 1.0),
        ({"user": "q-u"}, "connection_creation_rate", 1.0),
        ({"user": "q-u"}, "foo", 1.0),
        ({"user": "q-u"}, "foo", None),
        ({"user": "q-u"}, bytes_key, 0.0),
        ({"user": "q-u"}, bytes_key, -1.0),
        ({"user": "q-u"}, bytes_key, 1.5),
        ({"user": "q-u"}, bytes_key, 1e19),
        ({"user": "q-u"}, "request_percentage", 0.0),
        ({"user": "q-u"}, "request_percentage", 100.5),
        ({"ip": "10.1.2.3"}, "connection_creation_rate", 1.5),
        ({"ip": "10.1.2.3"}, "connection_creation_rate", 3e9),
        ({"user": "q-absent"}, bytes_key, None),
    ):
        bad = entry(entity, {key: value})
        yield alter(bad, version=version)
        yield alter(bad, good, version=version)
    twice = entry({"user": "q-twice"}, {bytes_key: HIGH})
    yield alter(twice, entry({"user": "q-twice"}, {bytes_key: HIGH - 1}), version=version)
    twice.ops.append(twice.ops[0])
    yield alter(twice, version=version)
    named = entry({"user": "q-first"}, {bytes_key: HIGH})
    named.entity += entry({"user": "q-last"}, {}).entity
    yield alter(named, version=version)
    yield alter(version=version)
    for name in ("q-good", "q-twice", "q-last"):
        yield alter(entry({"user": name}, {bytes_key: None}), version=version)
    yield alter(entry({"user": "q-u"}, {"request_percentage": 1e6 + 0.5}), version=version)


SCRIPTS = {"quotas-administration": administration}
