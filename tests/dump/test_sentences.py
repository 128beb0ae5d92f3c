"""Every sentence of the dump's state has its place: what evidence it needs is written down.

`test_explanations` has those that rest on more than one exchange, with that evidence. Here are
those that repeat what one exchange says, which no part reads if it cannot be decoded. A new
sentence is in neither, and fails.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import kafkawire.dump.state
from tests.dump.test_explanations import INFERRED

DIRECT = (
    # What one exchange says, in a request or in its response.
    "gets its member id and has to ask again", "has to join again", "joined as the leader of",
    "asks to join", "has its assignment, which is not the consumer protocol's", "who is no member",
    "a new member", "has to give up", "to be back", "in the answer", "in the request",
    "left out of the answer:", "an open transaction", "asked for a session and got none",
    "asked for a share session and got none", "closed by the client", "it held",
    "no answer seen", "of them again (", "up to delivery", "in place of session",
    "in place of the former one", "cannot take part:", "offsets of group", "to be committed",
    "nothing seen in it", "records for", "what is said of", "is refused:", "and so in",
    "paused by throttle", "ms: the client is over its quota", "fetch waits: nothing new in",
    "locks are renewed, nothing is fetched", "more of this kind", "joins again",
    "joins, perhaps again", "cannot leave:", "the broker has offered versions", "no longer",
    "the broker does not have", "what the client wants", "is out of range",
    "a throttled answer opens none", "not read this time", "opened with",
    # What an error means, by Kafka's definition of it.
    "another client joined with the same instance id",
    "the session names topics by name and the request by id, or the reverse",
    "an acknowledgement opens no session, only a fetch does",
    "the broker has as many as it may have (group.share.max.share.sessions)",
    "the member does not have these records (any more): a lock may have timed out",
    "no producer id yet: the transaction before is still being completed", "no producer id:",
    "negotiation, no error: the broker does not know version",
    "and answers in version 0, so that the client asks again", "no versions were offered:",
    "waits for its offsets: an open transaction is to commit them",
    "closed without an answer, which is how brokers refuse:",
    "does not exist, or not on this broker", "has a leader of which the broker does not know yet",
    "has a new leader, whose high watermark is not known yet", "was deleted and made anew: the "
    "client has its old id", "has a newer leader than the client knows", "has no leader",
    "has an id that the broker does not know", "has records that are corrupt", "is no name of a "
    "topic", "is not led by this broker any more: the client has to look for the leader",
    "is on a disk that failed", "may not be read by this user",
    # What admits that something is not known.
    "for a reason that was not seen", "its beginning was not seen", "it is gone,",
    "after its latest use that was seen;", "it has ended", "it had ended before this was answered",
    "the broker does not know it, and neither was its beginning seen",
    "the broker expects another epoch", "has no name yet: no message with both was seen",
    ": the log begins later or ends before it",
)  # fmt: skip
PARTS = (
    # Of sentences above and of those in `INFERRED`.
    ": rebalance in progress since", "rebalance in progress", "the broker has lost it,",
    "after its latest use:", "not in order: epoch", "was to come", "the broker expects epoch",
    "; what was open for", "; open for", "longer than its timeout of", "which fences epoch",
    "after producer", "it began on connection #", "and ends with that since Kafka 4.1",
    "and may have lost more since", ": who reads committed records waits", "seen there:",
    "the group has reached generation", "it was silent for", "and its session timeout is",
    "the coordinator has forgotten it,", "after it took its latest request",
    "after its latest use: evicted for another, or the broker was restarted;",
    "the broker has no room for one, or has them switched off",
    "holds no partition any more, so the broker closed it", ": the log began at",
    "fetch waits: nothing new since offset", ": beyond the end, which was",
    "open transaction holds last_stable_offset of", "is no longer a member", "share session",
    "it was open for longer than its timeout of", "joins again, having given up partitions",
    "of it not seen", ": this one was used already", "no room in the answer",
    "below high_watermark",
)  # fmt: skip


def sentences(path: Path) -> Iterator[str]:
    """Texts of three words and more in a module, its docstrings left out."""
    tree = ast.parse(path.read_text())
    told = {
        id(first.value)
        for node in ast.walk(tree)
        if isinstance(body := getattr(node, "body", None), list)
        for first in body
        if isinstance(first, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            text = node.value.strip(" ,;")
            if text.count(" ") >= 2:
                yield text


def test_every_sentence_is_known_here() -> None:
    known = {each.strip(" ,;") for each in (*DIRECT, *PARTS)}
    known |= {case.sentence for case in INFERRED.values()}
    folder = Path(kafkawire.dump.state.__file__).parent
    found = {text: path.name for path in sorted(folder.glob("*.py")) for text in sentences(path)}
    new = {text: name for text, name in found.items() if text not in known}
    assert new == {}, "say in INFERRED what evidence it needs, or in DIRECT that one exchange does"
