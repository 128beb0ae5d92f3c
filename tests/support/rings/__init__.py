"""Rings: the three sets of tests that are run at three occasions.

    make quick       after each edit: tests without any mark of `kinds.KINDS`
    make test        before a commit: besides, tests that start programs, stock Python clients, the
                     page in Chromium, one Spark session
    make test-all    what CI runs: everything

A mark names what a test needs or costs. `kinds` has the table of the marks and of the ring of each.
A test gets its marks in one of three ways:

1. From a fixture. A test that uses `spark` has the mark `spark`: `kinds.FIXTURES`.
2. By `pytestmark = pytest.mark.clients` at the top of its module, if all tests there need it.
3. By `@pytest.mark.process` before the test.

`guard` fails each test that starts a program without the mark for it, and the message names the
mark. `left_out` writes the closing line: the tests of the outer rings, by mark, and the command
that runs them. `plugin` has the hooks of pytest, and `scheduling` divides files among processes.
"""
