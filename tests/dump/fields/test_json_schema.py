"""Schemas of bodies, held against the values of random messages."""

from __future__ import annotations

import pytest

from kafkawire.dump import declarations
from kafkawire.dump.fields.json_schema import body_schema
from kafkawire.dump.fields.values import compile_reader
from tests.support.requests.json_schemas import complaints
from tests.support.requests.strategies import SPECS, draw, versions
from tools.generate.model import MessageSpec


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_every_body_is_as_its_schemas_say(spec: MessageSpec) -> None:
    declaration = declarations.load(spec.name)
    of_all = body_schema(declaration)
    for version in versions(spec):
        found, _ = compile_reader(declaration, version)(draw(spec, version, 7).encode(version), 0)
        of_this = body_schema(declaration, version)

        assert complaints(found, of_all, of_all) == []
        assert complaints(found, of_this, of_this) == []


def test_a_schema_of_a_version_has_its_fields_only() -> None:
    declaration = declarations.load("FetchRequest")

    old = body_schema(declaration, 3)
    new = body_schema(declaration, 17)

    assert "replicaId" in old["required"]
    assert "sessionId" not in old["properties"]
    assert "replicaId" not in new["properties"]
    assert "clusterId" in new["properties"]
    assert "clusterId" not in new["required"]
    assert new["title"] == "FetchRequest v17"


def test_descriptions_name_versions() -> None:
    properties = body_schema(declarations.load("FetchRequest"))["properties"]

    assert properties["replicaId"]["description"].endswith(" Versions 0-14.")
    assert properties["sessionId"]["description"].endswith(" Versions 7+.")


def test_what_is_not_declared_is_refused() -> None:
    schema = body_schema(declarations.load("HeartbeatResponse"), 4)

    assert complaints({"throttleTimeMs": 0, "errorCode": 0}, schema, schema) == []
    assert complaints({"throttleTimeMs": 0}, schema, schema) == ["$: errorCode is missing"]
    assert complaints({"throttleTimeMs": 0, "errorCode": 1 << 15}, schema, schema) != []
    assert complaints({"throttleTimeMs": 0, "errorCode": 0, "more": 1}, schema, schema) != []
