"""Declarations, loaded one message at a time from the generated data beside this module.

A message's structs stand in one flat table by name, its root first, since Kafka lets no two structs
of a message share a name. A version range is a closed pair; `NEVER` is an empty one.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from kafkawire.protocol.api_keys import API_NAMES

_DATA = Path(__file__).parent / "data"


class VersionRange(NamedTuple):
    """A closed range of versions, empty if `first` is above `last`."""

    first: int
    last: int

    def has(self, version: int) -> bool:
        """Whether the version is one of them."""
        return self.first <= version <= self.last


NEVER = VersionRange(1, 0)


class FieldDeclaration(NamedTuple):
    """One field; `type` is the element's type where `is_array`, a struct's name for structs."""

    name: str
    """As the schemas spell it: `HighWatermark`."""
    snake: str
    """As we spell it: `high_watermark`."""
    camel: str
    """As Kafka's JSON spells it: `highWatermark`."""
    type: str
    is_array: bool
    is_struct: bool
    versions: VersionRange
    nullable: VersionRange
    tagged: VersionRange
    tag: int
    """-1 for a field that is tagged in no version."""
    default: object
    """What an absent tagged field means, as JSON has it; True is a struct of defaults."""
    flexible: VersionRange | None
    """Versions with a compact length, where those differ from the message's."""
    entity_type: str
    """What a value of it names: `topicName`, `groupId`, `brokerId` and so on, or nothing."""
    about: str

    def is_plain_in(self, version: int) -> bool:
        """Whether it stands in the body, outside the tag section."""
        return self.versions.has(version) and not self.tagged.has(version)

    def is_tagged_in(self, version: int) -> bool:
        """Whether it may stand in the tag section."""
        return self.versions.has(version) and self.tagged.has(version)

    @property
    def kind(self) -> str:
        """Its whole type: `[]int32`."""
        return "[]" + self.type if self.is_array else self.type


class MessageDeclaration(NamedTuple):
    """A request, a response, a header, a record or plain data."""

    name: str
    kind: str
    api_key: int
    """For records their type's number; -1 for plain data."""
    versions: VersionRange
    flexible: VersionRange
    about: str
    structs: dict[str, tuple[FieldDeclaration, ...]]
    """The fields of each struct in order, the message's own under its name."""

    @property
    def fields(self) -> tuple[FieldDeclaration, ...]:
        """The message's own fields, of all versions."""
        return self.structs[self.name]

    def is_flexible_in(self, version: int) -> bool:
        """Whether structs end in tag sections and lengths are compact (KIP-482)."""
        return self.flexible.has(version)

    def is_compact(self, field: FieldDeclaration, version: int) -> bool:
        """Whether the field's length is compact; a header's client id never has such a one."""
        own = field.flexible
        return self.flexible.has(version) if own is None else own.has(version)


@cache
def load(name: str) -> MessageDeclaration:
    """The declaration of `FetchResponse`, `RequestHeader`, `ConsumerProtocolAssignment` ...

    Raises KeyError for a name that Kafka does not have.
    """
    try:
        raw = json.loads(_data(f"{name}.json"))
    except OSError:
        raise KeyError(name) from None
    return MessageDeclaration(
        raw["name"],
        raw["kind"],
        raw["apiKey"],
        VersionRange(*raw["versions"]),
        VersionRange(*raw["flexible"]),
        raw["about"],
        {struct: tuple(map(_field, rows)) for struct, rows in raw["structs"].items()},
    )


def _data(name: str) -> bytes:
    # The loader reads what is beside this module also where that is within a zip.
    loader = __spec__.loader
    return bytes(loader.get_data(str(_DATA / name)))  # type: ignore[union-attr]


def for_api(api_key: int, is_request: bool) -> MessageDeclaration | None:
    """The declaration of an API's requests or responses; None for a key that Kafka lacks."""
    name = API_NAMES.get(api_key)
    return None if name is None else load(name + ("Request" if is_request else "Response"))


def _field(raw: dict[str, Any]) -> FieldDeclaration:
    name = raw["name"]
    own = raw.get("flexible")
    return FieldDeclaration(
        name,
        raw["snake"],
        name[:1].lower() + name[1:],
        raw["type"],
        raw.get("array", False),
        raw.get("struct", False),
        VersionRange(*raw["versions"]),
        VersionRange(*raw.get("nullable", NEVER)),
        VersionRange(*raw.get("tagged", NEVER)),
        raw.get("tag", -1),
        raw.get("default"),
        None if own is None else VersionRange(*own),
        raw.get("entity", ""),
        raw.get("about", ""),
    )
