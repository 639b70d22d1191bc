"""The command line: reads arguments, calls the library, prints.  Nothing else happens here."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from analyzer.cli.arguments import COMMANDS, overview
from analyzer.cli.output import visible, write
from analyzer.errors import QuestionError, nearest
from analyzer.version import __version__

DONE, BAD_QUESTION, INTERRUPTED = 0, 2, 130
_HELP = ("-h", "--help", "help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 done, 2 bad question, 130 interrupted)."""
    words = [_decoded(word) for word in (sys.argv[1:] if argv is None else argv)]
    try:
        return _dispatch(words)
    except QuestionError as error:
        _complain(error.problems)
        return BAD_QUESTION
    except SystemExit:
        return DONE  # argparse ends so after --help, and for no other reason here
    except KeyboardInterrupt:
        _complain(["interrupted"])
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output is gone (a pager was closed): nothing is left to say.
        _drop_output()
        return DONE
    except OSError as error:
        if error.filename is not None:
            raise
        _drop_output()
        _complain([f"the result cannot be printed ({error.strerror})"])
        return BAD_QUESTION


def script() -> None:
    """The installed ``analyzer`` command."""
    sys.exit(main())


def _dispatch(words: list[str]) -> int:
    if words[:1] == ["help"] and len(words) > 1:
        words = [*words[1:], "--help"]
    if not words or words[0] in _HELP:
        write(sys.stdout, overview())
        return DONE
    if words[0] in ("-V", "--version"):
        write(sys.stdout, f"analyzer {__version__}\n")
        return DONE
    name = words[0].lower().replace("_", "-")
    module = next((c.module for c in COMMANDS if name in (c.name, *c.aliases)), None)
    if module is None:
        if name.startswith("-"):
            raise QuestionError(f"unknown option {name}: expected a command (see analyzer --help)")
        guess = nearest(name, [word for c in COMMANDS for word in (c.name, *c.aliases)])
        names = ", ".join(c.name for c in COMMANDS)
        hint = f"did you mean {guess}?" if guess else f"expected one of {names}"
        raise QuestionError(f"no command {words[0]!r}: {hint}")
    status: int = import_module(f"analyzer.cli.{module}").main(words[1:])
    return status


def _decoded(word: str) -> str:
    """A word as it was typed: where the locale knows ASCII only, UTF-8 arrives as loose bytes."""
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def _complain(problems: Sequence[str]) -> None:
    for problem in dict.fromkeys(problems):
        write(sys.stderr, f"analyzer: {visible(problem)}\n")


def _drop_output() -> None:
    """Let what is still to be flushed at the end go nowhere, without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
