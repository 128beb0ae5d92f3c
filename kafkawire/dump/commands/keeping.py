"""What a pipeline leaves when its command ends: whole files, or unfinished ones beside the old."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kafkawire.dump.commands import say

if TYPE_CHECKING:
    from kafkawire.dump.pipeline import Pipeline


@contextmanager
def closing(pipeline: Pipeline, *, ends_by_interrupt: bool) -> Iterator[None]:
    """Close the pipeline behind the block; abandon it if the block, or closing it, fails.

    Unfinished files replace no others, and are said on the standard error. Ctrl-C is such a failure
    too, unless `ends_by_interrupt`: the input has no other end. KeyboardInterrupt is raised again.
    """
    interrupt: KeyboardInterrupt | None = None
    try:
        try:
            yield
        except KeyboardInterrupt as error:
            if not ends_by_interrupt:
                raise
            interrupt = error
        pipeline.close()
    except BaseException:
        for path in pipeline.abandon():
            say(f"{path} has what there was until then; no file was replaced")
        raise
    if interrupt is not None:
        raise interrupt
