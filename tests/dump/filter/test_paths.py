"""Paths, checked against the declarations."""

from __future__ import annotations

import pytest

from kafkawire.dump.api_names import api_name
from kafkawire.dump.declarations import FieldDeclaration, MessageDeclaration, for_api
from kafkawire.dump.filter.errors import Misfit
from kafkawire.dump.filter.paths import is_path, read_path, root_of
from kafkawire.protocol.api_keys import ApiKey


def fields(
    message: MessageDeclaration, rows: tuple[FieldDeclaration, ...], before: str
) -> list[tuple[str, str]]:
    found = []
    for field in rows:
        found.append((f"{before}.{field.snake}", f"{before}.{field.camel}"))
        if field.is_struct:
            found += fields(message, message.structs[field.type], found[-1][0])
    return found


@pytest.mark.parametrize("key", ApiKey, ids=lambda key: key.name)
def test_every_declared_field_has_a_path_in_snake_and_camel_case(key: ApiKey) -> None:
    for is_request in (True, False):
        message = for_api(key.value, is_request)
        if message is None:
            continue
        for snake, camel in fields(message, message.fields, message.name):
            path = read_path(snake)
            assert path == read_path(camel)
            assert path.text == snake
            assert [each.is_request for each in path.targets] == [is_request]


def test_an_api_alone_means_both_messages_as_far_as_they_have_the_field() -> None:
    assert [each.is_request for each in read_path("Fetch.session_id").targets] == [True, False]
    assert [each.is_request for each in read_path("fetch.max_wait_ms").targets] == [True]
    with pytest.raises(Misfit, match="not the same in both"):
        read_path("DescribeGroups.groups")


def test_a_name_is_a_path_if_its_first_part_is_a_message() -> None:
    assert is_path("FetchResponse.nonsense")
    assert is_path("offset_fetch.x")
    assert not is_path("orders.v1")
    assert not is_path("Fetch")
    assert root_of("fetch_response") == (1, (False,))
    assert all(root_of(api_name(key.value)) for key in ApiKey)
