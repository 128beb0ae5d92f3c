"""The kind of walks that administer a cluster."""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.emptying import empty_broker, make_internal_topics
from compat.oracle.side import Side
from compat.oracle.walking.administration import (
    cluster,
    configs,
    frames,
    quotas,
    records,
    topics,
)
from compat.oracle.walking.administration.sketch import AdministrationSketch
from compat.oracle.walking.administration.tidying import tidy
from compat.oracle.walking.planner import Drawn, Plan

MOVES = (
    (14, topics.create),
    (6, topics.grow),
    (5, topics.delete),
    (7, topics.metadata),
    (2, topics.make_by_asking),
    (7, topics.page),
    (10, configs.look),
    (14, configs.change),
    (6, configs.put_in_place),
    (4, configs.list_all),
    (5, cluster.reassign),
    (2, cluster.list_reassigned),
    (4, cluster.elect),
    (5, cluster.log_dirs),
    (3, cluster.move_logs),
    (4, cluster.features),
    (3, cluster.versions),
    (3, cluster.brokers),
    (3, cluster.the_quorum),
    (2, cluster.unregister),
    (5, quotas.change),
    (4, quotas.look),
    (8, records.put),
    (3, records.delete),
    (3, frames.malformed),
)


class Administration(Drawn[AdministrationSketch]):
    """One at a time, for a list of all topics is to show those of one walk."""

    together = 1

    def prepare(self, side: Side) -> None:
        """See `Kind.prepare`."""
        make_internal_topics(side)
        empty_broker(side)
        tidy(side)

    def clear(self, side: Side, plans: Sequence[Plan]) -> None:
        """See `Kind.clear`."""
        tidy(side)


KIND = Administration("administration", AdministrationSketch, MOVES)
