"""ACLs in Kafka's numbers, and answers that brokers with an authorizer give."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.operations import acls
from kafkawire.client.descriptions import AclBinding, AclFilter
from kafkawire.protocol.messages.create_acls_response import CreateAclsResponse
from kafkawire.protocol.messages.delete_acls_response import DeleteAclsResponse
from kafkawire.protocol.messages.describe_acls_response import DescribeAclsResponse
from tests.client.support.operations import sources
from tests.client.support.world import World

READS = AclBinding("topic", "orders", "User:anna", "read")
DENIED = AclBinding("group", "o", "User:*", "all", "deny", "10.0.0.1", "prefixed")


def test_bindings_are_created_and_one_that_fails_hides_no_other() -> None:
    """client B-50."""
    plan = acls.create_acls(sources(World()), [READS, DENIED])
    request: Any = plan.operation.ask(plan.keys, 3)
    assert [
        (each.resource_type, each.resource_pattern_type, each.operation, each.permission_type)
        for each in request.creations
    ] == [(2, 3, 3, 3), (3, 4, 2, 2)]
    assert [(each.resource_name, each.principal, each.host) for each in request.creations] == [
        ("orders", "User:anna", "*"),
        ("o", "User:*", "10.0.0.1"),
    ]
    result = CreateAclsResponse.AclCreationResult
    answer = CreateAclsResponse(results=[result(), result(error_code=54, error_message="none")])
    told: Any = plan.operation.read(answer, plan.keys, 3)
    assert told[READS] is None
    assert told[DENIED].code == 54


def test_a_filter_is_any_where_it_says_nothing() -> None:
    every = acls.describe_acls(sources(World()), AclFilter())
    request: Any = every.operation.ask(every.keys, 3)
    assert (request.resource_type_filter, request.pattern_type_filter) == (1, 1)
    assert (request.operation, request.permission_type) == (1, 1)
    assert (request.resource_name_filter, request.principal_filter, request.host_filter) == (
        None,
        None,
        None,
    )
    some = acls.describe_acls(
        sources(World()), AclFilter("topic", "orders", operation="write", pattern_type="match")
    )
    request = some.operation.ask(some.keys, 3)
    assert (request.resource_type_filter, request.pattern_type_filter) == (2, 2)
    assert (request.resource_name_filter, request.operation) == ("orders", 4)


def test_bindings_are_read() -> None:
    plan = acls.describe_acls(sources(World()), AclFilter())
    acl = DescribeAclsResponse.AclDescription
    resource = DescribeAclsResponse.DescribeAclsResource
    answer = DescribeAclsResponse(
        resources=[
            resource(
                resource_type=2,
                resource_name="orders",
                acls=[acl(principal="User:anna", host="*", operation=3, permission_type=3)],
            ),
            resource(
                resource_type=3,
                resource_name="o",
                pattern_type=4,
                acls=[acl(principal="User:*", host="10.0.0.1", operation=2, permission_type=2)],
            ),
        ]
    )
    assert list(plan.operation.read(answer, plan.keys, 3).values()) == [(READS, DENIED)]
    refused: Any = plan.operation.read(DescribeAclsResponse(error_code=54), plan.keys, 3)
    assert [error.code for error in refused.values()] == [54]


def test_what_was_deleted_is_read_by_filter() -> None:
    """client B-50."""
    first, second = AclFilter("topic"), AclFilter("group")
    plan = acls.delete_acls(sources(World()), [first, second])
    request: Any = plan.operation.ask(plan.keys, 3)
    assert [each.resource_type_filter for each in request.filters] == [2, 3]
    deleted = DeleteAclsResponse.DeleteAclsMatchingAcl(
        resource_type=2,
        resource_name="orders",
        principal="User:anna",
        host="*",
        operation=3,
        permission_type=3,
    )
    result = DeleteAclsResponse.DeleteAclsFilterResult
    answer = DeleteAclsResponse(
        filter_results=[result(matching_acls=[deleted]), result(error_code=31)]
    )
    told: Any = plan.operation.read(answer, plan.keys, 3)
    assert told[first] == {READS: None}
    assert told[second].code == 31
