"""Programs that tests need and this machine may not have, in the words of a skip's reason.

Tests that miss the same program give it the same words, so that a run shows one line for all.
"""

from __future__ import annotations

NO_JAVA = "Java is not installed (Apache Kafka and Spark need Java 17)"
NO_MAVEN = "Maven is not installed (it gets the jars of Apache Kafka)"
_WORDS = {"java": NO_JAVA, "mvn": NO_MAVEN}


def not_installed(program: str) -> str:
    """Return the words for a program that is not on the PATH."""
    return _WORDS.get(program, f"{program} is not installed")
