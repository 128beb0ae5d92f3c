"""Properties files are read as java.util.Properties reads them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.java_properties import Property
from kafkawire.server.errors import UsageError
from kafkawire.server.properties import parse_properties, read_properties


def values(properties: dict[str, Property]) -> dict[str, str]:
    return {name: found.value for name, found in properties.items()}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a=1", {"a": "1"}),
        ("a = 1 ", {"a": "1 "}),
        ("a:1", {"a": "1"}),
        ("a 1", {"a": "1"}),
        ("a\t=\t1", {"a": "1"}),
        ("a==1", {"a": "=1"}),
        ("a", {"a": ""}),
        ("a=", {"a": ""}),
        ("# a=1\n! b=2\n\n   c=3", {"c": "3"}),
        ("a=1\\\n   ,2", {"a": "1,2"}),
        ("a=1\\\n# not a comment", {"a": "1# not a comment"}),
        ("a=1\\\\\nb=2", {"a": "1\\", "b": "2"}),
        ("a\\=b=c", {"a=b": "c"}),
        ("a\\ b c", {"a b": "c"}),
        ("a=\\u0041\\t\\q", {"a": "A\tq"}),
        ("a=1\r\nb=2\r\n", {"a": "1", "b": "2"}),
        ("a=1\na=2", {"a": "2"}),
        ("a=1\\", {"a": "1"}),
        ("a=1\u2028b\fc\rd=2", {"a": "1\u2028b\fc", "d": "2"}),
    ],
)
def test_lines_are_read_as_java_reads_them(text: str, found: dict[str, str]) -> None:
    assert values(parse_properties(text)) == found


def test_a_property_is_found_where_it_begins() -> None:
    text = "# a\n\na=1\\\n2\r\nb=3\ra=4\n"
    assert parse_properties(text) == {"a": Property("4", 6), "b": Property("3", 5)}


def test_a_bad_escape_is_said_with_its_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.properties"
    path.write_text("b=1\\\n2\n\na=\\u00zz")
    with pytest.raises(UsageError, match=r"bad\.properties, line 4: .*u00zz is not a character"):
        read_properties(str(path))


def test_a_file_that_cannot_be_read_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read .*nowhere: No such file"):
        read_properties(str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="cannot read"):
        read_properties(str(tmp_path))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="not a text file"):
        read_properties(str(binary))


@given(st.dictionaries(st.text("ab.c", min_size=1), st.text("abc =:#!1,")))
def test_what_is_written_plainly_is_read_back(pairs: dict[str, str]) -> None:
    text = "".join(f"{key}={value}\n" for key, value in pairs.items())
    assert values(parse_properties(text)) == {
        key: value.lstrip(" ") for key, value in pairs.items()
    }


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_properties(text)
    except UsageError:
        assert "\\u" in text
