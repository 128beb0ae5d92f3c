"""What outlives the process that began a stream."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from kafkawire.spark.cluster import OptionError
from kafkawire.spark.topics.memory import Change, Memory, local_path, replace
from tests.support.spark.pretended_logs import T0, T1, topic_id


def test_all_of_it_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "of" / "state.json"
    memory = Memory(str(path))
    assert memory.initial is None
    memory.keep_initial({T0: 5, T1: 6})
    memory.learn({"t": topic_id(1)})
    memory.keep_changes({"t": topic_id(2)}, {T0: Change(50, 20)})
    again = Memory(str(path))
    assert again.initial == {T0: 5, T1: 6}
    assert again.topic_ids == {"t": topic_id(2)}
    assert again.changes == {T0: Change(50, 20)}


def test_ids_alone_are_kept_too(tmp_path: Path) -> None:
    path = str(tmp_path / "state.json")
    Memory(path).learn({"t": topic_id(1)})
    assert Memory(path).topic_ids == {"t": topic_id(1)}


def test_without_a_file_it_lasts_as_long_as_the_object() -> None:
    memory = Memory(None)
    memory.keep_initial({T0: 5})
    assert memory.initial == {T0: 5}


def test_a_topic_is_another_one_if_both_ids_are_known() -> None:
    memory = Memory(None)
    assert not memory.is_other("t", topic_id(1))
    memory.learn({"t": topic_id(1), "old": bytes(16)})
    memory.learn({"t": topic_id(9)})
    assert not memory.is_other("t", topic_id(1))
    assert memory.is_other("t", topic_id(2))
    assert not memory.is_other("t", bytes(16))
    assert not memory.is_other("old", topic_id(1))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2}', '{"version": 1}'])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(text)
    with pytest.raises(OptionError, match="stateFile"):
        Memory(str(path))
    assert path.read_text() == text


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "state.json"
    replace(str(path), "old")

    def broken(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, step, broken)
    with pytest.raises(OSError, match="no space"):
        replace(str(path), "new")
    assert path.read_text() == "old"


def test_the_file_is_readable_by_people(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    Memory(str(path)).keep_initial({T0: 5})
    assert json.loads(path.read_text())["initialOffsets"] == {"t": {"0": 5}}


def test_the_file_is_on_the_drivers_machine() -> None:
    assert local_path("file:///a/b") == local_path("file:/a/b") == "/a/b"
    assert local_path("a/b") == "a/b"
    with pytest.raises(OptionError, match=r"must be a file of the driver's machine.*deploy mode"):
        local_path("s3://bucket/x")
