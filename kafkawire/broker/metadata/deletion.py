"""What DeleteTopics decides: which topics are meant, and which elements are refused (admin B.4).

A topic may be named or given by id, and every way of meaning it twice has its own text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.metadata.requests import repeated
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kafkawire.broker.metadata.image import MetadataImage


def _everything(name: str) -> bool:
    return True


class Rights(NamedTuple):
    """Of which topics, by name, somebody may know, and which he may delete."""

    describe: Callable[[str], bool] = _everything
    delete: Callable[[str], bool] = _everything


class Deletion(NamedTuple):
    """One element of the answer; `error` is None for a topic to be deleted."""

    name: str | None
    topic_id: bytes
    error: ApiError | None


def decide(
    image: MetadataImage,
    elements: Sequence[tuple[str | None, bytes]],
    rights: Rights | None = None,
) -> list[Deletion]:
    """The outcome of each (name, id) element; repeated ones give one outcome together.

    `rights` are asked for each topic; None allows everything (admin B-33).
    """
    malformed = [
        Deletion(name, topic_id, _invalid(_malformed(name)))
        for name, topic_id in elements
        if (name is None) == (topic_id == ZERO_UUID)
    ]
    well_formed = [each for each in elements if (each[0] is None) != (each[1] == ZERO_UUID)]
    names = [name for name, _ in well_formed if name is not None]
    ids = [topic_id for name, topic_id in well_formed if name is None]
    may = rights or Rights()
    return malformed + _by_name(image, names, ids, may) + _by_id(image, names, ids, may)


def asks_for_topics(elements: Sequence[tuple[str | None, bytes]]) -> bool:
    """Whether some element is to be looked for: neither malformed nor repeated (admin B-2)."""
    names = [name for name, topic_id in elements if topic_id == ZERO_UUID]
    ids = [topic_id for name, topic_id in elements if name is None]
    wanted = {*names, *ids} - {None, ZERO_UUID} - repeated(names).keys() - repeated(ids).keys()
    return bool(wanted)


def _malformed(name: str | None) -> str:
    if name is None:
        return "Neither topic name nor id were specified."
    return "You may not specify both topic name and topic id."


def _by_name(
    image: MetadataImage, names: Sequence[str], ids: Iterable[bytes], may: Rights
) -> list[Deletion]:
    duplicates = repeated(names)
    found = [Deletion(name, ZERO_UUID, _invalid("Duplicate topic name.")) for name in duplicates]
    also_given = set(ids)
    for name in names:
        if name in duplicates:
            continue
        topic = image.topics.get(name)
        if not may.describe(name):
            found.append(Deletion(name, ZERO_UUID, _denied()))
        elif topic is None:
            error = ApiError(
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                "This server does not host this topic-partition.",
            )
            found.append(Deletion(name, ZERO_UUID, error))
        elif not may.delete(name):
            found.append(Deletion(name, ZERO_UUID, _denied()))
        elif topic.topic_id in also_given:
            error = _invalid("The provided topic name maps to an ID that was already supplied.")
            found.append(Deletion(name, topic.topic_id, error))
        else:
            found.append(Deletion(name, topic.topic_id, None))
    return found


def _by_id(
    image: MetadataImage, names: Sequence[str], ids: Sequence[bytes], may: Rights
) -> list[Deletion]:
    duplicates = repeated(ids)
    found: list[Deletion] = [
        Deletion(None, topic_id, _invalid("Duplicate topic id.")) for topic_id in duplicates
    ]
    # A name that is given twice means nothing, and an id of that topic is just an id.
    repeated_names = repeated(names)
    once = [name for name in dict.fromkeys(names) if name not in repeated_names]
    also_given = repeated([*once, *_names_of(image, ids)])
    for topic_id in ids:
        topic = image.topics_by_id.get(topic_id)
        if topic_id in duplicates:
            continue
        if topic is None:
            error = ApiError(ErrorCode.UNKNOWN_TOPIC_ID, "This server does not host this topic ID.")
            found.append(Deletion(None, topic_id, error))
        elif not may.delete(topic.name):
            name = topic.name if may.describe(topic.name) else None
            found.append(Deletion(name, topic_id, _denied()))
        elif topic.name not in also_given:
            found.append(Deletion(topic.name, topic_id, None))
    return found


def _names_of(image: MetadataImage, ids: Iterable[bytes]) -> list[str]:
    known = image.topics_by_id
    return [known[topic_id].name for topic_id in dict.fromkeys(ids) if topic_id in known]


def _denied() -> ApiError:
    return ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "Topic authorization failed.")


def _invalid(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_REQUEST, message)
