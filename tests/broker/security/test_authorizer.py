"""Deciding by rules, as Kafka's standard authorizer does."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.security.authorizer import (
    Operation,
    PatternType,
    Permission,
    ResourceType,
    Rule,
    RuleAuthorizer,
    Subject,
)

TOPIC = ResourceType.TOPIC
ALICE = Subject("User:alice", "10.0.0.1")
READ, WRITE, DESCRIBE = Operation.READ, Operation.WRITE, Operation.DESCRIBE
DENY = Permission.DENY


def may(
    authorizer: RuleAuthorizer, operation: Operation, name: str = "t1", who: Subject = ALICE
) -> bool:
    return authorizer.allows(who, operation, TOPIC, name)


def test_what_no_rule_covers_is_denied_unless_told_otherwise() -> None:
    """admin D-42."""
    assert not may(RuleAuthorizer(), READ)
    assert may(RuleAuthorizer(allow_if_no_rule=True), READ)


def test_any_rule_of_the_resource_ends_the_leniency() -> None:
    """admin D-42, scenario 110: whoever it is about."""
    other = Rule(TOPIC, "t1", WRITE, principal="User:bob", host="1.1.1.1")
    authorizer = RuleAuthorizer([other], allow_if_no_rule=True)
    assert not may(authorizer, READ)
    assert may(authorizer, READ, "t2")


def test_super_users_may_do_everything() -> None:
    """admin D-42."""
    authorizer = RuleAuthorizer(
        [Rule(TOPIC, "t1", READ, DENY)], super_users=["User:alice", "User:admin"]
    )
    assert may(authorizer, READ)
    assert not may(authorizer, READ, who=Subject("User:bob", "10.0.0.1"))


def test_a_denial_outweighs_every_permission() -> None:
    """admin D-42, scenario 107: over literal, wildcard and prefix."""
    patterns = [
        ("t1", PatternType.LITERAL),
        ("*", PatternType.LITERAL),
        ("t", PatternType.PREFIXED),
    ]
    for (allowed, one), (denied, other) in product(patterns, patterns):
        authorizer = RuleAuthorizer(
            [
                Rule(TOPIC, allowed, READ, pattern_type=one),
                Rule(TOPIC, denied, READ, DENY, pattern_type=other),
            ]
        )
        assert not may(authorizer, READ)


@pytest.mark.parametrize("implying", [READ, WRITE, Operation.DELETE, Operation.ALTER])
def test_permissions_imply_to_describe(implying: Operation) -> None:
    """admin D-43, scenario 106."""
    assert may(RuleAuthorizer([Rule(TOPIC, "t1", implying)]), DESCRIBE)


@pytest.mark.parametrize("operation", [Operation.CREATE, Operation.ALTER_CONFIGS])
def test_others_do_not(operation: Operation) -> None:
    """admin D-43, scenario 106."""
    assert not may(RuleAuthorizer([Rule(TOPIC, "t1", operation)]), DESCRIBE)


def test_altering_configurations_implies_to_describe_them() -> None:
    """admin D-43."""
    authorizer = RuleAuthorizer([Rule(TOPIC, "t1", Operation.ALTER_CONFIGS)])
    assert may(authorizer, Operation.DESCRIBE_CONFIGS)


def test_denials_imply_nothing() -> None:
    """admin D-43, scenario 107: DENY READ leaves DESCRIBE."""
    authorizer = RuleAuthorizer(
        [
            Rule(TOPIC, "t1", READ),
            Rule(TOPIC, "t", READ, DENY, pattern_type=PatternType.PREFIXED),
        ]
    )
    assert not may(authorizer, READ)
    assert may(authorizer, DESCRIBE)


def test_all_operations_are_all() -> None:
    """admin D-43."""
    allowed = RuleAuthorizer([Rule(TOPIC, "t1", Operation.ALL)])
    denied = RuleAuthorizer([Rule(TOPIC, "t1", READ), Rule(TOPIC, "t1", Operation.ALL, DENY)])
    for operation in (READ, WRITE, DESCRIBE, Operation.CREATE):
        assert may(allowed, operation)
        assert not may(denied, operation)


def test_a_star_is_a_wildcard_only_where_it_is_literal() -> None:
    """admin D-44, scenario 108."""
    prefixed = RuleAuthorizer([Rule(TOPIC, "*", READ, pattern_type=PatternType.PREFIXED)])
    assert not may(prefixed, READ)
    assert may(prefixed, READ, "*t1")
    assert may(RuleAuthorizer([Rule(TOPIC, "*", READ)]), READ)


def test_principals_and_hosts_are_compared_as_text() -> None:
    """admin D-42, D-44: `User:*` is every user, and nobody of another type."""
    for_alice = RuleAuthorizer([Rule(TOPIC, "t1", READ, principal="User:alice", host="10.0.0.1")])
    assert may(for_alice, READ)
    assert not may(for_alice, READ, who=Subject("User:alice", "10.0.0.2"))
    assert not may(for_alice, READ, who=Subject("User:bob", "10.0.0.1"))
    for_users = RuleAuthorizer([Rule(TOPIC, "t1", READ)])
    assert may(for_users, READ)
    assert not may(for_users, READ, who=Subject("Robot:alice", "10.0.0.1"))


def test_types_of_resources_are_apart() -> None:
    authorizer = RuleAuthorizer([Rule(ResourceType.GROUP, "t1", READ)])
    assert not may(authorizer, READ)
    assert authorizer.allows(ALICE, READ, ResourceType.GROUP, "t1")


def test_a_change_of_the_rules_is_a_new_version() -> None:
    rule = Rule(TOPIC, "t1", READ)
    authorizer = RuleAuthorizer()
    versions = [authorizer.version]
    authorizer.add(rule, rule)
    versions.append(authorizer.version)
    assert list(authorizer) == [rule]
    assert may(authorizer, READ)
    authorizer.remove(rule)
    versions.append(authorizer.version)
    authorizer.remove(rule)
    assert not may(authorizer, READ)
    assert len(set(versions)) == 3


RULES = st.builds(
    Rule,
    st.sampled_from([TOPIC, ResourceType.GROUP]),
    st.sampled_from(["t1", "t", "*", "x"]),
    st.sampled_from([READ, WRITE, DESCRIBE, Operation.ALL]),
    st.sampled_from(list(Permission)),
    st.sampled_from(["User:*", "User:alice", "User:bob"]),
    st.sampled_from(["*", "10.0.0.1", "10.0.0.2"]),
    st.sampled_from(list(PatternType)),
)


@given(st.lists(RULES, max_size=6), st.sampled_from([READ, WRITE, DESCRIBE]), st.booleans())
def test_decisions_are_those_of_the_definition(
    rules: list[Rule], operation: Operation, lenient: bool
) -> None:
    """admin D-42, D-43: against the definition, rule by rule."""
    covering = [
        rule
        for rule in rules
        if rule.resource_type == TOPIC
        and (
            "t1".startswith(rule.resource_name)
            if rule.pattern_type == PatternType.PREFIXED
            else rule.resource_name in ("t1", "*")
        )
    ]
    mine = [
        rule
        for rule in covering
        if rule.principal in ("User:*", "User:alice") and rule.host in ("*", "10.0.0.1")
    ]
    denied = any(
        rule.permission == DENY and rule.operation in (operation, Operation.ALL) for rule in mine
    )
    allowing = {operation, Operation.ALL}
    if operation == DESCRIBE:
        allowing |= {READ, WRITE}
    allowed = any(rule.permission != DENY and rule.operation in allowing for rule in mine)
    expected = allowed and not denied if covering else lenient
    assert may(RuleAuthorizer(rules, allow_if_no_rule=lenient), operation) == expected


NAMES = ("t1", "t1~", "t", "t~", "x", "x~", "*~", "q")
"""One name for each way in which the rules above may tell names apart."""


@given(st.lists(RULES, max_size=6), st.sampled_from([READ, WRITE, DESCRIBE]))
def test_something_is_allowed_if_there_is_a_name_for_which_it_is(
    rules: list[Rule], operation: Operation
) -> None:
    """produce C-22: against all names that matter."""
    authorizer = RuleAuthorizer(rules)
    expected = any(may(authorizer, operation, name) for name in NAMES)
    assert authorizer.allows_some(ALICE, operation, TOPIC) == expected


def test_leniency_allows_something_unless_all_is_denied() -> None:
    """produce C-22."""
    authorizer = RuleAuthorizer([Rule(TOPIC, "t1", WRITE, DENY)], allow_if_no_rule=True)
    assert authorizer.allows_some(ALICE, WRITE, TOPIC)
    authorizer.add(Rule(TOPIC, "*", WRITE, DENY))
    assert not authorizer.allows_some(ALICE, WRITE, TOPIC)
    authorizer.super_users = frozenset(["User:alice"])
    assert authorizer.allows_some(ALICE, WRITE, TOPIC)
