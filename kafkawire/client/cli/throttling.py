"""A line on the standard error while a quota holds `produce` or `consume` back.

Without it a command that waits for its quota looks as if the broker were slow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.events import RequestDone

if TYPE_CHECKING:
    from kafkawire.client.cli.output import Output
    from kafkawire.client.events import Event

NOTED_MS = 1000
"""Shorter waits are part of the work of every quota."""


class ThrottleNote:
    """An observer that prints one line for each stretch of throttling.

    A stretch ends with a response to the same API that asks for no wait.

    Args:
        output: Where the line goes.
        api: The API whose quota matters: PRODUCE or FETCH.
        quota: The quota's name.
    """

    def __init__(self, output: Output, api: str, quota: str) -> None:
        self._output = output
        self._api = api
        self._quota = quota
        self._is_noted = False

    def __call__(self, event: Event) -> None:
        """Take an event of the client."""
        if not isinstance(event, RequestDone) or event.api != self._api:
            return
        if event.throttle_ms == 0:
            self._is_noted = False
        elif event.throttle_ms > NOTED_MS and not self._is_noted:
            self._is_noted = True
            seconds = event.throttle_ms / 1000
            self._output.note(
                f"broker {event.node} throttles this client for {seconds:.1f} s and maybe longer:"
                f" its quota {self._quota} is used up (`kafkawire quotas list` shows quotas)"
            )
