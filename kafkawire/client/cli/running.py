"""A command as a process: it asks, connects, runs, ends at Ctrl-C, and has an exit code."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import trio

from kafkawire.client.admin import Admin
from kafkawire.client.cli import connection
from kafkawire.client.cli.advice import advice, reason
from kafkawire.client.cli.output import (
    DONE,
    INTERRUPTED,
    NOT_REACHED,
    PART_FAILED,
    WRONG_USAGE,
    Output,
    UsageError,
)
from kafkawire.client.errors import (
    AuthenticationError,
    BootstrapError,
    ClientError,
)
from kafkawire.client.options import AdminSettings
from kafkawire.output import write_no_more

if TYPE_CHECKING:
    from typing import TextIO


def run(arguments: argparse.Namespace) -> int:
    """Run a command with the standard streams; returns its exit code."""
    out, err = _open(sys.stdout), _open(sys.stderr)
    output = Output(arguments.command, out, err, is_json=arguments.json, environment=os.environ)
    try:
        if not is_agreed(arguments, sys.stdin, err):
            output.stopped("nothing was done", PART_FAILED)
            return PART_FAILED
        return trio.run(_until_interrupted, arguments, output)
    except UsageError as error:
        output.stopped(str(error), WRONG_USAGE)
        return WRONG_USAGE
    except KeyboardInterrupt:  # while a person was asked
        return INTERRUPTED


def _open(stream: TextIO | None) -> TextIO:
    """Return a standard stream; it is None if it was closed from the start."""
    return stream or open(os.devnull, "w")


def is_agreed(arguments: argparse.Namespace, terminal: TextIO | None, err: TextIO) -> bool:
    """Return whether a command may run; on a terminal, the user has to confirm it.

    Raises:
        UsageError: There is no terminal to confirm on, and no --yes.
    """
    if arguments.question is None or arguments.yes or getattr(arguments, "dry_run", False):
        return True
    question = arguments.question(arguments)
    if question is None:
        return True
    if terminal is None or not terminal.isatty():
        raise UsageError(f"{question} There is no terminal to confirm on: give --yes")
    err.write(f"{question} [y/N] ")
    err.flush()
    return terminal.readline().strip().lower() in ("y", "yes")


async def administer(
    arguments: argparse.Namespace, output: Output, environment: Mapping[str, str]
) -> None:
    """Run the verb of a command with an admin client."""
    client = connection.client(Admin, AdminSettings, arguments, environment)
    async with client as admin:
        await arguments.verb(admin, arguments, output)


async def _until_interrupted(arguments: argparse.Namespace, output: Output) -> int:
    """Run a command until it ends or Ctrl-C is pressed; a second Ctrl-C ends the process."""
    code = INTERRUPTED
    async with trio.open_nursery() as nursery:
        await nursery.start(_wait_for_interrupt, nursery.cancel_scope)
        code = await _written(arguments, output)
        nursery.cancel_scope.cancel()
    return DONE if code == INTERRUPTED and arguments.is_endless(arguments) else code


async def _written(arguments: argparse.Namespace, output: Output) -> int:
    """Run a command whose output may not be read to its end."""
    try:
        code = await execute(arguments, output, os.environ)
        output.flush()
    except BrokenPipeError:  # `| head` has seen enough
        write_no_more()
        return DONE
    except OSError as error:  # the disk is full, or the like
        write_no_more()
        output.stopped(f"nothing more can be written: {error.strerror}", PART_FAILED)
        return PART_FAILED
    return code


async def _wait_for_interrupt(
    scope: trio.CancelScope, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    with trio.open_signal_receiver(signal.SIGINT) as signals:
        task_status.started()
        async for _ in signals:
            break
    scope.cancel()


async def execute(
    arguments: argparse.Namespace, output: Output, environment: Mapping[str, str]
) -> int:
    """Connect, run the command, return the exit code."""
    try:
        await arguments.session(arguments, output, environment)
    except UsageError as error:
        output.stopped(str(error), WRONG_USAGE)
    except BootstrapError as error:
        output.stopped(f"{error}; -b HOST:PORT names another", NOT_REACHED)
    except AuthenticationError as error:
        output.stopped(f"the login failed: {error}", NOT_REACHED)
    except ClientError as error:
        output.fail(reason(error), advice(error))
    return output.exit_code
