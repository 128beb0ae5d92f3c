"""The walks of the fetch and produce path."""

from __future__ import annotations

from compat.oracle.walking import asking, changing, fetching, producing, wires
from compat.oracle.walking.planner import Drawn
from compat.oracle.walking.sketch import Sketch

TOPICS = ("ant", "bee", "cat")

KIND = Drawn(
    "log",
    Sketch,
    (
        (20, producing.put),
        (8, producing.put_broken),
        (12, producing.put_in_sequence),
        (8, producing.put_message_set),
        (16, fetching.look),
        (6, fetching.open_session),
        (30, fetching.go_on),
        (3, fetching.misuse),
        (2, fetching.close),
        (9, asking.list_offsets),
        (5, asking.delete_records),
        (5, asking.leader_epochs),
        (1, changing.make_or_delete),
        (1, changing.make_again),
        (1, changing.grow),
        (6, wires.burst),
        (3, wires.poll),
        (1, wires.hang_up),
        (6, wires.malformed),
    ),
    topics=TOPICS,
    finish=fetching.close_all,
    walks=2000,
    walks_in_tests=100,
)
