"""Operations on access control lists: create, describe, delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all, outcome
from kafkawire.client.core.operations.topics import CONTROLLER_MOVED
from kafkawire.client.descriptions import AclBinding, AclFilter
from kafkawire.client.errors import ClientError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.create_acls_request import CreateAclsRequest
from kafkawire.protocol.messages.delete_acls_request import DeleteAclsRequest
from kafkawire.protocol.messages.describe_acls_request import DescribeAclsRequest

ACLS = "ACLs"
ANY = 1
RESOURCES = {
    "topic": 2,
    "group": 3,
    "cluster": 4,
    "transactional_id": 5,
    "delegation_token": 6,
    "user": 7,
}
PATTERNS = {"match": 2, "literal": 3, "prefixed": 4}
PERMISSIONS = {"deny": 2, "allow": 3}
OPERATIONS = {
    "all": 2,
    "read": 3,
    "write": 4,
    "create": 5,
    "delete": 6,
    "alter": 7,
    "describe": 8,
    "cluster_action": 9,
    "describe_configs": 10,
    "alter_configs": 11,
    "idempotent_write": 12,
    "create_tokens": 13,
    "describe_tokens": 14,
    "two_phase_commit": 15,
}
WORDS: Mapping[str, Mapping[str, int]] = {
    "resource_type": RESOURCES,
    "pattern_type": PATTERNS,
    "operation": OPERATIONS,
    "permission": PERMISSIONS,
}
"""Kafka's numbers of words, by the fields that have them."""
Deleted = Mapping[AclBinding, ClientError | None]


def create_acls(sources: Sources, bindings: Sequence[AclBinding]) -> Plan[AclBinding, None]:
    """Create ACLs; they are the keys."""

    def ask(keys: Sequence[AclBinding], version: int) -> CreateAclsRequest:
        creations = [
            CreateAclsRequest.AclCreation(
                resource_type=RESOURCES[key.resource_type],
                resource_name=key.resource_name,
                resource_pattern_type=PATTERNS[key.pattern_type],
                principal=key.principal,
                host=key.host,
                operation=OPERATIONS[key.operation],
                permission_type=PERMISSIONS[key.permission],
            )
            for key in keys
        ]
        return CreateAclsRequest(creations=creations)

    def read(
        answer: Any, keys: Sequence[AclBinding], version: int
    ) -> dict[AclBinding, ClientError | None]:
        return {
            key: outcome(None, each, api=ApiKey.CREATE_ACLS)
            for key, each in zip(keys, answer.results, strict=False)
        }

    operation = Operation(
        ApiKey.CREATE_ACLS,
        "create ACLs",
        sources.anyone(),
        ask,
        read,
        least=1,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, bindings)


def describe_acls(sources: Sources, wanted: AclFilter) -> Plan[str, tuple[AclBinding, ...]]:
    """Find ACLs; there is one key."""

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, tuple[AclBinding, ...] | ClientError]:
        found = tuple(
            _binding(resource, each) for resource in answer.resources for each in resource.acls
        )
        return for_all(keys, found, answer, api=ApiKey.DESCRIBE_ACLS)

    operation = Operation(
        ApiKey.DESCRIBE_ACLS,
        "describe ACLs",
        sources.anyone(),
        lambda keys, version: DescribeAclsRequest(**_fields(wanted)),
        read,
        least=1,
    )
    return Plan(operation, [ACLS])


def delete_acls(sources: Sources, filters: Sequence[AclFilter]) -> Plan[AclFilter, Deleted]:
    """Delete the ACLs of filters, which are the keys; a result has what became of each ACL."""

    def ask(keys: Sequence[AclFilter], version: int) -> DeleteAclsRequest:
        return DeleteAclsRequest(
            filters=[DeleteAclsRequest.DeleteAclsFilter(**_fields(key)) for key in keys]
        )

    def read(
        answer: Any, keys: Sequence[AclFilter], version: int
    ) -> dict[AclFilter, Deleted | ClientError]:
        return {
            key: outcome(_deleted(each), each, api=ApiKey.DELETE_ACLS)
            for key, each in zip(keys, answer.filter_results, strict=False)
        }

    operation = Operation(
        ApiKey.DELETE_ACLS,
        "delete ACLs",
        sources.anyone(),
        ask,
        read,
        least=1,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, filters)


def _deleted(result: Any) -> Deleted:
    return {
        _binding(each, each): outcome(None, each, api=ApiKey.DELETE_ACLS)
        for each in result.matching_acls
    }


def _fields(wanted: AclFilter) -> dict[str, Any]:
    """The fields of a request for a filter."""
    return {
        "resource_type_filter": RESOURCES.get(wanted.resource_type or "", ANY),
        "resource_name_filter": wanted.resource_name,
        "pattern_type_filter": PATTERNS.get(wanted.pattern_type or "", ANY),
        "principal_filter": wanted.principal,
        "host_filter": wanted.host,
        "operation": OPERATIONS.get(wanted.operation or "", ANY),
        "permission_type": PERMISSIONS.get(wanted.permission or "", ANY),
    }


def _binding(resource: Any, each: Any) -> AclBinding:
    return AclBinding(
        _word(RESOURCES, resource.resource_type),
        resource.resource_name,
        each.principal,
        _word(OPERATIONS, each.operation),
        _word(PERMISSIONS, each.permission_type),
        each.host,
        _word(PATTERNS, resource.pattern_type),
    )


def _word(words: Mapping[str, int], number: int) -> str:
    return next((word for word, known in words.items() if known == number), "unknown")
