"""Rights compared with the real Kafka: `python -m compat.oracle.authorizing [--version V]`.

Scripts cannot set rights by one API on both sides yet, so this has nodes of its own: Apache Kafka
with its standard authorizer, told by CreateAcls, and a LocalBroker with a `RuleAuthorizer`. Rules
tell clients apart by their addresses: everything of this machine's loopback network is local, so a
*guest* connects from 127.0.0.2, for whom nothing is allowed but what a script grants; 127.0.0.1,
from where everything else comes and the node talks to itself, may do everything.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable

from compat.oracle.commands import add_shown, add_version, ended, say, verdict
from compat.oracle.gaps import known_gaps
from compat.oracle.lockstep import Lockstep
from compat.oracle.node import KafkaNode
from compat.oracle.reports import lines
from compat.oracle.runner import api_ranges
from compat.oracle.scripts import rights
from compat.oracle.scripts.kit import World
from compat.oracle.scripts.rights import GUEST, Rights
from compat.oracle.side import Side, opened
from compat.oracle.sides import SETTINGS
from compat.oracle.steps import Answer, Ask, InForce, Script
from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.create_acls_request import CreateAclsRequest
from kafkawire.protocol.messages.create_acls_response import CreateAclsResponse
from kafkawire.protocol.messages.delete_acls_request import DeleteAclsRequest
from kafkawire.testing import LocalBroker, RawConnection
from tools.programs import HOST

GUEST_HOST = "127.0.0.2"
STANDARD_AUTHORIZER = {
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "allow.everyone.if.no.acl.found": "true",
}
FOR_THE_HOUSE = tuple(
    Rule(kind, name, Operation.ALL, host=HOST)
    for kind, name in (
        (ResourceType.CLUSTER, "kafka-cluster"),
        (ResourceType.TOPIC, "*"),
        (ResourceType.GROUP, "*"),
        (ResourceType.TRANSACTIONAL_ID, "*"),
    )
)


class GuestSide(Side):
    """A broker to which the connections named after guests come from elsewhere."""

    def link(self, name: str) -> RawConnection:
        """The connection of that name, opened if there is none."""
        if name.startswith(GUEST) and name not in self._links:
            self._links[name] = opened(self.host, self.port, GUEST_HOST)
        return super().link(name)


class KafkaRights(Rights):
    """Rights of guests at a node of Apache Kafka."""

    def __init__(self, side: Side) -> None:
        self._side = side

    def grant(self, *rules: Rule) -> None:
        """Let `rules` hold."""
        make = CreateAclsRequest.AclCreation
        request = CreateAclsRequest(
            creations=[
                make(
                    resource_type=int(rule.resource_type),
                    resource_name=rule.resource_name,
                    resource_pattern_type=int(rule.pattern_type),
                    principal=rule.principal,
                    host=rule.host,
                    operation=int(rule.operation),
                    permission_type=int(rule.permission),
                )
                for rule in rules
            ]
        )
        found = self._side.do(Ask(request, 3, "rights"))
        assert isinstance(found, Answer), found
        assert isinstance(found.message, CreateAclsResponse)
        assert not any(each.error_code for each in found.message.results), found.message
        self._side.do(InForce())

    def revoke(self, *rules: Rule) -> None:
        """Let `rules` hold no longer."""
        make = DeleteAclsRequest.DeleteAclsFilter
        request = DeleteAclsRequest(
            filters=[
                make(
                    resource_type_filter=int(rule.resource_type),
                    resource_name_filter=rule.resource_name,
                    pattern_type_filter=int(rule.pattern_type),
                    principal_filter=rule.principal,
                    host_filter=rule.host,
                    operation=int(rule.operation),
                    permission_type=int(rule.permission),
                )
                for rule in rules
            ]
        )
        self._side.do(Ask(request, 3, "rights"))
        self._side.do(InForce())


class LocalRights(Rights):
    """Rights of guests at a broker in this process."""

    def __init__(self, broker: LocalBroker) -> None:
        self._broker = broker
        self._authorizer = RuleAuthorizer(allow_if_no_rule=True)

        def guard() -> None:
            broker.broker.authorizer = self._authorizer

        broker.run(guard)

    def grant(self, *rules: Rule) -> None:
        """Let `rules` hold."""
        self._broker.run(lambda: self._authorizer.add(*rules))

    def revoke(self, *rules: Rule) -> None:
        """Let `rules` hold no longer."""
        self._broker.run(lambda: self._authorizer.remove(*rules))


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m compat.oracle.authorizing")
    add_version(parser)
    add_shown(parser)
    options = parser.parse_args(arguments)
    return ended(lambda: _run(options.version, options.shown))


def _run(version: str, shown: int) -> int:
    with (
        KafkaNode(version, {**SETTINGS, **STANDARD_AUTHORIZER}) as node,
        LocalBroker(dict(SETTINGS)) as broker,
    ):
        host, port = broker.bootstrap.split(":")
        theirs = GuestSide(f"Kafka {version}", HOST, node.port)
        ours = GuestSide("kafkawire", host, int(port))
        return _compare((theirs, ours), (KafkaRights(theirs), LocalRights(broker)), shown)


def _compare(sides: tuple[Side, Side], owners: tuple[Rights, Rights], shown: int) -> int:
    for owner in owners:
        owner.grant(*FOR_THE_HOUSE)
    lockstep = Lockstep(*sides, known_gaps())
    ranges = api_ranges(sides[0])
    found = 0
    for name, script in rights.RIGHTS_SCRIPTS.items():
        report = lockstep.run(name, _maker(name, script, World(name, ranges, 0, 0), owners))
        found += len(report.findings)
        say(*lines(report, sides, shown))
    lockstep.close()
    return verdict(found)


def _maker(
    name: str,
    script: Callable[[World, Rights], Script],
    world: World,
    owners: tuple[Rights, Rights],
) -> Callable[[], Script]:
    """Makes the script of one side and then that of the other."""
    turns = itertools.cycle(owners)
    return lambda: script(world, next(turns))


if __name__ == "__main__":
    sys.exit(main())
