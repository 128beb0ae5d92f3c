"""Which APIs have which colour."""

from __future__ import annotations

from kafkawire.dump.api_names import SASL_TOKEN, api_name
from kafkawire.dump.outputs.api_kinds import _KIND_OF, GROUPS, OTHER, READING, kind_of
from kafkawire.protocol.api_keys import ApiKey


def test_apis_have_kinds() -> None:
    assert (kind_of("Fetch"), kind_of("Heartbeat"), kind_of("Metadata")) == (READING, GROUPS, OTHER)


def test_no_name_is_misspelt() -> None:
    assert set(_KIND_OF) <= {api_name(key) for key in (*ApiKey, SASL_TOKEN)}
