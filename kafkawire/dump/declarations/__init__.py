"""What Kafka declares of its messages: every field with its type, versions and meaning.

The data is made from `schemas/` by `python -m tools.generate`, a file a message. Nothing here knows
of the codec's generated classes: what reads messages by these declarations can be held against it.
"""

from kafkawire.dump.declarations.loading import (
    FieldDeclaration,
    MessageDeclaration,
    VersionRange,
    for_api,
    load,
)

__all__ = ["FieldDeclaration", "MessageDeclaration", "VersionRange", "for_api", "load"]
