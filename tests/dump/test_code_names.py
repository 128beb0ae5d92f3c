"""Numbers with names: they are Kafka's, and of fields that mean one thing wherever they are."""

from __future__ import annotations

import pytest

from kafkawire.broker.security.authorizer import Operation
from kafkawire.dump.code_names import CODE_NAMES, codes_of
from kafkawire.dump.declarations import MessageDeclaration, for_api
from kafkawire.protocol.api_keys import API_NAMES


@pytest.mark.parametrize(
    ("field", "value", "name"),
    [
        ("isolation_level", 1, "READ_COMMITTED"),
        ("key_type", 0, "GROUP"),
        ("config_source", 5, "DEFAULT_CONFIG"),
        ("operation", 12, "IDEMPOTENT_WRITE"),
        ("resource_pattern_type", 4, "PREFIXED"),
        ("upgrade_type", 3, "UNSAFE_DOWNGRADE"),
        ("upgrade_type", 0, None),
        ("isolation_level", 9, None),
        ("session_epoch", 1, None),
    ],
)
def test_values_have_kafkas_names(field: str, value: int, name: str | None) -> None:
    assert codes_of("AnyRequest", field).get(value) == name


@pytest.mark.parametrize(
    ("message", "field", "value", "name"),
    [
        ("DescribeConfigsRequest", "resource_type", 4, "BROKER"),
        ("IncrementalAlterConfigsResponse", "resource_type", 32, "GROUP"),
        ("CreateAclsRequest", "resource_type", 4, "CLUSTER"),
        ("DeleteAclsRequest", "resource_type_filter", 1, "ANY"),
        ("ListConfigResourcesRequest", "resource_types", 2, "TOPIC"),
        ("ProduceRequest", "acks", -1, "ALL"),
        ("ListOffsetsRequest", "timestamp", -1, "LATEST"),
        ("ListOffsetsRequest", "timestamp", -2, "EARLIEST"),
        ("ListOffsetsRequest", "timestamp", -3, "MAX_TIMESTAMP"),
        ("ListOffsetsRequest", "timestamp", -4, "EARLIEST_LOCAL"),
        ("ListOffsetsRequest", "timestamp", -5, "LATEST_TIERED"),
        ("ListOffsetsRequest", "timestamp", -6, "EARLIEST_PENDING_UPLOAD"),
        ("ListOffsetsResponse", "timestamp", -1, None),
    ],
)
def test_some_fields_mean_something_else_in_another_message(
    message: str, field: str, value: int, name: str | None
) -> None:
    assert codes_of(message, field).get(value) == name


def declarations() -> list[MessageDeclaration]:
    found = [for_api(key, is_request=end) for key in API_NAMES for end in (True, False)]
    return [declaration for declaration in found if declaration is not None]


def test_all_of_the_fields_are_in_messages() -> None:
    fields = {
        field.snake
        for declaration in declarations()
        for struct in declaration.structs.values()
        for field in struct
        if field.type == "int8"
    }
    assert set(CODE_NAMES) - fields == set()


def test_operations_are_those_that_the_broker_knows() -> None:
    assert {each.value: each.name for each in Operation}.items() <= CODE_NAMES["operation"].items()
