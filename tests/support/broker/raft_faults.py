"""Histories of simulated quorums: what fails when, by a seed, and that the quorum goes on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from kafkawire.broker.raft.voters import NO_DIRECTORY_ID
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from tests.support.broker.raft_world import PROGRESS_MS, Node, World, endpoint, key

STEPS = 25
STEP_MS = 400
LONG_STEP_MS = 5000


def run(seed: int) -> World:
    """One history: faults, then quiet, in which the quorum has to make progress."""
    count, is_dynamic = [(1, False), (3, False), (3, False), (5, False), (5, True)][seed % 5]
    world = World(seed, count, is_dynamic=is_dynamic)
    for node in world.nodes.values():
        node.start()
    for _ in range(STEPS):
        kind = _fault(world)
        step_ms = 1 + world.random.randrange(2 * STEP_MS)
        if kind == "isolate" and world.random.random() < 0.3:
            step_ms = LONG_STEP_MS
        until_ms = world.now_ms + step_ms
        while world.now_ms < until_ms:
            world.run_until(min(until_ms, world.now_ms + 60))
            world.append(_any_leader(world))
    quiet(world)
    return world


def quiet(world: World) -> None:
    """Faults stop; within bounded time a record is committed everywhere."""
    world.blocked.clear()
    world.loss, world.delay_ms = 0.0, 5
    for node in world.nodes.values():
        if node.replica is None:
            node.start()
    end_ms = world.now_ms + PROGRESS_MS
    goal = None
    while world.now_ms < end_ms:
        world.run_until(world.now_ms + 50)
        known = world.ends[-1] if world.ends else 0
        if goal is None or known < goal:
            goal = known + 1
            world.append(world.leader())
        reached = [
            each.replica is not None and (each.replica.high_watermark or 0) >= goal
            for each in world.nodes.values()
        ]
        if all(reached):
            return
    world.fail("no progress after the faults have stopped")


def _any_leader(world: World) -> Node | None:
    """A replica that leads, perhaps only in its own eyes."""
    leading = [
        each
        for each in world.nodes.values()
        if each.replica is not None and each.replica.core.quorum.is_leader
    ]
    return world.random.choice(leading) if leading else None


def _fault(world: World) -> str:
    """Let something fail, or recover; return its name."""
    node = world.random.choice(list(world.nodes.values()))
    name = world.random.choice(DYNAMIC_FAULTS if world.is_dynamic else FIXED_FAULTS)
    FAULTS[name](world, node)
    if node.replica is None and world.random.random() < 0.3:
        node.start()
    return name


def _crash(world: World, node: Node) -> None:
    victim = world.leader() if world.random.random() < 0.5 else node
    if victim is not None and victim.replica is not None:
        victim.crash()


def _start(world: World, node: Node) -> None:
    for each in world.nodes.values():
        if each.replica is None:
            each.start()


def _split(world: World, node: Node) -> None:
    side = {each for each in world.nodes if world.random.random() < 0.5}
    pairs = permutations(world.nodes, 2)
    world.blocked |= {(a, b) for a, b in pairs if (a in side) != (b in side)}


def _one_way(world: World, node: Node) -> None:
    pairs = permutations(world.nodes, 2)
    world.blocked |= {pair for pair in pairs if world.random.random() < 0.2}


def _isolate(world: World, node: Node) -> None:
    leader = world.leader()
    if leader is not None:
        world.blocked |= {pair for pair in permutations(world.nodes, 2) if leader.id in pair}


def _heal(world: World, node: Node) -> None:
    world.blocked.clear()
    world.loss = 0.0


def _lose(world: World, node: Node) -> None:
    world.loss = world.random.choice([0.05, 0.3])
    world.delay_ms = world.random.choice([5, 50, 400])


def _snapshot(world: World, node: Node) -> None:
    world.take_snapshot(node)


def _resign(world: World, node: Node) -> None:
    leader = world.leader()
    if leader is not None:
        epoch = leader.epoch
        leader.do(lambda replica: replica.resign(epoch, world.now_ms))


def _change_voters(world: World, node: Node) -> None:
    """Remove a voter, or add an observer."""
    leader = world.leader()
    if not world.is_dynamic or leader is None or leader.replica is None:
        return
    listed = leader.replica.core.log.voters.latest.get(node.id)
    world.voter_changes += 1
    if listed is not None and len(leader.replica.core.log.voters.latest) > 1:
        directory_id = listed.key.directory_id
        assert directory_id != NO_DIRECTORY_ID
        removal = RemoveRaftVoterRequest(voter_id=node.id, voter_directory_id=directory_id)
        leader.do(lambda replica: replica.handle(removal, 0, world.now_ms))
    elif listed is None:
        name, host, port = endpoint(node.id)
        addition = AddRaftVoterRequest(
            voter_id=node.id,
            voter_directory_id=key(node.id).directory_id,
            timeout_ms=3000,
            listeners=[AddRaftVoterRequest.Listener(name=name, host=host, port=port)],
        )
        leader.do(lambda replica: replica.handle(addition, 1, world.now_ms))


FAULTS: dict[str, Callable[[World, Node], None]] = {
    "crash": _crash,
    "start": _start,
    "split": _split,
    "one way": _one_way,
    "isolate": _isolate,
    "heal": _heal,
    "loss": _lose,
    "snapshot": _snapshot,
    "resign": _resign,
    "voters": _change_voters,
}
FIXED_FAULTS = (
    *("crash", "crash", "start", "split", "one way", "isolate", "heal", "heal"),
    *("loss", "snapshot", "snapshot", "resign"),
)
DYNAMIC_FAULTS = (*FIXED_FAULTS, "heal", *["voters"] * 5)
