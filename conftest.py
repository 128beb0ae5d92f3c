"""All runs of pytest have rings of tests: see tests/README.md."""

pytest_plugins = ["tests.support.rings.plugin"]
