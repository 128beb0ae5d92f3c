"""No explanation without its evidence: each sentence, and what it is not said without.

`INFERRED` has the sentences that rest on more than the words of one exchange, each with a scene at
whose end it is said. The scene is then spoilt: its last request or response cannot be decoded,
bytes are lost before it, or the capture begins with it. A sentence that needs it must be gone.
`test_sentences` holds that there are no others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from kafkawire.dump.model import Exchange, ExchangeDone, RequestSeen
from kafkawire.dump.state import State
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.produce_response import ProduceResponse
from tests.dump.state.test_groups import ALICE, BOB, beat, given, join, joined, sync, synced, wish
from tests.dump.state.test_transactions import add, added, end, init, produce
from tests.dump.state.test_transactions import given as producer
from tests.support.dump.dialogues import Dialogue
from tests.support.dump.dumped_sessions import asked, said, told, wanted
from tests.support.dump.sharing import fetch, fetched
from tests.support.requests.fetching import fetch_request

REQUEST, RESPONSE, GAP, START = "request", "response", "gap", "start"
"""What may be missing: either message decoded, all bytes before, the exchanges before."""


class Turn(NamedTuple):
    """An exchange of a scene."""

    request: Message
    response: Message
    version: int | None = None
    after_ms: int = 1
    """How long after the one before."""
    connection: int = 0


class Case(NamedTuple):
    """A sentence, the scene at whose end it is said, and what it is not said without."""

    sentence: str
    scene: list[Turn]
    needs: frozenset[str]


ALL = frozenset((REQUEST, RESPONSE, GAP, START))
BOTH = frozenset((REQUEST, RESPONSE))
OPENING = Turn(wanted(0, session=(0, 0)), said(0, session=42), 12)
JOINED = Turn(join(ALICE), joined(ALICE, 1, ALICE, BOB))
SYNCED = Turn(sync(ALICE, 1, alice=given(0, 1), bob=given(2)), synced(0, 1))
BEGUN = [Turn(init(), producer()), Turn(add(0), added(0), 3)]
REBALANCING = HeartbeatResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS)
SHARING = Turn(fetch(0, 0), fetched())


def refused(code: ErrorCode) -> FetchResponse:
    return said(error_code=code)  # type: ignore[no-any-return]


def reading(offset: int, **told_: Any) -> Turn:
    """A fetch without a session, by a reader of committed records."""
    partition = told(0, **told_)
    request = wanted(asked(0, offset), session=(0, -1), isolation_level=1)
    return Turn(request, said(partition, topic="t"), 12)


INFERRED = {
    "no session": Case("has no room for one", [Turn(wanted(0, session=(0, 0)), said(0), 12)], BOTH),
    "session lost": Case(
        "evicted for another, or the broker was restarted",
        [OPENING, Turn(wanted(session=(42, 1)), refused(ErrorCode.FETCH_SESSION_ID_NOT_FOUND), 12)],
        ALL,
    ),
    "epoch used": Case(
        "this one was used already",
        [
            OPENING,
            Turn(wanted(session=(42, 1)), said(session=42), 12),
            Turn(wanted(session=(42, 1)), refused(ErrorCode.INVALID_FETCH_SESSION_EPOCH), 12),
        ],
        ALL,
    ),
    "epochs skipped": Case(
        "3 requests of it not seen",
        [OPENING, Turn(wanted(session=(42, 4)), said(session=42), 12)],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "answer full": Case(
        "no room in the answer",
        [
            Turn(wanted(0, 1, session=(0, 0)), said(0, 1, session=42), 12),
            Turn(
                wanted(asked(1, 4), session=(42, 1), max_bytes=150),
                said(told(0, records=b"x" * 100), session=42),
                12,
            ),
        ],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "session empty": Case(
        "holds no partition any more",
        [OPENING, Turn(wanted(session=(42, 1)), said(), 12)],
        BOTH,
    ),
    "member silent": Case(
        "silent for 60 s and its session timeout is 45 s",
        [JOINED, SYNCED, Turn(beat(ALICE, 1), HeartbeatResponse(error_code=25), None, 60_000)],
        ALL,
    ),
    "member forgotten": Case(
        "the coordinator has forgotten it, 1 s after it took its latest request",
        [JOINED, SYNCED, Turn(beat(ALICE, 1), HeartbeatResponse(error_code=25), None, 1_000)],
        ALL,
    ),
    "joining member forgotten": Case(
        "the coordinator has forgotten it, 1 s after it took its latest request",
        [JOINED, SYNCED, Turn(join(ALICE), JoinGroupResponse(error_code=25), None, 1_000)],
        ALL,
    ),
    "generation passed": Case(
        "the group has reached generation 2",
        [
            JOINED,
            Turn(beat(BOB, 2), HeartbeatResponse()),
            Turn(beat(ALICE, 1), HeartbeatResponse(error_code=ErrorCode.ILLEGAL_GENERATION)),
        ],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "silence of who is gone": Case(
        "without bob-9f3a6c01 (silent for 50 s)",
        [
            JOINED,
            SYNCED,
            Turn(beat(BOB, 1), HeartbeatResponse()),
            Turn(join(ALICE), joined(ALICE, 2, ALICE), None, 50_000),
        ],
        ALL,
    ),
    "partitions given up": Case(
        "joins again, having given up partitions",
        [
            JOINED,
            SYNCED,
            Turn(join(ALICE, wishes=wish("orders", owned=(1,))), joined(ALICE, 2, ALICE, BOB)),
        ],
        frozenset((REQUEST, START)),
    ),
    "other topics": Case(
        "subscribes to orders, refunds",
        [
            JOINED,
            SYNCED,
            Turn(join(ALICE, wishes=wish("orders", "refunds")), joined(ALICE, 2, ALICE, BOB)),
        ],
        frozenset((REQUEST, START)),
    ),
    "gone for no reason seen": Case(
        "bob-9f3a6c01 is no longer a member",
        [
            JOINED,
            SYNCED,
            Turn(beat(ALICE, 1), REBALANCING),
            Turn(JoinGroupRequest(), JoinGroupResponse(error_code=ErrorCode.MEMBER_ID_REQUIRED)),
            Turn(join(), joined(ALICE, 2, ALICE)),
        ],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "rebalance with a cause": Case(
        "since 4.2 s, alice-9f3a6c01 joins again",
        [
            JOINED,
            SYNCED,
            Turn(join(ALICE), joined(ALICE, 2, ALICE, BOB)),
            Turn(beat(BOB, 1), REBALANCING, None, 4_199),
        ],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "producer replaced": Case(
        "which fences epoch 3",
        [*BEGUN, Turn(init(), producer(4000, 4))],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "left open": Case(
        "what was open for 2 s is aborted",
        [*BEGUN, Turn(init(), producer(4000, 4), None, 2_000)],
        ALL,
    ),
    "open too long": Case(
        "open for 61 s, longer than its timeout of 60 s",
        [*BEGUN, Turn(produce(0), ProduceResponse(), 11, 61_000)],
        ALL,
    ),
    "ended too late": Case(
        "it was open for longer than its timeout of 60 s",
        [
            *BEGUN,
            Turn(end(), EndTxnResponse(error_code=ErrorCode.INVALID_PRODUCER_EPOCH), 4, 61_000),
        ],
        ALL,
    ),
    "committed": Case(
        "committed after 2 s, 1 partition",
        [*BEGUN, Turn(end(), EndTxnResponse(), 4, 2_000)],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "who holds readers back": Case(
        "seen there: transaction pay",
        [
            Turn(init(), producer()),
            Turn(produce(0), ProduceResponse(), 12),
            Turn(
                fetch_request(("orders", asked(0, 7)), session=(0, -1), isolation_level=1),
                said(told(0, last_stable_offset=7), topic="orders"),
                12,
            ),
        ],
        ALL,
    ),
    "held back": Case(
        "open transaction holds last_stable_offset of t-0 at 7 below high_watermark 10",
        [reading(7, last_stable_offset=7)],
        BOTH,
    ),
    "at the end": Case("nothing new since offset 10 of t-0", [reading(10)], BOTH),
    "beyond the end": Case(
        "beyond the end, which was 10",
        [reading(10), reading(20, error_code=ErrorCode.OFFSET_OUT_OF_RANGE)],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "before the beginning": Case(
        "the log began at 5",
        [reading(10, log_start_offset=5), reading(2, error_code=ErrorCode.OFFSET_OUT_OF_RANGE)],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "share session elsewhere": Case(
        "it began on connection #1",
        [
            SHARING,
            Turn(fetch(1), fetched(error_code=ErrorCode.SHARE_SESSION_NOT_FOUND), None, 1, 1),
        ],
        frozenset((REQUEST, RESPONSE, START)),
    ),
    "share session lost": Case(
        "the broker was restarted, or the group has removed the member",
        [SHARING, Turn(fetch(1), fetched(error_code=ErrorCode.SHARE_SESSION_NOT_FOUND))],
        ALL,
    ),
    "share epoch used": Case(
        "this one was used already",
        [
            SHARING,
            Turn(fetch(1), fetched()),
            Turn(fetch(1), fetched(error_code=ErrorCode.INVALID_SHARE_SESSION_EPOCH)),
        ],
        ALL,
    ),
    "share epochs skipped": Case(
        "3 requests of it not seen",
        [SHARING, Turn(fetch(4), fetched())],
        frozenset((REQUEST, RESPONSE, START)),
    ),
}


class Scene:
    """Plays turns, the last of them spoilt."""

    def __init__(self, spoilt: str = "") -> None:
        self._dialogue = Dialogue()
        self._spoilt = spoilt
        self._state = State()
        is_whole = spoilt != START
        self._connections = [self._dialogue.connect("alice", is_whole=is_whole) for _ in range(2)]

    def play(self, turns: list[Turn]) -> str:
        """All that is said at the end of the last."""
        shown = turns[-1:] if self._spoilt == START else turns
        for turn in shown:
            exchange = self._turn(turn, is_last=turn is turns[-1])
        steps = (exchange.session, exchange.group, exchange.transaction)
        found = [*exchange.notes, *(each.summary for each in steps if each is not None)]
        if exchange.group is not None:
            found.append(exchange.group.reason)
        return "\n".join(found)

    def _turn(self, turn: Turn, *, is_last: bool) -> Exchange:
        connection = self._connections[turn.connection]
        if is_last and self._spoilt == GAP:
            connection.damaged_ns = self._dialogue.now_ns
        self._dialogue.wait(turn.after_ms)
        exchange = self._dialogue.begin(connection, turn.request, turn.version)
        assert exchange.request is not None
        if is_last and self._spoilt == REQUEST:
            exchange.request.data = exchange.request.data[: exchange.request.body_offset + 1]
        self._state.observe(RequestSeen(exchange))
        self._dialogue.end(exchange, turn.response)
        assert exchange.response is not None
        if is_last and self._spoilt == RESPONSE:
            exchange.response.data += b"\x7f"
        self._state.observe(ExchangeDone(exchange))
        return exchange


@pytest.mark.parametrize("name", INFERRED)
def test_with_all_evidence_it_is_said(name: str) -> None:
    sentence, scene, _ = INFERRED[name]
    assert sentence in Scene().play(scene)


@pytest.mark.parametrize(
    ("name", "missing"),
    [(name, missing) for name, case in INFERRED.items() for missing in sorted(case.needs)],
)
def test_without_its_evidence_it_is_not_said(name: str, missing: str) -> None:
    sentence, scene, _ = INFERRED[name]
    assert sentence not in Scene(missing).play(scene)


@pytest.mark.parametrize("name", INFERRED)
def test_of_a_response_that_cannot_be_decoded_nothing_is_said(name: str) -> None:
    """What a request alone shows may be said when it is seen, and stays."""
    scene = INFERRED[name].scene
    text = Scene(RESPONSE).play(scene)
    asks = isinstance(scene[-1].request, JoinGroupRequest)
    assert asks or text == ""


@pytest.mark.parametrize("code", [25, 16, 15], ids=["unknown", "not-coordinator", "not-there"])
def test_a_join_that_is_refused_has_begun_no_rebalance(code: int) -> None:
    turns = [JOINED, SYNCED, Turn(join(ALICE), JoinGroupResponse(error_code=code))]
    text = Scene().play([*turns, Turn(beat(BOB, 1), HeartbeatResponse())])
    assert text.strip() == "group g generation 1: bob-9f3a6c01 is there"


def test_a_session_that_began_before_the_capture_says_so() -> None:
    for turn in (Turn(wanted(session=(42, 7)), said(session=42), 12), Turn(fetch(7), fetched())):
        assert "its beginning was not seen" in Scene().play([turn])
