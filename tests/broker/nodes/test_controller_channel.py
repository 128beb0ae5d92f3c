"""Calls to the active controller outlive lost connections and changes of the controller."""

from __future__ import annotations

from kafkawire.broker.nodes.controller_channel import ControllerChannel, has_error
from kafkawire.broker.nodes.purposes import Kind, NodeSettings, Purpose
from kafkawire.client.errors import AuthenticationError, RequestTimedOut, UnsupportedVersion
from kafkawire.protocol.messages.alter_partition_request import AlterPartitionRequest
from kafkawire.protocol.messages.alter_partition_response import AlterPartitionResponse
from kafkawire.protocol.messages.broker_heartbeat_request import BrokerHeartbeatRequest
from kafkawire.protocol.messages.broker_heartbeat_response import BrokerHeartbeatResponse
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse
from kafkawire.protocol.messages.vote_request import VoteRequest
from tests.support.broker.node_shell import Caller, NodeShell

NOT_CONTROLLER = 41
HEARTBEAT = BrokerHeartbeatResponse()
REFUSED = BrokerHeartbeatResponse(error_code=NOT_CONTROLLER)


class Broker:
    """A broker with a channel to the controller; `active` is the controller as it knows it."""

    def __init__(self, kind: Kind = Kind.FORWARDING, active: int | None = 1) -> None:
        self.shell = NodeShell(NodeSettings(4))
        self.caller = Caller(self.shell)
        self.active = active
        self.channel = ControllerChannel(Purpose(kind), self.shell.channels, lambda: self.active)

    def ask(self, count: int = 1) -> None:
        """Send heartbeats; the broker's id in each is its number."""
        for _ in range(count):
            self.number = getattr(self, "number", -1) + 1
            self.caller.ask(self.channel, BrokerHeartbeatRequest(broker_id=self.number))

    def waiting(self) -> list[tuple[int, int]]:
        """Return node and number of each request without a response."""
        return [(each.node, each.body.broker_id) for each in self.shell.requests]


def test_a_call_goes_to_the_controllers_listener_of_the_active_controller() -> None:
    """replication E-5, E-8: the client id is the broker's id, and ApiVersions comes first."""
    broker = Broker()
    broker.ask()
    assert broker.shell.opened == [(0, 1, "host1", 9093)]
    assert broker.shell.seen == [18, 63]
    assert broker.shell.requests[0].client_id == "4"
    broker.shell.answer(HEARTBEAT)
    (answer,) = broker.caller.answers()
    assert isinstance(answer.message, BrokerHeartbeatResponse)


def test_each_purpose_has_a_connection_of_its_own() -> None:
    """replication E-5: five connections to one controller."""
    shell = NodeShell(NodeSettings(4))
    kinds = list(Kind)[-5:]
    for kind in kinds:
        channel = ControllerChannel(Purpose(kind), shell.channels, lambda: 1)
        Caller(shell).ask(channel, BrokerHeartbeatRequest())
    assert len(shell.opened) == len(shell.requests) == 5


def test_calls_are_sent_one_after_the_other() -> None:
    """replication E-5."""
    broker = Broker()
    broker.ask(3)
    for number in (0, 1, 2):
        assert broker.waiting() == [(1, number)]
        broker.shell.answer(HEARTBEAT)
    assert broker.caller.numbers() == [0, 1, 2]


def test_a_lost_connection_sends_the_call_again_before_those_behind_it() -> None:
    """replication E-5."""
    broker = Broker()
    broker.ask(3)
    broker.active = 2
    broker.shell.lose(1)
    for number in (0, 1, 2):
        assert broker.waiting() == [(2, number)]
        broker.shell.answer(HEARTBEAT)
    assert broker.caller.numbers() == [0, 1, 2]


def test_a_call_goes_to_the_same_controller_again_after_the_back_off() -> None:
    """replication E-5: the controller is still the one that is known."""
    broker = Broker()
    broker.ask()
    broker.shell.lose(1)
    assert broker.waiting() == []
    broker.shell.run_until(39)
    assert len(broker.shell.opened) == 1
    broker.shell.run_until(61)
    assert broker.waiting() == [(1, 0)]


