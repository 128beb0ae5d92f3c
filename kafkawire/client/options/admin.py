"""Options of admin clients."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from kafkawire.client.options.common import CommonOptions, CommonSettings
from kafkawire.client.options.kinds import INT32_MAX, INT64_MAX, flag, whole, words


class AdminOptions(CommonOptions, total=False):
    """Options of admin clients, as keywords."""

    bootstrap_controllers: str | Sequence[str]
    default_api_timeout_ms: int
    retries: int


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class AdminSettings(CommonSettings):
    """Values of the options of an admin client."""

    bootstrap_controllers: tuple[str, ...] = words()
    connections_max_idle_ms: int = whole(300_000, least=-1, most=INT64_MAX)
    default_api_timeout_ms: int = whole(60_000)
    retries: int = whole(INT32_MAX)
    enable_metrics_push: bool = flag(False)
