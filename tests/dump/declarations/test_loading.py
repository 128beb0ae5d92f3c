"""The declarations at run time, against the schemas that they are made from."""

from __future__ import annotations

import pytest

from kafkawire.dump import declarations
from kafkawire.dump.declarations import loading
from kafkawire.protocol.api_keys import ApiKey
from tests.support.requests.strategies import SPECS
from tools.generate.declarations import FOLDER
from tools.generate.model import MessageSpec


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_every_message_is_declared_as_in_its_schema(spec: MessageSpec) -> None:
    found = declarations.load(spec.name)

    assert found[:6] == (
        spec.name,
        spec.kind,
        spec.api_key,
        tuple(spec.versions),
        tuple(spec.flexible),
        spec.root.about,
    )
    assert list(found.structs) == [spec.name, *spec.structs]
    assert found.fields == found.structs[spec.name]
    for struct in (spec.root, *spec.structs.values()):
        for mine, theirs in zip(found.structs[struct.name], struct.fields, strict=True):
            assert (mine.name, mine.type, mine.entity_type, mine.about) == (
                theirs.name,
                theirs.type,
                theirs.entity_type,
                theirs.about,
            )
            assert (mine.is_array, mine.is_struct) == (theirs.is_array, theirs.is_struct)
            for version in range(spec.versions.last + 1):
                assert mine.is_plain_in(version) == theirs.is_plain_in(version)
                assert mine.is_tagged_in(version) == theirs.is_tagged_in(version)
                assert mine.nullable.has(version) == (version in theirs.nullable)
            assert mine.tag == (-1 if theirs.tag is None else theirs.tag)


def test_messages_are_found_by_their_api() -> None:
    fetch = declarations.for_api(ApiKey.FETCH, is_request=False)

    assert fetch is declarations.load("FetchResponse")
    assert declarations.for_api(999, is_request=True) is None


def test_names_are_spelled_in_three_ways() -> None:
    fields = {field.snake: field for field in declarations.load("FetchResponse").fields}

    assert fields["throttle_time_ms"].camel == "throttleTimeMs"
    assert fields["responses"].kind == "[]FetchableTopicResponse"
    assert fields["session_id"].kind == "int32"


def test_a_name_that_kafka_lacks_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        declarations.load("FetchRequests")


def test_a_client_id_is_never_compact() -> None:
    header = declarations.load("RequestHeader")
    (client_id,) = [field for field in header.fields if field.snake == "client_id"]

    assert header.is_flexible_in(2)
    assert not header.is_compact(client_id, 2)


def test_there_is_nothing_else_beside_it() -> None:
    assert {path.stem for path in loading._DATA.iterdir()} == set(SPECS)
    assert FOLDER.as_posix() in loading._DATA.as_posix()
