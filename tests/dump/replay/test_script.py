"""What a replay sends, and what each request waits for."""

from __future__ import annotations

import pytest

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.model import Connection, Exchange, Header
from kafkawire.dump.replay import script as script_module
from kafkawire.dump.replay.script import (
    LOST_SKIPPED,
    MASKED_SKIPPED,
    PROOF_SKIPPED,
    SASL_SKIPPED,
    TooMuch,
    is_masked,
    make_script,
    why_not,
)
from kafkawire.dump.secrets import mask
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from tests.support.dump.dialogues import Dialogue


class Recording:
    """Exchanges whose times are told one by one."""

    def __init__(self) -> None:
        self.talk = Dialogue()
        self.exchanges: list[Exchange] = []

    def ask(
        self,
        on: Connection,
        at_ms: int,
        answered_ms: int | None = None,
        request: Message | None = None,
    ) -> Exchange:
        self.talk.now_ms = at_ms
        response: Message = ListGroupsResponse() if request is None else CreateTopicsResponse()
        made = self.talk.exchange(on, request or ListGroupsRequest(), response)
        assert made.response
        if answered_ms is None:
            made.response = None
        else:
            made.response.time_ns += (answered_ms - at_ms - 2) * 1_000_000
            made.response.end_ns = made.response.time_ns
        self.exchanges.append(made)
        return made

    def waits(self) -> dict[int, set[int]]:
        script = make_script(self.exchanges, secrets=False)
        return {
            step.exchange.number: {each.exchange.number for each in step.after}
            for lane in script.lanes
            for step in lane.steps
        }


def test_a_request_waits_for_what_its_client_had_seen_and_for_no_more() -> None:
    recording = Recording()
    on = recording.talk.connect()
    recording.ask(on, 0, 10)
    recording.ask(on, 5, 30)
    recording.ask(on, 20, 25)
    recording.ask(on, 40, 50)

    assert recording.waits() == {1: set(), 2: set(), 3: {1}, 4: {2, 3}}


def test_a_client_has_several_connections_and_others_do_not_matter() -> None:
    recording = Recording()
    first, second = recording.talk.connect(), recording.talk.connect()
    other = recording.talk.connect("shipping")
    recording.ask(first, 0, 10)
    recording.ask(second, 20, 30)
    recording.ask(other, 40, 50)

    assert recording.waits() == {1: set(), 2: {1}, 3: set()}


def test_everybody_waits_for_changes_of_the_cluster() -> None:
    recording = Recording()
    recording.ask(recording.talk.connect("admin"), 0, 10, CreateTopicsRequest())
    recording.ask(recording.talk.connect("shipping"), 20, 30)

    assert recording.waits() == {1: set(), 2: {1}}


def test_what_was_never_answered_is_not_waited_for() -> None:
    recording = Recording()
    on = recording.talk.connect()
    recording.ask(on, 0)
    recording.ask(on, 10, 20)

    assert recording.waits() == {1: set(), 2: set()}


def test_lanes_are_connections_in_the_order_of_requests() -> None:
    recording = Recording()
    first, second = recording.talk.connect(), recording.talk.connect()
    made = [recording.ask(on, at, at + 1) for at, on in enumerate([second, first, second])]
    script = make_script(reversed(made), secrets=False)

    assert [[step.exchange.number for step in lane.steps] for lane in script.lanes] == [[1, 3], [2]]
    assert script.steps == 3
    assert script.last_ns - script.first_ns == 2_000_000


def asked(request: Message, *, is_shown: bool) -> Exchange:
    """A request with its secrets, or with stars."""
    talk = Dialogue()
    made = talk.exchange(talk.connect(), request)
    assert made.request
    if not is_shown:
        given = made.request
        header = Header(given.api_key, given.api_version, 1, given.body_offset)
        given.data = mask(given.data, header, True)
    return made


def altered(name: str, value: str) -> AlterConfigsRequest:
    config = AlterConfigsRequest.AlterableConfig(name=name, value=value)
    return AlterConfigsRequest(
        resources=[AlterConfigsRequest.AlterConfigsResource(configs=[config])]
    )


def test_secrets_that_are_masked_cannot_be_sent() -> None:
    secret = altered("ssl.keystore.password", "hunter2")

    assert why_not(asked(secret, is_shown=False), secrets=False) == MASKED_SKIPPED
    assert why_not(asked(secret, is_shown=False), secrets=True) == LOST_SKIPPED
    assert why_not(asked(secret, is_shown=True), secrets=True) == ""


@pytest.mark.parametrize("value", ["delete", "*"])
def test_what_has_no_secrets_is_sent_as_it_is(value: str) -> None:
    plain = asked(ListGroupsRequest(states_filter=[value]), is_shown=False)
    assert plain.request
    assert not is_masked(plain.request)
    assert why_not(asked(altered("cleanup.policy", "delete"), is_shown=False), secrets=False) == ""


def test_authentication_is_sent_only_if_it_can_be_repeated() -> None:
    proof = asked(SaslAuthenticateRequest(auth_bytes=b"\0alice\0secret"), is_shown=True)

    assert why_not(proof, secrets=False) == SASL_SKIPPED
    proof.connection.sasl_mechanism = "PLAIN"
    assert why_not(proof, secrets=True) == ""
    proof.connection.sasl_mechanism = "SCRAM-SHA-256"
    assert why_not(proof, secrets=True) == PROOF_SKIPPED
    assert proof.request
    proof.request.api_key = SASL_TOKEN
    assert why_not(proof, secrets=False) == SASL_SKIPPED


def test_what_is_skipped_is_counted_by_its_reason() -> None:
    shown = asked(ListGroupsRequest(), is_shown=True)
    response_only = asked(ListGroupsRequest(), is_shown=True)
    response_only.request = None
    hidden = asked(altered("password", "x"), is_shown=False)

    script = make_script([shown, response_only, hidden], secrets=False)

    assert script.steps == 1
    assert set(script.skipped.values()) == {1}
    assert MASKED_SKIPPED in script.skipped


def test_a_script_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script_module, "BYTES_MAX", 100)
    recording = Recording()
    on = recording.talk.connect()
    for at in range(10):
        recording.ask(on, at, at + 1)

    with pytest.raises(TooMuch, match="--filter"):
        make_script(recording.exchanges, secrets=False)


def test_nothing_makes_an_empty_script() -> None:
    assert make_script([], secrets=False).steps == 0
