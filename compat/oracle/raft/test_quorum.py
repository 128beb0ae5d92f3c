"""A controller of Apache Kafka and a replica of ours elect each other and replicate."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import pytest

from compat.oracle.cluster import CLUSTER_ID, ClusterNode
from compat.oracle.node import START_SECONDS_MAX, OracleUnavailable
from compat.oracle.raft.member import Member
from compat.oracle.sides import VERSION
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.protocol.messages.begin_quorum_epoch_request import BeginQuorumEpochRequest
from kafkawire.protocol.messages.update_raft_voter_request import UpdateRaftVoterRequest
from kafkawire.protocol.messages.vote_request import VoteRequest
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient
from tools.programs import HOST, free_port

pytestmark = pytest.mark.oracle
UNCHECKED = "no controller of Apache Kafka forms a quorum with our replica"

REAL, OURS = 1, 2
SECONDS = patient(60.0)


class Controller(ClusterNode):
    """A node that is only a controller."""

    is_standalone = False
    """True for the only voter of a quorum whose voters are records of the log."""

    def join(self, voters: str, count: int) -> None:
        """Name the voters, before the start."""
        listener = f"CONTROLLER://{HOST}:{self.controller_port}"
        self._settings = {
            "process.roles": "controller",
            "node.id": str(self.node_id),
            "controller.quorum.voters": voters,
            "listeners": listener,
            "advertised.listeners": listener,
            "listener.security.protocol.map": "CONTROLLER:PLAINTEXT",
        }

    def wait_for(self, timeout_ms: int) -> None:
        """Set the election timeout, before the start."""
        self._settings["controller.quorum.election.timeout.ms"] = str(timeout_ms)

    def _properties(self) -> dict[str, str]:
        properties = super()._properties()
        if self.is_standalone:
            del properties["controller.quorum.voters"]
            at = f"{HOST}:{self.controller_port}"
            properties["controller.quorum.bootstrap.servers"] = at
        return properties

    def _format(self, config: object, log: BinaryIO) -> None:
        options = ["--standalone"] if self.is_standalone else []
        tool = ("kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", str(config), *options)
        subprocess.run(
            self._java(*tool), stdout=log, stderr=log, timeout=START_SECONDS_MAX, check=True
        )


class Quorum(NamedTuple):
    """Both voters; ours works only while it runs."""

    real: Controller
    ours: Member

    def begin(self, *, real_timeout_ms: int) -> None:
        """Start both; Kafka's voter stands after this time."""
        self.real.wait_for(real_timeout_ms)
        self.real.start_process()
        self.ours.start()

    def leads(self, node_id: int) -> bool:
        """True if our replica follows, or is, this leader, and its epoch has committed."""
        core = self.ours.replica.core
        committed = core.log.high_watermark or 0
        return core.quorum.leader.id == node_id and committed > 0


@pytest.fixture
def quorum(request: pytest.FixtureRequest) -> Iterator[Quorum]:
    try:
        real = Controller(REAL, VERSION, HOST)
    except OracleUnavailable as why:
        skip_without(str(why), UNCHECKED)
    ports = {REAL: real.controller_port, OURS: free_port()}
    real.join(",".join(f"{each}@{HOST}:{port}" for each, port in ports.items()), 1)
    ours = Member(OURS, CLUSTER_ID, ports, request.param)
    try:
        yield Quorum(real, ours)
    finally:
        ours.close()
        real.stop()


@pytest.mark.parametrize("quorum", [RaftSettings(election_timeout_ms=60_000)], indirect=True)
def test_kafka_leads_by_our_vote_and_commits_by_our_fetches(quorum: Quorum) -> None:
    """It elects itself by us: replication A-7, A-20, A-43, A-50, A-63."""
    quorum.begin(real_timeout_ms=1000)
    ours = quorum.ours
    ours.run_until(lambda: quorum.leads(REAL), SECONDS)
    state = ours.disk.quorum_state()
    assert state is not None
    assert (state.leader_id, state.voted_id) == (REAL, REAL)
    votes = [each for each in ours.requests if isinstance(each, VoteRequest)]
    assert [each.topics[0].partitions[0].pre_vote for each in votes[-2:]] == [True, False]
    assert any(isinstance(each, BeginQuorumEpochRequest) for each in ours.requests)
    # The bootstrap transaction of the active controller, and some of its no-op records.
    ours.run_until(lambda: (ours.replica.high_watermark or 0) > 15, SECONDS)


@pytest.mark.parametrize("quorum", [RaftSettings(election_timeout_ms=300)], indirect=True)
def test_kafka_votes_for_us_follows_and_takes_over(quorum: Quorum) -> None:
    """One leads after the other: replication A-42, A-49, A-51, A-52, A-54, A-63."""
    quorum.begin(real_timeout_ms=20_000)
    ours = quorum.ours
    ours.run_until(lambda: quorum.leads(OURS), SECONDS)
    epoch = ours.replica.core.quorum.epoch
    ours.run_until(
        lambda: any(isinstance(each, UpdateRaftVoterRequest) for each in ours.requests), SECONDS
    )
    assert ours.replica.core.quorum.is_leader
    before = ours.replica.high_watermark or 0
    ours.resign()
    ours.run_until(lambda: quorum.leads(REAL), SECONDS)
    assert ours.replica.core.quorum.epoch == epoch + 1, "it stood at once, and we voted for it"
    ours.run_until(lambda: (ours.replica.high_watermark or 0) > before, SECONDS)


@pytest.mark.parametrize("quorum", [RaftSettings(auto_join_enable=True)], indirect=True)
def test_we_join_the_voters_of_kafka(quorum: Quorum) -> None:
    """Kafka asks for our versions and adds us: replication A-59, A-61, A-64."""
    quorum.real.is_standalone = True
    quorum.begin(real_timeout_ms=1000)
    core = quorum.ours.replica.core
    quorum.ours.run_until(lambda: core.quorum.is_voter, SECONDS)
    assert (core.log.voters.kraft_version, core.log.voters.latest.ids) == (1, [REAL, OURS])
    changed = core.log.voters.entry.offset
    quorum.ours.run_until(lambda: (core.log.high_watermark or 0) > changed, SECONDS)
