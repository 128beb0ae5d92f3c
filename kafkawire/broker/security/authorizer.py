"""Authorization: the question that requests ask, and one that answers it by rules (KIP-11).

`Broker.authorizer` is None by default: everything is allowed, and nothing is asked. What asks is
`access.Access`, made by the handlers where Kafka's `AuthHelper` is called.

`RuleAuthorizer` decides as Kafka's `StandardAuthorizer` (admin D-42 to D-44): super users may do
everything; of the rules that cover the resource and apply to whoever asks, a single DENY outweighs
all ALLOWs; if no rule covers the resource at all, `allow_if_no_rule` decides.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CLUSTER_NAME = "kafka-cluster"
"""The only resource of type CLUSTER."""
ANY = "*"
"""As a resource name, a host, or the name of a user in a rule."""
ANY_USER = "User:*"


class Operation(IntEnum):
    """What is to be done, with Kafka's codes (`AclOperation`)."""

    UNKNOWN = 0
    ANY = 1
    ALL = 2
    READ = 3
    WRITE = 4
    CREATE = 5
    DELETE = 6
    ALTER = 7
    DESCRIBE = 8
    CLUSTER_ACTION = 9
    DESCRIBE_CONFIGS = 10
    ALTER_CONFIGS = 11
    IDEMPOTENT_WRITE = 12
    CREATE_TOKENS = 13
    DESCRIBE_TOKENS = 14
    TWO_PHASE_COMMIT = 15


class ResourceType(IntEnum):
    """What it is done to, with Kafka's codes (`ResourceType`)."""

    UNKNOWN = 0
    ANY = 1
    TOPIC = 2
    GROUP = 3
    CLUSTER = 4
    TRANSACTIONAL_ID = 5
    DELEGATION_TOKEN = 6
    USER = 7


class PatternType(IntEnum):
    """How a rule names its resources, with Kafka's codes (`PatternType`)."""

    LITERAL = 3
    PREFIXED = 4


class Permission(IntEnum):
    """What a rule says, with Kafka's codes (`AclPermissionType`)."""

    DENY = 2
    ALLOW = 3


class Subject(NamedTuple):
    """Who asks: the principal as Kafka writes it (`User:alice`), the peer's address as text."""

    principal: str
    host: str


class Authorizer(Protocol):
    """Says what is allowed.

    `version` must change whenever any answer may have: as long as it stands, fetch sessions rely
    on what they were told.
    """

    version: int

    def allows(
        self,
        subject: Subject,
        operation: Operation,
        resource_type: ResourceType,
        resource_name: str,
    ) -> bool:
        """Whether `subject` may do `operation` to that resource."""

    def allows_some(
        self, subject: Subject, operation: Operation, resource_type: ResourceType
    ) -> bool:
        """Whether there is any resource of the type, existing or not, where that is allowed."""


class Rule(NamedTuple):
    """An access control entry; by default it allows everybody."""

    resource_type: ResourceType
    resource_name: str
    operation: Operation
    permission: Permission = Permission.ALLOW
    principal: str = ANY_USER
    host: str = ANY
    pattern_type: PatternType = PatternType.LITERAL

    def covers(self, resource_type: ResourceType, resource_name: str) -> bool:
        """Whether the rule is about that resource; a prefix `*` is an ordinary prefix."""
        if resource_type != self.resource_type:
            return False
        if self.pattern_type == PatternType.PREFIXED:
            return resource_name.startswith(self.resource_name)
        return self.resource_name in (resource_name, ANY)

    def applies_to(self, subject: Subject, operation: Operation) -> bool:
        """Whether it speaks of that operation by `subject`; ALLOWs imply others, DENYs none."""
        if self.principal != subject.principal and not (
            self.principal == ANY_USER and subject.principal.startswith("User:")
        ):
            return False
        if self.host not in (subject.host, ANY):
            return False
        if self.operation in (operation, Operation.ALL):
            return True
        return self.permission == Permission.ALLOW and self.operation in _IMPLIED_BY.get(
            operation, ()
        )


_IMPLIED_BY = {
    Operation.DESCRIBE: (Operation.READ, Operation.WRITE, Operation.DELETE, Operation.ALTER),
    Operation.DESCRIBE_CONFIGS: (Operation.ALTER_CONFIGS,),
}


class RuleAuthorizer:
    """Decides by rules in memory, for tests and brokers within a program."""

    __slots__ = ("_rules", "allow_if_no_rule", "super_users", "version")

    def __init__(
        self,
        rules: Iterable[Rule] = (),
        *,
        super_users: Iterable[str] = (),
        allow_if_no_rule: bool = False,
    ) -> None:
        self._rules = dict.fromkeys(rules)
        self.super_users = frozenset(super_users)
        self.allow_if_no_rule = allow_if_no_rule
        """Kafka's `allow.everyone.if.no.acl.found`."""
        self.version = 0

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    def add(self, *rules: Rule) -> None:
        """Let `rules` hold from now on."""
        self._rules.update(dict.fromkeys(rules))
        self.version += 1

    def remove(self, *rules: Rule) -> None:
        """Let `rules` hold no longer; harmless where they did not."""
        for rule in rules:
            self._rules.pop(rule, None)
        self.version += 1

    def allows(
        self,
        subject: Subject,
        operation: Operation,
        resource_type: ResourceType,
        resource_name: str,
    ) -> bool:
        """Whether `subject` may do `operation` to that resource."""
        if subject.principal in self.super_users:
            return True
        covering = [rule for rule in self._rules if rule.covers(resource_type, resource_name)]
        if not covering:
            return self.allow_if_no_rule
        said = {rule.permission for rule in covering if rule.applies_to(subject, operation)}
        return Permission.ALLOW in said and Permission.DENY not in said

    def allows_some(
        self, subject: Subject, operation: Operation, resource_type: ResourceType
    ) -> bool:
        """Whether some ALLOW is not outweighed by a DENY that covers all it covers."""
        if subject.principal in self.super_users:
            return True
        rules = [
            rule
            for rule in self._rules
            if rule.resource_type == resource_type and rule.applies_to(subject, operation)
        ]
        denied = [rule for rule in rules if rule.permission == Permission.DENY]
        if any(rule.resource_name == ANY and not _is_prefix(rule) for rule in denied):
            return False
        if self.allow_if_no_rule:
            return True
        return any(
            not any(_covers_all_of(deny, rule) for deny in denied)
            for rule in rules
            if rule.permission == Permission.ALLOW
        )


def _is_prefix(rule: Rule) -> bool:
    return rule.pattern_type == PatternType.PREFIXED


def _covers_all_of(deny: Rule, rule: Rule) -> bool:
    """Whether no resource of `rule` is left."""
    if _is_prefix(rule) or rule.resource_name == ANY:
        return (
            _is_prefix(deny)
            and _is_prefix(rule)
            and rule.resource_name.startswith(deny.resource_name)
        )
    return deny.covers(rule.resource_type, rule.resource_name)
