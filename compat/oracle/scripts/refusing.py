"""What a refusal says: its error code, its message, and what else it tells.

Answers wrap their elements in lists of lists. Where a request asks for one thing, `told` unwraps
the answer to what is said of it: every field that does not have its default, of all levels, but
for those that only say again what was asked for.
"""

from __future__ import annotations

from typing import NamedTuple

from compat.oracle.scripts.kit import Part
from compat.oracle.steps import Answer, Ask, Outcome
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Struct

CODES = frozenset({"error_code", "partition_error_code"})
MESSAGES = frozenset({"error_message", "batch_index_error_message"})
ECHOES = frozenset(
    "name topic topic_id index partition_index group_id member_id group_instance_id resource_name "
    "resource_type".split()
)
"""What was asked for, said again."""
UNSAID = frozenset(
    "throttle_time_ms brokers node_endpoints cluster_id controller_id log_append_time_ms".split()
)
"""What tells nothing of an error."""
UNSET = (
    ("base_offset", -1),
    ("high_watermark", -1),
    ("low_watermark", -1),
    ("producer_epoch", -1),
    ("records", b""),
)
"""The place of what is not there."""
CUT = "..."
"""At the end of what is expected: the rest differs from time to time."""


class Told(NamedTuple):
    """An answer in short."""

    code: ErrorCode
    text: str | None
    fields: dict[str, object]


def told(outcome: Outcome) -> Told:
    """What an answer says. Of several records or partitions, the last that was refused."""
    assert isinstance(outcome, Answer), f"no answer: {outcome}"
    fields = _told(outcome.message)
    codes = [int(str(fields.pop(name))) for name in CODES & fields.keys()]
    texts = {name: str(fields.pop(name)) for name in MESSAGES & fields.keys()}
    text = texts.get("batch_index_error_message", texts.get("error_message"))
    return Told(ErrorCode(codes[-1] if codes else 0), text, fields)


def _told(struct: Struct) -> dict[str, object]:
    usual, found, held = type(struct)(), dict[str, object](), list[Struct]()
    for name in struct._FIELDS:
        value = getattr(struct, name)
        if value in (None, getattr(usual, name)) or name in UNSAID | ECHOES:
            continue
        if isinstance(value, list) and isinstance(value[0], Struct):
            held += value
        elif (name, value) not in UNSET:
            found[name] = value
    for each in held:
        found.update(_told(each))
    return found


def shows(
    what: str, ask: Ask, code: ErrorCode, text: str | None = None, **fields: object
) -> Part[None]:
    """Ask; both sides must say exactly this. Raises AssertionError."""
    found, expected = told((yield ask)), Told(code, text, fields)
    if text is not None and text.endswith(CUT) and found.text is not None:
        found = found._replace(text=found.text[: len(text) - len(CUT)] + CUT)
    assert found == expected, f"{what}: {found}, not {expected}"
