"""Fetches where not everybody may fetch everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.broker.context import ANONYMOUS
from kafkawire.broker.security.authorizer import (
    Operation,
    Permission,
    ResourceType,
    Rule,
    RuleAuthorizer,
    Subject,
)
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.broker.fetch_history import History
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher, Session, asked, data_of, entries

TOPIC, CLUSTER = ResourceType.TOPIC, ResourceType.CLUSTER
READ_T = Rule(TOPIC, "t", Operation.READ)
FOLLOW = Rule(CLUSTER, "kafka-cluster", Operation.CLUSTER_ACTION)
UNKNOWN_ID = b"\x07" * 16
NAMES, IDS = [0, 4, 7, 12], [13, 18]


class Guarded(Fetcher):
    """A broker with an authorizer of `rules`, and a topic `hidden` beside `t`."""

    def __init__(self, *rules: Rule) -> None:
        super().__init__()
        self.hidden_id = self.harness.create_topic("hidden", 2)
        self.authorizer = RuleAuthorizer(rules)
        self.broker.authorizer = self.authorizer

    def id_or_name(self, name: str, version: int) -> str | bytes:
        if version < 13:
            return name
        return self.broker.metadata.topics[name].topic_id


def follower(version: int, replica_id: int = 5) -> dict[str, Any]:
    if version >= 15:
        return {"replica_state": FetchRequest.ReplicaState(replica_id=replica_id)}
    return {"replica_id": replica_id}


# Consumers


@pytest.mark.parametrize("version", NAMES)
def test_who_may_not_read_cannot_learn_what_exists(version: int) -> None:
    """fetch B-8, J 41: 29 for topics and partitions that exist and that do not."""
    fetcher = Guarded(READ_T)
    wanted = [("hidden", 0), ("hidden", 9), ("nope", 0)]
    answer = fetcher.fetch(*wanted, version=version)
    assert entries(answer) == [("hidden", 0, 29), ("hidden", 9, 29), ("nope", 0, 29)]
    assert answer.error_code == 0


@pytest.mark.parametrize("version", NAMES)
def test_who_may_read_hears_what_does_not_exist(version: int) -> None:
    """fetch B-8, J 42."""
    fetcher = Guarded(READ_T, Rule(TOPIC, "nope", Operation.READ))
    answer = fetcher.fetch(("t", 9), ("nope", 0), version=version)
    assert entries(answer) == [("t", 9, 3), ("nope", 0, 3)]


@pytest.mark.parametrize("version", IDS)
def test_an_id_that_names_nothing_is_no_secret(version: int) -> None:
    """fetch B-8, B-11, J 43: 100, since there is no name to ask about."""
    fetcher = Guarded()
    answer = fetcher.fetch((UNKNOWN_ID, 0), (bytes(16), 0), version=version)
    assert entries(answer) == [(UNKNOWN_ID, 0, 100), (bytes(16), 0, 100)]


@pytest.mark.parametrize("version", IDS)
def test_a_known_id_may_be_denied(version: int) -> None:
    """fetch B-8, J 44."""
    fetcher = Guarded(READ_T)
    answer = fetcher.fetch((fetcher.hidden_id, 0), (fetcher.hidden_id, 9), version=version)
    assert entries(answer) == [(fetcher.hidden_id, 0, 29), (fetcher.hidden_id, 9, 29)]
    assert entries(fetcher.fetch((fetcher.topic_id, 0), version=version))[0][2] == 0


def test_what_is_denied_tells_nothing() -> None:
    """fetch B-10."""
    fetcher = Guarded()
    fetcher.append()
    data = data_of(fetcher.fetch(("t", 0)))
    told = data.high_watermark, data.last_stable_offset, data.log_start_offset
    assert told == (-1, -1, -1)
    assert data.records == b""
    assert data.aborted_transactions == []


def test_the_denied_and_the_unknown_stay_as_they_were_asked_for() -> None:
    """fetch A-16: behind what was read, and behind unresolved ids."""
    fetcher = Guarded(READ_T, Rule(TOPIC, "nope", Operation.READ))
    answer = fetcher.fetch(("hidden", 1), ("nope", 0), ("t", 0), ("hidden", 0), ("t", 9))
    assert entries(answer) == [
        ("t", 0, 0),
        ("hidden", 1, 29),
        ("nope", 0, 3),
        ("hidden", 0, 29),
        ("t", 9, 3),
    ]
    topic_id, hidden_id = fetcher.topic_id, fetcher.hidden_id
    wanted = [(hidden_id, 0), (UNKNOWN_ID, 0), (topic_id, 9), (topic_id, 0), (UNKNOWN_ID, 1)]
    assert entries(fetcher.fetch(*wanted, version=13)) == [
        (topic_id, 0, 0),
        (UNKNOWN_ID, 0, 100),
        (UNKNOWN_ID, 1, 100),
        (hidden_id, 0, 29),
        (topic_id, 9, 3),
    ]


@pytest.mark.parametrize("has_session", [False, True])
def test_one_that_may_be_read_goes_on_waiting(has_session: bool) -> None:
    """fetch B-10, D-2, J 46: a denial ends no wait; it is listed last."""
    fetcher = Guarded(READ_T)
    epoch = 0 if has_session else -1
    pending = fetcher.send(("hidden", 0), ("t", 0), session=(0, epoch), max_wait_ms=1_000)
    fetcher.harness.advance(999)
    assert not pending.done
    fetcher.harness.advance(1)
    assert entries(pending.response) == [("t", 0, 0), ("hidden", 0, 29)]
    pending = fetcher.send(("hidden", 0), ("t", 0), session=(0, epoch), max_wait_ms=1_000)
    fetcher.append(topic="hidden")
    assert not pending.done
    fetcher.append(topic="t")
    assert entries(pending.response) == [("t", 0, 0), ("hidden", 0, 29)]


def test_nobody_waits_for_what_is_denied() -> None:
    """fetch B-3, J 47."""
    fetcher = Guarded()
    pending = fetcher.send(("hidden", 0), ("t", 0), ("nope", 0), max_wait_ms=10_000)
    assert entries(pending.response) == [("hidden", 0, 29), ("t", 0, 29), ("nope", 0, 29)]
    pending = fetcher.send(("t", 0), session=(0, 0), max_wait_ms=10_000)
    session = Session(fetcher, pending.response.session_id, 12)
    again = session.send(max_wait_ms=10_000)
    assert entries(again.response) == [("t", 0, 29)]


def test_a_session_is_refused_before_anybody_is_asked() -> None:
    """fetch B-1, E-11: authorization comes after the session."""

    class Unasked:
        version = 0

        def allows(self, *question: object) -> bool:
            raise AssertionError(question)

        allows_some = allows

    fetcher = Guarded()
    fetcher.broker.authorizer = Unasked()
    for session in ((77, 1), (77, 5)):
        assert fetcher.fetch(("t", 0), session=session).error_code == 70


# Followers


@pytest.mark.parametrize("version", [0, 4, 7, 12, 14, 15, 18])
def test_a_follower_without_the_right_hears_29_of_everything(version: int) -> None:
    """fetch B-6, J 45: of what does not exist too, in its order, at once, with no error above."""
    fetcher = Guarded(Rule(TOPIC, "*", Operation.ALL))
    reassign(fetcher.partition(), replicas=(1, 5))
    names = ["hidden", "t"]
    wanted = [(fetcher.id_or_name(name, version), 0) for name in names]
    strange = (UNKNOWN_ID, 0) if version >= 13 else ("nope", 0)
    wanted.insert(1, strange)
    pending = fetcher.send(*wanted, version=version, max_wait_ms=10_000, **follower(version))
    assert entries(pending.response) == [(topic, 0, 29) for topic, _ in wanted]
    assert pending.response.error_code == 0


@pytest.mark.parametrize("version", [4, 12, 14, 15, 18])
def test_a_follower_with_the_right_needs_no_other(version: int) -> None:
    """fetch B-6, B-7."""
    fetcher = Guarded(FOLLOW)
    reassign(fetcher.partition(), replicas=(1, 5))
    topic = fetcher.id_or_name("t", version)
    strange = UNKNOWN_ID if version >= 13 else "nope"
    answer = fetcher.fetch(
        (topic, 0), (topic, 9), (strange, 0), version=version, **follower(version)
    )
    assert entries(answer) == [
        (topic, 0, 0),
        (topic, 9, 3),
        (strange, 0, 100 if version >= 13 else 3),
    ]


def test_only_replicas_of_brokers_are_followers() -> None:
    """fetch B-5, B-6: -2 and -3 are asked about as consumers are."""
    fetcher = Guarded(READ_T)
    for replica_id in (-2, -3):
        answer = fetcher.fetch(("t", 0), ("hidden", 0), replica_id=replica_id)
        assert entries(answer) == [("t", 0, 0), ("hidden", 0, 29)]


# Sessions


def test_a_denied_partition_is_told_each_time_and_once_more() -> None:
    """fetch E-23, E-32: then it is like any other."""
    fetcher = Guarded(READ_T)
    session = fetcher.open(("hidden", 0), ("t", 0))
    assert entries(session.fetch()) == [("hidden", 0, 29)]
    assert entries(session.fetch()) == [("hidden", 0, 29)]
    fetcher.authorizer.add(Rule(TOPIC, "hidden", Operation.READ))
    assert entries(session.fetch()) == [("hidden", 0, 0)]
    assert entries(session.fetch()) == []
    fetcher.append(topic="hidden")
    assert entries(session.fetch()) == [("hidden", 0, 0)]


def test_a_right_that_is_taken_away_is_gone_with_the_next_fetch() -> None:
    """fetch E-32: also of partitions at which nothing changes."""
    fetcher = Guarded(READ_T)
    session = fetcher.open(("t", 0), ("t", 1))
    fetcher.append(1)
    fetcher.authorizer.remove(READ_T)
    assert entries(session.fetch()) == [("t", 0, 29), ("t", 1, 29)]
    fetcher.authorizer.add(READ_T)
    assert entries(session.fetch()) == [("t", 0, 0), ("t", 1, 0)]


def test_whoever_fetches_is_asked_about() -> None:
    """fetch E-4, E-32, J 154: a session belongs to nobody."""
    fetcher = Guarded(READ_T._replace(principal=ANONYMOUS))
    session = fetcher.open(("t", 0))
    mallory = fetcher.harness.connect()
    mallory.context.principal = "User:mallory"
    fetcher.append()
    owner, fetcher.client = fetcher.client, mallory
    assert entries(session.fetch()) == [("t", 0, 29)]
    fetcher.client = owner
    assert entries(session.fetch()) == [("t", 0, 0)]


def test_followers_and_consumers_of_a_session_are_asked_about_apart() -> None:
    """fetch B-6, E-4: what a follower may, a consumer of its session need not."""
    fetcher = Guarded(FOLLOW)
    reassign(fetcher.partition(), replicas=(1, 5))
    session = fetcher.open(("t", 0), **follower(12))
    assert entries(session.fetch()) == [("t", 0, 29)]
    assert entries(session.fetch(**follower(12))) == [("t", 0, 0)]


def test_a_fetch_that_fails_leaves_no_rights_behind() -> None:
    """fetch A-13, E-32: what it would have been allowed says nothing about the next."""
    fetcher = Guarded(READ_T._replace(principal="User:alice"))
    session = fetcher.open(("t", 0))
    alice = fetcher.harness.connect()
    alice.context.principal = "User:alice"
    nobody, fetcher.client = fetcher.client, alice
    assert entries(session.fetch(isolation_level=2)) == []
    fetcher.client = nobody
    assert entries(session.fetch()) == [("t", 0, 29)]


def test_an_authorizer_that_comes_and_goes_is_heeded() -> None:
    fetcher = Guarded()
    fetcher.broker.authorizer = None
    session = fetcher.open(("t", 0))
    fetcher.broker.authorizer = fetcher.authorizer
    assert entries(session.fetch()) == [("t", 0, 29)]
    fetcher.broker.authorizer = None
    assert entries(session.fetch()) == [("t", 0, 0)]
    assert entries(session.fetch()) == []


class Counting(RuleAuthorizer):
    """Counts the questions."""

    questions = 0

    def allows(self, *question: Any) -> bool:
        self.questions += 1
        return super().allows(*question)


def test_a_session_asks_about_what_it_looks_at_and_no_more() -> None:
    """fetch E-32 in O(changes): nothing is asked while nobody changes anything."""
    fetcher = Guarded()
    authorizer = Counting([READ_T])
    fetcher.broker.authorizer = authorizer
    session = fetcher.open(("t", 0), ("t", 1), ("t", 2))
    assert authorizer.questions == 1  # of one topic
    for offset in range(5):
        fetcher.append(1)
        session.fetch(("t", asked(1, offset)))
    assert authorizer.questions == 1
    session.fetch(("hidden", 0))
    assert authorizer.questions == 2
    authorizer.add(FOLLOW)
    session.fetch()
    assert authorizer.questions == 4


# All of it at random


class GuardedHistory(History):
    """A history in which rights come and go, and several principals use the same sessions."""

    PRINCIPALS = (ANONYMOUS, "User:alice", "Robot:r")
    RULES = (
        FOLLOW,
        FOLLOW._replace(permission=Permission.DENY, principal="User:alice"),
        *(
            Rule(TOPIC, name, Operation.READ, permission, principal)
            for name in ("a", "b", "z")
            for permission in Permission
            for principal in ("User:*", "User:alice")
        ),
    )

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.authorizer = RuleAuthorizer(random.sample(self.RULES, 6), allow_if_no_rule=True)
        self.broker.authorizer = self.authorizer
        self.denials = 0

    def step(self, name: str) -> None:
        if self.random.random() < 0.15:
            change = self.random.choice([self.authorizer.add, self.authorizer.remove])
            change(self.random.choice(self.RULES))
        if self.random.random() < 0.02:
            self.broker.authorizer = None if self.broker.authorizer else self.authorizer
        super().step(name)

    def some_client(self) -> Any:
        client = super().some_client()
        client.context.principal = self.naive.subject.principal
        return client

    def _send(self, request: FetchRequest, version: int) -> None:
        principal = self.random.choice(self.PRINCIPALS)
        self.naive.subject = Subject(principal, "127.0.0.1")
        super()._send(request, version)

    def _compare(self, pending: Any, naive: Any, version: int, fetch: Any) -> None:
        super()._compare(pending, naive, version, fetch)
        self.denials += sum(error == 29 for _, _, error in entries(pending.response))


@pytest.mark.parametrize("seed", range(12))
def test_answers_are_those_of_asking_about_everything_each_time(seed: int) -> None:
    """fetch B-6, B-8, B-10, A-16, E-32: against the naive reading, while rights change."""
    history = GuardedHistory(Random(f"guarded {seed}"))
    history.go_until(lambda: history.denials > 10)
