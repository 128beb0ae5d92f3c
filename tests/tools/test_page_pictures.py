"""The pictures of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.page_pictures.__main__ import SCENES, main


def test_scenes_have_names_of_their_own() -> None:
    assert len({scene.name for scene in SCENES}) == len(SCENES)


def test_a_scene_that_does_not_exist_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["no.pcap", "--out", str(tmp_path), "--only", "nothing"])

    assert "there is no scene nothing" in capsys.readouterr().err
