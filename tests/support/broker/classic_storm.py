"""Members of a classic group in a storm: eager ones, the leader of which deals out partitions."""

from __future__ import annotations

from random import Random
from struct import Struct
from typing import Any

from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from tests.support.broker.storm import (
    BEAT_MS,
    MEMBERS,
    PARTITIONS,
    REBALANCE_MS,
    SESSION_MS,
    Claims,
    Storm,
)
from tests.support.requests.groups import GroupsHarness
from tests.support.requests.harness import HarnessClient, Pending

GROUP = "storm"
MEMBER_ID_REQUIRED, REBALANCE_IN_PROGRESS, UNKNOWN_MEMBER_ID = 79, 27, 25
_I32 = Struct(">i")


class ClassicStormMember:
    """A client with the eager protocol: it gives up everything before it joins again."""

    def __init__(self, harness: GroupsHarness, claims: Claims, instance: str | None) -> None:
        self.is_wanted = False
        self.generation = -1
        self.owned: frozenset[int] = frozenset()
        self._harness = harness
        self._claims = claims
        self._instance = instance
        self._id = ""
        self._client: HarnessClient | None = None
        self._joining: Pending | None = None
        self._syncing: Pending | None = None
        self._beats_ms = 0

    def step(self, now_ms: int) -> None:
        """See `StormMember`."""
        if not self.is_wanted:
            return
        if self._client is None:
            self._client = self._harness.connect()
            self._join()
        elif self._joining is not None:
            if self._joining.done:
                self._joined(self._joining.response)
        elif self._syncing is not None:
            if self._syncing.done:
                self._synced(self._syncing.response, now_ms)
        elif now_ms >= self._beats_ms:
            self._beats_ms = now_ms + BEAT_MS
            self._react(self._ask(self._beat()).error_code)

    def go(self) -> None:
        """See `StormMember`; a static member is named by its instance id."""
        names = ("", self._instance) if self._instance is not None else (self._id, None)
        identity = LeaveGroupRequest.MemberIdentity(member_id=names[0], group_instance_id=names[1])
        request = LeaveGroupRequest(group_id=GROUP, members=[identity])
        self._harness.connect().request(request, 5)
        self.vanish()

    def vanish(self) -> None:
        """See `StormMember`."""
        if self._client is not None and not self._client.closed:
            self._client.close()
        self._client = self._joining = self._syncing = None
        self._id, self.generation, self.owned = "", -1, frozenset()
        self.is_wanted = False

    def _ask(self, request: Any) -> Any:
        assert self._client is not None
        return self._client.request(request)

    def _beat(self) -> HeartbeatRequest:
        return HeartbeatRequest(
            group_id=GROUP,
            member_id=self._id,
            generation_id=self.generation,
            group_instance_id=self._instance,
        )

    def _join(self) -> None:
        assert self._client is not None
        self.owned = frozenset()
        offered = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=b"")
        request = JoinGroupRequest(
            group_id=GROUP,
            member_id=self._id,
            group_instance_id=self._instance,
            session_timeout_ms=SESSION_MS,
            rebalance_timeout_ms=REBALANCE_MS,
            protocol_type="storm",
            protocols=[offered],
        )
        self._joining, self._syncing = self._client.send(request, 9), None

    def _joined(self, answer: Any) -> None:
        self._joining = None
        if answer.error_code:
            self._id = answer.member_id if answer.error_code == MEMBER_ID_REQUIRED else ""
            self._join()
            return
        self._id, self.generation = answer.member_id, answer.generation_id
        make = SyncGroupRequest.SyncGroupRequestAssignment
        ids = sorted(each.member_id for each in answer.members)
        request = SyncGroupRequest(
            group_id=GROUP,
            member_id=self._id,
            generation_id=self.generation,
            group_instance_id=self._instance,
            protocol_type="storm",
            protocol_name="range",
            assignments=[
                make(member_id=each, assignment=_dealt(at, len(ids))) for at, each in enumerate(ids)
            ],
        )
        assert self._client is not None
        self._syncing = self._client.send(request, 5)

    def _synced(self, answer: Any, now_ms: int) -> None:
        self._syncing = None
        if answer.error_code:
            self._react(answer.error_code)
            return
        self.owned = frozenset(at for (at,) in _I32.iter_unpack(answer.assignment))
        for partition in self.owned:
            self._claims.claim(self.generation, partition, self)
        self._beats_ms = now_ms + BEAT_MS

    def _react(self, code: int) -> None:
        if code == UNKNOWN_MEMBER_ID:
            self._id = ""
        if code:
            self._join()


def _dealt(at: int, members: int) -> bytes:
    return b"".join(_I32.pack(partition) for partition in range(at, PARTITIONS, members))


def classic_storm(seed: int) -> Storm:
    """A storm in a classic group, some of whose members are static."""
    random, claims = Random(seed), Claims()
    settings = {"group.initial.rebalance.delay.ms": str(random.choice((0, 1_000, 3_000)))}
    harness = GroupsHarness(settings, seed)
    members = [
        ClassicStormMember(harness, claims, f"i{at}" if random.random() < 0.3 else None)
        for at in range(MEMBERS)
    ]
    return Storm(harness, members, random)
