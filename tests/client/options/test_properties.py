"""Files in the format of Java's `Properties`."""

from __future__ import annotations

from pathlib import Path

from kafkawire.client.options.properties import parsed, properties

TEXT = r"""
# a comment
! another
bootstrap.servers = a:1,\
    b:2
client.id:me
group.id billing
sasl.jaas.config=Module required password="a=b";
empty=
escaped\ name\=x=\u00e9\t\\
path=c:\\kafka\
"""


def test_names_values_and_continued_lines() -> None:
    assert parsed(TEXT) == {
        "bootstrap.servers": "a:1,b:2",
        "client.id": "me",
        "group.id": "billing",
        "sasl.jaas.config": 'Module required password="a=b";',
        "empty": "",
        "escaped name=x": "\u00e9\t\\",
        "path": "c:\\kafka",
    }


def test_the_last_of_a_name_counts() -> None:
    assert parsed("a=1\na=2") == {"a": "2"}


def test_a_file_is_read(tmp_path: Path) -> None:
    """client B-7."""
    path = tmp_path / "client.properties"
    path.write_text("bootstrap.servers=caf\u00e9:1\n", encoding="utf-8")
    assert properties(path) == {"bootstrap.servers": "caf\u00e9:1"}
