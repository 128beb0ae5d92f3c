"""Error codes by name."""

from __future__ import annotations

import pytest

from kafkawire.dump.filter.errors import Misfit
from kafkawire.dump.filter.named_errors import read_errors


def test_an_error_has_a_number_a_name_or_part_of_one() -> None:
    assert read_errors("6").codes == {6}
    assert read_errors("-1").codes == {-1}
    assert read_errors("not_leader-or-follower").codes == {6}
    assert 6 in read_errors("not_*").codes
    assert len(read_errors("not_*").codes) > 1


@pytest.mark.parametrize("text", ["", "nope", "--1", "*nope*"])
def test_what_is_no_error_is_refused(text: str) -> None:
    with pytest.raises(Misfit):
        read_errors(text)
