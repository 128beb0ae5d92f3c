"""The clients of the matrix, in the order of the table; a module for each toolchain."""

from compat.matrix.clients import go, jvm, kcat, node, python, rust
from compat.matrix.clients.base import BuildFailed, MatrixClient, Unavailable, command_of

CLIENTS: tuple[MatrixClient, ...] = (
    *jvm.CLIENTS,
    *python.CLIENTS,
    *go.CLIENTS,
    *node.CLIENTS,
    *rust.CLIENTS,
    *kcat.CLIENTS,
)

__all__ = ["CLIENTS", "BuildFailed", "MatrixClient", "Unavailable", "command_of"]
