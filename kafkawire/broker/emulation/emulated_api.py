"""An API as a release serves it.

The versions are those that both the release and this broker serve. What the release does otherwise
than the plain handler is in an `ApiRules`: a look at the request before the handler sees it, and a
hand on the answer after, whether it comes at once, late, or as a refusal of the whole request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.delayed import Delayed
from kafkawire.broker.served_api import Api

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.behaviour import Behaviour
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext, Versions
    from kafkawire.protocol.api_keys import ApiKey
    from kafkawire.protocol.errors import ApiError
    from kafkawire.protocol.message import Message


class ApiRules:
    """What a release does otherwise in one API; by itself it changes nothing."""

    __slots__ = ("behaviour",)

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour

    def before(self, broker: Broker, request: Message, context: RequestContext) -> None:
        """Look at a request; raises as a handler does."""

    def after(
        self, broker: Broker, request: Message, context: RequestContext, response: Message
    ) -> None:
        """Change the answer of the handler into that of the release."""

    def refused(self, request: Message, context: RequestContext, response: Message) -> None:
        """Change the answer to a request that failed as a whole."""


class EmulatedApi(Api["Broker"]):
    """An API in certain versions and under certain rules."""

    __slots__ = ("_plain", "_rules", "lists_itself")

    def __init__(self, key: ApiKey, versions: Versions, rules: ApiRules | None) -> None:
        super().__init__(key)
        self.versions = versions
        self.lists_itself = rules is None or rules.behaviour.lists_itself
        self._plain = self.handle
        self._rules = rules
        if rules is not None:
            self.handle = self._handle

    def refusal(self, request: Message, context: RequestContext, error: ApiError) -> Message:
        """See `Api.refusal`."""
        response = super().refusal(request, context, error)
        if self._rules is not None:
            self._rules.refused(request, context, response)
        return response

    def _handle(
        self, broker: Broker, request: Message, context: RequestContext
    ) -> Message | Delayed | None:
        rules = self._rules
        assert rules is not None
        rules.before(broker, request, context)
        result = self._plain(broker, request, context)
        if isinstance(result, Delayed):
            result.respond = self._later(broker, request, context, result.respond)
        elif result is not None:
            rules.after(broker, request, context, result)
        return result

    def _later(
        self,
        broker: Broker,
        request: Message,
        context: RequestContext,
        respond: Callable[[int], Message],
    ) -> Callable[[int], Message]:
        rules = self._rules
        assert rules is not None

        def respond_as_released(now_ms: int) -> Message:
            response = respond(now_ms)
            rules.after(broker, request, context, response)
            return response

        return respond_as_released
