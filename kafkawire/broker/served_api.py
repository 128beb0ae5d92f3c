"""What it is that serves an API: a module of `kafkawire.broker.api`, found by its file name.

A broker may be given other APIs than these (see `kafkawire.broker.emulation`), so this is below
the broker: `B` stands for it. The modules, which know the broker, are not imported before they are
asked for.
"""

import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.delayed import Delayed
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.message import Message
from kafkawire.protocol.pacing import undisturbed
from kafkawire.protocol.registry import request_class, response_class

B = TypeVar("B")
"""The class of the broker that a handler works with."""

if TYPE_CHECKING:
    Handler = Callable[[B, Message, RequestContext], Message | Delayed | None]
    ErrorResponse = Callable[[Message, RequestContext, ApiError], Message]
    ApiLoader = Callable[[int], "Api[B] | None"]

_PACKAGE = "kafkawire.broker.api"


class Api(Generic[B]):
    """One served API: its handler, versions and request class."""

    __slots__ = ("_error_response", "handle", "key", "request_class", "versions")

    lists_itself = True
    """Whether ApiVersions, asked in a version it does not know, says which it does (KIP-511)."""

    def __init__(self, key: ApiKey, *, unstable: bool = False) -> None:
        name = f"{_PACKAGE}.{key.name.lower()}"
        __import__(name)
        module = sys.modules[name]
        self.key = key
        self.versions: Versions = module.VERSIONS
        if unstable:
            self.versions = getattr(module, "UNSTABLE_VERSIONS", self.versions)
        # The handlers that rest say so; the others see one state from beginning to end.
        rests: bool = getattr(module, "RESTS", False)
        self.handle: Handler[B] = module.handle if rests else _without_rest(module.handle)
        self.request_class: type[Message] = request_class(key)
        self._error_response: ErrorResponse | None = getattr(module, "error_response", None)

    def refusal(self, request: Message, context: RequestContext, error: ApiError) -> Message:
        """The answer to a request that `handle` refused as a whole."""
        if self._error_response is not None:
            return self._error_response(request, context, error)
        response = response_class(self.key)()
        assert "error_code" in response._FIELDS, f"{self.key.name} has no error for all of it"
        response.error_code = int(error.code)  # type: ignore[attr-defined]
        if "error_message" in response._FIELDS:
            response.error_message = error.message  # type: ignore[attr-defined]
        return response


def _without_rest(handler: "Handler[B]") -> "Handler[B]":
    def handle(broker: B, request: Message, context: RequestContext) -> Message | Delayed | None:
        return undisturbed(handler, broker, request, context)

    return handle


@cache
def served() -> Mapping[int, ApiKey]:
    """The APIs that have a module, by key, ascending; none of the modules is imported."""
    from pkgutil import iter_modules

    __import__(_PACKAGE)
    names = [module.name for module in iter_modules(sys.modules[_PACKAGE].__path__)]
    keys = sorted(ApiKey[name.upper()] for name in names if not name.startswith("_"))
    return {int(key): key for key in keys}


@cache
def load(api_key: int) -> "Api[Any] | None":  # what is imported by name has no types
    """The API with that key, its module imported; None if it is not served."""
    key = served().get(api_key)
    return None if key is None else Api(key)


@cache
def load_unstable(api_key: int) -> "Api[Any] | None":
    """As `load`, with the versions that Kafka serves if `unstable.api.versions.enable` is set."""
    key = served().get(api_key)
    return None if key is None else Api(key, unstable=True)
