"""Which changes of client quotas are possible, and what records they come to (KIP-546, admin D.5).

One entry of a request is about one entity; entries do not spoil each other. As in Kafka
(`ClientQuotaControlManager`) an entity that comes twice is changed as its first entry says, and
answered as if none had been. Unchanged values and absent keys that are removed write nothing.

A quota for an address must name one. Kafka would also take any host name that resolves; nothing is
resolved here, so of names only `localhost` is taken.
"""

from __future__ import annotations

from math import fmod
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.java_order import TABLE_MIN, java_hash_order, java_string_hash
from kafkawire.protocol.errors import ApiError, invalid_request
from kafkawire.protocol.messages.client_quota_record import ClientQuotaRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kafkawire.broker.metadata.image import MetadataImage, QuotaEntity
    from kafkawire.protocol.message import Message

USER = "user"
CLIENT_ID = "client-id"
IP = "ip"
SMALL_TABLE = 1
"""Kafka begins with as small a table as may be for the parts of an entity, and in its images."""
TYPES = frozenset((USER, CLIENT_ID, IP))

LONG_MAX = float(2**63 - 1)
INT_MAX = float(2**31 - 1)
_FRACTION = 1e-6


class _Key(NamedTuple):
    """Which values a key takes: whole ones up to `most`, or any if that is None."""

    most: float | None = None
    most_name: str = ""


_BYTES = _Key(LONG_MAX, "a LONG")
_OF_CLIENTS = {
    "producer_byte_rate": _BYTES,
    "consumer_byte_rate": _BYTES,
    "request_percentage": _Key(),
    "controller_mutation_rate": _Key(),
}
_OF_ADDRESSES = {"connection_creation_rate": _Key(INT_MAX, "an INT")}


class QuotaAlteration(NamedTuple):
    """What is to become of the quotas of one entity: by key, in the order given; None removes."""

    entity: QuotaEntity
    operations: Sequence[tuple[str, float | None]]


def decide(
    image: MetadataImage, alterations: Iterable[QuotaAlteration]
) -> tuple[list[Message], dict[QuotaEntity, ApiError | None]]:
    """The records of all changes that are possible, and for each entity why not or None."""
    records: list[Message] = []
    outcomes: dict[QuotaEntity, ApiError | None] = {}
    for alteration in alterations:
        entity = alteration.entity
        changes = dict(alteration.operations)
        if entity in outcomes or len(changes) < len(alteration.operations):
            outcomes[entity] = invalid_request(f"Ignoring duplicate entity {entity_text(entity)}")
            continue
        try:
            records += _changed(entity, changes, image.client_quotas.get(entity, {}))
            outcomes[entity] = None
        except ApiError as error:
            outcomes[entity] = error
    return records, outcomes


def entity_text(entity: QuotaEntity) -> str:
    """An entity as Kafka's messages show it."""
    parts = [f"{kind}={_shown(name)}" for kind, name in parts_as_listed(entity)]
    return f"ClientQuotaEntity(entries={{{', '.join(parts)}}})"


def parts_as_listed(entity: QuotaEntity) -> list[tuple[str, str | None]]:
    """The types and names of an entity in the order of Kafka's hash tables."""
    names = dict(entity)
    return [(kind, names[kind]) for kind in java_hash_order(names, least=SMALL_TABLE)]


def entities_as_listed(
    entities: Iterable[QuotaEntity], *, least: int = TABLE_MIN
) -> list[QuotaEntity]:
    """Entities in the order of a hash table, which had `least` buckets when it was new."""
    found = list(entities)
    hashes = [_hash(entity) for entity in found]
    return [found[at] for at in java_hash_order(range(len(found)), hashes.__getitem__, least=least)]


def _hash(entity: QuotaEntity) -> int:
    """`ClientQuotaEntity.hashCode()`, up to the bits that do not fit."""
    return 31 + sum(
        java_string_hash(kind) ^ (0 if name is None else java_string_hash(name))
        for kind, name in entity
    )


def _shown(name: str | None) -> str:
    return "null" if name is None else name


def _changed(
    entity: QuotaEntity, changes: Mapping[str, float | None], current: Mapping[str, float]
) -> list[Message]:
    """The records; in the order in which Kafka's image, not its controller, takes new keys in."""
    keys = _keys_for(entity)
    records: dict[str, Message] = {}
    for key in java_hash_order(changes, least=SMALL_TABLE):
        value = changes[key]
        if value is None:
            if key in current:
                records[key] = _record(entity, key, remove=True)
            continue
        _check_value(keys, key, value)
        if current.get(key) != value:
            records[key] = _record(entity, key, value=value)
    return [records[key] for key in java_hash_order(records)]


def _record(
    entity: QuotaEntity, key: str, *, value: float = 0.0, remove: bool = False
) -> ClientQuotaRecord:
    parts = [
        ClientQuotaRecord.EntityData(entity_type=kind, entity_name=name)
        for kind, name in parts_as_listed(entity)
    ]
    return ClientQuotaRecord(entity=parts, key=key, value=value, remove=remove)


def _keys_for(entity: QuotaEntity) -> Mapping[str, _Key]:
    """The keys that an entity may have; raises `ApiError` if there is no such entity."""
    names = dict(entity)
    if not names:
        raise invalid_request("Invalid empty client quota entity")
    for kind, name in parts_as_listed(entity):
        if kind not in TYPES:
            raise invalid_request(f"Unhandled client quota entity type: {kind}")
        if name == "":
            raise invalid_request(f"Empty {kind} not supported")
    if IP not in names:
        return _OF_CLIENTS
    if len(names) > 1:
        raise invalid_request(
            "Invalid quota entity combination, IP entity should"
            "not be combined with User or ClientId"
        )
    address = names[IP]
    if address is not None and not _is_address(address):
        raise invalid_request(f"{address} is not a valid IP or resolvable host.")
    return _OF_ADDRESSES


def _check_value(keys: Mapping[str, _Key], key: str, value: float) -> None:
    known = keys.get(key)
    if known is None:
        raise invalid_request(f"Invalid configuration key {key}")
    if value <= 0:
        raise invalid_request(f"Quota {key} must be greater than 0")
    if known.most is None:
        return
    if value > known.most:
        raise invalid_request(f"Proposed value for {key} is too large for {known.most_name}.")
    if fmod(value, 1) > _FRACTION:
        raise invalid_request(f"{key} cannot be a fractional value.")


def _is_address(text: str) -> bool:
    from ipaddress import ip_address

    if text == "localhost":
        return True
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
