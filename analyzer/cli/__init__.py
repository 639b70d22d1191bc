"""The command line: reads arguments, calls the library, prints.  Nothing else happens here."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from analyzer.cli.arguments import COMMANDS, overview
from analyzer.errors import QuestionError, nearest
from analyzer.version import __version__

DONE, BAD_QUESTION, INTERRUPTED = 0, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 done, 2 bad question, 130 interrupted)."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(words)
    except QuestionError as error:
        for problem in error.problems:
            _complain(problem)
        return BAD_QUESTION
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output is gone (a pager was closed): nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def script() -> None:
    """The installed ``analyzer`` command."""
    sys.exit(main())


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        sys.stdout.write(overview())
        return DONE
    if words[0] in ("-V", "--version"):
        sys.stdout.write(f"analyzer {__version__}\n")
        return DONE
    name = words[0]
    module = next((c.module for c in COMMANDS if name in (c.name, *c.aliases)), None)
    if module is None:
        if name.startswith("-"):
            raise QuestionError(f"unknown option {name}: expected a command (see analyzer --help)")
        guess = nearest(name, [c.name for c in COMMANDS])
        hint = f"did you mean {guess}?" if guess else "expected one of "
        names = "" if guess else ", ".join(c.name for c in COMMANDS)
        raise QuestionError(f"no command {name!r}: {hint}{names}")
    status: int = import_module(f"analyzer.cli.{module}").main(words[1:])
    return status


def _complain(problem: str) -> None:
    from analyzer.cli.output import write

    write(sys.stderr, f"analyzer: {problem}\n")
