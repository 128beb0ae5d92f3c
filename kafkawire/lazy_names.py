"""Names of a package whose modules are imported on first use."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


def lazy_names(package: str, homes: Mapping[str, Collection[str]]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package, which imports the module of a name.

    The function raises AttributeError for other names.

    Args:
        package: The full name of the package.
        homes: The names, by the module of the package that has them.
    """

    def find(name: str) -> object:
        for home, names in homes.items():
            if name in names:
                return getattr(__import__(f"{package}.{home}", fromlist=[name]), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return find
