"""Names of APIs by their keys, and the two keys that stand for what is no API of Kafka's."""

from __future__ import annotations

from kafkawire.protocol.api_keys import ApiKey

SASL_TOKEN = -1
"""The `api_key` of a frame that is a bare SASL token: SaslHandshake v0 lets them follow."""
UNKNOWN_API = -2
"""The `api_key` of a response whose request was not seen."""

_NAMES = {key.value: "".join(word.title() for word in key.name.split("_")) for key in ApiKey}


def api_name(api_key: int) -> str:
    """Return Kafka's name of an API, as `Fetch`; `Api99` for a key that Kafka does not have."""
    if api_key == SASL_TOKEN:
        return "SaslToken"
    return "Unknown" if api_key == UNKNOWN_API else _NAMES.get(api_key, f"Api{api_key}")
