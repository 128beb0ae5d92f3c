"""From an api key to its message classes, imported when first asked for."""

from __future__ import annotations

from kafkawire.protocol.api_keys import API_NAMES, ApiKey
from kafkawire.protocol.errors import UnknownApiKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.protocol.message import Message

_requests: dict[int, type[Message]] = {}
_responses: dict[int, type[Message]] = {}


def request_class(api_key: int) -> type[Message]:
    """The class of the requests of `api_key`. Raises `UnknownApiKey`."""
    found = _requests.get(api_key)
    if found is None:
        found = _requests[api_key] = _load(api_key, "Request")
    return found


def response_class(api_key: int) -> type[Message]:
    """The class of the responses of `api_key`. Raises `UnknownApiKey`."""
    found = _responses.get(api_key)
    if found is None:
        found = _responses[api_key] = _load(api_key, "Response")
    return found


def _load(api_key: int, suffix: str) -> type[Message]:
    name = API_NAMES.get(api_key)
    if name is None:
        raise UnknownApiKey(f"unknown api key {api_key}")
    module = f"kafkawire.protocol.messages.{ApiKey(api_key).name.lower()}_{suffix.lower()}"
    # The builtin, since importing `importlib` costs more than most messages.
    found: type[Message] = getattr(__import__(module, fromlist=("*",)), name + suffix)
    return found
