"""A connection on a real socket, in simulated time: what is served, sent, held back, closed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from tests.support.log.files import TestFile
from tests.support.requests.linked import LARGE, framed, receive_exactly
from tests.support.suite.patience import patient

PIPELINED_BYTES_MAX = 65_536


async def test_what_one_receive_brings_one_send_answers(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"a") + framed(b"b") + framed(b"c")[:3])
        assert await peer.recv(100) == b"ab"
        assert host.turns == 1
        await peer.send(framed(b"c")[3:])
        assert await peer.recv(100) == b"c"
        assert host.started == 0


async def test_a_late_answer_is_sent_by_who_makes_it(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"a") + framed(b"park"))
        assert await peer.recv(100) == b"a"
        host.parked.pop()([b"late"])
        assert peer._sock.recv(100) == b"late"  # no task had to run
        assert host.started == 0


async def test_what_was_behind_a_parked_request_is_served_after_it(
    connected: Any, autojump_clock: MockClock
) -> None:
    """fetch D-20."""
    async with connected() as (peer, host):
        await peer.send(framed(b"park") + framed(b"b"))
        await wait_all_tasks_blocked()
        await peer.send(framed(b"c"))
        await wait_all_tasks_blocked()
        assert host.served == [b"park"]
        host.parked.pop()([b"late"])
        assert await receive_exactly(peer, 6) == b"latebc"
        assert host.started == 1


async def test_a_flood_behind_a_parked_request_is_not_taken_in(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"park"))
        await wait_all_tasks_blocked()
        flood = framed(b"x" * 1000) * 3000
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send_all, peer, flood)
            await wait_all_tasks_blocked()
            assert host.link.connection.bytes_held < 3 * PIPELINED_BYTES_MAX
            host.parked.pop()([b"late"])
            assert await receive_exactly(peer, 4 + 3000 * 10) == b"late" + b"x" * 30_000


async def send_all(peer: Any, data: bytes) -> None:
    while data:
        data = data[await peer.send(data) :]


async def test_a_large_request_is_received_into_its_own_room(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send_all, peer, framed(b"y" * LARGE) + framed(b"z"))
            assert await receive_exactly(peer, 11) == b"y" * 10 + b"z"
        assert host.served == [b"y" * LARGE, b"z"]


async def test_a_slow_reader_gets_everything_and_holds_nobody_up(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"large") + framed(b"a") + framed(b"large") + framed(b"b"))
        await wait_all_tasks_blocked()
        await peer.send(framed(b"c"))
        await wait_all_tasks_blocked()
        assert b"c" not in host.served  # it is not read from while it does not read
        expected = b"L" * LARGE + b"a" + b"L" * LARGE + b"b" + b"c"
        assert await receive_exactly(peer, len(expected)) == expected


async def test_a_late_answer_that_does_not_fit_is_finished_by_a_task(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"park") + framed(b"b"))
        await wait_all_tasks_blocked()
        host.parked.pop()([b"L" * LARGE])
        assert host.started == host.poller.tasks_at_work == 1
        assert await receive_exactly(peer, LARGE + 1) == b"L" * LARGE + b"b"
        await wait_all_tasks_blocked()
        assert host.poller.tasks_at_work == 0


async def test_a_late_answer_waits_behind_what_is_still_being_sent(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"large") + framed(b"park") + framed(b"b"))
        await wait_all_tasks_blocked()
        host.parked.pop()([b"late"])
        assert await receive_exactly(peer, LARGE + 5) == b"L" * LARGE + b"lateb"


async def test_a_request_not_understood_closes_after_the_answers_before_it(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"a") + framed(b"bad") + framed(b"b"))
        assert await peer.recv(100) == b"a"
        assert await at_end(peer)
        assert host.served == [b"a", b"bad"]


async def test_a_request_not_understood_behind_a_parked_one_closes_too(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"park") + framed(b"bad"))
        await wait_all_tasks_blocked()
        host.parked.pop()([b"late"])
        assert await peer.recv(100) == b"late"
        assert await at_end(peer)


async def at_end(peer: Any) -> bool:
    """Whether the connection was ended by the other side."""
    with trio.fail_after(patient(60)):
        try:
            return not await peer.recv(100)
        except ConnectionResetError:
            return True


async def test_the_broker_may_end_a_connection(connected: Any, autojump_clock: MockClock) -> None:
    async with connected() as (peer, _host):
        await peer.send(framed(b"close"))
        assert await peer.recv(100) == b"bye"
        assert await at_end(peer)


async def test_a_connection_held_back_can_be_ended(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"park") + framed(b"x" * 100_000)[:90_000])
        await wait_all_tasks_blocked()
        await peer.send(b"x")
        await wait_all_tasks_blocked()
        assert not host.ended.is_set()
        host.link.end()
        await wait_all_tasks_blocked()
        assert host.ended.is_set()


async def test_an_answer_for_a_client_that_left_is_dropped(
    connected: Any, autojump_clock: MockClock
) -> None:
    """fetch D-21: the operation completes later and its answer is discarded."""
    async with connected() as (peer, host):
        await peer.send(framed(b"park"))
        await wait_all_tasks_blocked()
        peer.close()
        await host.ended.wait()
        host.parked.pop()([b"late"])
        assert host.link.closed


async def test_a_client_that_leaves_while_being_sent_to_ends_the_link(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"park"))
        await wait_all_tasks_blocked()
        host.parked.pop()([b"L" * LARGE])
        await wait_all_tasks_blocked()
        peer.close()
        with trio.move_on_after(60):
            await host.ended.wait()
        assert host.ended.is_set()


async def test_answers_go_out_before_what_they_woke_is_served(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"park") + framed(b"b"))
        await wait_all_tasks_blocked()
        sent: list[bytes] = []
        host.on_turn = lambda: sent.append(peer._sock.recv(100))
        host.parked.pop()([b"late"])
        assert peer._sock.recv(100) == b"late"
        await wait_all_tasks_blocked()
        assert sent[0] == b"b"


async def test_a_connection_that_meets_a_bug_dies_and_tells(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"bug"))
        assert await at_end(peer)
        assert [str(bug) for bug in host.bugs] == ["bug"]


async def test_a_bug_behind_a_parked_request_is_told_too(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"park") + framed(b"bug"))
        await wait_all_tasks_blocked()
        host.parked.pop()([b"late"])
        assert await peer.recv(100) == b"late"
        assert await at_end(peer)
        assert [str(bug) for bug in host.bugs] == ["bug"]


async def test_ending_lets_what_was_answered_go_out(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"large") + framed(b"park"))
        await wait_all_tasks_blocked()
        host.link.end()
        assert await receive_exactly(peer, LARGE) == b"L" * LARGE
        assert await at_end(peer)


@pytest.mark.parametrize("count", [1, 64, 1000])
async def test_pipelined_requests_are_answered_in_order(
    connected: Any, autojump_clock: MockClock, count: int
) -> None:
    async with connected() as (peer, host):
        frames = [b"%08d" % index for index in range(count)]
        await send_all(peer, b"".join(map(framed, frames)))
        assert await receive_exactly(peer, 8 * count) == b"".join(frames)
        assert host.served == frames


@pytest.fixture
def file(tmp_path: Path) -> Iterator[TestFile]:
    found = TestFile(tmp_path / "file", b"0123456789" * (LARGE // 10))
    yield found
    found.close()


async def test_answers_from_files_are_sent_whole_and_in_order(
    connected: Any, autojump_clock: MockClock, file: TestFile
) -> None:
    async with connected() as (peer, host):
        host.slices = {b"f": file.slice(5, LARGE - 10)}
        await peer.send(framed(b"f") + framed(b"a") + framed(b"f"))
        await wait_all_tasks_blocked()
        answer = b"head" + (b"0123456789" * (LARGE // 10))[5:-5] + b"tail"
        assert await receive_exactly(peer, 2 * len(answer) + 1) == answer + b"a" + answer


async def test_a_huge_answer_from_a_file_lets_others_have_their_turn(
    connected: Any, autojump_clock: MockClock, file: TestFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafkawire.net.sending.FILE_BYTES_PER_TURN", 40_000)
    async with connected() as (peer, host):
        host.slices = {b"f": file.slice(0, 400_000)}
        await peer.send(framed(b"f"))
        with trio.fail_after(patient(60)):
            while not host.started:  # the rest is left to a task
                await trio.lowlevel.checkpoint()
        assert await receive_exactly(peer, 400_008) == b"head" + b"0123456789" * 40_000 + b"tail"


async def test_a_file_that_was_cut_ends_the_connection_that_was_owed_it(
    connected: Any, autojump_clock: MockClock, file: TestFile
) -> None:
    async with connected() as (peer, host):
        host.slices = {b"f": file.slice(LARGE, 40_000)}
        await peer.send(framed(b"f"))
        assert await peer.recv(100) == b"head"
        assert await at_end(peer)
        assert host.bugs == []
