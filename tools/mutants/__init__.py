"""Mutants: one-line faults in the hot rules, each with the test that has to fail because of it.

`tables/*.toml` declares them, one table for each package of `kafkawire`:

    [[mutant]]
    name = "session-ages-at-the-limit"
    file = "kafkawire/broker/fetch/session_cache.py"
    old = "now_ms - session.created_ms > EVICTION_MS"
    new = "now_ms - session.created_ms >= EVICTION_MS"
    test = "tests/broker/fetch/test_session_cache.py::test_age_is_looked_at_only_when_..."

`old` has to be in the file exactly once. A mutant that no test can see has `equivalent`, the reason
why the change makes no difference, instead of `test`; it is listed and not run.

The working tree is never changed. Each mutant runs in a process of its own, which is forked from
one that has pytest loaded, and in which an import hook compiles the mutated text in place of the
module's. Processes that a test starts do not have the hook: a mutant needs a test that runs the
code itself.
"""
