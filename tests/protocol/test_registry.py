"""Message classes by api key, and the tables of api keys."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kafkawire.protocol import api_keys
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import UnknownApiKey
from kafkawire.protocol.registry import request_class, response_class

HEAVY = {"re", "json", "dataclasses", "inspect", "typing", "logging", "uuid", "importlib.metadata"}


@pytest.mark.parametrize("api_key", ApiKey)
def test_each_api_key_has_its_classes_and_the_tables_agree(api_key: ApiKey) -> None:
    name = api_keys.API_NAMES[api_key]
    request, response = request_class(api_key), response_class(api_key)

    assert (request.__name__, response.__name__) == (f"{name}Request", f"{name}Response")
    assert request.API_KEY == response.API_KEY == api_key
    assert api_keys.REQUEST_VERSIONS[api_key] == request.VERSIONS
    assert api_keys.RESPONSE_VERSIONS[api_key] == response.VERSIONS
    assert api_keys.FLEXIBLE_SINCE[api_key] == request.FLEXIBLE_SINCE == response.FLEXIBLE_SINCE
    assert request_class(int(api_key)) is request


def test_unknown_api_keys_are_refused() -> None:
    for find in (request_class, response_class):
        with pytest.raises(UnknownApiKey):
            find(9999)


@pytest.mark.process
def test_a_message_costs_only_itself() -> None:
    """codec 6: no expensive standard module, and no other message, comes with one API."""
    program = (
        "import sys; before = set(sys.modules)\n"
        "import kafkawire.protocol.messages.fetch_request\n"
        "print(*set(sys.modules) - before)"
    )
    command = [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"]
    loaded = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())

    assert not loaded & HEAVY
    messages = {name for name in loaded if name.startswith("kafkawire.protocol.messages.")}
    assert messages == {"kafkawire.protocol.messages.fetch_request"}