def test_a_new_controller_is_used_although_the_old_one_has_to_back_off() -> None:
    """replication E-5."""
    broker = Broker()
    broker.ask()
    broker.shell.lose(1)
    broker.active = 2
    broker.shell.run_until(61)
    assert broker.waiting() == [(2, 0)]


def test_a_call_behind_one_in_flight_ends_at_the_limit_too() -> None:
    """replication E-5."""
    broker = Broker()
    broker.ask(2)
    broker.shell.run_until(30_000)
    broker.shell.run_until(60_200)
    assert broker.caller.ended[0][0] == 60_000
    assert broker.caller.numbers() == [1, 0]


def test_the_versions_of_a_call_hold_at_each_controller() -> None:
    broker = Broker()
    call = broker.caller.call(BrokerHeartbeatRequest(), versions=(0, 1))
    broker.channel.send(call, 0)
    broker.shell.settle()
    assert broker.shell.requests[0].version == 1


def test_not_controller_anywhere_in_the_response_sends_the_call_again() -> None:
    """replication E-5: the connection is closed; its owner never gets the error."""
    broker = Broker(Kind.ALTER_PARTITION)
    broker.caller.ask(broker.channel, AlterPartitionRequest())
    broker.active = 2
    partition = AlterPartitionResponse.PartitionData(error_code=NOT_CONTROLLER)
    topic = AlterPartitionResponse.TopicData(partitions=[partition])
    broker.shell.answer(AlterPartitionResponse(topics=[topic]))
    assert broker.shell.closed == [1]
    assert [each.node for each in broker.shell.requests] == [2]
    assert broker.caller.ended == []
    broker.shell.answer(AlterPartitionResponse())
    assert broker.caller.numbers() == [0]


def test_not_controller_keeps_the_order_of_the_calls() -> None:
    """replication E-5."""
    broker = Broker()
    broker.ask(3)
    broker.shell.answer(HEARTBEAT)
    broker.active = 3
    broker.shell.answer(REFUSED)
    for number in (1, 2):
        assert broker.waiting() == [(3, number)]
        broker.shell.answer(HEARTBEAT)
    assert broker.caller.numbers() == [0, 1, 2]


def test_not_controller_from_the_known_controller_backs_off() -> None:
    """replication E-5: the same controller is not asked without end."""
    broker = Broker()
    broker.ask()
    broker.shell.answer(REFUSED)
    assert broker.waiting() == []
    broker.shell.run_until(61)
    assert broker.waiting() == [(1, 0)]
    assert 40 <= broker.shell.opened[1][0] <= 60


def test_an_envelopes_error_is_an_error_field_too() -> None:
    """replication E-5."""
    broker = Broker()
    broker.caller.ask(broker.channel, EnvelopeRequest())
    broker.active = 2
    broker.shell.answer(EnvelopeResponse(error_code=NOT_CONTROLLER))
    assert [each.node for each in broker.shell.requests] == [2]


def test_another_error_is_the_owners() -> None:
    broker = Broker()
    broker.ask()
    broker.shell.answer(BrokerHeartbeatResponse(error_code=77))
    (answer,) = broker.caller.answers()
    assert answer.message == BrokerHeartbeatResponse(error_code=77)


def test_the_controller_is_looked_for_every_100_ms() -> None:
    """replication E-5."""
    broker = Broker(active=None)
    broker.ask(2)
    broker.shell.run_until(150)
    broker.active = 3
    broker.shell.run_until(199)
    assert broker.shell.opened == []
    broker.shell.run_until(200)
    assert broker.shell.opened == [(200, 3, "host3", 9093)]
    assert broker.waiting() == [(3, 0)]


def test_a_controller_without_a_known_endpoint_counts_as_unknown() -> None:
    """replication E-5."""
    broker = Broker(active=9)
    broker.ask()
    broker.shell.run_until(50)
    assert broker.caller.ended == []
    broker.shell.addresses[9, "CONTROLLER"] = broker.shell.addresses[1, "CONTROLLER"]
    broker.shell.run_until(100)
    assert broker.waiting() == [(9, 0)]


