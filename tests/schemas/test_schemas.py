"""The declarations keep the rules the generator and their readers rely on."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
ABOUT_MAX = 160
VERSION_MAX = 0x7FFF
VERSIONS_KEYS = (
    "versions", "nullableVersions", "taggedVersions", "flexibleVersions", "validVersions",
    "deprecatedVersions",
)  # fmt: skip
MESSAGE_TYPES = {"request", "response", "header", "data"}
RECORD_TYPES = {"metadata", "coordinator-key", "coordinator-value", "data"}
MESSAGE_KEYS = {
    "name", "type", "about", "apiKey", "validVersions", "flexibleVersions", "deprecatedVersions",
    "latestVersionUnstable", "listeners", "fields", "commonStructs",
}  # fmt: skip
FIELD_KEYS = {
    "name", "type", "about", "versions", "nullableVersions", "taggedVersions", "tag",
    "flexibleVersions", "default", "ignorable", "mapKey", "entityType", "zeroCopy", "fields",
}  # fmt: skip
PRIMITIVES = {
    "bool", "int8", "int16", "uint16", "int32", "uint32", "int64", "float64", "uuid", "string",
    "bytes", "records",
}  # fmt: skip
NEVER_NULL = PRIMITIVES - {"string", "bytes", "records"}
# Each field of these is described; others describe what a name does not say.
FULLY_DESCRIBED = re.compile("^(Fetch|Produce)")

Declaration = dict[str, Any]


class Field(NamedTuple):
    """A field, the message it is in, and the name of each struct on the way to it."""

    message: Declaration
    path: tuple[str, ...]
    raw: Declaration

    @property
    def where(self) -> str:
        return ".".join((self.message["name"], *self.path))


def load(folder: str) -> dict[str, Declaration]:
    files = sorted((SCHEMAS / folder).glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


MESSAGES = load("messages")
RECORDS = load("records")
DECLARATIONS = {**MESSAGES, **RECORDS}


def walk(message: Declaration, fields: list[Declaration], path: tuple[str, ...]) -> Iterator[Field]:
    for raw in fields:
        yield Field(message, (*path, raw["name"]), raw)
        yield from walk(message, raw.get("fields", []), (*path, raw["name"]))


def fields_of(message: Declaration) -> Iterator[Field]:
    yield from walk(message, message["fields"], ())
    for struct in message.get("commonStructs", []):
        yield from walk(message, struct["fields"], (struct["name"],))


def structs_of(message: Declaration) -> Iterator[tuple[str, list[Declaration]]]:
    """Every list of fields with the name of its struct."""
    yield message["name"], message["fields"]
    for struct in message.get("commonStructs", []):
        yield struct["name"], struct["fields"]
    for field in fields_of(message):
        if "fields" in field.raw:
            yield field.raw["type"].removeprefix("[]"), field.raw["fields"]


FIELDS = [field for message in DECLARATIONS.values() for field in fields_of(message)]


def bounds(versions: str) -> tuple[int, int] | None:
    """First and last of "3", "3-5" or "3+"; None for "none". Raises ValueError otherwise."""
    if versions == "none":
        return None
    match = re.fullmatch(r"(0|[1-9]\d*)(?:(\+)|-(0|[1-9]\d*))?", versions)
    if match is None:
        raise ValueError(f"not a range of versions: {versions!r}")
    first = int(match[1])
    last = VERSION_MAX if match[2] else int(match[3] or first)
    if last < first or (match[3] and last == first):
        raise ValueError(f"not the shortest form of a range: {versions!r}")
    return first, last


def within(inner: str, outer: str) -> bool:
    mine, theirs = bounds(inner), bounds(outer)
    if mine is None or theirs is None:
        return mine is None
    return theirs[0] <= mine[0] and mine[1] <= theirs[1]


def overlap(one: str, other: str) -> bool:
    mine, theirs = bounds(one), bounds(other)
    return mine is not None and theirs is not None and mine[0] <= theirs[1] and theirs[0] <= mine[1]


def field_versions(field: Field) -> str:
    """A few tagged fields of records are there exactly in the versions that tag them."""
    versions: str = field.raw.get("versions") or field.raw["taggedVersions"]
    return versions


def nodes(value: object) -> Iterator[Declaration]:
    if isinstance(value, dict):
        yield value
    children = value.values() if isinstance(value, dict) else value
    if isinstance(children, str | int | float | None):
        return
    for child in children:  # type: ignore[attr-defined]
        yield from nodes(child)


@pytest.mark.parametrize(
    ("text", "expected"), [("0", (0, 0)), ("3-5", (3, 5)), ("2+", (2, VERSION_MAX)), ("none", None)]
)
def test_versions_are_read_as_kafka_reads_them(text: str, expected: object) -> None:
    assert bounds(text) == expected


@pytest.mark.parametrize("text", ["", "01", "5-3", "3-3", "-1", "1-", "+", "1.0", "all"])
def test_other_texts_are_no_versions(text: str) -> None:
    with pytest.raises(ValueError, match="range"):
        bounds(text)


def test_nothing_is_missing() -> None:
    """95 pairs, 2 headers and 11 loose messages; 31 metadata records, 25 pairs and 2 files."""
    assert Counter(each["type"] for each in MESSAGES.values()) == {
        "request": 95, "response": 95, "header": 2, "data": 11,
    }  # fmt: skip
    assert Counter(each["type"] for each in RECORDS.values()) == {
        "metadata": 31, "coordinator-key": 25, "coordinator-value": 25, "data": 2,
    }  # fmt: skip


def test_a_file_bears_the_name_of_its_one_declaration() -> None:
    assert [stem for stem, each in DECLARATIONS.items() if each["name"] != stem] == []
    assert not MESSAGES.keys() & RECORDS.keys()


def test_only_known_keys_are_used() -> None:
    for message in DECLARATIONS.values():
        assert message.keys() <= MESSAGE_KEYS, message["name"]
    for field in FIELDS:
        assert field.raw.keys() <= FIELD_KEYS, field.where


def test_each_field_has_a_line_of_its_own() -> None:
    for folder, name in [("messages", each) for each in MESSAGES] + [
        ("records", each) for each in RECORDS
    ]:
        lines = (SCHEMAS / folder / f"{name}.json").read_text(encoding="utf-8").splitlines()
        starts = [line for line in lines if re.match(r' +\{"name": ', line)]
        message = DECLARATIONS[name]
        declared = len(list(fields_of(message))) + len(message.get("commonStructs", []))
        assert len(starts) == declared, name


def test_each_message_says_in_one_line_what_it_is_for() -> None:
    assert [name for name, each in DECLARATIONS.items() if not each.get("about")] == []
    abouts = Counter(each["about"] for each in MESSAGES.values() if each["type"] == "request")
    assert [about for about, count in abouts.items() if count > 1] == []


def test_descriptions_are_short_sentences() -> None:
    for node in nodes(list(DECLARATIONS.values())):
        about = node.get("about")
        if about is not None:
            assert about.endswith("."), about
            assert len(about) <= ABOUT_MAX, about
            assert about == about.strip(), about
            assert about.isascii(), about
            assert "\n" not in about, about


def test_fetch_and_produce_describe_every_field() -> None:
    wanted = [field for field in FIELDS if FULLY_DESCRIBED.search(field.message["name"])]
    core = {"FetchRequest", "FetchResponse", "ProduceRequest", "ProduceResponse"}
    assert core <= {field.message["name"] for field in wanted}
    assert [field.where for field in wanted if not field.raw.get("about")] == []


def test_special_values_are_explained() -> None:
    """A default of -1 or -2 stands for something that no name tells."""
    special = [field for field in FIELDS if str(field.raw.get("default")) in {"-1", "-2"}]
    assert len(special) > 100
    assert [field.where for field in special if not field.raw.get("about")] == []


def test_every_request_has_its_response() -> None:
    requests = {name: each for name, each in MESSAGES.items() if each["type"] == "request"}
    for name, request in requests.items():
        assert name.endswith("Request")
        response = MESSAGES[name.removesuffix("Request") + "Response"]
        assert response["type"] == "response"
        for key in ("apiKey", "validVersions", "flexibleVersions"):
            assert response[key] == request[key], f"{name} {key}"


def test_api_keys_have_no_gaps_and_no_doubles() -> None:
    keys = Counter(each["apiKey"] for each in MESSAGES.values() if "apiKey" in each)
    assert keys == dict.fromkeys(range(95), 2)
    loose = {each["type"] for each in MESSAGES.values() if "apiKey" not in each}
    assert loose == {"header", "data"}


@pytest.mark.parametrize(
    ("name", "api_key"),
    [("Produce", 0), ("Fetch", 1), ("Metadata", 3), ("ApiVersions", 18), ("Vote", 52)],
)
def test_some_api_keys_everybody_knows(name: str, api_key: int) -> None:
    assert MESSAGES[f"{name}Request"]["apiKey"] == api_key


def test_every_record_key_has_its_value() -> None:
    keys = {name: each for name, each in RECORDS.items() if each["type"] == "coordinator-key"}
    for name, key in keys.items():
        value = RECORDS[name.removesuffix("Key") + "Value"]
        assert (value["type"], value["apiKey"]) == ("coordinator-value", key["apiKey"])


def test_metadata_records_have_ids_of_their_own() -> None:
    remote = re.compile("^Remote")  # another topic, with numbers of its own
    for mine in (True, False):
        ids = Counter(
            each["apiKey"]
            for name, each in RECORDS.items()
            if each["type"] == "metadata" and bool(remote.match(name)) is mine
        )
        assert set(ids.values()) == {1}


def test_types_are_those_of_their_folder() -> None:
    assert {each["type"] for each in MESSAGES.values()} == MESSAGE_TYPES
    assert {each["type"] for each in RECORDS.values()} == RECORD_TYPES


def test_versions_are_well_formed() -> None:
    every = nodes(list(DECLARATIONS.values()))
    versions = {node[key] for node in every for key in VERSIONS_KEYS if key in node}
    known = [bounds(each) for each in versions if each != "none"]
    assert all(found is not None and found[0] <= found[1] for found in known)


def test_messages_have_closed_versions_and_end_flexible_or_not_at_all() -> None:
    for name, each in DECLARATIONS.items():
        assert "+" not in each["validVersions"], name
        assert each["flexibleVersions"] == "none" or each["flexibleVersions"].endswith("+"), name
        deprecated = each.get("deprecatedVersions", "none")
        assert within(deprecated, each["validVersions"]), name


def test_every_field_is_there_in_some_version() -> None:
    lost = [f.where for f in FIELDS if not overlap(field_versions(f), f.message["validVersions"])]
    assert lost == []


def test_tagged_fields_live_in_flexible_versions_and_number_from_0() -> None:
    for field in FIELDS:
        assert ("tag" in field.raw) == ("taggedVersions" in field.raw), field.where
        tagged = field.raw.get("taggedVersions", "none")
        assert within(tagged, field_versions(field)), field.where
        assert within(tagged, field.message["flexibleVersions"]), field.where
    for message in DECLARATIONS.values():
        for name, fields in structs_of(message):
            tags = sorted(each["tag"] for each in fields if "tag" in each)
            assert tags == list(range(len(tags))), f"{message['name']}.{name}"


def test_names_are_unique_in_their_struct() -> None:
    for message in DECLARATIONS.values():
        for name, fields in structs_of(message):
            spellings = Counter(each["name"].lower() for each in fields)
            double = [each for each, count in spellings.items() if count > 1]
            assert double == [], f"{message['name']}.{name}"


def test_structs_are_declared_once_and_primitives_have_no_fields() -> None:
    for message in DECLARATIONS.values():
        declared = Counter(name for name, _ in structs_of(message))
        assert set(declared.values()) == {1}, message["name"]
        for field in fields_of(message):
            element = field.raw["type"].removeprefix("[]")
            assert ("fields" in field.raw) <= (element not in PRIMITIVES), field.where
            assert element in PRIMITIVES or element in declared, field.where


def test_only_what_can_be_null_is_nullable() -> None:
    for field in FIELDS:
        nullable = field.raw.get("nullableVersions", "none")
        assert field.raw["type"] not in NEVER_NULL or nullable == "none", field.where
        if field.raw.get("default", "") in ("null", None):
            assert overlap(nullable, field_versions(field)), field.where
            assert field.raw["type"] not in NEVER_NULL, field.where


def test_map_keys_are_plain_values_of_structs_in_arrays() -> None:
    for field in FIELDS:
        if field.raw.get("mapKey"):
            assert field.raw["type"] in PRIMITIVES, field.where
            assert len(field.path) > 1, field.where


@pytest.mark.parametrize("section", ["broker", "topic", "group", "client_metrics"])
def test_settings_are_named_once_and_typed(section: str) -> None:
    text = (SCHEMAS / "configs.json").read_text(encoding="utf-8")
    rows = json.loads(text)[section]

    assert max(Counter(row["name"] for row in rows).values()) == 1
    kinds = {"BOOLEAN", "INT", "LONG", "SHORT", "DOUBLE", "STRING", "LIST", "CLASS", "PASSWORD"}
    assert {row["type"] for row in rows} <= kinds
    assert all(f'\n  {{"name": "{row["name"]}", ' in text for row in rows)
