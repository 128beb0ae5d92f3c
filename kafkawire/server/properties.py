"""Java's `.properties` files, as `server.properties` is written."""

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.java_properties import Property, load
from kafkawire.server.errors import UsageError


def parse_properties(text: str) -> dict[str, Property]:
    """Properties by name; of a name given twice the last counts. Raises `UsageError`."""
    try:
        return load(text)
    except CorruptFile as error:
        raise UsageError(str(error)) from None


def read_properties(path: str) -> dict[str, Property]:
    """The properties in a file; raises `UsageError` if there is no reading it."""
    try:
        with open(path, encoding="utf-8") as file:
            return parse_properties(file.read())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"cannot read {path}: it is not a text file") from None
    except UsageError as error:
        raise UsageError(f"{path}, {error}") from None
