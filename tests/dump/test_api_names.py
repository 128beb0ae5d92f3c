"""APIs are called as their messages are."""

from __future__ import annotations

import pytest

from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API, api_name
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.registry import request_class


@pytest.mark.parametrize("key", ApiKey)
def test_an_api_is_called_as_its_messages_are(key: ApiKey) -> None:
    assert f"{api_name(key.value)}Request" == request_class(key.value).__name__


def test_what_is_no_api_has_a_name_too() -> None:
    assert [api_name(key) for key in (SASL_TOKEN, UNKNOWN_API, 9999)] == [
        "SaslToken",
        "Unknown",
        "Api9999",
    ]
