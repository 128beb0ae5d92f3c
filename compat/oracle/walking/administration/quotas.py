"""Moves that set and describe client quotas (admin D.5); none is so small that it throttles."""

from __future__ import annotations

from compat.oracle.scripts.quotas import DEFAULT, EXACT, SPECIFIED, entry
from compat.oracle.scripts.quotas import describe as asked
from compat.oracle.walking.administration.sketch import (
    AdministrationSketch,
    Asked,
    changing,
    looking,
)
from compat.oracle.walking.ground import Ground, Request
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.describe_client_quotas_request import DescribeClientQuotasRequest

KEYS = (
    "producer_byte_rate",
    "consumer_byte_rate",
    "request_percentage",
    "connection_creation_rate",
    "foo",
    "",
)
LARGE = (1e12, 2e12, 3e12)
WRONG = (0.0, -1.0, 1.5)
TYPES = ("user", "client-id", "ip", "foo", "")
ENTITIES: tuple[dict[str, str | None], ...] = (
    {"user": "q-u"},
    {"user": None},
    {"client-id": "q-c"},
    {"client-id": None},
    {"user": "q-u", "client-id": "q-c"},
    {"user": None, "client-id": "q-c"},
    {"ip": "10.1.2.3"},
    {"ip": "10.1.2.3", "user": "q-u"},
    {"ip": "x.y.z.invalid"},
    {"user": ""},
    {"foo": "x"},
    {},
)


def change(sketch: AdministrationSketch) -> Asked:
    """Quotas of some entities, wrong ones as well."""
    random = sketch.random
    version = sketch.version(AlterClientQuotasRequest)
    entries = []
    for entity in sketch.some(ENTITIES):
        quotas: dict[str, float | None] = {}
        for key in sketch.some(KEYS, 2):
            # Wrong values only for whom nobody is: a wrong one that is taken would throttle.
            wrong = sketch.seldom(0.1) and entity.get("user") == "q-u"
            value = random.choice(WRONG if wrong else LARGE)
            quotas[key] = None if random.random() < 0.3 else value
        entries.append(entry(entity, quotas))
    validate_only = sketch.seldom(0.2)

    def build(_: Ground) -> AlterClientQuotasRequest:
        return AlterClientQuotasRequest(entries=entries, validate_only=validate_only)

    return changing(Request(build, version))


def look(sketch: AdministrationSketch) -> Asked:
    """Quotas by a filter."""
    random = sketch.random
    version = sketch.version(DescribeClientQuotasRequest)
    names = {EXACT: "q-u", DEFAULT: None, SPECIFIED: None, 9: None}
    components = []
    for _ in range(random.choice((0, 1, 1, 2))):
        how = random.choice((EXACT, DEFAULT, SPECIFIED, SPECIFIED, 9))
        name = names[how] if not sketch.seldom(0.1) else random.choice(("q-c", "", None))
        components.append((random.choice(TYPES), how, name))
    request = asked(*components, strict=random.random() < 0.4, version=version).request
    return looking(Request(lambda _: request, version))
