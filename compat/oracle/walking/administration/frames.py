"""Requests of administration whose bytes are wrong somewhere."""

from __future__ import annotations

from collections.abc import Callable

from compat.oracle.scripts.kit import Part
from compat.oracle.walking.administration import cluster, configs, quotas, topics
from compat.oracle.walking.administration.sketch import AdministrationSketch, Asked, settled
from compat.oracle.walking.ground import Act, Ground
from compat.oracle.walking.wires import broken

_CHOICES: tuple[Callable[[AdministrationSketch], Asked], ...] = (
    topics.create,
    topics.grow,
    topics.delete,
    topics.metadata,
    topics.page,
    configs.look,
    configs.list_all,
    cluster.reassign,
    cluster.log_dirs,
    quotas.look,
)
"""What could do no harm beyond the walk if it was understood otherwise than it was meant."""


def malformed(sketch: AdministrationSketch) -> Act:
    """One of them; it may be understood after all, and change something."""
    request = sketch.random.choice(_CHOICES)(sketch).request
    wrong = broken(sketch, request, below_zero=False)

    def act(ground: Ground) -> Part[None]:
        yield from settled(ground)
        yield from wrong(ground)
        ground.is_behind = True

    return act
