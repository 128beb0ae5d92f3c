"""Moves that describe, list and change configurations (admin C)."""

from __future__ import annotations

from compat.oracle.scripts.configs import APPEND, DELETE, SET, SUBTRACT, Change, alter, describe
from compat.oracle.scripts.replacing import replace
from compat.oracle.walking.administration.sketch import (
    AdministrationSketch,
    Asked,
    Name,
    looking,
    looking_and_changing,
)
from compat.oracle.walking.administration.values import (
    BROKER,
    GROUP,
    LOGGER,
    METRICS,
    NAMES,
    TOPIC,
    VALUES,
)
from compat.oracle.walking.ground import Ground, Request
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.list_config_resources_request import ListConfigResourcesRequest

STRANGE_KINDS = (0, 1, 3, 64, -1)
OPERATIONS = (SET, SET, SET, SET, DELETE, DELETE, APPEND, SUBTRACT)
OF_ONE_BROKER = tuple(VALUES[BROKER])
"""What of a whole broker is compared; the rest depends on where it runs."""

Resource = tuple[int, Name]


def _resource(sketch: AdministrationSketch, *, is_changed: bool = True) -> Resource:
    random = sketch.random
    if sketch.seldom(0.04):
        return random.choice(STRANGE_KINDS), Name("1", is_own=False)
    kind = random.choice((TOPIC, TOPIC, TOPIC, BROKER, BROKER, METRICS, GROUP))
    if sketch.seldom(0.04):
        kind = LOGGER
    if kind == TOPIC:
        return kind, sketch.own_name() if is_changed else sketch.name()
    return kind, Name(random.choice(NAMES[kind]), is_own=False)


def look(sketch: AdministrationSketch) -> Asked:
    """Configurations of some resources: all of them, or some by name."""
    random = sketch.random
    version = sketch.version(DescribeConfigsRequest)
    resources = [_resource(sketch, is_changed=False) for _ in range(random.choice((1, 1, 1, 2, 3)))]
    keys = None
    if any(kind == BROKER for kind, _ in resources):
        keys = list(OF_ONE_BROKER)
    elif sketch.seldom(0.4):
        kind = random.choice(resources)[0]
        keys = sketch.some([*VALUES.get(kind, {}), "no.such"])
    synonyms = version >= 1 and random.random() < 0.5

    def build(ground: Ground) -> DescribeConfigsRequest:
        named = [(kind, name.on(ground)) for kind, name in resources]
        return describe(*named, keys=keys, include_synonyms=synonyms)

    return looking(Request(build, version))


def change(sketch: AdministrationSketch) -> Asked:
    """Set, unset, extend and shorten."""
    random = sketch.random
    version = sketch.version(IncrementalAlterConfigsRequest)
    planned = [
        (*_resource(sketch), sketch.random.choice((1, 1, 1, 2, 3)))
        for _ in range(random.choice((1, 1, 1, 2)))
    ]
    changes = [[_change(sketch, kind) for _ in range(count)] for kind, _, count in planned]
    validate_only = sketch.seldom(0.2)

    def build(ground: Ground) -> IncrementalAlterConfigsRequest:
        named = [
            (kind, name.on(ground), some)
            for (kind, name, _), some in zip(planned, changes, strict=True)
        ]
        return alter(*named, validate_only=validate_only)

    return looking_and_changing(Request(build, version))


def _change(sketch: AdministrationSketch, kind: int) -> Change:
    random = sketch.random
    key, value = _setting(sketch, kind)
    how = random.choice(OPERATIONS)
    return key, how, None if how == DELETE or sketch.seldom(0.03) else value


def _setting(sketch: AdministrationSketch, kind: int) -> tuple[str, str]:
    values = VALUES.get(kind, {"no.such.logger": ("INFO", "FOO")})
    key = sketch.random.choice(list(values))
    return key, sketch.random.choice(values[key])


def put_in_place(sketch: AdministrationSketch) -> Asked:
    """All that a resource is to have set: the rest goes. No resource twice (admin C-38)."""
    random = sketch.random
    version = sketch.version(AlterConfigsRequest)
    drawn = [_resource(sketch) for _ in range(random.choice((1, 1, 2)))]
    # Kafka takes all kinds that it does not know for one.
    resources = {(-1 if kind in STRANGE_KINDS else kind, name): kind for kind, name in drawn}
    planned = [
        (kind, name, [_setting(sketch, kind) for _ in range(random.choice((0, 1, 1, 2)))])
        for (_, name), kind in resources.items()
    ]
    validate_only = sketch.seldom(0.3)

    def build(ground: Ground) -> AlterConfigsRequest:
        named = [(kind, name.on(ground), some) for kind, name, some in planned]
        return replace(*named, validate_only=validate_only)

    return looking_and_changing(Request(build, version))


def list_all(sketch: AdministrationSketch) -> Asked:
    """Which resources have configurations."""
    random = sketch.random
    version = sketch.version(ListConfigResourcesRequest)
    kinds: list[int] = []
    if version:
        every = (TOPIC, BROKER, LOGGER, METRICS, GROUP)
        kinds = random.choice(([], [random.choice(every)], random.sample(every, 3)))
        if sketch.seldom(0.1):
            kinds = [*kinds, random.choice((0, 1, 99))]
    request = Request(lambda _: ListConfigResourcesRequest(resource_types=kinds), version)
    return looking(request)