def test_the_controller_is_remembered() -> None:
    """replication E-5: a new leader is noticed when the old one does not serve any more."""
    broker = Broker()
    broker.ask()
    broker.shell.answer(HEARTBEAT)
    broker.active = 2
    broker.ask()
    assert broker.waiting() == [(1, 1)]


def test_a_call_ends_at_the_limit_of_its_channel() -> None:
    """replication E-5: a heartbeat after one interval, with and without a controller."""
    broker = Broker(Kind.HEARTBEAT, active=None)
    broker.ask()
    broker.shell.run_until(1000)
    broker.ask()
    broker.shell.run_until(1999)
    assert broker.caller.ended == []
    broker.shell.run_until(2000)
    assert broker.caller.numbers() == [0]
    broker.shell.run_until(3000)
    assert [(now_ms, number) for now_ms, number, _ in broker.caller.ended] == [
        (2000, 0),
        (3000, 1),
    ]
    assert all(isinstance(each.failure, RequestTimedOut) for each in broker.caller.answers())


def test_a_call_in_flight_is_late_after_the_limit() -> None:
    """replication E-5."""
    broker = Broker(Kind.HEARTBEAT)
    broker.ask()
    broker.shell.run_until(1999)
    assert broker.caller.ended == []
    broker.shell.run_until(2000)
    assert broker.caller.ended[0][0] == 2000
    assert isinstance(broker.caller.answers()[0].failure, RequestTimedOut)
    assert broker.shell.closed == [1]


def test_a_forwarded_request_has_60_seconds_and_is_sent_again_after_30() -> None:
    """replication E-5: controller.socket.timeout.ms ends the connection, not the call."""
    broker = Broker()
    broker.ask()
    broker.shell.run_until(30_000)
    assert broker.shell.closed == [1]
    broker.shell.requests.clear()
    broker.shell.run_until(30_060)
    assert broker.waiting() == [(1, 0)]
    broker.shell.run_until(60_000)
    broker.shell.run_until(60_060)
    (ended,) = broker.caller.ended
    assert 60_000 <= ended[0] <= 60_060


def test_alter_partition_has_no_limit() -> None:
    """replication E-5."""
    broker = Broker(Kind.ALTER_PARTITION, active=None)
    broker.caller.ask(broker.channel, AlterPartitionRequest())
    for now_ms in range(0, 600_000, 60_000):
        broker.shell.run_until(now_ms)
    assert broker.caller.ended == []
    broker.active = 1
    broker.shell.run_until(540_100)
    assert len(broker.shell.requests) == 1


def test_a_request_that_the_controller_does_not_serve_ends() -> None:
    broker = Broker()
    broker.caller.ask(broker.channel, VoteRequest())
    broker.ask()
    (answer,) = broker.caller.answers()
    assert isinstance(answer.failure, UnsupportedVersion)
    assert len(broker.shell.requests) == 1


def test_a_failed_authentication_ends_the_call_and_forgets_the_controller() -> None:
    """replication E-5, as in Kafka 4.4."""
    broker = Broker()
    broker.ask(2)
    broker.active = 2
    (request,) = broker.shell.requests
    broker.shell.requests.clear()
    request.lane.refused(AuthenticationError("no"), 0)
    broker.shell.channels.touched(request.lane)
    broker.shell.settle()
    assert broker.caller.numbers() == [0]
    assert isinstance(broker.caller.answers()[0].failure, AuthenticationError)
    assert broker.waiting() == [(2, 1)]


def test_a_withdrawn_call_is_not_sent_again() -> None:
    broker = Broker()
    first = broker.caller.call(BrokerHeartbeatRequest(broker_id=7))
    broker.channel.send(first, 0)
    broker.shell.settle()
    broker.ask()
    broker.channel.withdraw(first)
    broker.active = 2
    broker.shell.lose(1)
    assert broker.waiting() == [(2, 0)]
    broker.shell.answer(HEARTBEAT)
    assert broker.caller.numbers() == [1]


def test_error_codes_are_found_at_all_depths() -> None:
    assert has_error(REFUSED, NOT_CONTROLLER)
    assert not has_error(HEARTBEAT, NOT_CONTROLLER)
    assert not has_error(EnvelopeResponse(response_data=b"\x29\x29"), NOT_CONTROLLER)
