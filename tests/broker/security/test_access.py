"""What one client may do, asked once for each resource."""

from __future__ import annotations

from types import SimpleNamespace

from kafkawire.broker.context import ConnectionContext, RequestContext
from kafkawire.broker.security.access import Access, access_of, permitted
from kafkawire.broker.security.authorizer import (
    Operation,
    ResourceType,
    Rule,
    RuleAuthorizer,
    Subject,
)

READ = Operation.READ


class Recorder:
    """Allows what begins with "a", and remembers what it was asked."""

    def __init__(self) -> None:
        self.version = 0
        self.asked: list[tuple[object, ...]] = []

    def allows(self, *question: object) -> bool:
        self.asked.append(question)
        return str(question[-1]).startswith("a")

    def allows_some(self, *question: object) -> bool:
        self.asked.append(question)
        return True


def context(principal: str = "User:alice", host: str = "10.0.0.1") -> RequestContext:
    connection = ConnectionContext(client_host=host)
    connection.principal = principal
    return RequestContext(
        api_key=1, api_version=12, correlation_id=0, client_id="", connection=connection, now_ms=0
    )


def test_each_resource_is_asked_about_once() -> None:
    recorder = Recorder()
    access = Access(recorder, context())
    for _ in range(3):
        assert access.to_topic(READ, "a")
        assert not access.to_topic(READ, "b")
    who = Subject("User:alice", "10.0.0.1")
    assert recorder.asked == [
        (who, READ, ResourceType.TOPIC, "a"),
        (who, READ, ResourceType.TOPIC, "b"),
    ]


def test_resources_are_named_as_kafka_does() -> None:
    recorder = Recorder()
    access = Access(recorder, context())
    access.to_cluster(Operation.CLUSTER_ACTION)
    access.to_transactional_id(Operation.WRITE, "tx")
    access.to_some_topic(Operation.WRITE)
    assert [question[1:] for question in recorder.asked] == [
        (Operation.CLUSTER_ACTION, ResourceType.CLUSTER, "kafka-cluster"),
        (Operation.WRITE, ResourceType.TRANSACTIONAL_ID, "tx"),
        (Operation.WRITE, ResourceType.TOPIC),
    ]


def test_equal_accesses_are_those_with_equal_answers() -> None:
    """fetch E-32: the same principal and host, and rules that have not changed."""
    authorizer = RuleAuthorizer()
    access = Access(authorizer, context())
    assert access == Access(authorizer, context())
    assert access != Access(authorizer, context(principal="User:bob"))
    assert access != Access(authorizer, context(host="10.0.0.2"))
    assert access != Access(RuleAuthorizer(), context())
    authorizer.add(Rule(ResourceType.TOPIC, "t", READ))
    assert access != Access(authorizer, context())
    assert access != "something else"


def test_elements_are_parted_in_their_order() -> None:
    topics = [SimpleNamespace(name=name) for name in ("b1", "a1", "b2", "a2")]
    allowed, denied = permitted(Access(Recorder(), context()), READ, topics)
    assert [each.name for each in allowed] == ["a1", "a2"]
    assert [each.name for each in denied] == ["b1", "b2"]
    assert permitted(None, READ, topics) == (topics, ())


def test_without_an_authorizer_nobody_is_asked() -> None:
    assert access_of(SimpleNamespace(authorizer=None), context()) is None
    recorder = Recorder()
    access = access_of(SimpleNamespace(authorizer=recorder), context())
    assert access is not None
    assert access.to_topic(READ, "a")
