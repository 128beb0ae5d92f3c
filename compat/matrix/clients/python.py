"""The clients in Python: they run in this environment, whose constraints say which versions.

`make test` runs aiokafka here; the others have scenarios of their own in compat/scenarios.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

from compat.matrix.clients.base import ROOT, MatrixClient, Unavailable, needs

PACKAGE = "compat.matrix.programs.python"


def _build(module: str, program: str, home: Path) -> Sequence[str]:
    del home
    needs("env")
    if importlib.util.find_spec(module) is None:
        raise Unavailable(f"{module} is not installed")
    return ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", f"{PACKAGE}.{program}"]


def _python(name: str, module: str, program: str, *, fast: bool = False) -> MatrixClient:
    build = functools.partial(_build, module, program)
    return MatrixClient(name=name, program="python", build=build, fast=fast)


CLIENTS = (
    _python("kafka-python", "kafka", "with_kafka_python"),
    _python("confluent-kafka", "confluent_kafka", "with_confluent"),
    _python("aiokafka", "aiokafka", "with_aiokafka", fast=True),
)
